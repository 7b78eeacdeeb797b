#include "pintle/math/chebyshev.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <vector>

using namespace pintle;

namespace {

ChebyshevSeries make_series(int n, const std::function<double(double)>& f) {
  const ChebyshevPoints points;
  std::vector<double> values;
  for (int k = 0; k <= n; ++k) values.push_back(f(points.x(n, k)));
  return points.fit(values);
}

}  // namespace

TEST_CASE("chebyshev: a polynomial is its series, and so is its derivative") {
  const auto f = [](double x) { return 3 - 2 * x + 5 * x * x * x; };
  const auto slope = [](double x) { return -2 + 15 * x * x; };
  for (const int n : {3, 6, 12, 24}) {
    const ChebyshevSeries series = make_series(n, f);
    CHECK(series.without_tail(1e-14 * series.size()).degree == 3);
    for (const double x : {-1.0, -0.3, 0.0, 0.77, 1.0}) {
      CHECK(series.at(x) == doctest::Approx(f(x)).epsilon(1e-14));
      // the last terms are rounding, 1e-15, and a derivative multiplies the j-th by j²
      CHECK(series.derivative().at(x) == doctest::Approx(slope(x)).epsilon(1e-12));
    }
  }
}

TEST_CASE("chebyshev: the points of one degree are among those of the next, and the ends are ends") {
  const ChebyshevPoints points;
  for (const int n : {3, 6, 12}) {
    CHECK(points.x(n, 0) == -1);
    CHECK(points.x(n, n) == 1);
    for (int k = 0; k <= n; ++k) CHECK(points.x(n, k) == points.x(2 * n, 2 * k));
  }
}

TEST_CASE("chebyshev: the last terms tell whether a function is represented") {
  const ChebyshevSeries smooth = make_series(24, [](double x) { return std::sin(4 * x); });
  CHECK(smooth.last_size() < 1e-14);
  CHECK(smooth.at(0.123) == doctest::Approx(std::sin(0.492)).epsilon(1e-13));
  CHECK(make_series(24, [](double x) { return std::sin(40 * x); }).last_size() > 1e-3);
  CHECK(make_series(24, [](double x) { return std::fabs(x - 0.1); }).last_size() > 1e-4);
}

TEST_CASE("chebyshev: all roots of a series are found, pairs that are close together too") {
  const std::vector<double> expected{-0.9, -0.2, 0.1, 0.1001, 0.5, 0.99};
  const ChebyshevSeries series = make_series(12, [&](double x) {
    double product = 1;
    for (const double root : expected) product *= x - root;
    return product;
  });
  std::array<double, ChebyshevSeries::most> roots;
  REQUIRE(find_sign_changes(series, roots) == 6);
  // near the pair the slope is 1e-4 of elsewhere, and the series is known to 1e-16
  for (std::size_t k = 0; k < 6; ++k) CHECK(roots[k] == doctest::Approx(expected[k]).epsilon(1e-10));
}

TEST_CASE("chebyshev: a wave has a root at each of its zeros") {
  std::array<double, ChebyshevSeries::most> roots;
  REQUIRE(find_sign_changes(make_series(24, [](double x) { return std::cos(7 * x); }), roots) == 4);
  CHECK(roots[0] == doctest::Approx(-1.5 * 3.14159265358979 / 7).epsilon(1e-11));
  CHECK(find_sign_changes(make_series(12, [](double x) { return 2 + std::cos(x); }), roots) == 0);
}
