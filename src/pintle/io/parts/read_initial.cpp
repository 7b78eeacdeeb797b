#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "pintle/io/context.h"
#include "pintle/io/parts/rotation.h"
#include "pintle/io/parts/sections.h"
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
  const auto given = fields.find(value);
  start.guess = given && given->node().is_map();
  if (start.guess)
    start.value =
        Fields(*given, translation ? schema::translation_guess : schema::rotation_guess, "{guess: 10 deg}").quantity("guess");
  else
    start.value = fields.quantity(value);
  start.rate = fields.quantity(translation ? "velocity" : "rate");
  if (!translation && start.value && std::fabs(start.value->value) > largest_angle)
    given->mistake(fmt::format("{} is too large; give an angle below 1e6 rad",
                               start.guess ? fmt::format("{:g} rad", start.value->value) : shown_value(*given, *start.value)));
  return start;
}

/// A ball, alone or after translations: attitude and angular velocity of the child relative to the parent.
void read_ball_start(const Item& item, const JointType& type, JointStart& start) {
  const Fields fields(item, schema::ball_start, "{rotate: [rz: 30 deg], angular_velocity: [0, 0, 1 rad/s]}");
  if (!fields) return;
  start.rotation = read_rotation(fields);
  start.angular_velocity = fields.vector("angular_velocity");
  for (Direction d : {Direction::tx, Direction::ty, Direction::tz}) {
    const auto entry = fields.find(name_of(d));
    if (entry && type.free.has(d))
      start.directions[d] = read_direction_start(*entry, d);
    else if (entry)
      entry->mistake_at_name("is no direction in which this joint moves; take it out");
  }
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

/// What is driven starts as its law says; the angle of a `rate` law alone can be given.
void check_driven(const Item& item, const JointPart& joint, const JointStart& start) {
  for (const auto& [direction, law] : joint.drivers) {
    const auto found = start.directions.find(direction);
    if (found == start.directions.end()) continue;
    const bool angle = found->second.value.has_value() && !law.rate, rate = found->second.rate.has_value();
    const bool translation = is_translation(direction);
    if (angle || rate)
      item.mistake_at_name(fmt::format("{} of a direction that is driven comes from its law; take it out",
                                       angle         ? translation ? "displacement" : "angle"
                                       : translation ? "velocity"
                                                     : "rate"));
  }
}

JointStart read_joint_start(const Item& item, const std::string& name, const JointType& type) {
  JointStart start;
  start.joint = name;
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

BodyStart read_body_start(const Item& item, const std::string& name) {
  BodyStart start;
  start.body = name;
  const Fields fields(item, schema::body_start, "{at: [0, 0, 1], velocity: [1 m/s, 0, 0]}");
  if (!fields) return start;
  start.at = fields.vector("at");
  start.rotation = read_rotation(fields);
  start.velocity = fields.vector("velocity");
  start.angular_velocity = fields.vector("angular_velocity");
  if (const auto lower = fields.find("lower_onto")) {
    const Fields its(*lower, schema::lower_onto, "{surface: ground, gap: 0 m}");
    const auto surface = its.find("surface");
    LowerOnto onto;
    if (surface) onto.surface = read_reference(*surface, PartKind::surface).value_or("");
    onto.gap = its.not_negative("gap").value_or(0);
    start.lower_onto = onto;
  }
  return start;
}

/// Null: its start is its own.
const BodyPart* find_group_body(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.bodies, name, &BodyPart::name);
  return found == model.bodies.end() || found->group.empty() ? nullptr : &*found;
}

void complain_about_name(const Item& item, const std::string& name) {
  const Reading& reading = item.reading();
  const auto part = reading.names.find(name);
  if (name == "equilibrium") {
    item.mistake_at_name("is not read yet; give the start of joints and bodies");
  } else if (name == "world") {
    item.mistake_at_name("the world does not move and has no start; take it out");
  } else if (part) {
    item.mistake_at_name(fmt::format("is {}; only joints and bodies have a start", a_part(part->kind)));
  } else {
    auto known = find_candidates(reading, item.context(), PartKind::joint);
    for (std::string_view body : find_candidates(reading, item.context(), PartKind::body)) known.push_back(body);
    item.mistake_at_name(
        fmt::format("there is no joint and no body of this name; {}", suggest(item.key(), known, "describe it first")));
  }
}

}  // namespace

void read_start(const Item& item, const std::string& name) {
  Reading& reading = item.reading();
  const auto part = reading.names.find(name);
  if (!part && reading.dropped.contains(name)) return;
  if (part && name != "world" && !reading.started.insert(name).second) {
    item.mistake_at_name(fmt::format("{} has a start already; keep one of them", name));
  } else if (const BodyPart* body = find_group_body(reading.model, name)) {
    item.mistake_at_name(fmt::format("{} is made of the particles of {}, and starts as they do; take it out", name, body->group));
  } else if (part && part->kind == PartKind::body && name != "world") {
    reading.model.body_starts.push_back(read_body_start(item, name));
  } else if (part && part->kind == PartKind::joint) {
    const auto type = reading.types.find(name);
    if (type == reading.types.end()) return;
    const JointStart start = read_joint_start(item, name, type->second);
    if (static_cast<std::size_t>(part->index) < reading.model.joints.size() && reading.model.joints[part->index].name == name)
      check_driven(item, reading.model.joints[part->index], start);
    reading.model.joint_starts.push_back(start);
  } else {
    complain_about_name(item, name);
  }
}

}  // namespace pintle
