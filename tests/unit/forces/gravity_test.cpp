#include "pintle/forces/gravity.h"

#include <doctest/doctest.h>

#include "unit/math/draw.h"

using namespace pintle;
using namespace pintle::tests;

TEST_CASE("gravity: the power of m g is what the potential loses, and the potential is zero at the world's origin") {
  Random random(1);
  for (int k = 0; k < 50; ++k) {
    const Vec3<double> g = draw_vector(random, 9.81), p = draw_vector(random), v = draw_vector(random);
    const double m = random.uniform(0.1, 10);
    const Dual E = calc_gravity_energy(Dual(m), seeded(g, Vec3<double>::zero()), seeded(p, v));
    CHECK(E.slope == doctest::Approx(-m * dot(g, v)).epsilon(1e-13));
    CHECK(calc_gravity_energy(m, g, Vec3<double>::zero()) == 0);
  }
  CHECK(calc_gravity_energy(2.0, {0, 0, -9.81}, {5, 6, 3}) == doctest::Approx(2 * 9.81 * 3));  // m g h
}
