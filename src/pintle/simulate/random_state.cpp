#include "pintle/simulate/random_state.h"

#include <numbers>

#include "pintle/structure/assemble.h"

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

}  // namespace

State<double> make_random_state(const System& system, const Parameters<double>& p, const Plan& plan, Random& random) {
  State<double> state = make_state(system, p, plan.tree);
  for (const Link& link : plan.tree.links) {
    if (link.body == world) continue;
    if (link.joint.exists()) {
      draw_joint(system.joint(link.joint).type, plan.structure.free_directions(link.joint), system.length, random,
                 state.joints[link.joint.i]);
      continue;
    }
    const int b = link.body.i;
    state.X_WB[b] = {to_matrix(draw_rotation(random)), draw_place(random, system.length)};
    state.V_WB[b].v = draw_normal(random);
    state.V_WB[b].w = draw_normal(random);
  }
  update_bodies(system, p, plan.tree, state);
  return state;
}

}  // namespace pintle
