#pragma once
#include <memory>
#include <numbers>
#include <vector>

#include "pintle/closure/assemble.h"
#include "pintle/formulations/kernel.h"
#include "pintle/laws/spring.h"
#include "pintle/system/make_system.h"
#include "support/ground.h"
#include "support/random_tree.h"
#include "unit/math/draw.h"

/// A model on the bench: system, structure with some directions locked, a state to start from.
namespace pintle::tests {

inline bool has_rotation(DirectionSet free, int axis) { return free.has(static_cast<Direction>(3 + axis)); }

/// A ball that is not whole moves by its sequence.
inline JointType moving_type(const JointType& type, DirectionSet free) {
  return type.ball && !is_quaternion(type, free) ? as_sequence(type) : type;
}

/// Random coordinates of every direction of the type, also of those that are locked, and rates of the free ones; angles
/// have up to three turns behind them, the middle one of a sequence keeps 20 degrees off its singularity.
inline JointCoordinates<double> draw_coordinates(const JointType& type, DirectionSet free, Random& random) {
  JointCoordinates<double> q;
  for (Direction d : all_directions) {
    const int k = axis_of(d);
    const double value = random.uniform(-1, 1), rate = free.has(d) ? random.normal() : 0;
    if (!type.free.has(d)) continue;
    if (is_translation(d)) {
      q.displacement[k] = value;
      q.velocity[k] = rate;
    } else {
      const double turns = type.ball ? 0 : 2 * std::numbers::pi * (random.integer(7) - 3);
      q.angle[k] = turns + (k == type.sequence[1] ? 1.2 : 3.0) * value;
      q.rate[k] = rate;
    }
  }
  if (is_quaternion(type, free)) {
    q.angle = Vec3<double>::zero();
    q.rotation = draw_rotation(random);
  } else if (type.ball) {
    const JointType list = as_sequence(type);
    const Mat3<double> R = calc_pose(list, q).R;
    const Vec3<double> w = calc_velocity(list, q).w;
    q.rotation = to_quaternion(R);
    q.rate = transpose_times(R, w);
    q.angle = Vec3<double>::zero();
  }
  return q;
}

/// A mechanism with its numbers; what kernels hold references to.
struct Bench {
  System system;
  Parameters<double> p;
  Structure structure;
  State<double> state;

  explicit Bench(const Model& model) : system(make_system(model)), p(system.nominal), structure(make_structure(system)) {
    state = make_state(system, p, plan(Coordinates::joint)->tree);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  std::shared_ptr<const Plan> plan(Coordinates family) const {
    return std::make_shared<const Plan>(make_plan(system, structure, family));
  }

  /// Locks each free direction with this probability.
  void lock(Random& random, double probability) {
    for (int j = 0; j < system.joint_count(); ++j)
      for (Direction d : all_directions)
        if (random.chance(probability)) structure.set_free(JointIndex(j), d, false);
  }

  /// A random state of the tree; contacts touch where their points are below, with random states.
  void draw_state(Random& random) {
    const auto tree = plan(Coordinates::joint)->tree;
    for (const Link& link : tree.links) {
      if (link.body == world) continue;
      if (link.joint.exists()) {
        state.joints[link.joint.i] =
            draw_coordinates(system.joint(link.joint).type, structure.free_directions(link.joint), random);
        continue;
      }
      state.X_WB[link.body.i] = draw_pose(random);
      state.V_WB[link.body.i] = {draw_vector(random), draw_vector(random)};
    }
    update_bodies(system, p, tree, state);
    for (double& z : state.z) z = 0.01 * random.normal();
    for (int k = 0; const GroundContact& contact : system.elements.of<GroundContact>().items) {
      const bool below = contact.calc_touch(0.0, p, {state.X_WB[contact.bodies[0].i]}).depth > 0;
      state.mode[k] = {below};
      state.z[3 * k] = below ? std::fabs(state.z[3 * k]) : 0;
      if (!below) state.z[3 * k + 1] = state.z[3 * k + 2] = 0;
      ++k;
    }
  }
};

/// A body as elements see it.
struct BodyEnd {
  Pose<double> X;
  Vec3<double> w, v;

  BodyEnd(const State<double>& s, BodyIndex b) : X(s.X_WB[b.i]), w(X.R * s.V_WB[b.i].w), v(s.V_WB[b.i].v) {}
  End<double> end() const { return {X.R, X.p, w, v}; }
};

/// Force and moment about the mass centre of each body, world axes; 0 is the world.
using Wrenches = std::vector<Wrench<double>>;

inline void add(Wrenches& sum, const State<double>& s, BodyIndex b, const Vec3<double>& point, const Vec3<double>& force,
                const Vec3<double>& moment) {
  sum[b.i] = sum[b.i] + Wrench<double>{moment + cross(point - s.X_WB[b.i].p, force), force};
}

/// Gravity and all elements, by the elements' own definitions.
inline Wrenches calc_applied(const Bench& bench, const State<double>& s) {
  const Pose<double> same = Pose<double>::identity();
  const System& system = bench.system;
  Wrenches sum(system.bodies.size(), Wrench<double>::zero());
  for (int b = 1; b < system.body_count(); ++b) sum[b].f = bench.p[system.bodies[b].mass] * bench.p[system.gravity];
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& e) {
    std::array<Pose<double>, Kind::ends> poses;
    poses.fill(same);
    const auto act = [&]<std::size_t... i>(std::index_sequence<i...>) {
      const std::array<BodyEnd, Kind::ends> bodies{BodyEnd(s, e.bodies[i])...};
      return e.act(e.prepare(bench.p, poses), Ends<double, Kind::ends>{bodies[i].end()...}, s.z.data() + pool.state(k),
                   Kind::has_mode ? s.mode[pool.mode(k)] : Mask<double>{});
    };
    const Effect<double, Kind> effect = act(std::make_index_sequence<Kind::ends>());
    for (int i = 0; i < Kind::pushed; ++i)
      add(sum, s, e.bodies[i], effect.push[i].point_W, effect.push[i].force_W, effect.push[i].moment_W);
  });
  return sum;
}

/// What joints do, by wrenches on the child at M's origin in M's axes: on the child, and the opposite on the parent.
inline void add_joints(const Bench& bench, const State<double>& s, const std::vector<Wrench<double>>& on_child, Wrenches& sum) {
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const JointRecord& joint = bench.system.joint(JointIndex(j));
    const Pose<double> X_WM = calc_joint_frames(bench.system, bench.p, JointIndex(j), s.X_WB).X_WM;
    const Vec3<double> f = X_WM.R * on_child[j].f, n = X_WM.R * on_child[j].n;
    add(sum, s, joint.child, X_WM.p, f, n);
    add(sum, s, joint.parent, X_WM.p, -f, -n);
  }
}

/// Efforts of the laws of a joint: τ = effort − k(q)(q − rest) − c(q) q̇, zero where the direction does not move.
struct Efforts {
  Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
};
inline Efforts calc_efforts(const Bench& bench, const State<double>& s, int joint) {
  Efforts out;
  for (const JointLaw& law : bench.system.laws) {
    if (law.joint.i != joint || !bench.structure.free_directions(law.joint).has(law.direction)) continue;
    const JointCoordinates<double>& at = s.joints[joint];
    const int k = axis_of(law.direction);
    const bool linear = is_translation(law.direction);
    const double q = (linear ? at.displacement : at.angle)[k], v = (linear ? at.velocity : at.rate)[k];
    (linear ? out.force : out.moment)[k] += bench.p[law.effort] -
                                            calc_table(bench.p, law.stiffness, q) * (q - bench.p[law.rest]) -
                                            calc_table(bench.p, law.damping, q) * v;
  }
  return out;
}

/// Ground, and feet on it: contacts for the first bodies of a model.
inline void add_contacts(Model& model, Random& random, int count) {
  SurfacePart ground = make_ground(2000, 1000, 50, {0.6, 0.5, 100, 1, 0.01, 0.05});
  const Vec3<double> at = draw_vector(random, 0.3), up = draw_vector(random);
  ground.form = Plane::Law<Number>{at, up};
  model.surfaces.push_back(ground);
  for (int k = 0; k < count && k < static_cast<int>(model.bodies.size()); ++k)
    model.contacts.push_back({.name = "foot" + std::to_string(k),
                              .at = {model.bodies[k].name, draw_vector(random, 0.3)},
                              .surface = "ground",
                              .scale = 1});
}

}  // namespace pintle::tests
