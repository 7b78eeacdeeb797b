#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "pintle/expressions/time_roots.h"
#include "support/draws.h"
#include "unit/expressions/draw.h"

using namespace pintle;
using tests::Drawer;

namespace {

constexpr std::uint64_t seed = 2011;

struct Clock {
  Graph graph;
  Expr t = graph.input(InputKind::time, "", NAN);

  Expr number(double x) { return graph.constant(x); }
  Expr of(Op op, Expr a, Expr b = {}, Expr c = {}) { return graph.apply(op, a, b, c); }
  Expr minus(Expr a, double b) { return of(Op::subtract, a, number(b)); }
  Expr times(double a, Expr b) { return of(Op::multiply, number(a), b); }
  std::vector<double> roots(Expr g, double from, double to) { return find_time_roots(graph, g, from, to); }
};

int sign(double x) { return std::isnan(x) ? 2 : x < 0 ? -1 : x > 0; }

}  // namespace

TEST_CASE("what is piecewise linear in time has exact roots") {
  Clock c;
  using List = std::vector<double>;
  CHECK(c.roots(c.minus(c.of(op_of<Abs>, c.minus(c.t, 5)), 0.5), 0, 20) == List{4.5, 5.5});
  CHECK(c.roots(c.minus(c.of(op_of<Max>, c.t, c.number(3)), 4.5), 0, 20) == List{4.5});
  CHECK(c.roots(c.minus(c.of(op_of<Abs>, c.minus(c.t, 1.5)), 0.125), 0, 20) == List{1.375, 1.625});
  const int table = c.graph.add_table(make_table({{0, 10}, {4, 6}, {4.5, 0}, {20, 0}}, Interpolate::linear, Outside::hold));
  CHECK(c.roots(c.minus(c.graph.call(table, c.t), 3), 0, 20) == List{4.25});
  CHECK(c.roots(c.graph.call(table, c.t), 0, 30) == List{4.5});  // where a stretch of zeros begins
  CHECK(c.roots(c.of(op_of<Max>, c.minus(c.t, 3), c.number(0)), 0, 20) == List{3});
  CHECK(c.roots(c.minus(c.t, 0.1), 0, 1) == List{0.1});
  CHECK(c.roots(c.minus(c.t, 1), 0, 1) == List{1});  // the end belongs to it, the start to what was before
  CHECK(c.roots(c.minus(c.t, 1), 1, 2).empty());
  const Expr late = c.of(Op::less, c.number(0.7), c.t);
  CHECK(c.roots(c.of(Op::select, late, c.number(2), c.number(-1)), 0, 1) == List{std::nextafter(0.7, 1)});
  CHECK(c.roots(c.of(Op::select, late, c.number(2), c.number(1)), 0, 1).empty());
}

TEST_CASE("a touch is a root: at a kink, at a smooth minimum, and where rounding hides which") {
  Clock c;
  CHECK(c.roots(c.of(op_of<Abs>, c.minus(c.t, 0.625)), 0, 2) == std::vector{0.625});
  const Expr x = c.minus(c.t, 1.0 / 3);
  const auto touch = c.roots(c.of(Op::multiply, x, x), 0, 2);
  REQUIRE(touch.size() == 1);
  CHECK(std::abs(touch[0] - 1.0 / 3) < 1e-15);
  // t² − 2t + 1 has 1e-16 of noise where it is smaller than that: 1e-8 around 1
  const auto hidden = c.roots(c.of(Op::add, c.minus(c.of(Op::multiply, c.t, c.t), -1), c.times(-2, c.t)), 0, 5);
  REQUIRE(hidden.size() == 1);
  CHECK(std::abs(hidden[0] - 1) < 5e-8);
  const auto near = c.roots(c.minus(c.of(Op::multiply, x, x), 1e-12), 0, 2);  // two roots, two microseconds apart
  REQUIRE(near.size() == 2);
  CHECK(std::abs(near[0] - (1.0 / 3 - 1e-6)) < 1e-10);
  CHECK(std::abs(near[1] - (1.0 / 3 + 1e-6)) < 1e-10);
}

TEST_CASE("a window of a nanosecond in an hour is found") {
  Clock c;
  const Expr x = c.times(1e9, c.minus(c.t, 1234.5678));
  const Expr pulse = c.of(op_of<Exp>, c.of(Op::negate, c.of(Op::multiply, x, x)));
  const auto times = c.roots(c.minus(pulse, 0.5), 0, 3600);
  REQUIRE(times.size() == 2);
  CHECK(times[0] == doctest::Approx(1234.5678).epsilon(1e-12));
  CHECK(times[1] - times[0] == doctest::Approx(2e-9 * std::sqrt(std::log(2))).epsilon(1e-3));  // an ulp of t is 2e-13
}

TEST_CASE("a sine of 16,000 periods gives all its roots, a thousand at a time") {
  Clock c;
  TimeFunction g(c.graph, c.of(op_of<Sin>, c.times(1e5, c.t)));
  const TimeRoots first = find_time_roots(g, 0, 1);
  CHECK(first.times.size() >= most_roots);
  CHECK(first.times.size() < most_roots + 10);
  CHECK(first.searched < 0.04);
  const auto times = c.roots(c.of(op_of<Sin>, c.times(1e5, c.t)), 0, 1);
  REQUIRE(times.size() == 31830);
  for (std::size_t k = 0; k < times.size(); ++k) REQUIRE(std::abs(times[k] - (k + 1) * M_PI / 1e5) < 1e-15);
}

TEST_CASE("what is zero but for rounding ends the search by its count") {
  Clock c;
  const Expr s = c.of(op_of<Sin>, c.t), k = c.of(op_of<Cos>, c.t);
  const Expr noise = c.minus(c.of(Op::add, c.of(Op::multiply, s, s), c.of(Op::multiply, k, k)), 1);
  TimeFunction g(c.graph, noise);
  const TimeRoots roots = find_time_roots(g, 0, 100);
  CHECK(roots.times.size() <= 2 * most_cells);
  const Expr empty = c.of(op_of<Sqrt>, c.minus(c.times(-1, c.t), 1));
  CHECK(c.roots(empty, 0, 10).empty());
  CHECK(c.roots(c.minus(c.of(op_of<Sqrt>, c.minus(c.t, 2)), 1), 0, 10) == std::vector<double>{2, 3});  // a number from 2 on
}

TEST_CASE("times at which tables and whole numbers are passed: levels") {
  Clock c;
  TimeFunction g(c.graph, c.times(0.5, c.of(Op::multiply, c.t, c.t)));
  const TimeRoots whole = find_level_times(g, {}, 0, 3);
  REQUIRE(whole.times.size() == 4);
  for (int k = 1; k <= 4; ++k)
    CHECK(whole.times[static_cast<std::size_t>(k) - 1] == doctest::Approx(std::sqrt(2 * k)).epsilon(1e-15));
  const TimeRoots listed = find_level_times(g, {0.5, 2, 3.125}, 0, 3);
  CHECK(listed.times == std::vector<double>{1, 2, 2.5});
}

TEST_CASE("roots of 1000 random expressions are those that 4000 samples see, and lie where the sign changes") {
  MESSAGE("seed " << seed);
  Random random(seed);
  constexpr int samples = 4000;
  int found = 0;
  for (int k = 0; k < draws(1000); ++k) {
    CAPTURE(k);
    Clock c;
    const Expr g = Drawer(c.graph, random, {c.t}).draw(5);
    TimeFunction f(c.graph, g);
    const double from = random.normal(), to = from + 5 * random.uniform();
    const std::vector<double> roots = c.roots(g, from, to);
    REQUIRE(std::ranges::is_sorted(roots));
    // Every change that samples see has a root.
    double before = from;
    int sign_before = sign(f.value(from));
    for (int i = 1; i <= samples; ++i) {
      const double at = i == samples ? to : from + (to - from) * i / samples;
      const int sign_at = sign(f.value(at));
      if (sign_before != sign_at) {
        const auto near = std::ranges::lower_bound(roots, before);
        REQUIRE(near != roots.end());
        REQUIRE(*near <= at);
        ++found;
      }
      before = at;
      sign_before = sign_at;
    }
    // Between two roots the sign is the same.
    std::vector<double> ends = roots;
    ends.insert(ends.begin(), from);
    ends.push_back(to);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      if (!(ends[i + 1] - ends[i] > 1e-7)) continue;
      const int inside = sign(f.value(0.5 * (ends[i] + ends[i + 1])));
      for (int n = 1; n < 100; ++n) REQUIRE(sign(f.value(ends[i] + (ends[i + 1] - ends[i]) * (0.01 * n))) == inside);
    }
  }
  MESSAGE(found << " changes of sign");
  CHECK(found > draws(200));
}
