#include "pintle/io/parts/joint_laws.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

void read_motor(const Item& item, Direction direction, JointPart& joint) {
  const bool translation = is_translation(direction);
  const Fields fields(item, translation ? schema::translation_motor : schema::rotation_motor,
                      translation ? "{force: 10 N}" : "{torque: 10 N*m}");
  const std::string_view key = translation ? "force" : "torque";
  const auto found = fields.find(key);
  if (const auto effort = found ? read_number(*found, fields.unit(key), Field::force) : std::nullopt)
    joint.motors[direction] = *effort;
}

void read_driven(const Item& item, Direction direction, JointPart& joint) {
  const bool translation = is_translation(direction);
  const Fields fields(item, translation ? schema::translation_driven : schema::rotation_driven,
                      translation ? "{displacement: =0.1 m*sin(2 rad/s*time)}" : "{angle: =10 rad/s*time}");
  if (!fields) return;
  const std::string_view value = translation ? "displacement" : "angle", rate = translation ? "velocity" : "rate";
  const auto by_value = fields.find(value), by_rate = fields.find(rate);
  if (by_value && by_rate) {
    by_rate->mistake_at_name(fmt::format("stands beside `{}`, which has it as its derivative; keep one of them", value));
    return;
  }
  if (!by_value && !by_rate) {
    item.mistake_at_name(fmt::format("{} or {} is missing; give one, for example {}: =0.5*time/1 s", value, rate, value));
    return;
  }
  const Item& law = by_value ? *by_value : *by_rate;
  const auto number = read_number(law, fields.unit(by_value ? value : rate), Field::driven);
  if (!number) return;
  joint.drivers[direction] = {by_rate.has_value(), *number};
}

/// Calls read(item, direction) for a law that is given directly (one direction) or by direction (several).
template <class Read>
void read_law(const Fields& fields, std::string_view key, const JointType& type, std::string_view example, const Read& read) {
  const auto item = fields.find(key);
  if (!item || !item->is_map(example)) return;
  std::vector<Direction> free;
  std::vector<std::string_view> names;
  for (Direction d : all_directions) {
    if (!type.free.has(d) || (type.ball && !is_translation(d))) continue;
    free.push_back(d);
    names.push_back(name_of(d));
  }
  const bool by_direction = !item->node().entries.empty() && find_direction(item->node().entries[0].key);
  if (free.empty()) {
    item->mistake_at_name(type.ball ? "is not read yet for a ball; take `type: [rx, ry, rz]`, whose directions can have laws"
                                    : "needs a direction that can move, and a weld has none; take it out");
  } else if (free.size() == 1 && !by_direction) {
    read(*item, free[0]);
  } else {
    for (const Item& entry : read_entries(*item)) {
      const auto direction = find_direction(entry.key());
      if (direction && std::find(free.begin(), free.end(), *direction) != free.end())
        read(entry, *direction);
      else
        entry.mistake_at_name(fmt::format(
            "is no direction that a law can act on here; give the law for {}, for example {}: {{…}}", join_or(names), names[0]));
    }
  }
}

/// A direction that moves as told has no room for other laws.
void check_driven(const Fields& fields, const JointPart& joint) {
  const auto check = [&](const auto& laws, std::string_view key) {
    for (const auto& [direction, law] : laws)
      if (joint.drivers.contains(direction))
        fields.find(key)->mistake_at_name(
            fmt::format("acts on {}, which is driven and takes no notice of it; keep one of them", name_of(direction)));
  };
  check(joint.limits, "limits");
  check(joint.motors, "motor");
}

}  // namespace

void read_joint_laws(const Fields& fields, JointPart& joint) {
  const JointType& type = joint.type;
  const bool slides = type.free.bits < 8;
  read_law(fields, "spring", type, "{stiffness: 10, damping: 0.1}",
           [&](const Item& law, Direction d) { joint.springs[d] = read_spring_law(law, d); });
  read_law(fields, "limits", type, "{low: -0.5, high: 0.5, stiffness: 1000}",
           [&](const Item& law, Direction d) { joint.limits[d] = read_limit_law(law, d); });
  read_law(fields, "friction", type, "{law: coulomb, mu: 0.1}",
           [&](const Item& law, Direction d) { joint.frictions[d] = read_friction_law(law, d); });
  read_law(fields, "motor", type, slides ? "{force: 10 N}" : "{torque: 10 N*m}",
           [&](const Item& law, Direction d) { read_motor(law, d, joint); });
  read_law(fields, "driven", type, slides ? "{velocity: 1 m/s}" : "{rate: 10 rad/s}",
           [&](const Item& law, Direction d) { read_driven(law, d, joint); });
  check_driven(fields, joint);
}

}  // namespace pintle
