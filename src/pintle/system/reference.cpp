#include <fmt/format.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/system/make_system.h"
#include "pintle/system/names.h"
#include "pintle/system/walk.h"

namespace pintle {
namespace {

constexpr double parallel_sine = 1e-6;         // below it, x is parallel to the axis
constexpr double perpendicular_cosine = 1e-9;  // above it, the axes of a universal joint are not perpendicular

std::string to_text(const Vec3<double>& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

std::string where_of(const JointPart& joint) { return where_of(PartKind::joint, joint.name); }

Vec3<double> direction_of(const Vec3<double>& v, const std::string& where) {
  const double length = norm(v);
  if (!(length > 0) || !std::isfinite(length))
    throw Error(where, fmt::format("{} has length {}; give a direction, for example [0, 0, 1]", to_text(v), length));
  return (1.0 / length) * v;
}

Mat3<double> attitude_of(const BodyPart& body) {
  if (!body.rotation) return Mat3<double>::identity();
  if (!(body.rotation->norm2() > 0))
    throw Error(where_of(PartKind::body, body.name) + ".quaternion", "length 0; give four numbers that are not all zero");
  return to_matrix(*body.rotation);
}

/// The joint's point on one of its two bodies, in that body's axes; null if it has one world point.
const Vec3<double>* find_point_on(const JointPart& joint, const std::string& body) {
  const auto* pair = std::get_if<std::array<PointOn, 2>>(&joint.at);
  if (!pair) return nullptr;
  for (const PointOn& point : *pair)
    if (point.body == body) return &point.p;
  throw Error(where_of(joint) + ".at", fmt::format("has points on {} and {}, the joint is between {} and {}; give one "
                                                   "point on each of its bodies",
                                                   (*pair)[0].body, (*pair)[1].body, joint.parent, joint.child));
}

bool has_world_point(const JointPart& joint) { return std::holds_alternative<Vec3<double>>(joint.at); }

/// Mass centre of `body`, which the joint hangs on a body placed at X_WA: the joint's two points coincide.
Vec3<double> place_by_joint(const JointPart& joint, const std::string& placed, const Pose<double>& X_WA, const BodyPart& body) {
  return X_WA * *find_point_on(joint, placed) - attitude_of(body) * *find_point_on(joint, body.name);
}

/// F's axes in the world. `A` holds the axes that the user's vectors are in: the world's, or those of a body.
Mat3<double> calc_frame_axes(const JointPart& joint, const Mat3<double>& A) {
  const auto given = [&](const Vec3<double>& v, const char* key) {
    return A * direction_of(v, fmt::format("{}.{}", where_of(joint), key));
  };
  const Vec3<double> axis = joint.axis ? given(*joint.axis, "axis") : A.column(2);
  if (joint.type.name == "universal") {
    if (!joint.axis || !joint.second_axis)
      throw Error(where_of(joint), "a universal joint turns about two axes; give `axis` and `second_axis`");
    Vec3<double> y = given(*joint.second_axis, "second_axis");
    const double cosine = dot(axis, y);
    if (std::fabs(cosine) > perpendicular_cosine)
      throw Error(where_of(joint) + ".second_axis",
                  fmt::format("makes an angle of {:.4g} deg with `axis`; the two must be perpendicular",
                              std::acos(cosine) * 57.29577951308232));
    y = direction_of(y - cosine * axis, where_of(joint) + ".second_axis");
    return Mat3<double>::from_columns(axis, y, cross(axis, y));
  }
  Vec3<double> x = joint.x_axis ? given(*joint.x_axis, "x_axis") : A.column(0);
  if (norm(cross(axis, x)) < parallel_sine) x = A.column(1);
  if (norm(cross(axis, x)) < parallel_sine)
    throw Error(where_of(joint) + ".x_axis", "is parallel to `axis`; give another direction");
  x = direction_of(x - dot(axis, x) * axis, where_of(joint) + ".x_axis");
  return Mat3<double>::from_columns(x, cross(axis, x), axis);
}

/// A joint's frame on one of its bodies, in the axes of the body's mass centre.
Pose<double> calc_frame_on(const JointPart& joint, const std::string& body, const Pose<double>& X_WB, const Mat3<double>& R_WJ) {
  const Vec3<double>* p = find_point_on(joint, body);
  const Pose<double> X_BW = inverse(X_WB);
  return {X_BW.R * R_WJ, p ? *p : X_BW * std::get<Vec3<double>>(joint.at)};
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
    if (has_parent == placed[sides[j].child.i]) continue;
    const JointPart& joint = model.joints[j];
    throw Error(where_of(PartKind::body, has_parent ? joint.child : joint.parent),
                fmt::format("joint {} cannot place it, because its point {} is in the world; give the body `at`, or the joint "
                            "a point on each body, for example at: {{{}: [0, 0, 0], {}: [0, 0, 0]}}",
                            joint.name, to_text(std::get<Vec3<double>>(joint.at)), joint.parent, joint.child));
  }
}

/// docs/format.md section 2. A joint with one world point places nobody; it is passed over while another joint can place the
/// body, so that the order of such joints does not matter.
std::vector<Pose<double>> place_bodies(const Model& model, const std::vector<JointSides>& sides) {
  std::vector<Pose<double>> X_WB(model.bodies.size() + 1, Pose<double>::identity());
  std::vector<bool> placed(X_WB.size(), false);
  placed[0] = true;
  for (std::size_t b = 1; b < X_WB.size(); ++b) {
    const BodyPart& body = model.bodies[b - 1];
    placed[b] = body.at.has_value();
    X_WB[b] = {attitude_of(body), body.at.value_or(Vec3<double>::zero())};
  }
  std::vector<JointSides> placing = sides;
  for (std::size_t j = 0; j < sides.size(); ++j)
    if (has_world_point(model.joints[j])) placing[j] = {world, world};
  for (const Reached& reached : calc_walk(placing, placed)) {
    const auto b = static_cast<std::size_t>(reached.body.i);
    if (reached.joint.exists()) {
      const auto j = static_cast<std::size_t>(reached.joint.i);
      const JointPart& joint = model.joints[j];
      X_WB[b].p = place_by_joint(joint, reached.reversed ? joint.child : joint.parent, X_WB[reached.from(sides[j]).i],
                                 model.bodies[b - 1]);
    } else {
      check_no_joint_is_left(model, sides, placed);  // then it sits at the origin
    }
    placed[b] = true;
  }
  return X_WB;
}

}  // namespace

Reference make_reference(const Model& model) {
  const NameTable names = make_names(model);
  const std::vector<JointSides> sides = calc_sides(model, names);
  Reference reference{place_bodies(model, sides), {}, {}, {}};
  const auto pose_of = [&](BodyIndex b) { return reference.X_WB[b.i]; };
  for (std::size_t j = 0; j < sides.size(); ++j) {
    const JointPart& joint = model.joints[j];
    const Mat3<double> A =
        joint.axes ? pose_of(body_named(names, *joint.axes, where_of(joint) + ".axes")).R : Mat3<double>::identity();
    const Mat3<double> R_WJ = calc_frame_axes(joint, A);
    const Pose<double> X_WP = pose_of(sides[j].parent), X_WC = pose_of(sides[j].child);
    reference.X_PF.push_back(calc_frame_on(joint, joint.parent, X_WP, R_WJ));
    reference.X_CM.push_back(calc_frame_on(joint, joint.child, X_WC, R_WJ));
    reference.X_WJ.push_back(X_WP * reference.X_PF.back());
  }
  return reference;
}

}  // namespace pintle
