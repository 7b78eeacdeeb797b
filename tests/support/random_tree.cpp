#include "support/random_tree.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "pintle/base/random.h"
#include "pintle/model/scope.h"

namespace pintle {
namespace {

using enum Direction;

Vec3<double> draw_normal(Random& r) {
  const double x = r.normal(), y = r.normal(), z = r.normal();
  return {x, y, z};
}

Vec3<double> draw_unit(Random& r) {
  const Vec3<double> v = draw_normal(r);
  return (1 / std::sqrt(dot(v, v))) * v;
}

Vec3<double> draw_point(Random& r, double size) {
  const double x = r.uniform(-size, size), y = r.uniform(-size, size), z = r.uniform(-size, size);
  return {x, y, z};
}

Quaternion<double> draw_rotation(Random& r) {
  const double w = r.normal(), x = r.normal(), y = r.normal(), z = r.normal();
  return normalized(Quaternion<double>{w, x, y, z});
}

/// Solid with second moments a, b, c > 0 along its principal axes: I_xx = b + c, …, so that no moment is larger than
/// the sum of the others.
Sym3<double> draw_solid(Random& r, double mass) {
  const auto moment = [&] { return mass * std::pow(r.uniform(0.05, 0.3), 2); };
  const double a = moment(), b = moment(), c = moment();
  return turned(to_matrix(draw_rotation(r)), Sym3<double>{b + c, 0, 0, a + c, 0, a + b});
}

/// Slender rod: I = J (1 − u uᵀ).
Sym3<double> draw_rod(Random& r, double mass) {
  const Vec3<double> u = draw_unit(r);
  const double J = mass * std::pow(r.uniform(0.1, 0.5), 2);
  return J * Sym3<double>{1 - u.x * u.x, -(u.x * u.y), -(u.x * u.z), 1 - u.y * u.y, -(u.y * u.z), 1 - u.z * u.z};
}

JointType draw_type(Random& r) {
  const std::vector<std::vector<Direction>> lists{{rx, tz}, {rz, rx}, {ty, ry, rx},        {rz, rx, ry},
                                                  {tx, tz}, {ry},     {tz, ty, tx, rz, ry}};
  const auto names = joint_type_names();
  const int pick = r.integer(static_cast<int>(names.size()) + 4);
  if (pick < static_cast<int>(names.size())) return *find_joint_type(names[pick]);
  return make_joint_type(lists[static_cast<std::size_t>(r.integer(static_cast<int>(lists.size())))]);
}

int count_rotations(const JointType& type) { return __builtin_popcount(type.free.bits >> 3); }
int count_translations(const JointType& type) { return __builtin_popcount(type.free.bits & 7); }

/// Inertia that is singular, where the motion is determined nevertheless: a rod turns about one axis, which is not its
/// own; a point mass turns about one axis, off which it sits, or not at all.
Sym3<double> draw_singular(Random& r, const JointType& type, double mass) {
  const bool point = count_rotations(type) == 0 || (count_rotations(type) == 1 && count_translations(type) == 0);
  const bool rod = count_rotations(type) <= 1;
  if (point && r.chance(0.5)) return Sym3<double>::zero();
  return rod ? draw_rod(r, mass) : draw_solid(r, mass);
}

void draw_axes(Random& r, JointPart& joint) {
  if (r.chance(0.3)) joint.axes = r.chance(0.5) ? joint.parent : joint.child;
  if (joint.type.name == "universal") {
    joint.axis = draw_unit(r);
    const Vec3<double> across = cross(Vec3<double>(*joint.axis), draw_unit(r));
    joint.second_axis = (1 / std::sqrt(dot(across, across))) * across;
    return;
  }
  if (r.chance(0.8)) joint.axis = r.chance(0.3) ? unit<double>(r.integer(3)) : draw_unit(r);
  if (joint.axis && r.chance(0.3)) joint.x_axis = cross(Vec3<double>(*joint.axis), draw_unit(r));
}

SpringLaw draw_law(Random& r, bool translation, bool damped) {
  SpringLaw law;
  const double k = translation ? 200 : 20, c = damped ? 0.05 * k : 0;
  law.stiffness = {{0, k * r.uniform(0.2, 1)}};
  law.damping = {{0, c * r.uniform(0.2, 1)}};
  if (r.chance(0.3)) law.stiffness = {{-1, k * r.uniform(0.2, 1)}, {0.2, k * r.uniform(0.2, 1)}, {1, k * r.uniform(0.2, 1)}};
  if (damped && r.chance(0.3)) law.damping = {{-0.5, c * r.uniform(0.2, 1)}, {0.5, c * r.uniform(0.2, 1)}};
  if (r.chance(0.5)) law.rest = r.uniform(-0.5, 0.5);
  return law;
}

void draw_laws(Random& r, const RandomTreeOptions& options, JointPart& joint) {
  for (Direction d : all_directions) {
    if (!joint.type.free.has(d) || (joint.type.ball && !is_translation(d))) continue;
    if (options.springs && r.chance(0.5)) joint.springs[d] = draw_law(r, is_translation(d), options.dampers);
    if (options.dampers && r.chance(0.2)) joint.motors[d] = r.uniform(-3, 3);
  }
}

JointStart draw_start(Random& r, const JointPart& joint) {
  JointStart start{.joint = joint.name, .directions = {}, .rotation = {}, .angular_velocity = {}};
  for (Direction d : all_directions) {
    if (!joint.type.free.has(d) || (joint.type.ball && !is_translation(d))) continue;
    const double range = is_translation(d) ? 0.5 : 1.2;
    start.directions[d].value = r.uniform(-range, range);
    start.directions[d].rate = r.normal();
  }
  if (joint.type.ball) {
    start.rotation = draw_rotation(r);
    start.angular_velocity = draw_normal(r);
  }
  return start;
}

class TreeMaker {
 public:
  explicit TreeMaker(const RandomTreeOptions& options) : options_(options), r_(options.seed) {}

  Model make() {
    model_.name = "random tree";
    if (options_.gravity) model_.gravity = draw_point(r_, 9.81);
    for (int k = 1; k <= options_.bodies; ++k) add_body(k);
    const int count = (options_.bodies + 2) / 3;
    for (int k = 1; options_.springs && k <= count; ++k) add_point_spring(k);
    for (int k = 1; options_.dampers && k <= count; ++k) add_point_force(k);
    return std::move(model_);
  }

 private:
  void add_body(int k) {
    BodyPart body;
    body.name = "b" + std::to_string(k);
    body.mass = 0.1 * std::pow(100.0, r_.uniform());
    body.inertia = draw_solid(r_, body.mass);
    if (r_.chance(0.7)) body.rotation = draw_rotation(r_);
    const bool floats = options_.world ? options_.floating && r_.chance(k == 1 ? 0.5 : 0.1) : k == 1;
    if (floats) {
      add_base_start(body);
    } else {
      add_joint(k, body);
    }
    model_.bodies.push_back(body);
  }

  /// Chains more often than bushes.
  std::string draw_carrier(int k) {
    if (options_.world && (k == 1 || r_.chance(0.2))) return "world";
    return "b" + std::to_string(r_.chance(0.6) ? k - 1 : 1 + r_.integer(k - 1));
  }

  void add_joint(int k, BodyPart& body) {
    JointPart joint;
    joint.name = "j" + std::to_string(k);
    joint.type = draw_type(r_);
    joint.parent = draw_carrier(k);
    joint.child = body.name;
    const PointOn inner{joint.parent, draw_point(r_, 0.5)}, outer{joint.child, draw_point(r_, 0.5)};
    joint.at = std::array<PointOn, 2>{inner, outer};
    draw_axes(r_, joint);
    if (r_.chance(0.3)) {
      std::swap(joint.parent, joint.child);
      joint.at = std::array<PointOn, 2>{outer, inner};
    }
    if (options_.singular_inertia && r_.chance(0.3)) body.inertia = draw_singular(r_, joint.type, body.mass);
    draw_laws(r_, options_, joint);
    if (options_.moves) model_.joint_starts.push_back(draw_start(r_, joint));
    model_.joints.push_back(joint);
  }

  void add_base_start(BodyPart& body) {
    body.at = draw_point(r_, 1);
    if (!options_.moves) return;
    BodyStart start{.body = body.name, .at = {}, .rotation = {}, .velocity = {}, .angular_velocity = {}};
    start.at = draw_point(r_, 1);
    start.rotation = draw_rotation(r_);
    start.velocity = draw_normal(r_);
    start.angular_velocity = draw_normal(r_);
    model_.body_starts.push_back(start);
  }

  PointOn draw_point_on(bool world_too) {
    const int b = world_too ? r_.integer(options_.bodies + 1) : 1 + r_.integer(options_.bodies);
    return {b == 0 ? "world" : "b" + std::to_string(b), draw_point(r_, 0.5)};
  }

  void add_point_spring(int k) {
    ForcePart<PointSpring> spring{.name = "s" + std::to_string(k), .at = {draw_point_on(options_.world), draw_point_on(false)}};
    while (spring.at[0].body == spring.at[1].body && options_.bodies > 1) spring.at[0] = draw_point_on(options_.world);
    spring.law.spring.stiffness = r_.uniform(5, 50);
    spring.law.spring.damping = options_.dampers ? r_.uniform(0, 2) : 0;
    spring.law.spring.free_length = r_.uniform(0, 1);
    if (spring.at[0].body != spring.at[1].body) model_.forces.of<PointSpring>().push_back(spring);
  }

  void add_point_force(int k) {
    ForcePart<PointForce> force{.name = "f" + std::to_string(k), .at = {draw_point_on(false)}};
    if (r_.chance(0.5)) force.axes = force.at[0].body;
    force.law.force = draw_point(r_, 5);
    force.law.moment = draw_point(r_, 2);
    model_.forces.of<PointForce>().push_back(force);
  }

  RandomTreeOptions options_;
  Random r_;
  Model model_;
};

}  // namespace

Model make_random_tree(const RandomTreeOptions& options) { return TreeMaker(options).make(); }

void add_lock(Model& model, const std::string& name, double time, const std::string& joint, std::optional<Direction> direction,
              bool lock) {
  EventPart event;
  event.name = name;
  event.when = fmt::format("time >= {} s", time);
  event.condition = make_when(model, event.when);
  event.actions.push_back(LockAction{lock, joint, direction});
  model.events.push_back(event);
}

}  // namespace pintle
