#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pintle/base/error.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

Quaternion<double> unit_rotation(const Quaternion<double>& q, const std::string& where) {
  if (!(q.norm2() > 0)) throw Error(where + ".quaternion", "length 0; give four numbers that are not all zero");
  const Quaternion<double> u = normalized(q);
  return u.w < 0 ? Quaternion<double>{-u.w, -u.x, -u.y, -u.z} : u;
}

std::string free_directions_of(const JointType& type) {
  std::vector<std::string_view> names;
  for (Direction d : all_directions)
    if (type.free.has(d)) names.push_back(name_of(d));
  return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
}

void check_direction(const JointRecord& joint, Direction d, const std::string& where) {
  if (!joint.type.free.has(d))
    throw Error(where, fmt::format("joint {} ({}) does not move in {}; its free directions: {}", joint.name, joint.type.name,
                                   name_of(d), free_directions_of(joint.type)));
  if (joint.type.ball && !is_translation(d))
    throw Error(where, fmt::format("the rotation of joint {} ({}) has no single angles; give `rotate` or `quaternion`, and "
                                   "`angular_velocity`",
                                   joint.name, joint.type.name));
}

JointCoordinates<double> calc_start(const JointStart& start, const JointRecord& joint, const std::string& where) {
  JointCoordinates<double> q;
  for (const auto& [d, given] : start.directions) {
    check_direction(joint, d, where);
    const int k = axis_of(d);
    (is_translation(d) ? q.displacement : q.angle)[k] = given.value.value_or(0.0);
    (is_translation(d) ? q.velocity : q.rate)[k] = given.rate.value_or(0.0);
  }
  if (!joint.type.ball && (start.rotation || start.angular_velocity))
    throw Error(where, fmt::format("joint {} ({}) has no free rotation in space; give values for its directions: {}", joint.name,
                                   joint.type.name, free_directions_of(joint.type)));
  if (start.rotation) q.rotation = unit_rotation(*start.rotation, where);
  if (start.angular_velocity) q.rate = *start.angular_velocity;
  return q;
}

/// The joint on which each body hangs; none for the world and for bases.
std::vector<JointIndex> calc_supports(const System& system) {
  std::vector<JointIndex> supports(system.bodies.size());
  for (const Reached& reached : calc_tree(system)) supports[reached.body.i] = reached.joint;
  return supports;
}

void check_once(std::vector<bool>& seen, int index, const std::string& where) {
  if (seen[index]) throw Error(where, "is given twice; give it once");
  seen[index] = true;
}

}  // namespace

void update_start(const Model& model, const Reference& reference, System& system) {
  Start& start = system.start;
  start.joints.resize(system.joints.size());
  start.X_WB = reference.X_WB;
  start.V_WB.assign(system.bodies.size(), Motion<double>::zero());

  std::vector<bool> joint_seen(system.joints.size()), body_seen(system.bodies.size());
  for (const JointStart& given : model.joint_starts) {
    const std::string where = "initial." + given.joint;
    const JointIndex j = joint_named(system.names, given.joint, where);
    check_once(joint_seen, j.i, where);
    start.joints[j.i] = calc_start(given, system.joint(j), where);
  }

  const std::vector<JointIndex> supports = calc_supports(system);
  for (const BodyStart& given : model.body_starts) {
    const std::string where = "initial." + given.body;
    const BodyIndex body = body_named(system.names, given.body, where);
    check_once(body_seen, body.i, where);
    const auto b = static_cast<std::size_t>(body.i);
    if (body == world) throw Error(where, "the world does not move; leave this entry out");
    if (supports[b].exists())
      throw Error(where, fmt::format("{0} hangs on joint {1}; give the joint's coordinates instead, under initial.{1}",
                                     given.body, system.joint(supports[b]).name));
    if (given.at) start.X_WB[b].p = *given.at;
    if (given.rotation) start.X_WB[b].R = to_matrix(unit_rotation(*given.rotation, where));
    start.V_WB[b] = {given.angular_velocity.value_or(Vec3<double>::zero()), given.velocity.value_or(Vec3<double>::zero())};
  }
}

}  // namespace pintle
