#include "pintle/math/statistics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "pintle/base/random.h"

using namespace pintle;

TEST_CASE("Wilson's interval is the one of published examples") {
  // [Newcombe 1998, table I], method 3: 81/263 → 0.2553 … 0.3662, 15/148 → 0.0624 … 0.1605, 0/20 → 0 … 0.1611, 1/29 → 0.0061 … 0.1718
  const struct {
    unsigned hits, count;
    double low, high;
  } rows[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
  for (const auto& row : rows) {
    const Bounds bounds = calc_wilson(row.hits, row.count);
    CHECK(std::fabs(bounds.low - row.low) < 5.1e-5);  // as printed
    CHECK(std::fabs(bounds.high - row.high) < 5.1e-5);
  }
}

TEST_CASE("Student's t is the one of the tables") {
  CHECK(calc_student(1) == doctest::Approx(12.7062).epsilon(1e-5));
  CHECK(calc_student(3) == doctest::Approx(3.18245).epsilon(5e-3));
  CHECK(calc_student(8) == doctest::Approx(2.30600).epsilon(1e-4));
  CHECK(calc_student(30) == doctest::Approx(2.04227).epsilon(1e-5));
  CHECK(calc_student(1000000) == doctest::Approx(1.95997).epsilon(1e-5));
}

TEST_CASE("moments leave out what is no number") {
  const double x[] = {1, 2, std::numeric_limits<double>::quiet_NaN(), 3, 4};
  const Moments m = calc_moments(x);
  CHECK(m.count == 4);
  CHECK(m.mean == 2.5);
  CHECK(m.sd == doctest::Approx(std::sqrt(5.0 / 3)).epsilon(1e-15));
  CHECK(m.low == 1);
  CHECK(m.high == 4);
}

TEST_CASE("intervals of 95 % hold the truth in about 95 of 100 samples") {
  Random random(7);
  constexpr int trials = 2000, n = 60;
  int mean = 0, median = 0, tail = 0;
  for (int k = 0; k < trials; ++k) {
    std::vector<double> x(n);
    for (double& one : x) one = random.uniform();
    const Moments m = calc_moments(x);
    mean += m.mean_range.low < 0.5 && 0.5 < m.mean_range.high;
    std::ranges::sort(x);
    const Percentile p50 = calc_percentile(x, 0.5), p80 = calc_percentile(x, 0.8);
    median += p50.range.low <= 0.5 && 0.5 <= p50.range.high;
    tail += p80.range.low <= 0.8 && 0.8 <= p80.range.high;
  }
  // Four standard deviations of a count of 2000 with p = 0.95: 39; ranks are whole, so that intervals of percentiles hold more.
  CHECK(std::abs(mean - 1900) < 39);
  CHECK(median > 1860);
  CHECK(tail > 1860);
}

TEST_CASE("a percentile has an end only where a rank does: 0.99³⁶⁷ is above 2.5 %, 0.99³⁶⁸ below") {
  std::vector<double> x;
  for (int k = 1; k <= 1000; ++k) x.push_back(k);
  const auto range = [&](std::size_t n, double share) { return calc_percentile(std::span(x).first(n), share).range; };
  CHECK(range(367, 0.99).high == std::numeric_limits<double>::infinity());
  CHECK(range(368, 0.99).high == 368);
  CHECK(range(367, 0.01).low == -std::numeric_limits<double>::infinity());
  CHECK(range(368, 0.01).low == 1);
  CHECK(range(5, 0.5).low == -std::numeric_limits<double>::infinity());  // 2⁻⁵ is above 2.5 %
  CHECK(range(6, 0.5).low == 1);
  CHECK(range(6, 0.5).high == 6);
  CHECK(range(10, 0.5).low == 2);  // P(B ≤ 1) = 11/1024, P(B ≤ 2) = 56/1024
  CHECK(range(10, 0.5).high == 9);
  CHECK(range(100, 0.5).low == 40);
  CHECK(range(100, 0.5).high == 61);
}

TEST_CASE("ranks of equals are shared") {
  const double x[] = {3, 1, 2, 2};
  CHECK(calc_ranks(x) == std::vector<double>{4, 1, 2.5, 2.5});
}

TEST_CASE("first-order indices of Ishigami's function are the known ones") {
  // [Saltelli 2008, sec. 4.2]: a = 7, b = 0.1: S₁ = 0.3139, S₂ = 0.4424, S₃ = 0.
  Random random(11);
  constexpr std::size_t n = 20000;
  std::vector<double> x[3], y(n);
  for (auto& list : x) list.resize(n);
  constexpr double pi = 3.14159265358979323846;
  for (std::size_t i = 0; i < n; ++i) {
    for (auto& list : x) list[i] = random.uniform(-pi, pi);
    y[i] = std::sin(x[0][i]) + 7 * std::pow(std::sin(x[1][i]), 2) + 0.1 * std::pow(x[2][i], 4) * std::sin(x[0][i]);
  }
  // The deviation of such an index is about √(2 · 32)/n + 2 √(S/n): 0.01; classes of finite width take 1 %.
  CHECK(std::fabs(calc_first_order_index(x[0], y) - 0.3139) < 0.03);
  CHECK(std::fabs(calc_first_order_index(x[1], y) - 0.4424) < 0.03);
  CHECK(std::fabs(calc_first_order_index(x[2], y)) < 0.01);
}
