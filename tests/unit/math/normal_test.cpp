#include "pintle/math/normal.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace pintle;

TEST_CASE("normal: quantiles are those of the tables") {
  // 20 digits of mpmath's erfinv; AS 241 claims 1 part in 10¹⁶, our arithmetic adds a few ulps.
  const double table[][2] = {{0.5, 0},
                             {0.975, 1.9599639845400542355},
                             {0.025, -1.9599639845400542355},
                             {0.9, 1.2815515655446004},
                             {1e-3, -3.0902323061678135},
                             {1e-10, -6.3613409024040562},
                             {1e-20, -9.2623400897984076}};
  for (const auto& [u, x] : table) CHECK(calc_normal_quantile(u) == doctest::Approx(x).epsilon(1e-14));
}

TEST_CASE("normal: probability and quantile are inverse to each other") {
  for (int k = 1; k < 400; ++k) {
    const double u = k / 400.0;
    CHECK(calc_normal_probability(calc_normal_quantile(u)) == doctest::Approx(u).epsilon(1e-14));
  }
  CHECK(calc_normal_probability(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(calc_normal_probability(std::numeric_limits<double>::infinity()) == 1);
}
