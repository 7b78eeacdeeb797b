#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

#include "support/random_loops.h"
#include "support/random_tree.h"
#include "unit/formulations/articulated_body/bench.h"

/// What a jump keeps besides the whole momentum: impulses of what holds do no work on a motion that it allows. So for every
/// motion V* that the new structure allows, the momentum along it stays [Mukherjee 2007, discussion]:
///
///     Σ m v*·v + ω*·I ω     the same before and after                                      (1)
///
/// It grows by V*·Λ of an impulse that is applied. Motions that are allowed are found by the kernel itself, as what random
/// velocities become by the same jump.
namespace pintle::tests {
namespace {

/// (1), or the sum of the amounts of its parts.
double calc_momentum(const Bench& bench, const State<double>& along, const State<double>& of, bool amounts) {
  double sum = 0;
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const BodyRecord& body = bench.system.bodies[b];
    const double moved = bench.p[body.mass] * dot(along.V_WB[b].v, of.V_WB[b].v);
    const double turned = dot(along.V_WB[b].w, bench.p[body.inertia] * of.V_WB[b].w);
    sum += amounts ? std::fabs(moved) + std::fabs(turned) : moved + turned;
  }
  return sum;
}

/// A jump from the bench's state to its structure, and (1) for a few motions.
void check_momenta(const Formulation& row, const Bench& bench, Random& random) {
  const auto plan = bench.plan(row.family);
  if (row.why_not(bench.system, *plan)) return;
  const auto kernel = row.make(bench.system, plan, bench.p);
  State<double> after = bench.state;
  kernel->update_jump({}, after);
  for (int motion = 0; motion < 3; ++motion) {
    CAPTURE(motion);
    State<double> may = bench.state;
    for (int b = 1; b < bench.system.body_count(); ++b) may.V_WB[b] = {draw_vector(random), draw_vector(random)};
    kernel->update_jump({}, may);
    const double was = calc_momentum(bench, may, bench.state, false), is = calc_momentum(bench, may, after, false);
    CHECK(std::fabs(is - was) <= 1e-12 * calc_momentum(bench, may, bench.state, true));
  }
}

}  // namespace

TEST_CASE("every formulation: a lock leaves what may still move its generalized momenta, to 1e-12 of Σ|p|") {
  for (const Formulation& row : formulations())
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
      const std::string name(row.name);
      CAPTURE(name);
      CAPTURE(seed);
      Random random(seed);
      Bench bench(make_random_tree({.bodies = 2 + static_cast<int>(seed % 9), .seed = seed}));
      bench.draw_state(random);
      for (int j = 0; j < bench.system.joint_count(); ++j) {
        const JointType& type = bench.system.joint(JointIndex(j)).type;
        const JointCoordinates<double>& q = bench.state.joints[j];
        if (type.ball && calc_sequence_angles(type.sequence, to_matrix(q.rotation)).middle_cosine < 0.2) continue;
        for (Direction d : all_directions)
          if (random.chance(0.4)) bench.structure.set_free(JointIndex(j), d, false);
      }
      check_momenta(row, bench, random);
    }
}

TEST_CASE("every formulation: loops that close leave what may still move its generalized momenta, to 1e-12 of Σ|p|") {
  for (const Formulation& row : formulations())
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
      const std::string name(row.name);
      CAPTURE(name);
      CAPTURE(seed);
      Random random(seed);
      const LoopKind kinds[] = {LoopKind::any, LoopKind::planar, LoopKind::doors};
      Bench bench(make_random_loops({.bodies = 6, .closings = 2, .kind = kinds[seed % 3], .seed = 700 + seed}));
      const Structure closed = bench.structure;
      for (int j = 0; j < bench.system.joint_count(); ++j)
        if (bench.system.joint(JointIndex(j)).name.starts_with("l")) bench.structure.closed.set(j, false);
      for (std::size_t c = 0; c < bench.system.constraints.size(); ++c) bench.structure.held.set(static_cast<int>(c), false);
      const auto tree = bench.plan(Coordinates::joint)->tree;
      for (const Link& link : tree.links)  // it moves as the open tree can, out of the place where it closes
        if (link.joint.exists()) {
          const DirectionSet free = bench.structure.free_directions(link.joint);
          const JointType& type = bench.system.joint(link.joint).type;
          JointCoordinates<double>& q = bench.state.joints[link.joint.i];
          const JointCoordinates<double> drawn = draw_coordinates(type, free, random);
          q.velocity = drawn.velocity;
          q.rate = drawn.rate;
        } else if (link.body != world) {
          bench.state.V_WB[link.body.i] = {draw_vector(random), draw_vector(random)};
        }
      update_bodies(bench.system, bench.p, tree, bench.state);
      bench.structure = closed;
      check_momenta(row, bench, random);
    }
}

}  // namespace pintle::tests
