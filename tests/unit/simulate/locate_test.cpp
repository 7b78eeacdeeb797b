#include "pintle/simulate/locate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

using namespace pintle;

namespace {

/// A step over which conditions are given functions of time.
struct Scene {
  std::vector<std::function<double(double)>> g;
  std::vector<bool> boundary = std::vector<bool>(g.size(), false);
  int samples = 0;

  std::optional<Hit> find(double start, double end) {
    const auto sample = [this](double t, std::span<double> out) {
      ++samples;
      for (std::size_t i = 0; i < g.size(); ++i) out[i] = g[i](t);
    };
    std::vector<double> first(g.size()), last(g.size());
    sample(start, first);
    sample(end, last);
    samples = 0;
    return Locator(boundary).find_hit({start, end, first, last}, sample);
  }
};

}  // namespace

TEST_CASE("locate: the time of a root is the first one at which the condition is true") {
  Scene scene{{[](double t) { return t * t - 2; }}};
  const auto hit = scene.find(1, 2);
  REQUIRE(hit);
  CHECK(hit->t * hit->t - 2 > 0);
  CHECK(std::abs(hit->t - std::numbers::sqrt2) <= 1e-15);  // 4 units in the last place
  CHECK(hit->conditions == std::vector<int>{0});
}

TEST_CASE("locate: a condition that was true only inside the step is found, at its first root") {
  Scene scene{{[](double t) { return 0.01 - (t - 0.6) * (t - 0.6); }}};  // true from 0.5 to 0.7
  const auto hit = scene.find(0, 1);
  REQUIRE(hit);
  CHECK(hit->t == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("locate: an excursion is found however short it is") {
  for (const double width : {1e-2, 1e-4, 1e-6}) {
    CAPTURE(width);
    Scene scene{{[&](double t) { return std::cos(3 * (t - 0.53)) - std::cos(3 * width); }}};
    const auto hit = scene.find(0, 1);
    REQUIRE(hit);
    CHECK(hit->t == doctest::Approx(0.53 - width).epsilon(1e-9));
  }
}

TEST_CASE("locate: a bend that stays below zero is no hit") {
  for (const double depth : {1e-2, 1e-6, 1e-12}) {
    CAPTURE(depth);
    Scene scene{{[&](double t) { return std::cos(3 * (t - 0.53)) - 1 - depth; }}};
    CHECK_FALSE(scene.find(0, 1));
  }
}

TEST_CASE("locate: far from zero, one look at the middle is enough") {
  Scene scene{{[](double t) { return -10 + std::sin(t); }}};
  CHECK_FALSE(scene.find(0, 1));
  CHECK(scene.samples == 1);
}

TEST_CASE("locate: the earliest condition wins, whatever its place in the list") {
  Scene scene{{[](double t) { return t - 0.8; }, [](double t) { return t - 0.3; }, [](double t) { return t - 0.9; }}};
  const auto hit = scene.find(0, 1);
  REQUIRE(hit);
  CHECK(hit->t == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(hit->conditions == std::vector<int>{1});
}

TEST_CASE("locate: roots that rounding cannot tell apart are one instant, at which all are true") {
  Scene scene{{[](double t) { return std::sin(t) - 0.5; }, [](double t) { return 0.5 - std::cos(t + std::numbers::pi / 6); },
               [](double t) { return std::sin(t) - 0.5; }}};
  const auto hit = scene.find(0, 1);
  REQUIRE(hit);
  CHECK(hit->t == doctest::Approx(std::numbers::pi / 6).epsilon(1e-14));
  CHECK(hit->conditions == std::vector<int>{0, 1, 2});
}

TEST_CASE("locate: steps end at the boundaries of time, which need no search") {
  const double c = 0.7;
  Scene scene{{[&](double t) { return t >= c ? 1e-300 : t - c; }}, {true}};
  const auto hit = scene.find(0.65, c);
  REQUIRE(hit);
  CHECK(hit->t == c);
  CHECK(scene.samples == 0);
  CHECK_FALSE(scene.find(0.6, 0.65));
}

TEST_CASE("locate: what is true at the start, and what nobody watches, is no hit") {
  Scene scene{{[](double t) { return 1 - t; }, [](double) { return std::numeric_limits<double>::quiet_NaN(); }}};
  CHECK_FALSE(scene.find(0, 2));
}

TEST_CASE("locate: a step of one unit in the last place has its root at its end") {
  const double a = 1, b = std::nextafter(1., 2.);
  Scene scene{{[&](double t) { return t > a ? 1. : -1.; }}};
  const auto hit = scene.find(a, b);
  REQUIRE(hit);
  CHECK(hit->t == b);
}
