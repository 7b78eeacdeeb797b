#include "pintle/formulations/newton_euler/projection.h"

#include <doctest/doctest.h>

#include "dense.h"

using namespace pintle;
using namespace pintle::newton_euler_tests;

namespace {

void disturb(Random& random, double size, std::span<double> y) {
  for (double& number : y) number += size * random.normal();
}
/// The constraint error of y: what accept() finds before it projects.
ConstraintError calc_error(Bench& bench, std::vector<double> y) {
  bench.kernel->accept(0, y, {true});
  return bench.kernel->constraint_error();
}

}  // namespace

TEST_CASE("newton-euler: projection brings states 1e-6 … 1e-2 off the rows back to rounding") {
  for (const bool singular : {false, true}) {
    for (int seed = 1; seed <= 8; ++seed) {
      for (const double size : {1e-6, 1e-4, 1e-2}) {
        CAPTURE(seed);
        CAPTURE(size);
        Random random(static_cast<std::uint64_t>(seed));
        Bench bench(make_random_model(random, {.bodies = 20, .floating = seed % 2 == 0, .singular = singular, .laws = true}));
        bench.randomize(random, true);
        std::vector<double> y = bench.load();
        disturb(random, size, y);
        CHECK_FALSE(bench.kernel->accept(0, y, {true}).failed.yes);
        CHECK(bench.kernel->constraint_error().position > 0.1 * size);
        const ConstraintError left = calc_error(bench, y);
        CHECK(left.position < 1e-13);  // ten times the rounding of places of some metres
        CHECK(left.velocity < 1e-12);
      }
    }
  }
}

TEST_CASE("newton-euler: projection is the least change in the sense of the masses") {
  Random random(3);
  Bench bench(make_random_model(random, {.bodies = 8}));
  bench.randomize(random, true);
  std::vector<double> y = bench.load();
  for (std::size_t i = bench.plan->y.nq; i < y.size(); ++i) y[i] += 1e-3 * random.normal();  // velocities only
  State<double> before, after;
  bench.kernel->store(0, y, before);
  bench.kernel->accept(0, y, {true});
  bench.kernel->store(0, y, after);
  bench.state.V_WB = before.V_WB;
  const Dense dense(bench);
  const DenseSolution s = dense.solve(DenseVector::Zero(dense.M().rows()), -dense.gdot());
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Vec3<double> dv = after.V_WB[b].v - before.V_WB[b].v, dw = before.X_WB[b].R * (after.V_WB[b].w - before.V_WB[b].w);
    for (int k = 0; k < 3; ++k) {
      CHECK(dv[k] == doctest::Approx(static_cast<double>(s.x[6 * b - 6 + k])).epsilon(1e-9));
      CHECK(dw[k] == doctest::Approx(static_cast<double>(s.x[6 * b - 3 + k])).epsilon(1e-9));
    }
  }
}

TEST_CASE("newton-euler: the work of projections is the change of kinetic energy and of the potential of gravity") {
  Random random(5);
  Bench bench(make_random_model(random, {.bodies = 10}));
  bench.randomize(random);
  std::vector<double> y = bench.load();
  CHECK(bench.kernel->projection_work() == 0);
  double booked = 0;
  for (int step = 0; step < 3; ++step) {
    disturb(random, 1e-3, y);
    View<double> view = make_view<double>(bench.system);
    Ledger before, after;
    bench.kernel->update_view(0, y, {.elements = true}, view);
    update_energy(bench.system, bench.system.nominal, view, before);
    bench.kernel->accept(0, y, {true});
    bench.kernel->update_view(0, y, {.elements = true}, view);
    update_energy(bench.system, bench.system.nominal, view, after);
    booked += after.total() - before.total();
    CHECK(bench.kernel->projection_work() == doctest::Approx(booked).epsilon(1e-9));
  }
}

TEST_CASE("newton-euler: a state on the rows, and one not stepped, stay as they are") {
  Random random(9);
  Bench bench(make_random_model(random, {.bodies = 10}));
  bench.randomize(random);
  std::vector<double> y = bench.load();
  std::vector<double> kept = y;
  bench.kernel->accept(0, kept, {true});
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(kept[i] == doctest::Approx(y[i]).epsilon(1e-13));
  disturb(random, 1e-3, y);
  kept = y;
  bench.kernel->accept(0, kept, {false});
  CHECK(kept == y);
}
