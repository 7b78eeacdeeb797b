#include "pintle/simulate/locate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

/// Edges that are given functions of time; four samples are trusted to bound them.
class Functions final : public Scene {
 public:
  std::vector<std::function<double(double)>> d;
  std::vector<std::vector<int>> kinks = std::vector<std::vector<int>>(d.size());
  int samples = 0;

  explicit Functions(std::vector<std::function<double(double)>> list) : d(std::move(list)) {}

  int value_count() const override { return static_cast<int>(d.size()); }
  void update_values(double t, std::span<double> values) override {
    ++samples;
    for (std::size_t i = 0; i < d.size(); ++i) {
      values[i] = d[i](t);
      if (values[i] == 0) values[i] = std::numeric_limits<double>::min();
    }
  }
  EdgeShape find_shape(int e, const FourSamples& s) override {
    const SignalRange range = range_of(s[0][e], s[1][e], s[2][e], s[3][e]);
    if (range.low > 0 || range.high < 0) return EdgeShape::one_side;
    return EdgeShape::smooth;
  }
  double noise(int) const override { return 1e-15; }

  std::vector<Crossing> find(double a, double b) {
    std::vector<Side> sides;
    for (const auto& one : d) sides.push_back(one(a) > 0 ? Side::above : Side::below);
    return find(a, b, sides);
  }
  std::vector<Crossing> find(double a, double b, const std::vector<Side>& sides) {
    Locator locator(*this, kinks);
    std::vector<Crossing> found;
    locator.update_crossings(a, b, std::vector<bool>(d.size(), true), sides, found);
    return found;
  }
};

}  // namespace

TEST_CASE("locate: a root is the first time at which the edge has its new sign") {
  Functions scene({[](double t) { return t * t - 2; }});
  const auto found = scene.find(1, 2);
  REQUIRE(found.size() == 1);
  CHECK(found[0].t * found[0].t - 2 > 0);
  CHECK(found[0].before * found[0].before - 2 <= 0);
  CHECK(std::abs(found[0].t - std::numbers::sqrt2) <= 1e-15);  // 4 units in the last place
  CHECK(found[0].to == Side::above);
}

TEST_CASE("locate: a pair of roots is found however close together") {
  for (const double width : {1e-2, 1e-4, 1e-6}) {
    CAPTURE(width);
    // cos(3·width) is below 1 by 4.5 width²: above 1e-12 at the smallest
    Functions scene({[&](double t) { return std::cos(3 * (t - 0.53)) - std::cos(3 * width); }});
    const auto found = scene.find(0, 1);
    REQUIRE(found.size() == 2);
    CHECK(found[0].t == doctest::Approx(0.53 - width).epsilon(1e-9));
    CHECK(found[1].t == doctest::Approx(0.53 + width).epsilon(1e-9));
  }
}

TEST_CASE("locate: a bend that stays on its side is no root") {
  for (const double depth : {1e-2, 1e-6, 1e-12}) {
    CAPTURE(depth);
    Functions scene({[&](double t) { return std::cos(3 * (t - 0.53)) - 1 - depth; }});
    CHECK(scene.find(0, 1).empty());
  }
}

TEST_CASE("locate: far from zero, four samples are enough") {
  Functions scene({[](double t) { return -10 + std::sin(t); }});
  CHECK(scene.find(0, 1).empty());
  CHECK(scene.samples == 4);
}

TEST_CASE("locate: all roots of random waves are found, each once, in their order") {
  Random random(20261117);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    // four samples bound a wave of half a turn or so; whoever asks for more gives shorter stretches
    const double w = random.uniform(0.1, 4), phase = random.uniform(0, 6), level = random.uniform(-0.99, 0.99);
    Functions scene({[&](double t) { return std::sin(w * t + phase) - level; }});
    std::vector<double> expected;
    for (int n = -2; n < 3; ++n)
      for (const double angle : {std::asin(level), std::numbers::pi - std::asin(level)})
        if (const double t = (angle + 2 * std::numbers::pi * n - phase) / w; t > 0 && t <= 1) expected.push_back(t);
    std::sort(expected.begin(), expected.end());
    const auto found = scene.find(0, 1);
    REQUIRE(found.size() == expected.size());
    // the slope is at least 0.14 w, and the phase is rounded to 1e-15
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i].t == doctest::Approx(expected[i]).epsilon(1e-13));
  }
}

TEST_CASE("locate: between the kinks of an edge its roots are those of smooth functions") {
  // |t − 0.3| < 1e-7: two roots beside a kink, which is an edge of its own
  Functions scene({[](double t) { return t - 0.3; }, [](double t) { return 1e-7 - std::abs(t - 0.3); }});
  scene.kinks[1] = {0};
  const auto found = scene.find(0, 1);
  REQUIRE(found.size() == 3);
  CHECK(found[0].edge == 1);
  CHECK(found[0].t == doctest::Approx(0.3 - 1e-7).epsilon(1e-15));
  CHECK(found[2].t == doctest::Approx(0.3 + 1e-7).epsilon(1e-15));
  CHECK(scene.samples < 150);
}

TEST_CASE("locate: a jump across zero at a known place is a root there") {
  Functions scene({[](double t) { return t - 0.3; }, [](double t) { return t < 0.3 ? -1.0 : t - 0.5; }});
  scene.kinks[1] = {0};
  scene.d[1] = [](double t) { return t < 0.3 ? 1.0 : t - 0.5; };
  const auto found = scene.find(0, 1);
  REQUIRE(found.size() == 3);
  CHECK(found[1].t == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(found[1].to == Side::below);
  CHECK(found[2].t == doctest::Approx(0.5).epsilon(1e-15));
}

TEST_CASE("locate: kinks that nobody knows of cost samples and no roots") {
  Functions scene({[](double t) { return 0.01 - std::abs(t - 0.3127); }});
  const auto found = scene.find(0, 1);
  REQUIRE(found.size() == 2);
  CHECK(found[0].t == doctest::Approx(0.3027).epsilon(1e-14));
  CHECK(found[1].t == doctest::Approx(0.3227).epsilon(1e-14));
}

TEST_CASE("locate: memory counts at the start: what has crossed does not cross again, what has not does so at once") {
  Functions scene({[](double t) { return t - 1e-9; }});
  CHECK(scene.find(0, 1, {Side::above}).empty());
  const auto late = scene.find(0.5, 1, {Side::below});
  REQUIRE(late.size() == 1);
  CHECK(late[0].t == doctest::Approx(0.5).epsilon(1e-15));
}

TEST_CASE("locate: noise has no sign") {
  Random random(1);
  Functions scene({[&](double) { return random.uniform(-1e-15, 1e-15); }});
  CHECK(scene.find(0, 1, {Side::above}).empty());
}

TEST_CASE("locate: a step of one unit in the last place has its root at its end") {
  const double a = 1, b = std::nextafter(1., 2.);
  Functions scene({[&](double t) { return t > a ? 1. : -1.; }});
  const auto found = scene.find(a, b);
  REQUIRE(found.size() == 1);
  CHECK(found[0].t == b);
}
