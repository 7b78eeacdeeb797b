#include "pintle/report/axis.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace pintle;

TEST_CASE("axis: ticks are at round numbers, labels tell them apart") {
  for (double low : {-1e6, -3.7, 0.0, 1e-7, 123.4}) {
    for (double range : {1e-5, 0.07, 1.0, 42.0, 9e8}) {
      const Axis axis = make_wide_axis(low, low + range, 5);
      CHECK(axis.low <= low + 1e-9 * range);  // a tick may stand a rounding off
      CHECK(axis.high >= low + range * (1 - 1e-9));
      CHECK(axis.ticks.size() >= 2);
      CHECK(axis.ticks.size() <= 8);
      CHECK(axis.labels.size() == axis.ticks.size());
      const std::set<std::string> different(axis.labels.begin(), axis.labels.end());
      CHECK(different.size() == axis.labels.size());
      CHECK(axis.exponent % 3 == 0);
    }
  }
}

TEST_CASE("axis: zero is written as 0, and large values share a power of ten") {
  const Axis small = make_wide_axis(-0.3, 0.3, 5);
  CHECK(std::ranges::count(small.labels, "0.0") == 1);
  const Axis large = make_wide_axis(0, 2.3e6, 5);
  CHECK(large.exponent == 6);
  CHECK(large.labels.front() == "0.0");
  CHECK(large.labels.back() == "2.5");
}

TEST_CASE("axis: a constant and rounding noise are a flat line in the middle, not mountains") {
  for (double value : {0.0, 5.0, -3e4, 1e-17}) {
    const Axis axis = make_wide_axis(value, value + 1e-16 * std::abs(value), 5);
    CHECK(axis.fraction(value) == doctest::Approx(0.5).epsilon(0.3));
    CHECK(axis.high - axis.low > 0.05 * std::abs(value));
  }
}

TEST_CASE("axis: time keeps its ends, and an instant has a width") {
  const Axis axis = make_tight_axis(0, 7.3, 6);
  CHECK(axis.low == 0);
  CHECK(axis.high == 7.3);
  CHECK(axis.ticks.back() <= 7.3);
  CHECK(make_tight_axis(2, 2, 6).high > 2);
}
