#include "pintle/integrators/error_norm.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace pintle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Numbers without a motion.
class Numbers final : public Problem<double> {
 public:
  std::vector<double> scale;
  std::vector<ErrorPart> parts{};
  int groups = 1;

  explicit Numbers(std::vector<double> s) : scale(std::move(s)) {}
  int size() const override { return static_cast<int>(scale.size()); }
  int accounts() const override { return 2; }
  ErrorScales scales() const override { return {scale, parts, groups}; }
  void update_rates(const double&, std::span<const double>, std::span<double>, std::span<double>) override {}
  Accepted<double> accept(const double&, std::span<double>, Mask<double>) override { return {}; }
};

/// err of one estimate over a step of 0.01 s.
double calc_error(const Numbers& numbers, ErrorNorm<double>& norm, const std::vector<double>& y, const std::vector<double>& y1,
                  const std::vector<double>& e, const std::vector<double>& work = {0, 0}) {
  std::vector<double> weight(static_cast<std::size_t>(norm.size()));
  norm.update_weights(numbers, 0.01, y.data(), y1.data(), work.data(), weight.data());
  norm.add(0, e.data(), weight.data());
  return norm.calc_error(1);
}

}  // namespace

TEST_CASE("error norm: RMS of e over atol + rtol max(|y|, |y1|), NaN where y1 is not finite") {
  ErrorNorm<double> norm;
  const Numbers numbers({1, 1000, 2});
  norm.bind(numbers, {.rtol = 1e-5, .atol = 1e-6});
  const std::vector<double> y = {1, -2, 0}, y1 = {-3, 1, 0}, e = {1e-5, 2e-5, 3e-5};
  const double a = 1e-5 / (1e-6 + 3e-5), b = 2e-5 / (1e-3 + 2e-5), c = 3e-5 / 2e-6;
  CHECK(calc_error(numbers, norm, y, y1, e) == doctest::Approx(std::sqrt((a * a + b * b + c * c) / 3)).epsilon(1e-14));
  for (const double bad : {nan, std::numeric_limits<double>::infinity()})
    CHECK(std::isnan(calc_error(numbers, norm, y, {1, bad, 0}, e)));
}

TEST_CASE("error norm: a group is measured by itself, however many others do well") {
  Numbers numbers(std::vector<double>(101, 1.0));
  ErrorNorm<double> alone;
  alone.bind(numbers, {.rtol = 1e-6});
  std::vector<double> y(101, 0.0), e(101, 0.0);
  e.back() = 1e-6;
  CHECK(calc_error(numbers, alone, y, y, e) == doctest::Approx(1 / std::sqrt(101.0)).epsilon(1e-12));
  numbers.parts = {{0, 100, 0}, {100, 1, 1}};
  numbers.groups = 2;
  ErrorNorm<double> apart;
  apart.bind(numbers, {.rtol = 1e-6});
  CHECK(calc_error(numbers, apart, y, y, e) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("error norm: accounts take part with the scales they were given, and not without") {
  ErrorNorm<double> norm;
  const Numbers numbers({1});
  norm.bind(numbers, {.rtol = 1e-8});
  CHECK(norm.size() == 1);
  norm.set_account_scales(std::vector<double>{5, 0}, 2);
  REQUIRE(norm.size() == 3);
  const double a = 1e-4 / (1e-7 * (5 + 3));  // the second account has no part
  CHECK(calc_error(numbers, norm, {0}, {0}, {0, 1e-4, 1e9}, {-3, 0}) == doctest::Approx(a / std::sqrt(2.0)).epsilon(1e-12));
}

TEST_CASE("error norm: accounts of a group that has no y are held to rtol") {
  ErrorNorm<double> norm;
  Numbers numbers({1, 1});
  numbers.parts = {{0, 1, 0}, {1, 1, 2}};  // two mechanisms, and places that no mechanism counts
  numbers.groups = 3;
  norm.bind(numbers, {.rtol = 1e-9});
  norm.set_account_scales(std::vector<double>{5, 5}, 1);
  const double e = 1e-8 * (5 + 3);
  CHECK(calc_error(numbers, norm, {0, 0}, {0, 0}, {0, 0, e, 0}, {-3, 0}) == doctest::Approx(0.1).epsilon(1e-12));
  CHECK(calc_error(numbers, norm, {0, 0}, {0, 0}, {0, 0, 0, e}, {0, 3}) == doctest::Approx(10).epsilon(1e-12));
  CHECK(std::isnan(calc_error(numbers, norm, {0, 0}, {0, nan}, {0, 0, 0, 0})));
}

TEST_CASE("sum of squares: every length gives the plain sum") {
  for (int n = 0; n < 40; ++n) {
    std::vector<double> e(n), ones(n, 1.0);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += (e[i] = i + 1) * e[i];
    CHECK(calc_sum_of_squares(n, e.data(), ones.data()) == doctest::Approx(sum).epsilon(1e-15));
  }
}

}  // namespace pintle
