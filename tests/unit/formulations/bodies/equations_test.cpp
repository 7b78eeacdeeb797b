#include "support/draws.h"
#include "unit/formulations/bodies/dense.h"
#include "unit/formulations/bodies/each_formulation.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

double calc_distance(const Vec3<double>& a, const Vec3<double>& b) { return norm(a - b); }
Vec3<double> part(const DenseVector& x, int i) {
  return {static_cast<double>(x[i]), static_cast<double>(x[i + 1]), static_cast<double>(x[i + 2])};
}

/// Largest differences to the dense solution, relative to the largest of their kind (docs/notation.md).
struct Difference {
  double acceleration = 0, angular_acceleration = 0, force = 0, moment = 0;
  double largest() const { return std::max(std::max(acceleration, angular_acceleration), std::max(force, moment)); }
};

Difference compare_with_dense(Bench& bench) {
  View<double> view = make_view<double>(bench.system);
  const std::vector<double> y = bench.load();
  bench.kernel->update_view(0, y, {.state = false, .accelerations = true, .loads = true, .reactions = true}, view);
  const Dense dense(bench);
  const DenseSolution s = dense.solve(dense.calc_forces(), dense.gamma());
  Difference d;
  double a_max = 0, alpha_max = 0, f_max = 0, n_max = 0;
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Vec3<double> a = part(s.x, 6 * b - 6), alpha = part(s.x, 6 * b - 3);
    a_max = std::max(a_max, norm(a));
    alpha_max = std::max(alpha_max, norm(alpha));
    d.acceleration = std::max(d.acceleration, calc_distance(view.A_WB[b].v, a));
    d.angular_acceleration = std::max(d.angular_acceleration, calc_distance(bench.state.X_WB[b].R * view.A_WB[b].w, alpha));
  }
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const JointRecord& joint = bench.system.joint(JointIndex(j));
    const Wrench<double> reaction = dense.calc_reaction(j, s), load = reaction + dense.calc_law(j);
    const Mat3<double> R_WF = bench.state.X_WB[joint.parent.i].R * bench.system.nominal[joint.X_PF].R;
    const Mat3<double> R_WM = bench.state.X_WB[joint.child.i].R * bench.system.nominal[joint.X_CM].R;
    f_max = std::max(f_max, norm(load.f));
    n_max = std::max(n_max, norm(load.n));
    d.force =
        std::max({d.force, calc_distance(R_WM * view.load[j].f, load.f), calc_distance(R_WF * view.reaction[j].f, reaction.f)});
    d.moment =
        std::max({d.moment, calc_distance(R_WM * view.load[j].n, load.n), calc_distance(R_WF * view.reaction[j].n, reaction.n)});
  }
  return {d.acceleration / a_max, d.angular_acceleration / alpha_max, d.force / f_max, d.moment / n_max};
}

void check_trees(MakeKernel make, const TreeOptions& options, double tolerance) {
  for (int seed = 1; seed <= draws(12); ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, options), make);
    bench.randomize(random, seed % 2 == 0);
    CHECK(compare_with_dense(bench).largest() < tolerance);
  }
}

// The dense reference is in long double: what is seen is the rounding of the elimination and of its input.
constexpr double rounding = 1e-11;

}  // namespace

TEST_CASE("bodies: random trees of all joint types give the dense solution of [M Gᵀ; G 0]") {
  const MakeKernel make = each_formulation();
  check_trees(make, {}, rounding);
  check_trees(make, {.floating = true}, rounding);
  check_trees(make, {.floating = true, .trees = 3}, rounding);
  check_trees(make, {.trees = 3}, rounding);
}
TEST_CASE("bodies: hinge chains and hubs give the dense solution") {
  const MakeKernel make = each_formulation();
  check_trees(make, {.bodies = 25, .shape = TreeShape::chain, .all_types = false}, rounding);
  check_trees(make, {.bodies = 25, .shape = TreeShape::hub, .floating = true}, rounding);
}
TEST_CASE("bodies: point masses and slender rods on hinges give the dense solution") {
  const MakeKernel make = each_formulation();
  check_trees(make, {.singular = true}, rounding);
  check_trees(make, {.bodies = 20, .shape = TreeShape::chain, .singular = true}, rounding);
}
TEST_CASE("bodies: springs, dampers, motors, point forces and point springs give the dense solution") {
  const MakeKernel make = each_formulation();
  check_trees(make, {.laws = true}, rounding);
  check_trees(make, {.floating = true, .laws = true, .forces = true}, rounding);
}

TEST_CASE("bodies: with joints partly locked, balls among them, the dense solution as well") {
  const MakeKernel make = each_formulation();
  for (int seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.floating = seed % 2 == 0}), make);
    bench.randomize(random);
    for (int j = 0; j < bench.system.joint_count(); ++j)
      for (Direction d : all_directions)
        if (random.chance(0.4)) bench.structure.set_free(JointIndex(j), d, false);
    const State<double> before = bench.state;
    bench.make_kernel();
    bench.state = before;
    bench.kernel->update_jump({}, bench.state);                   // to velocities that the new rows allow
    CHECK(compare_with_dense(bench).largest() < 100 * rounding);  // a ball's sequence may be near its singularity
  }
}

TEST_CASE("bodies: 200 legs on a hub: what comes out satisfies the equations of every body and every row") {
  const MakeKernel make = each_formulation();
  Random random(17);
  Bench bench(make_random_model(random, {.bodies = 201, .shape = TreeShape::hub, .floating = true, .laws = true}), make);
  bench.randomize(random);
  View<double> view = make_view<double>(bench.system);
  bench.kernel->update_view(0, bench.load(), {.accelerations = true, .reactions = true}, view);
  const Dense dense(bench);
  DenseVector x(dense.M().rows()), reactions = DenseVector::Zero(x.size());
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Vec3<double> alpha = bench.state.X_WB[b].R * view.A_WB[b].w;
    for (int k = 0; k < 3; ++k) x[6 * b - 6 + k] = view.A_WB[b].v[k], x[6 * b - 3 + k] = alpha[k];
  }
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const JointRecord& joint = bench.system.joint(JointIndex(j));
    const Wrench<double>& in_F = view.reaction[j];
    const Mat3<double> R_WF = bench.state.X_WB[joint.parent.i].R * bench.system.nominal[joint.X_PF].R;
    const Vec3<double> point = bench.state.X_WB[joint.child.i] * bench.system.nominal[joint.X_CM].p;
    dense.add(reactions, joint.child.i, point, R_WF * in_F.f, R_WF * in_F.n);
    dense.add(reactions, joint.parent.i, point, -(R_WF * in_F.f), -(R_WF * in_F.n));
  }
  const DenseVector f = dense.calc_forces(), inertia = dense.M() * x;
  CHECK((inertia - f - reactions).cwiseAbs().maxCoeff() < 1e-11 * f.cwiseAbs().maxCoeff());
  CHECK((dense.G() * x - dense.gamma()).cwiseAbs().maxCoeff() < 1e-11 * x.cwiseAbs().maxCoeff());
}

TEST_CASE("bodies: on a free tree of 200 bodies, mass ratio 100, ΣF and ΣM balance to 1e-12 of Σ|·|") {
  const MakeKernel make = each_formulation();
  for (int seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 200, .floating = true, .laws = true, .gravity = false}), make);
    bench.randomize(random);
    View<double> view = make_view<double>(bench.system);
    bench.kernel->update_view(0, bench.load(), {.accelerations = true}, view);
    Vec3<double> F = Vec3<double>::zero(), M = Vec3<double>::zero();
    double F_sum = 0, M_sum = 0;
    for (std::size_t b = 1; b < bench.system.bodies.size(); ++b) {
      const Mat3<double>& R = view.state.X_WB[b].R;
      const Sym3<double> J = turned(R, bench.system.nominal[bench.system.bodies[b].inertia]);
      const Vec3<double> w = R * view.state.V_WB[b].w;
      const Vec3<double> f = bench.system.nominal[bench.system.bodies[b].mass] * view.A_WB[b].v;
      const Vec3<double> n = J * (R * view.A_WB[b].w) + cross(w, J * w) + cross(view.state.X_WB[b].p, f);
      F += f;
      M += n;
      F_sum += norm(f);
      M_sum += norm(n);
    }
    CHECK(norm(F) < 1e-12 * F_sum);
    CHECK(norm(M) < 1e-12 * M_sum);
  }
}

TEST_CASE("bodies: a rotation without inertia gives NaN accelerations, and a step with them fails") {
  const MakeKernel make = each_formulation();
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies.push_back(make_body("bob", 1, Sym3<double>::diagonal(0.1)));
  model.joints.push_back(make_joint("ball", "ball", "world", "bob", {0, 0, 0}, {0, 0, 1}));
  Bench bench(model, make);
  std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
  bench.kernel->update_rates(0, y, ydot, power);
  for (double rate : ydot) CHECK(std::isfinite(rate));
  for (int k = 0; k < 6; ++k) bench.system.nominal.value[bench.system.bodies[1].inertia.i + k] = 0;
  bench.kernel->update_parameters();
  bench.kernel->update_rates(0, y, ydot, power);
  CHECK(std::isnan(ydot[bench.plan->y.nq]));
  CHECK(bench.kernel->accept(0, y, {true}).failed.yes);
}

TEST_CASE("bodies: duals meet their rows one by one, and what rows leave free is orthonormal and normal to all of them") {
  Random random(7);
  for (int axes = 0; axes <= 3; ++axes)
    for (int trial = 0; trial < 20; ++trial) {
      CAPTURE(axes);
      std::vector<RowValue<double>> rows(3);
      for (RowValue<double>& row : rows) row.moment_B = random_vector(random);
      bodies::LinkRows link;
      link.axes = axes;
      const bodies::Split split = bodies::split_axes(link, rows);
      const double rounding_of_duals = 1e-12 * (1 + norm(split.dual[0]) + norm(split.dual[1]) + norm(split.dual[2]));
      for (int k = 0; k < axes; ++k)
        for (int l = 0; l < axes; ++l)
          CHECK(std::abs(dot(split.dual[k], rows[l].moment_B) - (k == l ? 1 : 0)) < 10 * rounding_of_duals);
      for (int k = 0; k < 3 - axes; ++k) {
        for (int l = 0; l < axes; ++l) CHECK(std::abs(dot(split.free[k], rows[l].moment_B)) < 1e-13);
        for (int l = 0; l < 3 - axes; ++l) CHECK(std::abs(dot(split.free[k], split.free[l]) - (k == l ? 1 : 0)) < 1e-14);
      }
    }
}
