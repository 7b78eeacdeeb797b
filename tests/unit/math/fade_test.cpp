#include "pintle/math/fade.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pintle;

TEST_CASE("a fade goes from nothing to all without a corner, and never back") {
  CHECK(calc_fade(1.0, 2.0, 5.0) == 0);
  CHECK(calc_fade(2.0, 2.0, 5.0) == 0);
  CHECK(calc_fade(3.5, 2.0, 5.0) == doctest::Approx(0.5));
  CHECK(calc_fade(5.0, 2.0, 5.0) == 1);
  CHECK(calc_fade(9.0, 2.0, 5.0) == 1);
  constexpr double h = 1e-3;
  double before = 0;
  for (double x = 1.5; x < 5.5; x += h) {
    const double here = calc_fade(x, 2.0, 5.0);
    CHECK(here >= before);
    before = here;
    // Both derivatives of u³ (10 − 15 u + 6 u²) are known, and bounded: 15/8 and 10/√3 over the width 3.
    const double after = calc_fade(x + h, 2.0, 5.0), earlier = calc_fade(x - h, 2.0, 5.0);
    CHECK(std::abs(after - earlier) / (2 * h) <= 1.875 / 3 * 1.001);
    CHECK(std::abs(after - 2 * here + earlier) / (h * h) <= 5.7736 / 9 * 1.001);
  }
}
