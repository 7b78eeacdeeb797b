#include <fmt/format.h>

#include <cmath>

#include "pintle/io/rotation.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

/// `{angle: 60 deg, rate: 0}` or `{displacement: 1 m, velocity: 0}`.
DirectionStart read_direction_start(const Item& item, Direction direction) {
  const bool translation = is_translation(direction);
  const Fields fields(item, translation ? schema::translation_start : schema::rotation_start,
                      translation ? "{displacement: 1 m, velocity: 0}" : "{angle: 60 deg, rate: 0}");
  const std::string_view value = translation ? "displacement" : "angle";
  DirectionStart start;
  if (const auto given = fields.find(value); given && given->node().is_map() && given->node().find("guess")) {
    given->mistake("a guess is not read yet; give the value itself");
    return start;
  }
  start.value = fields.quantity(value);
  start.rate = fields.quantity(translation ? "velocity" : "rate");
  if (!translation && start.value && std::fabs(*start.value) > largest_angle)
    fields.find(value)->mistake(
        fmt::format("{} is too large; give an angle below 1e6 rad", shown(fields.find(value)->node().text)));
  return start;
}

/// A ball, and a free joint's rotation: attitude and angular velocity of the child relative to the parent.
void read_ball_start(const Item& item, const JointType& type, JointStart& start) {
  const bool free = type.free.has(Direction::tx);
  const Fields fields(item, free ? schema::free_start : schema::ball_start,
                      "{rotate: [rz: 30 deg], angular_velocity: [0, 0, 1 rad/s]}");
  if (!fields) return;
  start.rotation = read_rotation(fields);
  start.angular_velocity = fields.vector("angular_velocity");
  if (!free) return;
  for (Direction d : {Direction::tx, Direction::ty, Direction::tz})
    if (const auto entry = fields.find(name_of(d))) start.directions[d] = read_direction_start(*entry, d);
}

void read_several(const Item& item, const JointType& type, JointStart& start) {
  std::vector<std::string_view> names;
  for (Direction d : all_directions)
    if (type.free.has(d)) names.push_back(name_of(d));
  const std::string example = fmt::format("{}: {{{}: 0}}", names[0], names[0][0] == 't' ? "displacement" : "angle");
  if (!item.is_map(fmt::format("values by direction, for example {}", example))) return;
  for (const Item& entry : read_entries(item)) {
    const auto direction = find_direction(entry.key());
    if (direction && type.free.has(*direction))
      start.directions[*direction] = read_direction_start(entry, *direction);
    else
      entry.mistake_at_name(
          fmt::format("is no direction in which this joint moves; give {}, for example {}", join_or(names), example));
  }
}

JointStart read_joint_start(const Item& item, const JointType& type) {
  JointStart start;
  start.joint = item.key();
  const auto free = [&] {
    for (Direction d : all_directions)
      if (type.free.has(d)) return d;
    return Direction::rz;
  };
  const bool by_direction = item.node().is_map() && !item.node().entries.empty() && find_direction(item.node().entries[0].key);
  if (type.freedoms() == 0)
    item.mistake_at_name("cannot move, so it has no start; take it out");
  else if (type.ball)
    read_ball_start(item, type, start);
  else if (type.freedoms() == 1 && !by_direction)
    start.directions[free()] = read_direction_start(item, free());
  else
    read_several(item, type, start);
  return start;
}

BodyStart read_body_start(const Item& item) {
  BodyStart start;
  start.body = item.key();
  const Fields fields(item, schema::body_start, "{at: [0, 0, 1], velocity: [1 m/s, 0, 0]}");
  if (!fields) return start;
  start.at = fields.vector("at");
  start.rotation = read_rotation(fields);
  start.velocity = fields.vector("velocity");
  start.angular_velocity = fields.vector("angular_velocity");
  return start;
}

void complain_about_name(const Item& item) {
  Reading& reading = item.reading();
  const auto kind = reading.find_part(item.key());
  if (item.key() == "equilibrium") {
    item.mistake_at_name("is not read yet; give the start of joints and bodies");
  } else if (kind) {
    item.mistake_at_name(fmt::format("is a {}; only joints and bodies have a start", name_of(*kind)));
  } else {
    auto known = reading.names_of(PartKind::joint);
    for (std::string_view name : reading.names_of(PartKind::body)) known.push_back(name);
    item.mistake_at_name(
        fmt::format("there is no joint and no body of this name; {}", suggest(item.key(), known, "describe it first")));
  }
}

}  // namespace

void read_initial(const Item& section) {
  Reading& reading = section.reading();
  for (const Item& entry : read_entries(section)) {
    const auto kind = reading.find_part(entry.key());
    if (kind == PartKind::body) {
      reading.model.body_starts.push_back(read_body_start(entry));
    } else if (kind == PartKind::joint) {
      const auto type = reading.joint_types.find(entry.key());
      if (type != reading.joint_types.end()) reading.model.joint_starts.push_back(read_joint_start(entry, type->second));
    } else {
      complain_about_name(entry);
    }
  }
}

}  // namespace pintle
