#include "pintle/simulate/random_state.h"

#include <numbers>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/close_loops.h"

namespace pintle {
namespace {

Quaternion<double> draw_rotation(Random& random) {
  const double w = random.normal(), x = random.normal(), y = random.normal(), z = random.normal();
  return normalized(Quaternion<double>{w, x, y, z});  // a normal density is round in four dimensions too
}

Vec3<double> draw_normal(Random& random) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return {x, y, z};
}

Vec3<double> draw_place(Random& random, double L) {
  const double x = random.uniform(-L, L), y = random.uniform(-L, L), z = random.uniform(-L, L);
  return {x, y, z};
}

void draw_joint(const JointType& type, DirectionSet free, double L, Random& random, JointCoordinates<double>& q) {
  for (Direction d : all_directions) {
    if (!free.has(d)) continue;
    const int k = axis_of(d);
    if (is_translation(d)) {
      q.displacement[k] = random.uniform(-L, L);
      q.velocity[k] = random.normal();
    } else {
      q.angle[k] = random.uniform(-std::numbers::pi, std::numbers::pi);
      q.rate[k] = random.normal();
    }
  }
  if (is_quaternion(type, free)) {
    q.angle = Vec3<double>::zero();
    q.rotation = draw_rotation(random);
  }
}

/// A draw on the joints of a tree, and on its bases.
State<double> draw_state(const System& system, const Parameters<double>& p, const Structure& structure, const Topology& tree,
                         Random& random) {
  State<double> state = make_state(system, p, tree);
  for (const Link& link : tree.links) {
    if (link.body == world) continue;
    if (link.joint.exists()) {
      draw_joint(system.joint(link.joint).type, structure.free_directions(link.joint), system.length, random,
                 state.joints[link.joint.i]);
      continue;
    }
    const int b = link.body.i;
    state.X_WB[b] = {to_matrix(draw_rotation(random)), draw_place(random, system.length)};
    state.V_WB[b].v = draw_normal(random);
    state.V_WB[b].w = draw_normal(random);
  }
  update_bodies(system, p, tree, state);
  return state;
}

double between(double a, double b, double share) { return a + share * (b - a); }
Vec3<double> between(const Vec3<double>& a, const Vec3<double>& b, double share) { return a + share * (b - a); }

/// `share` of the way from the start to a draw; rates and bases as drawn.
void pull_back(const State<double>& start, double share, State<double>& state) {
  for (std::size_t j = 0; j < state.joints.size(); ++j) {
    const JointCoordinates<double>& from = start.joints[j];
    JointCoordinates<double>& q = state.joints[j];
    q.displacement = between(from.displacement, q.displacement, share);
    q.angle = between(from.angle, q.angle, share);
    const Quaternion<double> to = nearest_sign(q.rotation, from.rotation);
    q.rotation = normalized(Quaternion<double>{between(from.rotation.w, to.w, share), between(from.rotation.x, to.x, share),
                                               between(from.rotation.y, to.y, share), between(from.rotation.z, to.z, share)});
  }
}

}  // namespace

State<double> make_random_state(const System& system, const Parameters<double>& p, const Plan& plan, Random& random) {
  if (plan.closings.empty()) return draw_state(system, p, plan.structure, plan.tree, random);
  const Topology tree = make_file_topology(system, plan.structure);
  const State<double> start = make_start(system, p, plan.structure);
  double share = 1;
  for (int attempt = 0; attempt < 20; ++attempt, share *= 0.8) {
    State<double> state = draw_state(system, p, plan.structure, tree, random);
    pull_back(start, share, state);
    update_bodies(system, p, tree, state);
    try {
      close_loops(system, p, plan.structure, tree, {}, state);
      return state;
    } catch (const Error&) {  // this branch does not close
    }
  }
  return start;
}

}  // namespace pintle
