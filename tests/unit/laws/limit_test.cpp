#include "pintle/laws/limit.h"

#include <doctest/doctest.h>

#include "pintle/base/random.h"
#include "pintle/math/dual.h"

using namespace pintle;

namespace {

constexpr LimitNumbers<double> between(double damping) { return {-1, 0.5, 40, damping}; }
/// By the mode that holds there.
LimitEffort<double> calc_there(const LimitNumbers<double>& n, double q, double v) {
  return calc_limit(n, calc_limit_mode(n, q, v), q, v);
}

}  // namespace

TEST_CASE("limits: between its stops a coordinate is free, beyond them it is pushed back and never pulled") {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const double q = random.uniform(-2, 2), v = random.uniform(-5, 5);
    const LimitNumbers<double> n = between(random.uniform(0, 10));
    const LimitEffort<double> stop = calc_there(n, q, v);
    if (q > n.low && q < n.high) CHECK(stop.tau == 0);
    if (q >= n.high) CHECK(stop.tau <= 0);
    if (q <= n.low) CHECK(stop.tau >= 0);
  }
}

TEST_CASE("limits: power taken is what the spring stores and what turns into heat, which is never negative") {
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    const double q = random.uniform(-2, 2), v = random.uniform(-5, 5), damping = random.uniform(0, 10);
    const LimitEffort<double> stop = calc_there(between(damping), q, v);
    const Dual energy = calc_limit_energy(LimitNumbers<Dual>{Dual(-1.0), Dual(0.5), Dual(40.0), Dual(damping)}, Dual(q, v));
    CHECK(-stop.tau * v == doctest::Approx(energy.slope + stop.dissipated).epsilon(1e-12));
    CHECK(stop.dissipated >= -1e-12);
  }
}

TEST_CASE("limits: within a step the force stays that of the mode it began with") {
  const LimitNumbers<double> n = between(3);
  CHECK(calc_limit(n, 0.0, 0.7, 2.0).tau == 0);                    // not there yet when the step began
  CHECK(calc_limit(n, 1.0, 0.4, 2.0).tau == doctest::Approx(-2));  // −k x − c v, smooth through the stop
  CHECK(calc_limit(n, 2.0, 0.7, -9.0).tau == 0);                   // let go
  CHECK(calc_limit_mode(n, 0.7, -9.0) == 2);
  CHECK(calc_limit_mode(n, -1.2, -9.0) == -1);
}
