#include "pintle/math/separation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "pintle/base/random.h"

using namespace pintle;

TEST_CASE("a number that tells all has an area of 1, and the line is between the two sides") {
  const double x[] = {1, 2, 3, 10, 11}, is_true[] = {0, 0, 0, 1, 1};
  const Separation s = calc_separation(x, is_true);
  CHECK(s.area == 1);
  CHECK(s.threshold == 6.5);
  CHECK(s.rate_below == 0);
  CHECK(s.rate_above == 1);
  const double other[] = {1, 1, 1, 0, 0};
  CHECK(calc_separation(x, other).area == 0);
  CHECK(calc_separation(x, other).strength() == 1);
}

TEST_CASE("equal numbers count half") {
  const double x[] = {1, 1, 1, 1}, is_true[] = {0, 1, 0, 1};
  CHECK(calc_separation(x, is_true).area == 0.5);
}

TEST_CASE("the area is the one of the published example") {
  // [Hanley McNeil 1982, table I]: ratings 1 to 5 of 109 pictures, 58 normal and 51 abnormal: 0.893, standard error 0.032 by (2)
  const int normal[] = {33, 6, 6, 11, 2}, abnormal[] = {3, 2, 2, 11, 33};
  std::vector<double> x, is_true;
  for (int rating = 0; rating < 5; ++rating)
    for (int k = 0; k < normal[rating] + abnormal[rating]; ++k) x.push_back(rating), is_true.push_back(k >= normal[rating]);
  const Separation s = calc_separation(x, is_true);
  CHECK(s.hits == 51);
  CHECK(s.others == 58);
  CHECK(std::fabs(s.area - 0.893) < 5.1e-4);
  CHECK(std::fabs((s.area - s.range.low) / 1.959964 - 0.032) < 5.1e-4);
}

TEST_CASE("of two normal samples the area is that of their distance, and the line is in the middle") {
  Random random(3);
  std::vector<double> x, is_true;
  for (int k = 0; k < 40'000; ++k) {
    is_true.push_back(k % 2);
    x.push_back(random.normal() + (k % 2 ? 1.5 : 0));
  }
  const Separation s = calc_separation(x, is_true);
  CHECK(s.area == doctest::Approx(0.5 * std::erfc(-1.5 / 2)).epsilon(0.005));  // Φ(d/√2)
  CHECK(std::fabs(s.threshold - 0.75) < 0.1);
}

TEST_CASE("a number that has nothing to do with it has one half in its interval, 95 times of 100") {
  constexpr int trials = 1000;
  int held = 0;
  Random random(5);
  for (int k = 0; k < trials; ++k) {
    std::vector<double> x(80), is_true(80);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = random.uniform(0, 1), is_true[i] = i < 25;
    const Separation s = calc_separation(x, is_true);
    held += s.range.low < 0.5 && s.range.high > 0.5;
  }
  CHECK(std::fabs(held / double{trials} - 0.95) < 0.02);
}
