#include "pintle/study/distribution.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/math/normal.h"
#include "pintle/study/draws.h"
#include "small_studies.h"

using namespace pintle;

namespace {

using Kind = Distribution::Kind;

/// Mean and deviation by the midpoint rule over u: what any number of draws tends to.
std::pair<double, double> calc_mean_and_deviation(const Distribution& d) {
  constexpr int n = 200'000;
  double mean = 0, square = 0;
  for (int k = 0; k < n; ++k) mean += calc_quantile(d, (k + 0.5) / n) / n;
  for (int k = 0; k < n; ++k) square += std::pow(calc_quantile(d, (k + 0.5) / n) - mean, 2) / n;
  return {mean, std::sqrt(square)};
}

}  // namespace

TEST_CASE("distributions have the moments of their formulas") {
  const double pi = 3.14159265358979323846;
  const struct {
    Distribution d;
    double mean, sd;
  } rows[] = {
      {{.kind = Kind::normal, .mean = 900, .sd = 9}, 900, 9},
      {{.kind = Kind::uniform, .low = -1, .high = 3}, 1, 4 / std::sqrt(12.0)},
      {{.kind = Kind::log_normal, .mean = 2, .sd = 0.5}, 2, 0.5},
      {{.kind = Kind::triangular, .low = 0, .high = 4, .mode = 1}, 5.0 / 3, std::sqrt((0 + 16 + 1 - 0 - 0 - 4) / 18.0)},
      // The half that is above the mean: mean √(2/π), variance 1 − 2/π.
      {{.kind = Kind::truncated, .mean = 0, .sd = 1, .low = 0, .high = INFINITY}, std::sqrt(2 / pi), std::sqrt(1 - 2 / pi)},
      {{.kind = Kind::discrete, .values = {1, 2, 5}, .shares = {0.5, 0.75, 1}}, 2.25, std::sqrt(0.5 + 1 + 6.25 - 2.25 * 2.25)},
      {{.kind = Kind::table, .values = {0, 1, 2}, .shares = {0, 0.5, 1}}, 1, 2 / std::sqrt(12.0)},
  };
  for (const auto& row : rows) {
    CAPTURE(static_cast<int>(row.d.kind));
    CHECK_NOTHROW(check(row.d));
    const auto [mean, sd] = calc_mean_and_deviation(row.d);
    CHECK(mean == doctest::Approx(row.mean).epsilon(1e-4));  // the rule leaves out 2.5·10⁻⁶ of each tail
    CHECK(sd == doctest::Approx(row.sd).epsilon(1e-3));
  }
}

TEST_CASE("a truncated number stays between its ends") {
  const Distribution d{.kind = Kind::truncated, .mean = 0, .sd = 1, .low = 2, .high = 2.5};
  for (int k = 0; k <= 1000; ++k) {
    const double x = calc_quantile(d, (k + 0.5) / 1001);
    CHECK(x >= 2);
    CHECK(x <= 2.5);
  }
}

TEST_CASE("a normal distribution that is cut off below alone has no infinite end") {
  const Distribution d{.kind = Kind::truncated, .mean = 0, .sd = 1, .low = 0, .high = INFINITY};
  CHECK(std::isfinite(calc_quantile(d, 1 - 0x1p-53)));
  CHECK(calc_quantile(d, 1 - 0x1p-53) > 8);
}

TEST_CASE("what is no distribution is refused") {
  CHECK_THROWS_AS(check({.kind = Kind::normal, .mean = 1, .sd = 0}), Error);
  CHECK_THROWS_AS(check({.kind = Kind::normal, .mean = 1, .sd = -1}), Error);
  CHECK_THROWS_AS(check({.kind = Kind::uniform, .low = 1, .high = 1}), Error);
  CHECK_THROWS_AS(check({.kind = Kind::log_normal, .mean = -1, .sd = 1}), Error);
  CHECK_THROWS_AS(check({.kind = Kind::triangular, .low = 0, .high = 1, .mode = 2}), Error);
  CHECK_THROWS_AS(check({.kind = Kind::truncated, .mean = 0, .sd = 1, .low = 8, .high = 9}), Error);
}

TEST_CASE(
    "normals by the case have the moments of a sample, and correlated ones their correlation, whatever stands between them") {
  constexpr std::uint32_t n = 100'000;
  StudyPlan plan = make_plan(make_pendulum_study(
      "measures: {peak: {of: pin.rate, take: max}}\nvary:\n  parameters.length: {normal: {mean: 3 m, sd: 0.2 m}}\n"
      "  parameters.angle: {uniform: {low: 1, high: 2}}\n"
      "  parameters.mass: {normal: {mean: 5 kg, sd: 0.5 kg}}\n"
      "  parameters.drag: {normal: {mean: 9 N*m*s/rad, sd: 1 N*m*s/rad}}\n"
      "correlations: [{between: [parameters.mass, parameters.length], value: 0.6}]\n"));
  Draws draws(Design::random, 1, n, {"parameters.length", "parameters.angle", "parameters.mass", "parameters.drag"});
  std::vector<double> u, x;
  double sum[2] = {}, square[2] = {}, product = 0, fourth = 0, with_drag = 0, with_angle = 0;
  for (std::uint32_t k = 0; k < n; ++k) {
    draws.update(0, k, u);
    plan.update_inputs(plan.cells[0], k, u, x);
    const double a = (x[0] - 3) / 0.2, b = (x[2] - 5) / 0.5;
    sum[0] += a / n, sum[1] += b / n;
    square[0] += a * a / n, square[1] += b * b / n;
    product += a * b / n;
    fourth += b * b * b * b / n;
    with_drag += b * (x[3] - 9) / n;
    with_angle += b * (x[1] - 1.5) * std::sqrt(12) / n;
  }
  // Four deviations: of a mean 1/√n, of a variance √(2/n), of a product √((1 + ρ²)/n), of a fourth power √(96/n).
  const double root = std::sqrt(static_cast<double>(n));
  for (int i : {0, 1}) {
    CHECK(std::fabs(sum[i]) < 4 / root);
    CHECK(std::fabs(square[i] - 1) < 4 * std::sqrt(2) / root);
  }
  CHECK(std::fabs(product - 0.6) < 4 * std::sqrt(1.36) / root);
  CHECK(std::fabs(fourth - 3) < 4 * std::sqrt(96) / root);
  for (const double none : {with_drag, with_angle}) CHECK(std::fabs(none) < 4 / root);
  CHECK(find_cholesky({1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1}, 3).empty());
}
