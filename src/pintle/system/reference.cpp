#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/math/elementary.h"
#include "pintle/model/names.h"
#include "pintle/system/make_system.h"
#include "pintle/system/walk.h"

namespace pintle {
namespace {

constexpr double parallel_sine = 1e-6;         // below it, x is parallel to the axis
constexpr double perpendicular_cosine = 1e-9;  // above it, two axes are not perpendicular

std::string to_text(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

std::string where_of(const JointPart& joint) { return where_of(PartKind::joint, joint.name); }

/// `where()` is the place of a direction that has none.
template <class Where>
Vec3<double> direction_of(const Vec3<double>& v, Where&& where) {
  const double length = norm(v);
  if (!(length > 0) || !std::isfinite(length))
    throw Error(where(), fmt::format("{} has length {}; give a direction, for example [0, 0, 1]", to_text(v), length));
  return (1.0 / length) * v;
}

Mat3<double> attitude_of(const BodyPart& body) {
  if (!body.rotation) return Mat3<double>::identity();
  const Quaternion<double> q = *body.rotation;
  if (!(q.norm2() > 0))
    throw Error(where_of(PartKind::body, body.name) + ".quaternion", "length 0; give four numbers that are not all zero");
  return to_matrix(q);
}

/// Rotation by an angle about a direction: 1 + sin φ ã + (1 − cos φ) ã².
Mat3<double> calc_turn(const Instance& instance) {
  double s, c;
  update_sincos(instance.angle, s, c);
  const Mat3<double> a = skew(direction_of(instance.about, [] { return "repeat.turn.about"; }));
  return Mat3<double>::identity() + s * a + (1 - c) * (a * a);
}

/// The joint's point on one of its two bodies, in that body's axes; null if it has one world point.
const Vector* find_point_on(const JointPart& joint, const std::string& body) {
  const auto* pair = std::get_if<std::array<PointOn, 2>>(&joint.at);
  if (!pair) return nullptr;
  for (const PointOn& point : *pair)
    if (point.body == body) return &point.p;
  throw Error(where_of(joint) + ".at", fmt::format("has points on {} and {}, the joint is between {} and {}; give one "
                                                   "point on each of its bodies",
                                                   (*pair)[0].body, (*pair)[1].body, joint.parent, joint.child));
}

bool has_world_point(const JointPart& joint) { return std::holds_alternative<Vector>(joint.at); }

/// F's axes in the world. `A` holds the axes that the user's vectors are in: the world's, or those of a body.
Mat3<double> calc_frame_axes(const JointPart& joint, const Mat3<double>& A) {
  const auto given = [&](const Vec3<double>& v, const char* key) {
    return A * direction_of(v, [&] { return fmt::format("{}.{}", where_of(joint), key); });
  };
  const Vec3<double> axis = joint.axis ? given(*joint.axis, "axis") : A.column(2);
  if (joint.type.crossed) {
    if (!joint.axis || !joint.second_axis)
      throw Error(where_of(joint),
                  fmt::format("a {} joint turns about two axes; give `axis` and `second_axis`", joint.type.name));
    Vec3<double> y = given(*joint.second_axis, "second_axis");
    const double cosine = dot(axis, y);
    if (std::fabs(cosine) > perpendicular_cosine)
      throw Error(where_of(joint) + ".second_axis",
                  fmt::format("makes an angle of {:.4g} deg with `axis`; the two must be perpendicular",
                              acos(cosine) * 180 / std::numbers::pi));
    y = direction_of(y - cosine * axis, [&] { return where_of(joint) + ".second_axis"; });
    return Mat3<double>::from_columns(axis, y, cross(axis, y));
  }
  Vec3<double> x = joint.x_axis ? given(*joint.x_axis, "x_axis") : A.column(0);
  if (norm(cross(axis, x)) < parallel_sine) x = A.column(1);
  if (norm(cross(axis, x)) < parallel_sine)
    throw Error(where_of(joint) + ".x_axis", "is parallel to `axis`; give another direction");
  x = direction_of(x - dot(axis, x) * axis, [&] { return where_of(joint) + ".x_axis"; });
  return Mat3<double>::from_columns(x, cross(axis, x), axis);
}

std::vector<JointSides> calc_sides(const Model& model, const NameTable& names) {
  std::vector<JointSides> sides;
  for (const JointPart& joint : model.joints) {
    const std::string where = where_of(joint) + ".between";
    sides.push_back({body_named(names, joint.parent, where), body_named(names, joint.child, where)});
    if (joint.parent == joint.child)
      throw Error(where, fmt::format("both sides are {}; a joint is between two bodies", joint.parent));
  }
  return sides;
}

/// Before a body is put at the origin: no joint with one placed side may be left, whatever its point.
void check_no_joint_is_left(const Model& model, const std::vector<JointSides>& sides, const std::vector<bool>& placed) {
  for (std::size_t j = 0; j < sides.size(); ++j) {
    const bool has_parent = placed[sides[j].parent.i];
    const JointPart& joint = model.joints[j];
    if (!joint.active || has_parent == placed[sides[j].child.i]) continue;
    throw Error(where_of(PartKind::body, has_parent ? joint.child : joint.parent),
                fmt::format("joint {} cannot place it, because its point {} is in the world; give the body `at`, or the joint "
                            "a point on each body, for example at: {{{}: [0, 0, 0], {}: [0, 0, 0]}}",
                            joint.name, to_text(std::get<Vector>(joint.at)), joint.parent, joint.child));
  }
}

/// docs/format.md section 2. A joint with one world point places nobody; it is passed over while another joint can place the
/// body, so that the order of such joints does not matter.
std::vector<Reached> calc_placing(const Model& model, const std::vector<JointSides>& sides) {
  std::vector<bool> placed(model.bodies.size() + 1, false);
  placed[0] = true;
  for (std::size_t b = 1; b < placed.size(); ++b) placed[b] = model.bodies[b - 1].at.has_value();
  std::vector<JointSides> placing = sides;
  for (std::size_t j = 0; j < sides.size(); ++j)
    if (has_world_point(model.joints[j]) || !model.joints[j].active) placing[j] = {world, world};
  std::vector<Reached> walk = calc_walk(placing, placed);
  for (const Reached& reached : walk) {
    if (!reached.joint.exists()) check_no_joint_is_left(model, sides, placed);  // then it sits at the origin
    placed[reached.body.i] = true;
  }
  return walk;
}

/// Poses of all bodies, before and after the turns of their instances.
class Placing {
 public:
  Placing(const Model& model, const std::vector<JointSides>& sides, Reference& reference)
      : model_(model), sides_(sides), r_(reference) {}

  void place_all(const std::vector<Reached>& walk) {
    r_.X_WB.assign(model_.bodies.size() + 1, Pose<double>::identity());
    r_.X_WU = r_.X_WB;
    for (std::size_t b = 1; b < r_.X_WB.size(); ++b) {
      const BodyPart& body = model_.bodies[b - 1];
      put(b, body.at ? Vec3<double>(*body.at) : Vec3<double>::zero());
    }
    for (const Reached& reached : walk)
      if (reached.joint.exists())
        put(static_cast<std::size_t>(reached.body.i), place_by_joint(model_.joints[reached.joint.i], reached));
  }

 private:
  void put(std::size_t b, const Vec3<double>& at) {
    const BodyPart& body = model_.bodies[b - 1];
    r_.X_WU[b] = {attitude_of(body), at};
    r_.X_WB[b] = r_.X_WU[b];
    if (body.instance == no_instance) return;
    const Mat3<double>& T = r_.turn[body.instance];
    r_.X_WB[b] = {T * r_.X_WU[b].R, T * at};
  }

  /// The mass centre, before the turn, of a body that a joint hangs on one that is placed: the joint's points coincide.
  Vec3<double> place_by_joint(const JointPart& joint, const Reached& reached) const {
    const BodyPart& body = model_.bodies[static_cast<std::size_t>(reached.body.i) - 1];
    const BodyIndex from = reached.from(sides_[reached.joint.i]);
    const std::string& name = reached.reversed ? joint.child : joint.parent;
    const bool own = from != world && joint.instance != no_instance &&
                     model_.bodies[static_cast<std::size_t>(from.i) - 1].instance == joint.instance;
    const Pose<double>& X = (own ? r_.X_WU : r_.X_WB)[from.i];
    const Vec3<double> point = X * Vec3<double>(*find_point_on(joint, name));
    return point - attitude_of(body) * Vec3<double>(*find_point_on(joint, body.name));
  }

  const Model& model_;
  const std::vector<JointSides>& sides_;
  Reference& r_;
};

bool is_own(const Model& model, BodyIndex body, int instance) {
  return instance == no_instance || (body != world && model.bodies[static_cast<std::size_t>(body.i) - 1].instance == instance);
}

/// A point that is where the other one is, when the joint is closed: there in the reference configuration too.
bool is_current(const JointPart& joint, const std::string& name) {
  return joint.current && std::get<std::array<PointOn, 2>>(joint.at)[*joint.current].body == name;
}

/// A joint's frame on one of its bodies, in the axes of the body's mass centre.
Pose<double> calc_frame_on(const Model& model, const JointPart& joint, const std::string& name, BodyIndex body,
                           const Mat3<double>& R_WJ, const Reference& r) {
  const Pose<double> X_BW = inverse(r.X_WB[body.i]);
  if (is_current(joint, name)) return {X_BW.R * R_WJ, Vec3<double>::zero()};
  if (const Vector* p = find_point_on(joint, name)) return {X_BW.R * R_WJ, r.point_on(model, body, *p, joint.instance)};
  return {X_BW.R * R_WJ, r.world_point_on(body, std::get<Vector>(joint.at), joint.instance)};
}

/// The axes that a part's vectors are in: the world's, or those of a body, before the turn if it is the part's own.
const Mat3<double>& given_axes(const Model& model, BodyIndex axes, int instance, const Reference& r) {
  const bool own = instance != no_instance && is_own(model, axes, instance);
  return (own ? r.X_WU : r.X_WB)[axes.i].R;
}

}  // namespace

Vec3<double> Reference::point_on(const Model& model, BodyIndex body, const Vec3<double>& p, int instance) const {
  if (is_own(model, body, instance)) return p;
  const Pose<double>& X = X_WB[body.i];
  return transpose_times(X.R, turn[instance] * (X * p) - X.p);
}

Mat3<double> Reference::turn_in(const Model& model, BodyIndex axes, int instance) const {
  if (is_own(model, axes, instance)) return Mat3<double>::identity();
  const Mat3<double>& R = X_WB[axes.i].R;
  return transpose_times(R, turn[instance] * R);
}

Vec3<double> Reference::world_point_on(BodyIndex body, const Vec3<double>& p, int instance) const {
  const Vec3<double> point = instance == no_instance ? p : turn[instance] * p;
  return inverse(X_WB[body.i]) * point;
}

Vec3<double> Reference::direction_on(const Model& model, BodyIndex body, const Vec3<double>& v, BodyIndex axes, int instance,
                                     const std::string& where) const {
  Vec3<double> n = given_axes(model, axes, instance, *this) * direction_of(v, [&] { return where; });
  if (instance != no_instance) n = turn[instance] * n;
  return transpose_times(X_WB[body.i].R, n);
}

struct ReferenceMaker::Plan {
  std::vector<JointSides> sides;
  std::vector<Reached> walk;
  std::vector<BodyIndex> axes;  // by joint: in whose axes its vectors are
};

ReferenceMaker::ReferenceMaker(const Model& model, const NameTable& names) : model_(model) {
  Plan plan{calc_sides(model, names), {}, {}};
  for (const Instance& instance : model.instances) calc_turn(instance);  // throws, before anything is placed
  plan.walk = calc_placing(model, plan.sides);
  for (const JointPart& joint : model.joints)
    plan.axes.push_back(joint.axes ? body_named(names, *joint.axes, where_of(joint) + ".axes") : world);
  plan_ = std::make_unique<const Plan>(std::move(plan));
}

ReferenceMaker::~ReferenceMaker() = default;

void ReferenceMaker::update(Reference& r) const {
  r.turn.clear();
  for (const Instance& instance : model_.instances) r.turn.push_back(calc_turn(instance));
  Placing(model_, plan_->sides, r).place_all(plan_->walk);
  r.X_PF.clear();
  r.X_CM.clear();
  r.X_WJ.clear();
  for (std::size_t j = 0; j < plan_->sides.size(); ++j) {
    const JointPart& joint = model_.joints[j];
    const auto [parent, child] = plan_->sides[j];
    Mat3<double> R_WJ = calc_frame_axes(joint, given_axes(model_, plan_->axes[j], joint.instance, r));
    if (joint.instance != no_instance) R_WJ = r.turn[joint.instance] * R_WJ;
    r.X_PF.push_back(calc_frame_on(model_, joint, joint.parent, parent, R_WJ, r));
    r.X_CM.push_back(calc_frame_on(model_, joint, joint.child, child, R_WJ, r));
    if (joint.current) {
      const bool parent_follows = *joint.current == 0;
      const Vec3<double> point = parent_follows ? r.X_WB[child.i] * r.X_CM.back().p : r.X_WB[parent.i] * r.X_PF.back().p;
      (parent_follows ? r.X_PF : r.X_CM).back().p = inverse(r.X_WB[parent_follows ? parent.i : child.i]) * point;
    }
    r.X_WJ.push_back(r.X_WB[parent.i] * r.X_PF.back());
  }
}

Reference make_reference(const Model& model, const NameTable& names) {
  Reference reference;
  ReferenceMaker(model, names).update(reference);
  return reference;
}

}  // namespace pintle
