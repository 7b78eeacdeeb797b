#pragma once
#include <cmath>
#include <memory>
#include <string>

#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/formulations/newton_euler/newton_euler.h"
#include "pintle/system/make_system.h"

/// Trees to try the kernel on: random ones of all joint types, in random states.
namespace pintle::body_tests {

inline Vec3<double> random_vector(Random& random, double size = 1) {
  return {size * random.normal(), size * random.normal(), size * random.normal()};
}
inline Quaternion<double> random_rotation(Random& random) {
  return normalized(Quaternion<double>{random.normal(), random.normal(), random.normal(), random.normal()});
}

inline BodyPart make_body(const std::string& name, double mass, const Sym3<double>& inertia) {
  BodyPart body;
  body.name = name;
  body.mass = mass;
  body.inertia = inertia;
  return body;
}
inline JointPart make_joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                            const Vec3<double>& on_parent, const Vec3<double>& on_child) {
  JointPart joint;
  joint.name = name;
  joint.type = *find_joint_type(type);
  joint.parent = parent;
  joint.child = child;
  joint.at = std::array<PointOn, 2>{PointOn{parent, on_parent}, PointOn{child, on_child}};
  return joint;
}

enum class TreeShape { any, chain, hub };
struct TreeOptions {
  int bodies = 12;
  TreeShape shape = TreeShape::any;
  bool floating = false;  // the first body floats; else it hangs on the world
  int trees = 1;          // several roots
  bool singular = false;  // point masses and slender rods among the bodies, on joints that determine them
  bool laws = false;      // springs, dampers and motors where the type allows them
  bool forces = false;    // point forces and point springs
  bool all_types = true;  // else hinges only
  double mass_ratio = 100;
  bool gravity = true;
};

inline const std::vector<std::vector<Direction>>& joint_lists() {
  using enum Direction;
  static const std::vector<std::vector<Direction>> lists{
      {rz},         {rz},     {rz},         {},           {tz},         {tz, rz},        {rx, ry},
      {tx, ty, rz}, {ry, rx}, {rz, rx, ry}, {tx, ry, rz}, {tx, ty, tz}, {ty, tx, rx, rz}};
  return lists;
}

/// Inertia of a solid with random half axes, turned at random.
inline Sym3<double> random_inertia(Random& random, double mass, bool slender) {
  const double a = random.uniform(0.1, 0.5), b = random.uniform(0.1, 0.5), c = random.uniform(0.1, 0.5);
  const Mat3<double> R = to_matrix(random_rotation(random));
  const Sym3<double> J = slender ? Sym3<double>{mass * c * c, 0, 0, mass * c * c, 0, 0}
                                 : Sym3<double>{mass * (b * b + c * c), 0, 0, mass * (a * a + c * c), 0, mass * (a * a + b * b)};
  return turned(R, J);
}

inline JointPart random_joint(Random& random, const TreeOptions& options, bool determined) {
  JointPart joint;
  const auto& lists = joint_lists();
  joint.type = make_joint_type(lists[options.all_types ? (random.integer(static_cast<int>(lists.size()))) : 0]);
  if (options.all_types && random.chance(0.2)) joint.type = *find_joint_type(random.chance(0.8) ? "ball" : "free");
  if (determined) joint.type = *find_joint_type("hinge");
  joint.axis = random_vector(random);
  joint.x_axis = random_vector(random);
  return joint;
}

inline void add_laws(Random& random, JointPart& joint) {
  for (Direction d : all_directions) {
    if (!joint.type.free.has(d) || (joint.type.ball && !is_translation(d)) || random.chance(0.3)) continue;
    SpringLaw law;
    law.stiffness = {{0, random.uniform(1, 20)}};
    if (random.chance(0.5))
      law.stiffness = {{-1, random.uniform(1, 20)}, {0.2, random.uniform(1, 20)}, {1.5, random.uniform(1, 20)}};
    law.damping = {{0, random.uniform(0, 2)}};
    law.rest = random.normal();
    joint.springs[d] = law;
    if (random.chance(0.5)) joint.motors[d] = random.normal();
  }
}

inline Model make_random_model(Random& random, const TreeOptions& options) {
  Model model;
  if (options.gravity) model.gravity = {0.3, -9.81, 1};
  for (int k = 0; k < options.bodies; ++k) {
    BodyPart body;
    body.name = "body" + std::to_string(k);
    body.mass = std::pow(options.mass_ratio, random.uniform(-0.5, 0.5));
    const bool singular = options.singular && random.chance(0.5);
    const bool point = singular && random.chance(0.5);
    body.inertia = point ? Sym3<double>::zero() : random_inertia(random, body.mass, singular);
    body.rotation = random_rotation(random);
    model.bodies.push_back(body);
    const bool root = k < options.trees;
    if (root && (options.floating || k > 0)) {
      model.bodies.back().inertia = random_inertia(random, body.mass, false);
      continue;
    }
    JointPart joint = random_joint(random, options, singular);
    joint.name = "joint" + std::to_string(k);
    const int on = options.shape == TreeShape::chain ? k - 1 : options.shape == TreeShape::hub ? 0 : random.integer(k);
    joint.parent = root ? "world" : "body" + std::to_string(std::max(0, on));
    joint.child = body.name;
    joint.at = std::array<PointOn, 2>{PointOn{joint.parent, random_vector(random, 0.5)},
                                      PointOn{joint.child, random_vector(random, 0.5)}};
    if (random.chance(0.3)) std::swap(joint.parent, joint.child);
    if (options.laws) add_laws(random, joint);
    model.joints.push_back(joint);
  }
  const auto random_point = [&] {
    const int k = random.integer(options.bodies + 1);
    return PointOn{k == options.bodies ? "world" : "body" + std::to_string(k), random_vector(random, 0.5)};
  };
  for (int k = 0; options.forces && k < 4; ++k) {
    ForcePart<PointForce> force{"force" + std::to_string(k),
                                {PointOn{"body" + std::to_string(random.integer(options.bodies)), random_vector(random)}}};
    force.law.force = random_vector(random);
    force.law.moment = random_vector(random);
    if (random.chance(0.5)) force.axes = force.at[0].body;
    model.forces.of<PointForce>().push_back(force);
    ForcePart<PointSpring> spring{"spring" + std::to_string(k), {random_point(), random_point()}};
    spring.law.spring.stiffness = random.uniform(1, 50);
    spring.law.spring.damping = random.uniform(0, 3);
    spring.law.spring.free_length = random.uniform(0, 1);
    if (spring.at[0].body != spring.at[1].body) model.forces.of<PointSpring>().push_back(spring);
  }
  return model;
}

/// A kernel on a plan, with all that must outlive it.
using MakeKernel = std::unique_ptr<Kernel<double>> (*)(const System&, std::shared_ptr<const Plan>, const Parameters<double>&);
struct Bench {
  explicit Bench(const Model& model, MakeKernel formulation = newton_euler::make)
      : make(formulation), system(make_system(model)), structure(make_structure(system)) {
    make_kernel();
  }
  void make_kernel() {
    plan = std::make_shared<const Plan>(make_plan(system, structure, Coordinates::body));
    kernel = make(system, plan, system.nominal);
    state = make_state(system, system.nominal, plan->tree);
  }
  /// Coordinates of all joints at random; the held ones too, so that rows are tried away from zero.
  void randomize(Random& random, bool also_held = false) {
    for (int k = 0; k < system.joint_count(); ++k) {
      JointCoordinates<double>& q = state.joints[k];
      const DirectionSet free = structure.free_directions(JointIndex(k));
      for (int i = 0; i < 3; ++i) {
        if (free.has(static_cast<Direction>(i)) || also_held) q.displacement[i] = random.uniform(-1, 1);
        if (free.has(static_cast<Direction>(i))) q.velocity[i] = random.normal();
        if (free.has(static_cast<Direction>(3 + i)) || also_held) q.angle[i] = random.uniform(-1, 1);
        if (free.has(static_cast<Direction>(3 + i))) q.rate[i] = random.normal();
      }
      if (system.joint(JointIndex(k)).type.ball) q.rotation = random_rotation(random);
    }
    for (const Link& link : plan->tree.links) {
      if (link.joint.exists() || link.body == world) continue;
      const int b = link.body.i;
      state.X_WB[b] = {to_matrix(random_rotation(random)), random_vector(random)};
      state.V_WB[b] = {random_vector(random), random_vector(random)};
    }
    update_bodies(system, system.nominal, plan->tree, state);
  }
  std::vector<double> load() {
    std::vector<double> y(kernel->size());
    kernel->load(state, y);
    return y;
  }

  MakeKernel make;
  System system;
  Structure structure;
  std::shared_ptr<const Plan> plan;
  std::unique_ptr<Kernel<double>> kernel;
  State<double> state;
};

}  // namespace pintle::body_tests
