#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
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
  return names.empty() ? "none" : joined(names);
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
    q.value_of(d) = given.value.value_or(Number()).value;
    q.rate_of(d) = given.rate.value_or(Number()).value;
  }
  if (!joint.type.ball && (start.rotation || start.angular_velocity))
    throw Error(where, fmt::format("joint {} ({}) has no free rotation in space; give values for its directions: {}", joint.name,
                                   joint.type.name, free_directions_of(joint.type)));
  if (start.rotation) q.rotation = unit_rotation(*start.rotation, where);
  if (start.angular_velocity) q.rate = Vec3<double>(*start.angular_velocity);
  return q;
}

/// What was given exactly. A ball's attitude and angular velocity are one thing each.
Start::Given calc_given(const JointStart& start) {
  Start::Given given;
  for (const auto& [d, one] : start.directions) {
    if (one.value && !one.guess) given.value = given.value.with(d);
    if (one.rate) given.rate = given.rate.with(d);
  }
  for (Direction d : {Direction::rx, Direction::ry, Direction::rz}) {
    if (start.rotation) given.value = given.value.with(d);
    if (start.angular_velocity) given.rate = given.rate.with(d);
  }
  return given;
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

void update_start(Making& making) {
  const Model& model = making.model;
  System& system = making.system;
  Start& start = system.start;
  start.joints.resize(system.joints.size());
  start.given.resize(system.joints.size());
  start.X_WB = making.reference.X_WB;
  start.V_WB.assign(system.bodies.size(), Motion<double>::zero());
  start.base_given.assign(system.bodies.size(), false);

  std::vector<bool> joint_seen(system.joints.size()), body_seen(system.bodies.size());
  for (const JointStart& given : model.joint_starts) {
    const std::string where = "initial." + given.joint;
    const JointIndex j = joint_named(system.names, given.joint, where);
    check_once(joint_seen, j.i, where);
    start.joints[j.i] = calc_start(given, system.joint(j), where);
    start.given[j.i] = calc_given(given);
  }

  const std::vector<JointIndex> supports = calc_supports(system);
  const auto plain = [](const std::optional<Vector>& v) { return v ? Vec3<double>(*v) : Vec3<double>::zero(); };
  for (const BodyStart& given : model.body_starts) {
    const std::string where = "initial." + given.body;
    const BodyIndex body = body_named(system.names, given.body, where);
    check_once(body_seen, body.i, where);
    const auto b = static_cast<std::size_t>(body.i);
    if (body == world) throw Error(where, "the world does not move; leave this entry out");
    if (supports[b].exists())
      throw Error(where, fmt::format("{0} hangs on joint {1}; give the joint's coordinates instead, under initial.{1}",
                                     given.body, system.joint(supports[b]).name));
    start.base_given[b] = true;
    if (given.at) start.X_WB[b].p = *given.at;
    if (given.rotation) start.X_WB[b].R = to_matrix(unit_rotation(*given.rotation, where));
    start.V_WB[b] = {plain(given.angular_velocity), plain(given.velocity)};
  }
}

namespace {

/// True for the bodies that ride on a base, itself included.
std::vector<bool> calc_riders(const System& system, BodyIndex base) {
  std::vector<bool> rides(system.bodies.size(), false);
  rides[static_cast<std::size_t>(base.i)] = true;
  for (const Reached& reached : calc_tree(system))
    if (reached.joint.exists() && rides[static_cast<std::size_t>(parent_of(system, reached).i)])
      rides[static_cast<std::size_t>(reached.body.i)] = true;
  return rides;
}

/// With the surface's normal n and its point o, and up u: the base moves by s u so that the lowest of its contact points,
/// min n·(p − o), comes to the gap: s = (gap − min)/(n·u).
void lower(Making& making, BodyIndex base, const LowerOnto& onto, const std::string& where) {
  System& system = making.system;
  const std::vector<bool> rides = calc_riders(system, base);
  const std::vector<Pose<double>> X_WB = calc_start_poses(system);
  double lowest = std::numeric_limits<double>::infinity();
  Vec3<double> n{0, 0, 1};
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& contact) {
    if constexpr (Kind::has_mode) {
      const auto b = static_cast<std::size_t>(contact.bodies[0].i);
      const int part = system.names.find(pool.names[static_cast<std::size_t>(k)])->index;
      if (!rides[b] || making.model.contacts[static_cast<std::size_t>(part)].surface != onto.surface) return;
      n = contact.surface.prepare(system.nominal).n;
      lowest = std::min(lowest, -contact.calc_depth(system.nominal, X_WB[b]));
    }
  });
  if (!std::isfinite(lowest))
    throw Error(where + ".surface", fmt::format("nothing that rides on {} has a contact with {}; give it contacts",
                                                system.body(base).name, onto.surface));
  const Vec3<double> gravity = system.nominal[system.gravity];
  const Vec3<double> up = norm(gravity) > 0 ? (-1.0 / norm(gravity)) * gravity : unit<double>(2);
  if (!(std::fabs(dot(n, up)) > 1e-9))
    throw Error(where + ".surface", fmt::format("{} stands upright, so nothing comes nearer to it by going down", onto.surface));
  system.start.X_WB[static_cast<std::size_t>(base.i)].p += ((onto.gap - lowest) / dot(n, up)) * up;
}

}  // namespace

void lower_bases(Making& making) {
  for (const BodyStart& given : making.model.body_starts) {
    if (!given.lower_onto) continue;
    const std::string where = fmt::format("initial.{}.lower_onto", given.body);
    lower(making, body_named(making.system.names, given.body, where), *given.lower_onto, where);
  }
}

}  // namespace pintle
