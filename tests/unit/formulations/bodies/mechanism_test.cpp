#include "pintle/formulations/bodies/mechanism.h"

#include <doctest/doctest.h>

#include "unit/formulations/bodies/mechanisms.h"

using namespace pintle;
using namespace pintle::bodies;
using namespace pintle::body_tests;

namespace {

std::unique_ptr<Solver> no_solver(const System&, const Plan&, std::span<const LinkRows>) { return nullptr; }

/// Right-hand sides of all rows of a tree at y.
template <Level level>
std::vector<double> calc_rows(const Bench& bench, std::span<const double> y) {
  Mechanism m(bench.system, *bench.plan, no_solver);
  std::vector<JointCoordinates<double>> held = bench.state.joints;
  bodies::update_bodies(bench.system, *bench.plan, bench.system.nominal, m.bodies);
  m.update_held(bench.system.nominal, held);
  update_placed(m.bodies, y, m.placed);
  m.update_rows({}, held);
  m.ask(level);
  return m.right;
}

std::vector<double> moved(std::span<const double> y, std::span<const double> ydot, double h) {
  std::vector<double> out(y.begin(), y.end());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += h * ydot[i];
  return out;
}

}  // namespace

TEST_CASE("newton-euler rows: the velocity level is the time derivative of the position level, at any velocity") {
  for (int seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 15, .floating = seed % 2 == 0}));
    bench.randomize(random, true);
    std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
    for (std::size_t i = bench.plan->y.nq; i < y.size(); ++i) y[i] += 0.1 * random.normal();  // off ġ = 0
    bench.kernel->update_rates(0, y, ydot, power);
    constexpr double h = 1e-5;
    const auto before = calc_rows<Level::position>(bench, moved(y, ydot, -h)),
               after = calc_rows<Level::position>(bench, moved(y, ydot, h));
    const auto rate = calc_rows<Level::velocity>(bench, y);
    REQUIRE(rate.size() > 15);
    for (std::size_t i = 0; i < rate.size(); ++i)
      CHECK(std::abs((after[i] - before[i]) / (2 * h) - rate[i]) < 1e-7);  // h² · jerk of the row
  }
}

TEST_CASE("newton-euler rows: along the accelerations of the kernel every row keeps its rate") {
  for (int seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 15, .floating = seed % 2 == 0, .laws = true, .forces = true}));
    bench.randomize(random, true);
    std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
    bench.kernel->update_rates(0, y, ydot, power);
    constexpr double h = 1e-5;
    const auto before = calc_rows<Level::velocity>(bench, moved(y, ydot, -h)),
               after = calc_rows<Level::velocity>(bench, moved(y, ydot, h));
    double largest = 1;
    for (double rate : ydot) largest = std::max(largest, std::abs(rate));
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(std::abs(after[i] - before[i]) / (2 * h) < 1e-6 * largest);
  }
}

TEST_CASE("newton-euler rows: a state from joint coordinates violates no row beyond rounding") {
  for (int seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 20, .trees = 2}));
    bench.randomize(random, true);
    const std::vector<double> y = bench.load();
    for (double row : calc_rows<Level::position>(bench, y)) CHECK(std::abs(row) < 1e-13);  // a few places of up to 10 m
    for (double row : calc_rows<Level::velocity>(bench, y)) CHECK(std::abs(row) < 1e-12);
  }
}
