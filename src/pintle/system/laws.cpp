#include <fmt/core.h>

#include <limits>
#include <set>

#include "pintle/base/error.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

std::vector<std::pair<double, double>> plain(const SpringLaw::Table& table) { return {table.begin(), table.end()}; }

void check_table(const SpringLaw::Table& table, const std::string& where) {
  if (table.empty()) throw Error(where, "the table has no points; give at least one pair");
  for (std::size_t i = 0; i + 1 < table.size(); ++i)
    if (!(table[i].first < table[i + 1].first))
      throw Error(where, fmt::format("the table's coordinates must ascend, but {} is followed by {}; sort its points",
                                     table[i].first.value, table[i + 1].first.value));
}

void check_law_direction(const JointPart& joint, Direction d, const std::string& where) {
  if (joint.type.ball && !is_translation(d))
    throw Error(where, fmt::format("a {} has no angle {} for a law to act on; take the type [rx, ry, rz] instead, whose "
                                   "rotations are a sequence of angles",
                                   joint.type.name, name_of(d)));
  if (!joint.type.free.has(d))
    throw Error(where, fmt::format("joint {} ({}) does not move in {}, so nothing can act there; take a type that leaves this "
                                   "direction free",
                                   joint.name, joint.type.name, name_of(d)));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

LimitSlots make_limits(const LimitLaw& law, const std::string& where, SlotMaker slots) {
  const double low = law.low ? law.low->value : -infinity, high = law.high ? law.high->value : infinity;
  if (!(low < high)) throw Error(where, fmt::format("low {} is not below high {}; give a range", low, high));
  if (!law.restitution && !(law.stiffness > 0))
    throw Error(where + ".stiffness",
                fmt::format("{}; give a positive stiffness, or restitution in its place", law.stiffness.value));
  if (law.restitution && !(*law.restitution >= 0 && *law.restitution <= 1))
    throw Error(where + ".restitution", fmt::format("{}; give a number from 0 to 1", law.restitution->value));
  LimitSlots out{slots.put(low), slots.put(high), slots.put(law.stiffness), slots.put(law.damping), std::nullopt};
  if (law.restitution) out.restitution = slots.put(*law.restitution);
  return out;
}

FrictionSlots make_friction(const FrictionLaw& law, bool translation, System& system, SlotMaker slots) {
  constexpr double usual_speed = 0.1;  // v_s where none is given [rad/s] or [m/s]
  FrictionSlots out{law.kind,
                    law.alpha == 2,
                    slots.put(law.mu_s),
                    slots.put(law.mu_k),
                    slots.put(law.vs > 0 ? law.vs.value : usual_speed),
                    slots.put(law.sigma0),
                    slots.put(law.sigma1),
                    slots.put(law.sigma2),
                    slots.put(translation ? 1.0 : law.radius.value),
                    slots.put(law.preload),
                    system.frictions++,
                    -1};
  if (law.kind == FrictionKind::lugre) out.bristle = system.bristles++;
  return out;
}

template <class Value>
const Value* find_law(const std::map<Direction, Value>& laws, Direction d) {
  const auto found = laws.find(d);
  return found == laws.end() ? nullptr : &found->second;
}

JointLaw make_law(Making& making, std::size_t j, Direction d) {
  const JointPart& joint = making.model.joints[j];
  const std::string where = where_of(PartKind::joint, joint.name);
  SlotMaker slots = making.slots();
  const SpringLaw* spring = find_law(joint.springs, d);
  const Number* motor = find_law(joint.motors, d);
  const LimitLaw* limits = find_law(joint.limits, d);
  const FrictionLaw* friction = find_law(joint.frictions, d);
  const SpringLaw law = spring ? *spring : SpringLaw{};
  check_law_direction(joint, d, where + (spring ? ".spring" : motor ? ".motor" : limits ? ".limits" : ".friction"));
  if (find_law(joint.drivers, d))
    throw Error(where + ".driven", fmt::format("{} is driven, so no other law acts on it; take one of them out", name_of(d)));
  check_table(law.stiffness, where + ".spring.stiffness");
  check_table(law.damping, where + ".spring.damping");
  const JointCoordinates<double>& start = making.system.start.joints[j];
  const double at_start = start.value_of(d);
  JointLaw out{JointIndex(static_cast<int>(j)),
               d,
               slots.put(plain(law.stiffness)),
               slots.put(plain(law.damping)),
               slots.put(law.rest ? law.rest->value : at_start),
               slots.put(motor ? motor->value : 0.0)};
  out.rests_at_start = spring && !law.rest;
  if (motor) out.living = making.add_living(*motor, where + ".motor");
  if (limits) out.limits = make_limits(*limits, where + ".limits", slots);
  if (limits && !out.limits->restitution) out.limits->place = making.system.soft_stops++;
  if (friction) out.friction = make_friction(*friction, is_translation(d), making.system, slots);
  return out;
}

}  // namespace

void update_laws(Making& making) {
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    std::set<Direction> directions;
    const auto add_all = [&](const auto& laws) {
      for (const auto& [d, law] : laws) directions.insert(d);
    };
    add_all(joint.springs);
    add_all(joint.motors);
    add_all(joint.limits);
    add_all(joint.frictions);
    for (Direction d : directions) making.system.laws.push_back(make_law(making, j, d));
  }
}

}  // namespace pintle
