#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <memory>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

Quaternion<double> unit_rotation(const Quaternion<double>& q, const std::string& part) {
  if (!(q.norm2() > 0)) throw Error("initial." + part + ".quaternion", "length 0; give four numbers that are not all zero");
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

void check_start(const JointStart& start, const JointRecord& joint, const std::string& where) {
  for (const auto& [d, given] : start.directions) check_direction(joint, d, where);
  if (!joint.type.ball && (start.rotation || start.angular_velocity))
    throw Error(where, fmt::format("joint {} ({}) has no free rotation in space; give values for its directions: {}", joint.name,
                                   joint.type.name, free_directions_of(joint.type)));
}

JointCoordinates<double> calc_start(const JointStart& start) {
  JointCoordinates<double> q;
  for (const auto& [d, given] : start.directions) {
    q.value_of(d) = given.value.value_or(Number()).value;
    q.rate_of(d) = given.rate.value_or(Number()).value;
  }
  if (start.rotation) q.rotation = unit_rotation(*start.rotation, start.joint);
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

/// What starts locked is at rest, whatever assembly does.
void hold_locked(const JointRecord& joint, const JointStart* start, Start::Given& given) {
  for (Direction d : all_directions) {
    if (!joint.locked.has(d)) continue;
    given.rate = given.rate.with(d);
    const auto one = start ? start->directions.find(d) : std::map<Direction, DirectionStart>::const_iterator();
    const bool moves = start && one != start->directions.end() && one->second.rate && one->second.rate->value != 0;
    const bool turns = start && start->angular_velocity && !is_translation(d) && norm(Vec3<double>(*start->angular_velocity)) > 0;
    if (moves || turns)
      throw Error(
          "initial." + joint.name,
          fmt::format("joint {} starts locked in {}, and has no rate there; take one of them out", joint.name, name_of(d)));
  }
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
  start.given.resize(system.joints.size());
  start.base_given.assign(system.bodies.size(), false);

  std::vector<bool> joint_seen(system.joints.size()), body_seen(system.bodies.size());
  std::vector<std::size_t> joints, bodies;  // of the starts
  for (const JointStart& given : model.joint_starts) {
    const std::string where = "initial." + given.joint;
    const JointIndex j = joint_named(system.names, given.joint, where);
    check_once(joint_seen, j.i, where);
    check_start(given, system.joint(j), where);
    start.given[j.i] = calc_given(given);
    hold_locked(system.joint(j), &given, start.given[j.i]);
    joints.push_back(static_cast<std::size_t>(j.i));
  }
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (!joint_seen[j]) hold_locked(system.joints[j], nullptr, start.given[j]);
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
    start.base_given[b] = true;
    bodies.push_back(b);
  }

  making.now_and_again([&model, &reference = making.reference, &start, n = system.joints.size(), joints, bodies] {
    start.joints.assign(n, {});
    for (std::size_t k = 0; k < joints.size(); ++k) start.joints[joints[k]] = calc_start(model.joint_starts[k]);
    start.X_WB = reference.X_WB;
    start.V_WB.assign(reference.X_WB.size(), Motion<double>::zero());
    const auto plain = [](const std::optional<Vector>& v) { return v ? Vec3<double>(*v) : Vec3<double>::zero(); };
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const BodyStart& given = model.body_starts[k];
      Pose<double>& X = start.X_WB[bodies[k]];
      if (given.at) X.p = *given.at;
      if (given.rotation) X.R = to_matrix(unit_rotation(*given.rotation, given.body));
      start.V_WB[bodies[k]] = {plain(given.angular_velocity), plain(given.velocity)};
    }
  });
}

namespace {

/// True for the bodies that ride on a base, itself included.
std::vector<bool> calc_riders(const System& system, BodyIndex base) {
  std::vector<bool> rides(system.bodies.size(), false);
  rides[base.i] = true;
  for (const Reached& reached : calc_tree(system))
    if (reached.joint.exists() && rides[parent_of(system, reached).i]) rides[reached.body.i] = true;
  return rides;
}

/// Up is u. With the depth ε of the contact point that is deepest and the normal n there, the base moves by
///
///     s u,   s = (gap + ε)/(n·u)
///
/// which is all on a plane; elsewhere it is done again until the lowest of its contacts is at the gap.
class Lowering {
 public:
  Lowering(const Making& making, BodyIndex base, const LowerOnto& onto, const std::string& where)
      : system_(making.system), base_(base), onto_(onto), where_(where), tree_(calc_tree(making.system)) {
    const std::vector<bool> rides = calc_riders(system_, base);
    counts_.assign(static_cast<std::size_t>(system_.elements.modes), false);
    bool any = false;
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& contact) {
      if constexpr (Kind::has_mode) {
        const int part = system_.names.find(pool.names[k])->index;
        if (!rides[contact.bodies[0].i] || making.model.contacts[part].surface != onto.surface) return;
        if (rides[contact.bodies.back().i] && contact.bodies.size() > 1)
          throw Error(where + ".surface", fmt::format("{} rides on {} too; give a surface that stays where it is", onto.surface,
                                                      system_.body(base).name));
        counts_[pool.mode(k)] = any = true;
      }
    });
    if (!any)
      throw Error(where + ".surface", fmt::format("nothing that rides on {} has a contact with {}; give it contacts",
                                                  system_.body(base).name, onto.surface));
  }

  void go() {
    constexpr int most = 60;
    constexpr double rounding = 1e-14;
    const Vec3<double> gravity = system_.nominal[system_.gravity];
    const Vec3<double> up = norm(gravity) > 0 ? (-1.0 / norm(gravity)) * gravity : unit<double>(2);
    for (int k = 0; k < most; ++k) {
      const Touch<double> lowest = find_lowest();
      Vec3<double>& p = system_.start.X_WB[base_.i].p;
      const double missing = onto_.gap + lowest.depth;
      if (k > 0 && std::fabs(missing) <= rounding * (norm(p) + norm(lowest.point_W))) return;
      if (!(std::fabs(dot(lowest.n, up)) > 1e-9))
        throw Error(where_ + ".surface",
                    fmt::format("{} stands upright, so nothing comes nearer to it by going down", onto_.surface));
      p += (missing / dot(lowest.n, up)) * up;
    }
  }

 private:
  Touch<double> find_lowest() {
    X_WB_ = system_.start.X_WB;
    update_start_poses(system_, tree_, X_WB_);
    Touch<double> lowest{};
    bool any = false;
    system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& contact) {
      if constexpr (Kind::has_mode) {
        if (!counts_[pool.mode(k)]) return;
        std::array<Pose<double>, Kind::ends> X_WB;
        for (std::size_t i = 0; i < X_WB.size(); ++i) X_WB[i] = X_WB_[contact.bodies[i].i];
        const Touch<double> touch = contact.calc_touch(0.0, system_.nominal, X_WB);
        if (!any || touch.depth > lowest.depth) lowest = touch;
        any = true;
      }
    });
    return lowest;
  }

  System& system_;
  BodyIndex base_;
  const LowerOnto& onto_;
  std::string where_;
  std::vector<Reached> tree_;
  std::vector<bool> counts_;          // by mode: a contact with the surface
  std::vector<Pose<double>> X_WB_{};  // scratch
};

}  // namespace

void lower_bases(Making& making) {
  for (const BodyStart& given : making.model.body_starts) {
    if (!given.lower_onto) continue;
    const std::string where = fmt::format("initial.{}.lower_onto", given.body);
    const auto lowering =
        std::make_shared<Lowering>(making, body_named(making.system.names, given.body, where), *given.lower_onto, where);
    making.now_and_again([lowering] { lowering->go(); });
  }
}

}  // namespace pintle
