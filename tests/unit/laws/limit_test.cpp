#include "pintle/laws/limit.h"

#include <doctest/doctest.h>

#include "pintle/base/random.h"
#include "pintle/math/dual.h"

using namespace pintle;

TEST_CASE("limits: between its stops a coordinate is free, beyond them it is pushed back and never pulled") {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const double low = -1, high = 0.5, q = random.uniform(-2, 2), v = random.uniform(-5, 5);
    const LimitEffort<double> stop = calc_limit(low, high, 40.0, random.uniform(0, 10), q, v);
    if (q > low && q < high) CHECK(stop.tau == 0);
    if (q >= high) CHECK(stop.tau <= 0);
    if (q <= low) CHECK(stop.tau >= 0);
  }
}

TEST_CASE("limits: power taken is what the spring stores and what turns into heat, which is never negative") {
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    const double q = random.uniform(-2, 2), v = random.uniform(-5, 5), damping = random.uniform(0, 10);
    const LimitEffort<double> stop = calc_limit(-1.0, 0.5, 40.0, damping, q, v);
    const Dual energy = calc_limit(Dual(-1.0), Dual(0.5), Dual(40.0), Dual(damping), Dual(q, v), Dual(v)).energy;
    CHECK(-stop.tau * v == doctest::Approx(energy.slope + stop.dissipated).epsilon(1e-12));
    CHECK(stop.dissipated >= -1e-12);
  }
}
