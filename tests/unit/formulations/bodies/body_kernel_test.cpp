#include "support/draws.h"
#include "unit/formulations/bodies/closings.h"
#include "unit/formulations/bodies/dense.h"
#include "unit/formulations/bodies/each_formulation.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

Vec3<double> part(const DenseVector& x, int i) {
  return {static_cast<double>(x[i]), static_cast<double>(x[i + 1]), static_cast<double>(x[i + 2])};
}

/// Differences to the dense solution, relative to the largest of their kind.
struct Difference {
  double acceleration = 0, angular_acceleration = 0;
  double balance = 0;  // of every body: M V̇ − pushes − all that joints and constraints report, to the largest push
  double largest() const { return std::max({acceleration, angular_acceleration, balance}); }
};

/// What joints and constraints do to the bodies, as they report it.
DenseVector calc_reported(const Bench& bench, const Dense& dense, const View<double>& view) {
  DenseVector sum = DenseVector::Zero(dense.M().rows());
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const JointRecord& joint = bench.system.joint(JointIndex(j));
    const Wrench<double>& in_F = view.reaction[j];
    const Mat3<double> R_WF = bench.state.X_WB[joint.parent.i].R * bench.system.nominal[joint.X_PF].R;
    const Vec3<double> point = bench.state.X_WB[joint.child.i] * bench.system.nominal[joint.X_CM].p;
    dense.add(sum, joint.child.i, point, R_WF * in_F.f, R_WF * in_F.n);
    dense.add(sum, joint.parent.i, point, -(R_WF * in_F.f), -(R_WF * in_F.n));
  }
  const auto first = dense.G().rows() - bench.system.multipliers;
  for (int r = 0; r < bench.system.multipliers; ++r)
    sum += dense.G().row(first + r).transpose() * static_cast<Real>(view.multiplier[r]);
  return sum;
}

Difference compare_with_dense(Bench& bench) {
  View<double> view = make_view<double>(bench.system);
  const std::vector<double> y = bench.load();
  bench.kernel->update_view(0, y, {.accelerations = true, .loads = true, .reactions = true}, view);
  const Dense dense(bench);
  const DenseVector f = dense.calc_forces();
  const DenseSolution s = dense.solve(f, dense.gamma(), true);
  DenseVector x(f.size());
  Difference d;
  double a_max = 0, alpha_max = 0;
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Vec3<double> a = part(s.x, 6 * b - 6), alpha = part(s.x, 6 * b - 3);
    const Vec3<double> alpha_found = bench.state.X_WB[b].R * view.A_WB[b].w;
    for (int k = 0; k < 3; ++k) x[6 * b - 6 + k] = view.A_WB[b].v[k], x[6 * b - 3 + k] = alpha_found[k];
    a_max = std::max(a_max, norm(a));
    alpha_max = std::max(alpha_max, norm(alpha));
    d.acceleration = std::max(d.acceleration, norm(view.A_WB[b].v - a));
    d.angular_acceleration = std::max(d.angular_acceleration, norm(alpha_found - alpha));
  }
  const DenseVector reported = calc_reported(bench, dense, view), left = dense.M() * x - f - reported;
  d.acceleration /= a_max;
  d.angular_acceleration /= alpha_max;
  d.balance = static_cast<double>(left.cwiseAbs().maxCoeff() / std::max(f.cwiseAbs().maxCoeff(), reported.cwiseAbs().maxCoeff()));
  return d;
}

/// Agreement is asked to 1e-10, less what the condition of the rows takes (docs/notation.md): mobilities are squares of sines.
constexpr double agreement = 1e-10;
void check_against_dense(Bench& bench) {
  const Difference d = compare_with_dense(bench);
  const double condition = bench.kernel->conditioning().condition;
  CAPTURE(condition);
  CAPTURE(d.acceleration);
  CAPTURE(d.angular_acceleration);
  CAPTURE(d.balance);
  CHECK(d.largest() < agreement * std::max(1.0, 1e-6 * condition * condition));
}

template <class Add>
void check_random(MakeKernel make, const TreeOptions& options, int count, Add&& add) {
  for (int seed = 1; seed <= draws(count); ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, options), make);
    bench.randomize(random);
    add(random, bench);
    rebuild(bench);
    REQUIRE(!bench.plan->closings.empty());
    check_against_dense(bench);
  }
}

/// A chain of hinges about z with `bars` links of random shape in a plane, closed onto the world.
Bench make_planar_loop(MakeKernel make, Random& random, int bars, bool slender) {
  Model model;
  model.gravity = {0, -9.81, 0};
  std::string before = "world";
  for (int k = 0; k < bars; ++k) {
    const std::string name = "bar" + std::to_string(k);
    model.bodies.push_back(make_body(name, random.uniform(0.5, 2), {slender ? 0 : 0.02, 0, 0, 0.1, 0, 0.1}));
    JointPart joint = make_joint("pin" + std::to_string(k), "hinge", before, name, {k == 0 ? 0 : 0.5, 0, 0}, {-0.5, 0, 0});
    joint.axis = Vec3<double>{0, 0, 1};
    model.joints.push_back(joint);
    before = name;
  }
  Bench bench(model, make);
  bench.randomize(random);
  add_joint_here(bench, *find_joint_type("hinge"), 0, bars,
                 {Mat3<double>::identity(), calc_pose(bench, bars) * Vec3<double>{0.5, 0, 0}});
  return bench;
}

double calc_total_energy(Bench& bench, double t, std::span<const double> y) {
  View<double> view = make_view<double>(bench.system);
  bench.kernel->update_view(t, y, {.elements = true}, view);
  Ledger ledger;
  update_energy(bench.system, bench.system.nominal, make_structure(bench.system), view.state, ledger);
  return ledger.total();
}

}  // namespace

TEST_CASE("bodies: random trees with random loop joints give the dense solution of [M Gᵀ; G 0]") {
  const MakeKernel make = each_formulation();
  const auto add = [](Random& random, Bench& bench) {
    for (int k = 0; k < 3; ++k) add_random_joint(random, bench);
  };
  check_random(make, {}, 25, add);
  check_random(make, {.bodies = 20, .floating = true, .laws = true, .forces = true}, 15, add);
  check_random(make, {.bodies = 20, .trees = 3}, 15, add);
  check_random(make, {.bodies = 25, .shape = TreeShape::chain, .all_types = false}, 15, add);
}

TEST_CASE("bodies: every kind of constraint gives the dense solution, alone and among loops") {
  const MakeKernel make = each_formulation();
  check_random(make, {}, 12, add_distance);
  check_random(make, {}, 12, add_point_in_plane);
  check_random(make, {}, 12, add_relative_rotation);
  check_random(make, {}, 12, add_velocity_rows);
  check_random(make, {.floating = true}, 12, add_velocity_rows);
  const TreeOptions hinges{.all_types = false};
  check_random(make, hinges, 12, [](Random&, Bench& bench) { add_gear(bench); });
  check_random(make, {.bodies = 20, .floating = true}, 25, [](Random& random, Bench& bench) {
    add_random_joint(random, bench);
    add_distance(random, bench);
    add_distance(random, bench);
    add_point_in_plane(random, bench);
    add_relative_rotation(random, bench);
    add_velocity_rows(random, bench);
    add_gear(bench);
    add_screw(bench);
  });
}

TEST_CASE("bodies: told speeds are those of the point and about the axis that were given, in the axes they were given in") {
  for (int seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.floating = true}));
    bench.randomize(random);
    add_velocity_rows(random, bench);
    rebuild(bench);
    const ConstraintRecord& record = bench.system.constraints.back();
    const auto& rows = std::get<VelocityRows>(record.kind);
    const auto& number = bench.system.nominal.value;
    const auto vector = [&](Slot3 s) {
      const auto i = static_cast<std::size_t>(s.i);
      return Vec3<double>{number[i], number[i + 1], number[i + 2]};
    };
    // By hand, in the world's axes: c·(v + ω × r) + d·ω.
    const Pose<double>&X_WB = bench.state.X_WB[record.bodies[0].i], &X_WC = bench.state.X_WB[record.bodies[1].i];
    const Motion<double>& V = bench.state.V_WB[record.bodies[0].i];
    const Vec3<double> w = X_WB.R * V.w, v = V.v + cross(w, X_WB.R * vector(rows.p_BP));
    for (const VelocityRows::Row& row : rows.list) {
      const double got = dot(X_WC.R * vector(row.c), v) + dot(X_WC.R * vector(row.d), w);
      CHECK(got == doctest::Approx(number[static_cast<std::size_t>(row.b.i)]).epsilon(1e-9));
    }
  }
}

TEST_CASE("bodies: redundant rows: twins of loop joints and planar loops give the dense solution, and the rank is found") {
  const MakeKernel make = each_formulation();
  for (int seed = 1; seed <= 15; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench planar = make_planar_loop(make, random, 3 + seed % 4, seed % 2 == 0);
    rebuild(planar);
    check_against_dense(planar);
    CHECK(planar.kernel->conditioning().rank == 2);  // of five rows: a planar loop takes two freedoms

    Bench bench(make_random_model(random, {.floating = seed % 2 == 0}), make);
    bench.randomize(random);
    add_random_joint(random, bench);
    rebuild(bench);
    compare_with_dense(bench);
    const int rank = bench.kernel->conditioning().rank;
    const JointType& type = bench.system.joints.back().type;
    const bool in_line = type.free == find_joint_type("hinge")->free || type.free == find_joint_type("slider")->free ||
                         type.free == find_joint_type("cylindrical")->free || type.free.count() == 0;
    if (!in_line) continue;  // another place of a ball or a universal joint holds more
    add_twin(bench, bench.system.joint_count() - 1);
    rebuild(bench);
    check_against_dense(bench);
    CHECK(bench.kernel->conditioning().rank == rank);
  }
}

TEST_CASE("bodies: a hub with 40 closed branches, and closings onto the world, give the dense solution") {
  const MakeKernel make = each_formulation();
  for (int seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Model model = make_random_model(random, {.bodies = 41, .shape = TreeShape::hub, .floating = true});
    Bench bench(model, make);
    bench.randomize(random);
    for (int k = 2; k < 41; k += 2)
      add_joint_here(bench, *find_joint_type(k % 4 == 0 ? "ball" : "hinge"), k, k + 1, random_pose(random));
    if (seed % 2 == 0)
      for (int k = 0; k < 3; ++k) add_joint_here(bench, *find_joint_type("ball"), 0, 5 + k, random_pose(random));
    rebuild(bench);
    check_against_dense(bench);
  }
}

TEST_CASE("bodies: a jump onto closings solves M (V⁺ − V⁻) = Gᵀ Λ + applied, all rows met, and reports Λ") {
  const MakeKernel make = each_formulation();
  for (int seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.floating = seed % 2 == 0}), make);
    bench.randomize(random);
    add_random_joint(random, bench);
    add_distance(random, bench);
    add_velocity_rows(random, bench);
    const State<double> before = bench.state;
    rebuild(bench);
    bench.state = before;
    const Dense dense(bench);
    const Impulse impulse{BodyIndex(3), {random_vector(random), random_vector(random)}};
    DenseVector applied = DenseVector::Zero(dense.M().rows());
    for (int k = 0; k < 3; ++k) applied[12 + k] = impulse.value.f[k], applied[15 + k] = impulse.value.n[k];
    const DenseSolution s = dense.solve(applied, -dense.gdot(), true);
    State<double> after = before;
    const JumpRecord<double> record = bench.kernel->update_jump(std::span(&impulse, 1), after);
    DenseVector x(applied.size());
    for (int b = 1; b < bench.system.body_count(); ++b) {
      const Vec3<double> dv = after.V_WB[b].v - before.V_WB[b].v, dw = before.X_WB[b].R * (after.V_WB[b].w - before.V_WB[b].w);
      for (int k = 0; k < 3; ++k) x[6 * b - 6 + k] = dv[k], x[6 * b - 3 + k] = dw[k];
    }
    CHECK((x - s.x).cwiseAbs().maxCoeff() < 1e-10 * (1 + s.x.cwiseAbs().maxCoeff()));
    View<double> view = make_view<double>(bench.system);
    view.multiplier = record.multiplier;
    view.reaction = record.impulse;  // in M's axes; for the balance in F's
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      const JointRecord& joint = bench.system.joint(JointIndex(j));
      const Mat3<double> R_WF = before.X_WB[joint.parent.i].R * bench.system.nominal[joint.X_PF].R;
      const Mat3<double> R_WM = before.X_WB[joint.child.i].R * bench.system.nominal[joint.X_CM].R;
      view.reaction[j] = {transpose_times(R_WF, R_WM * record.impulse[j].n), transpose_times(R_WF, R_WM * record.impulse[j].f)};
    }
    const DenseVector left = dense.M() * x - applied - calc_reported(bench, dense, view);
    CHECK(left.cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("bodies: with loops and told rows the power accounts are the rate of energy, off the rows too") {
  const MakeKernel make = each_formulation();
  for (int seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.floating = seed % 2 == 0, .laws = true, .forces = true}), make);
    bench.randomize(random);
    add_random_joint(random, bench);
    add_distance(random, bench);
    add_velocity_rows(random, bench);
    rebuild(bench);
    std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
    for (std::size_t i = bench.plan->y.nq; i < y.size(); ++i) y[i] += 0.1 * random.normal();  // off ġ = 0
    bench.kernel->update_rates(0, y, ydot, power);
    std::vector<double> up = y, down = y;
    constexpr double h = 1e-6;
    for (std::size_t i = 0; i < y.size(); ++i) up[i] += h * ydot[i], down[i] -= h * ydot[i];
    const double rate = (calc_total_energy(bench, 0, up) - calc_total_energy(bench, 0, down)) / (2 * h);
    CHECK(rate == doctest::Approx(power[1] - power[0] + power[3]).epsilon(1e-6));
    CHECK(std::abs(power[3]) > 1e-3);
  }
}
