#include "pintle/formulations/partitioned/partitioned.h"

#include <doctest/doctest.h>

#include <fmt/core.h>

#include <Eigen/Dense>

#include "pintle/closure/statics.h"
#include "pintle/integrators/integrator.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/random_loops.h"
#include "unit/formulations/bodies/dense.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

/// [Negrut 2010] as it is printed, in raw r and p: (4) with full pivoting, then (15)–(20), dense and in long double. M, rows and
/// forces are those of (21), turned into Euler parameters by ω = R 2G ṗ, and α = R 2G p̈ as Ġ ṗ = 0.
struct Textbook {
  Matrix L;  // x = L q̈
  DenseVector qddot, lambda;
  Eigen::Index rank = 0, rows = 0;

  explicit Textbook(const Bench& bench) {
    const Dense dense(bench);
    const int nb = bench.system.body_count() - 1;
    L = Matrix::Zero(6 * nb, 7 * nb);
    Matrix P = Matrix::Zero(nb, 7 * nb);
    DenseVector gamma_p = DenseVector::Zero(nb);
    for (int b = 0; b < nb; ++b) {
      const auto k = static_cast<std::size_t>(b + 1);
      const Quaternion<double>& p = bench.state.q_WB[k];
      const Mat3<double>& R = bench.state.X_WB[k].R;
      for (int i = 0; i < 3; ++i) L(6 * b + i, 7 * b + i) = 1;
      for (int i = 0; i < 4; ++i) {
        const Quaternion<double> unit{i == 0 ? 1.0 : 0, i == 1 ? 1.0 : 0, i == 2 ? 1.0 : 0, i == 3 ? 1.0 : 0};
        const Quaternion<double> twice = p.conjugate() * unit;  // its vector part: a column of G
        const Vec3<double> w = 2.0 * (R * Vec3<double>{twice.x, twice.y, twice.z});
        for (int j = 0; j < 3; ++j) L(6 * b + 3 + j, 7 * b + 3 + i) = w[j];
        P(b, 7 * b + 3 + i) = i == 0 ? p.w : i == 1 ? p.x : i == 2 ? p.y : p.z;
      }
      gamma_p[b] = -0.25L * dot(bench.state.V_WB[k].w, bench.state.V_WB[k].w);  // −ṗ·ṗ
    }
    rows = nb + dense.G().rows();
    Matrix Phi(rows, 7 * nb);
    Phi << P, dense.G() * L;
    DenseVector gamma(rows);
    gamma << gamma_p, dense.gamma();
    solve(L.transpose() * dense.M() * L, Phi, L.transpose() * dense.calc_forces(), gamma);
  }

  void solve(const Matrix& M, const Matrix& Phi, const DenseVector& Q, const DenseVector& gamma) {
    Eigen::FullPivLU<Matrix> lu(Phi);  // (4)
    lu.setThreshold(1e-10L);
    rank = lu.rank();
    const Eigen::Index n = Phi.cols(), nv = n - rank;
    const Matrix order = Matrix(lu.permutationQ()), rows_first = Matrix(lu.permutationP());
    const Matrix F = (rows_first * Phi * order).topRows(rank), S = order.transpose() * M * order;
    const DenseVector g = (rows_first * gamma).head(rank), q = order.transpose() * Q;
    const Matrix Phi_u = F.leftCols(rank), Phi_v = F.rightCols(nv);
    const Eigen::PartialPivLU<Matrix> solver(Phi_u);
    const Matrix H = -solver.solve(Phi_v);  // (15)
    const Matrix Muu = S.topLeftCorner(rank, rank), Muv = S.topRightCorner(rank, nv), Mvv = S.bottomRightCorner(nv, nv);
    const DenseVector at_rest = solver.solve(g), Qu = q.head(rank), Qv = q.tail(nv);
    const Matrix M_hat = Mvv + Muv.transpose() * H + H.transpose() * (Muv + Muu * H);                       // (19)
    const DenseVector Q_hat = Qv + H.transpose() * Qu - (Muv.transpose() + H.transpose() * Muu) * at_rest;  // (20)
    DenseVector qddot_in_order(n);
    if (nv > 0) qddot_in_order.tail(nv) = M_hat.ldlt().solve(Q_hat);    // (18)
    qddot_in_order.head(rank) = H * qddot_in_order.tail(nv) + at_rest;  // (16)
    qddot = order * qddot_in_order;
    const DenseVector right = Qu - Muv * qddot_in_order.tail(nv) - Muu * qddot_in_order.head(rank);
    lambda = DenseVector::Zero(Phi.rows());
    lambda.head(rank) = Matrix(Phi_u.transpose()).partialPivLu().solve(right);  // (17)
    lambda = rows_first.transpose() * lambda;
  }
};

Vec3<double> part(const DenseVector& x, int i) {
  return {static_cast<double>(x[i]), static_cast<double>(x[i + 1]), static_cast<double>(x[i + 2])};
}

/// Largest difference of accelerations, in parts of the largest.
double calc_difference(const Bench& bench, const Textbook& book) {
  const auto kernel = partitioned::make(bench.system, bench.plan, bench.system.nominal);
  std::vector<double> y(static_cast<std::size_t>(kernel->size()));
  kernel->load(bench.state, y);
  View<double> view = make_view<double>(bench.system);
  kernel->update_view(0, y, {.accelerations = true}, view);
  const DenseVector x = book.L * book.qddot;
  double most = 0, off = 0;
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Vec3<double> a = part(x, 6 * b - 6), alpha = part(x, 6 * b - 3);
    most = std::max({most, norm(a), norm(alpha)});
    off = std::max({off, norm(view.A_WB[b].v - a), norm(bench.state.X_WB[b].R * view.A_WB[b].w - alpha)});
  }
  return off / most;
}

}  // namespace

TEST_CASE("partitioned: random trees have the accelerations of the dense equations with full pivoting, raw r and p, to 1e-10") {
  for (int seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 2 + seed, .laws = true, .forces = true}));
    bench.randomize(random);
    CHECK(calc_difference(bench, Textbook(bench)) < 1e-10);  // the condition of Φ_u, raw p, times rounding
  }
}

TEST_CASE("partitioned: random loops likewise, with the rank of the dense elimination and of the statics") {
  for (int seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const LoopKind kind = seed % 3 == 0 ? LoopKind::planar : seed % 3 == 1 ? LoopKind::any : LoopKind::doors;
    Bench bench(make_random_loops({.bodies = 6, .closings = 2, .kind = kind, .seed = static_cast<std::uint64_t>(seed)}));
    assemble(bench.system);
    bench.make_kernel();
    bench.state = make_start(bench.system, bench.system.nominal, bench.structure);
    const Textbook book(bench);
    CHECK(calc_difference(bench, book) < 1e-8);
    Statics statics(bench.system, bench.structure);
    statics.update(bench.system.nominal, bench.state);
    CHECK(book.rank == statics.rank() + bench.system.body_count() - 1);
    const auto kernel = partitioned::make(bench.system, bench.plan, bench.system.nominal);
    std::vector<double> y(static_cast<std::size_t>(kernel->size())), ydot(y.size()), power(kernel->accounts());
    kernel->load(bench.state, y);
    kernel->update_rates(0, y, ydot, power);
    const int closing_rows = count_rows(bench.plan->closings);
    CHECK(closing_rows - kernel->conditioning().rank == statics.redundant());
  }
}

TEST_CASE("partitioned: a body that spins a thousand turns stays on its hinge to 1e-10, and is partitioned a few times a turn") {
  const std::string text = R"(
pintle: 1
gravity: [0, 0, 0]
bodies: {wheel: {mass: 2 kg, inertia: [1, 2, 1.5], at: [0.3, 0, 0]}}
joints: {axle: {type: hinge, between: [world, wheel], at: [0, 0, 0], axis: [1, 2, 3]}}
initial: {axle: {rate: 628.3185307179587 rad/s}}
)";
  const System system = make_system(read_model_text(text, "wheel.yaml"));
  const Structure structure = make_structure(system);
  const auto plan = std::make_shared<const Plan>(make_plan(system, structure, Coordinates::body));
  Partitioned kernel(system, plan, system.nominal);
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(make_start(system, system.nominal, structure), y);
  const auto integrator = find_integrator("dop853")->make(kernel, {.rtol = 1e-9});
  double worst = 0;
  for (double t = 0; t < 10;) {
    REQUIRE(integrator->advance(kernel, t, y, 10.0).accepted.yes);
    REQUIRE_FALSE(kernel.accept(t, y, {true}).failed.yes);
    worst = std::max({worst, kernel.constraint_error().position, kernel.constraint_error().velocity / 628});
  }
  CHECK(worst < 1e-10);
  // A choice is worn after 63°, at the end of a step: at most 5.7 times a turn, and not less than once in 180°.
  MESSAGE(kernel.counts().repartitions << " partitions in 1,000 turns");
  CHECK(kernel.counts().repartitions > 2000);
  CHECK(kernel.counts().repartitions < 5800);
}

TEST_CASE("partitioned: ros2 follows a stiff closed mechanism in steps of its motion, and ends where others do") {
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 1, inertia: [0.02, 0.02, 0.01], at: [0, 0, 0.15]}
  rod: {mass: 2, inertia: [0.05, 0.2, 0.2], at: [0.5, 0, 0.5]}
  rocker: {mass: 1.5, inertia: [0.03, 0.08, 0.01], at: [1, 0, 0.35]}
  tip: {mass: 0.1, inertia: [0.01, 0.01, 0.01], at: [1.2, 0, 0.7]}
joints:
  p: {type: hinge, between: [world, crank], at: [0, 0, 0], axis: [0, 1, 0], spring: {stiffness: 1e5, damping: 20}}
  q: {type: hinge, between: [crank, rod], at: [0, 0, 0.3], axis: [0, 1, 0], spring: {damping: 1e3}}
  r: {type: hinge, between: [rod, rocker], at: [1, 0, 0.7], axis: [0, 1, 0]}
  s: {type: hinge, between: [world, rocker], at: [1, 0, 0], axis: [0, 1, 0]}
  t: {type: slider, between: [rocker, tip], axis: [1, 0, 0], spring: {stiffness: 1e8, damping: 1e4}}
initial: {p: {rate: 12}}
run: {until: 0.5, integrator: ros2, rtol: 1e-3}
)",
                                      "stiff.yaml");
  const auto run = [&](const char* formulation, double rtol) {
    Model one = model;
    one.run.formulation = formulation;
    one.run.rtol = rtol;
    return simulate(one, {"p.angle"});
  };
  const Simulation truth = run("articulated-body", 1e-5), found = run("partitioned", 1e-3);
  REQUIRE(found.summary.status == Status::completed);
  CHECK(found.summary.counters.evaluations < 500);  // 46,756 with A = 0
  for (std::size_t k = 0; k < truth.series("p.angle").size(); ++k)
    CHECK(std::fabs(found.series("p.angle")[k] - truth.series("p.angle")[k]) < 1e-3);  // rtol of 1 rad
}

TEST_CASE(
    "partitioned: a parallelogram with a leg that is a little off turns off where bars come in line, and keeps its energy") {
  // Dependent velocities are known to ε/s² at the turning point, s² being what the leg is off by.
  for (const double off : {1e-6, 1e-7, 1e-8}) {
    CAPTURE(off);
    const Model model = read_model_text(fmt::format(R"(
pintle: 1
gravity: [0, 0, 0]
parameters: {{c: =1 m + {:.17g} m}}
bodies:
  l: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.5]}}
  r: {{mass: 1, inertia: [0.1, 0.1, 0.1]}}
  t: {{mass: 1, inertia: [0.1, 0.1, 0.1]}}
joints:
  A: {{type: hinge, between: [world, l], at: [0, 0, 0], axis: [0, 1, 0]}}
  B: {{type: hinge, between: [world, r], at: {{world: [2, 0, 0], r: [0, 0, =-c/2]}}, axis: [0, 1, 0]}}
  C: {{type: hinge, between: [l, t], at: {{l: [0, 0, 0.5], t: [-1, 0, 0]}}, axis: [0, 1, 0]}}
  D: {{type: hinge, between: [r, t], at: {{r: [0, 0, =c/2], t: [1, 0, 0]}}, axis: [0, 1, 0]}}
initial: {{A: {{rate: 4 rad/s}}}}
run: {{until: 6, output_every: 1, formulation: partitioned, rtol: 1e-8}}
)",
                                                    off),
                                        "parallelogram.yaml");
    const Simulation run = simulate(model, {"A.angle"});
    CHECK(run.summary.status == Status::completed);
    CHECK(run.summary.balance_error < 1e-6 + 1e-15 / off);
  }
}
