#include "pintle/math/comparison.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

std::vector<double> draw_normal(std::uint64_t seed, std::size_t count, double mean, double sd) {
  Random random(seed);
  std::vector<double> sample(count);
  for (double& x : sample) x = mean + sd * random.normal();
  return sample;
}

}  // namespace

TEST_CASE("the interval of a difference of rates is the one of published examples") {
  // [Newcombe 1998b, table II], method 10: 56/70 against 48/80: 0.0524 … 0.3339; 9/10 against 3/10: 0.1705 … 0.8090;
  // 10/10 against 0/20: 0.6791 … 1; 0/10 against 0/20 (differences of the other sign): −0.1611 … 0.2775
  const struct {
    unsigned hits, count, other_hits, other_count;
    double low, high;
  } rows[] = {{56, 70, 48, 80, 0.0524, 0.3339},
              {9, 10, 3, 10, 0.1705, 0.8090},
              {10, 10, 0, 20, 0.6791, 1},
              {0, 10, 0, 20, -0.1611, 0.2775}};
  for (const auto& row : rows) {
    const Difference d =
        compare_rates(row.hits, row.count, static_cast<double>(row.other_hits) / row.other_count, row.other_count);
    CHECK(std::fabs(d.range.low - row.low) < 5.1e-5);  // as printed
    CHECK(std::fabs(d.range.high - row.high) < 5.1e-5);
  }
}

TEST_CASE("of two samples of the same kind 95 of 100 agree, in mean, deviation and rate") {
  constexpr int trials = 2000, count = 100;
  int means = 0, deviations = 0, rates = 0;
  for (int k = 0; k < trials; ++k) {
    const std::vector<double> a = draw_normal(2 * k + 1, count, 3, 2), b = draw_normal(2 * k + 2, count, 3, 2);
    const Moments m = calc_moments(a), other = calc_moments(b);
    means += compare_means(m, other.mean, other.sd, count).is_chance();
    deviations += compare_deviations(a, other.sd, count).is_chance();
    const auto above = [](const std::vector<double>& x) {
      return static_cast<unsigned>(std::ranges::count_if(x, [](double v) { return v > 4; }));
    };
    rates += compare_rates(above(a), count, static_cast<double>(above(b)) / count, count).is_chance();
  }
  const double error = 3 * std::sqrt(0.05 * 0.95 / trials);
  CHECK(std::fabs(means / double{trials} - 0.95) < error);
  CHECK(std::fabs(deviations / double{trials} - 0.95) < error + 0.01);  // the kurtosis of a hundred numbers is a rough one
  CHECK(std::fabs(rates / double{trials} - 0.95) < error + 0.01);       // rates come in steps
}

TEST_CASE("what is published without a count is taken as exact, without a deviation as spread as ours") {
  const std::vector<double> a = draw_normal(7, 400, 10, 2);
  const Moments m = calc_moments(a);
  const Difference exact = compare_means(m, 9, 2, 0), sampled = compare_means(m, 9, 2, 400);
  CHECK(exact.range.high - exact.range.low == doctest::Approx(2 * 1.959964 * m.sd / 20).epsilon(1e-6));
  CHECK(sampled.range.high - sampled.range.low > 1.3 * (exact.range.high - exact.range.low));
  CHECK(!exact.is_chance());
  const Difference guessed = compare_means(m, 9, std::numeric_limits<double>::quiet_NaN(), 400);
  CHECK(guessed.range.high - guessed.range.low ==
        doctest::Approx(std::sqrt(2.0) * (exact.range.high - exact.range.low)).epsilon(1e-12));
}

TEST_CASE("the interval of a ratio of means holds the true ratio 95 times of 100") {
  constexpr int trials = 2000, count = 200;
  int held = 0;
  for (int k = 0; k < trials; ++k) {
    const Moments a = calc_moments(draw_normal(5000 + 2 * k, count, 3, 1)),
                  b = calc_moments(draw_normal(5001 + 2 * k, count, 5, 2));
    const Ratio ratio = calc_ratio_of_means(a, b);
    held += ratio.range.low < 0.6 && ratio.range.high > 0.6;
  }
  CHECK(std::fabs(held / double{trials} - 0.95) < 3 * std::sqrt(0.05 * 0.95 / trials));
}
