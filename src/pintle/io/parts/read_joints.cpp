#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/io/context.h"
#include "pintle/io/parts/joint_laws.h"
#include "pintle/io/parts/points.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr double smallest_sine = 1e-6;   // below, two directions are parallel
constexpr double largest_cosine = 1e-9;  // above, two axes are not perpendicular

double calc_cosine(const Vec3<double>& a, const Vec3<double>& b) { return dot(a, b) / (norm(a) * norm(b)); }
double calc_sine(const Vec3<double>& a, const Vec3<double>& b) { return norm(cross(a, b)) / (norm(a) * norm(b)); }

std::optional<JointType> read_type_list(const Item& item) {
  std::vector<Direction> directions;
  for (std::size_t i = 0; i < item.node().items.size(); ++i) {
    const Item element = item.element(i);
    const auto word = read_choice(element, {"tx", "ty", "tz", "rx", "ry", "rz"});
    if (!word) return std::nullopt;
    directions.push_back(*find_direction(*word));
  }
  if (directions.empty()) {
    item.mistake("an empty list; write weld for a joint without freedom, or list directions, for example [rx, tz]");
    return std::nullopt;
  }
  try {
    return make_joint_type(directions);
  } catch (const Error& error) {
    item.mistake(error.what());
    return std::nullopt;
  }
}

bool read_between(const Item& item, JointPart& joint) {
  const auto bodies = read_two_bodies(item, "parent and child, for example [world, arm]");
  if (!bodies) return false;
  joint.parent = (*bodies)[0];
  joint.child = (*bodies)[1];
  return true;
}

/// One world point, or a point on each body; these are stored parent first, whatever their order in the file.
void read_at(const Item& item, bool knows_bodies, JointPart& joint) {
  if (!item.is_usable()) return;
  if (!item.node().is_map() || is_set_vector(item.node())) {
    if (const auto p = read_vector(item, "m")) joint.at = *p;
    return;
  }
  const auto read = read_placed_points(item, true);
  if (!read || !knows_bodies) return;
  const std::vector<PointOn>& points = read->points;
  std::array<const PointOn*, 2> found{};
  for (const PointOn& point : points) {
    if (point.body == joint.parent)
      found[0] = &point;
    else if (point.body == joint.child)
      found[1] = &point;
    else
      item.mistake(
          fmt::format("{} is not one of the joint's bodies; give points on {} and {}", point.body, joint.parent, joint.child));
  }
  if (found[0] && found[1]) joint.at = std::array{*found[0], *found[1]};
  if (found[0] && found[1] && read->current) joint.current = found[0] == &points[*read->current] ? 0 : 1;
  if (!(found[0] && found[1]) && points.size() < 2)
    item.mistake(fmt::format("the point on {} is missing; give a point on each body, or one world point as a list",
                             found[0] ? joint.child : joint.parent));
}

void read_axes(const Fields& fields, const JointType& type, JointPart& joint) {
  joint.axis = fields.direction("axis");
  joint.second_axis = fields.direction("second_axis");
  joint.x_axis = fields.direction("x_axis");
  if (const auto axes = fields.find("axes")) {
    const auto body = read_reference(*axes, PartKind::body, true);
    if (body && *body != "world") joint.axes = *body;
  }
  if (type.crossed) {
    if (!fields.has("axis") || !fields.has("second_axis"))
      fields.item().mistake_at_name(
          fmt::format("a {} joint turns about `axis` and `second_axis`; give both, perpendicular", type.name));
    if (joint.x_axis)
      fields.find("x_axis")->mistake_at_name(
          fmt::format("has no meaning for a {} joint, whose x is `axis`; take it out", type.name));
    const double cosine = joint.axis && joint.second_axis ? calc_cosine(*joint.axis, *joint.second_axis) : 0;
    if (std::fabs(cosine) > largest_cosine)
      fields.find("second_axis")
          ->mistake(fmt::format("is at {:.6g} deg to `axis`; the axes of a {} joint are perpendicular",
                                acos(cosine) * 180 / std::numbers::pi, type.name));
    return;
  }
  if (joint.second_axis) fields.find("second_axis")->mistake_at_name("belongs to a universal joint only; take it out");
  const Vector z = joint.axis.value_or(Vector(0, 0, 1));
  if (joint.x_axis && calc_sine(*joint.x_axis, z) < smallest_sine)
    fields.find("x_axis")->mistake("is parallel to the joint's axis; give a direction across it");
}

/// `true`, or a list of directions that the type leaves free.
DirectionSet read_locked(const Item& item, const JointType& type) {
  if (!item.is_usable()) return {};
  if (!item.node().is_list()) {
    const bool all = read_flag(item).value_or(false);
    if (all && type.freedoms() == 0) item.mistake("a weld has nothing to lock; take it out");
    return all ? type.free : DirectionSet{};
  }
  DirectionSet set;
  for (std::size_t i = 0; i < item.node().items.size(); ++i) {
    const auto word = read_choice(item.element(i), {"tx", "ty", "tz", "rx", "ry", "rz"});
    const auto direction = word ? find_direction(*word) : std::nullopt;
    if (direction && !type.free.has(*direction))
      item.element(i).mistake(fmt::format("the type does not move in {}; list directions that it leaves free", *word));
    if (direction) set = set.with(*direction);
  }
  return set;
}

}  // namespace

std::optional<JointType> read_joint_type(const Item& item) {
  constexpr std::string_view example = "a name or a list of directions, for example hinge, or [rx, tz]";
  if (!item.is_usable()) return std::nullopt;
  if (item.node().is_list()) return read_type_list(item);
  if (!item.is_scalar(example)) return std::nullopt;
  const std::string& name = item.node().text;
  if (auto type = find_joint_type(name)) return type;
  auto known = joint_type_names();
  const std::string nearest = find_nearest(name, known);
  item.mistake(fmt::format("there is no joint type \"{}\"; {}", shown(name),
                           nearest.empty() ? fmt::format("take {}, or a list of directions, for example [rx, tz]", join_or(known))
                                           : fmt::format("did you mean {}?", nearest)));
  return std::nullopt;
}

void read_joint(const Item& item, const std::string& name) {
  JointPart joint;
  joint.name = name;
  joint.instance = instance_of(item.context());
  const Fields fields(item, schema::joint, "type and bodies, for example {type: hinge, between: [world, arm], axis: [0, 0, 1]}");
  if (!fields) return;
  const auto between = fields.find("between"), at = fields.find("at");
  const bool knows_bodies = between && read_between(*between, joint);
  if (at) read_at(*at, knows_bodies, joint);
  const auto type = item.reading().types.find(name);
  const bool knows_type = type != item.reading().types.end();
  read_axes(fields, knows_type ? type->second : JointType(), joint);
  joint.active = fields.flag("active").value_or(true);
  if (joint.current && joint.active)
    at->mistake("`current` is for a joint that an event closes; say active: false, or give the point");
  if (knows_type) {
    joint.type = type->second;
    read_joint_laws(fields, joint);
    if (const auto locked = fields.find("locked")) joint.locked = read_locked(*locked, joint.type);
    for (const auto& [d, law] : joint.drivers)
      if (joint.locked.has(d))
        fields.find("locked")->mistake(fmt::format("{} is driven, and moves as told; take one out", name_of(d)));
  }
  item.reading().model.joints.push_back(std::move(joint));
}

}  // namespace pintle
