#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/expressions/interval.h"
#include "pintle/expressions/time_function.h"
#include "unit/expressions/draw.h"

using namespace pintle;
using tests::Drawer;
using tests::evaluate;

namespace {

constexpr std::uint64_t seed = 1117;

Interval apply(Op op, Interval a, Interval b = 0.0, Interval c = 0.0) { return calc_op<Interval>(op, a, b, c); }

/// A slope of the computed function is off by some ulps of its terms, which the interval of the exact one need not hold.
bool holds(const Interval& range, double x) {
  if (std::isnan(x)) return range.nan;
  const double slack = 1e-12 * std::max(1.0, std::abs(x));
  return range.low - slack <= x && x <= range.high + slack;
}

}  // namespace

TEST_CASE("an interval of a random expression holds its value and its slope at every instant inside: 2000 expressions") {
  MESSAGE("seed " << seed);
  Random random(seed);
  for (int k = 0; k < 2000; ++k) {
    CAPTURE(k);
    Graph graph;
    const Expr t = graph.input(InputKind::time, "", NAN);
    const Expr e = Drawer(graph, random, {t}).draw(5);
    TimeFunction g(graph, e);
    const double from = 4 * random.normal(), width = std::pow(10, -4 + 5 * random.uniform());
    const auto [value, slope, bend] = g.range(from, from + width);
    const Interval narrow = g.enclose(from, from + width).value;
    CHECK(bend.contains(0));  // nobody asked
    double before = NAN;
    for (int i = 0; i <= 50; ++i) {
      const double at = std::min(from + width * i / 50, from + width);
      const double x = evaluate<double>(graph, e, {at});
      REQUIRE(value.low <= x);
      REQUIRE(x <= value.high);
      REQUIRE(narrow.low <= x);
      REQUIRE(x <= narrow.high);
      REQUIRE(holds(slope, evaluate<Dual>(graph, e, {Dual(at, 1)}).slope));
      // What does not jump changes by no more than its slope allows.
      if (i > 0 && !value.jumps) REQUIRE(std::abs(x - before) <= (1 + 1e-9) * slope.magnitude() * width / 50 + 1e-12);
      before = x;
    }
  }
}

TEST_CASE("an interval of halves shrinks at least in proportion: what is smooth is known as narrowly as one likes") {
  Random random(seed + 1);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    Graph graph;
    const Expr t = graph.input(InputKind::time, "", NAN);
    TimeFunction g(graph, Drawer(graph, random, {t}).draw(4));
    const double at = random.normal(), far = 1e-3, near = 1e-6;
    const Interval wide = g.range(at, at + far).value, narrow = g.range(at, at + near).value;
    if (wide.jumps) continue;
    CHECK(narrow.width() <= 4 * near / far * wide.width() + 1e-12);  // a kink or a curve inside is no more than this
  }
}

TEST_CASE("intervals of single operations: poles, branches, domains") {
  CHECK(apply(op_of<Sin>, {0, 7}).low == -1);
  CHECK(apply(op_of<Sin>, {1, 2}).high == 1);
  CHECK(apply(op_of<Sin>, {1, 1.5}).high < 1);
  CHECK(apply(op_of<Cos>, {-0.1, 0.1}).high == 1);
  CHECK(apply(op_of<Tan>, {1, 2}).jumps);
  CHECK_FALSE(apply(op_of<Tan>, {-1, 1}).jumps);
  CHECK(apply(Op::divide, {1, 2}, {-1, 1}).jumps);
  CHECK(apply(Op::divide, {1, 2}, {0, 4}).low == doctest::Approx(0.25));
  CHECK(apply(Op::divide, {1, 2}, {0, 4}).high == HUGE_VAL);
  CHECK(apply(Op::divide, {-1, 1}, {0, 0}).nan);
  CHECK(apply(op_of<Sqrt>, {-1, 4}).nan);
  CHECK(apply(op_of<Sqrt>, {-1, 4}).high == doctest::Approx(2));
  CHECK(apply(op_of<Sqrt>, {-2, -1}).is_empty());
  CHECK(apply(op_of<Log>, {0, 1}).low == -HUGE_VAL);
  CHECK(apply(op_of<Log>, {-1, 1}).nan);
  CHECK(apply(op_of<Asin>, {0, 2}).nan);
  CHECK(apply(op_of<Atan2>, {-1, 1}, {-1, 1}).jumps);
  CHECK(apply(op_of<Atan2>, {1, 2}, {-1, 1}).high == doctest::Approx(0.75 * M_PI));
  CHECK(apply(Op::power, {-2, 3}, 11.0).low == doctest::Approx(-2048));
  CHECK(apply(Op::power, {-2, 3}, 12.0).low == 0);
  CHECK(apply(Op::power, {-2, 3}, 0.5).nan);
  CHECK(apply(Op::power, {2, 3}, {-1, 2}).high == doctest::Approx(9));
  const Interval either = apply(Op::select, apply(Op::less, {0, 2}, 1.0), {3, 4}, {8, 9});
  CHECK(either.jumps);
  CHECK(either.low == 3);
  CHECK(either.high == 9);
  CHECK_FALSE(apply(Op::select, apply(Op::less, {0, 2}, 3.0), {3, 4}, {8, 9}).jumps);
  CHECK(apply(op_of<Exp>, {-1e9, -1e8}).high == 0);  // as a tape has it
  const Interval x(-1, 2);
  CHECK(calc_op<Interval>(Op::multiply, x, x, x).low == 0);
  CHECK(apply(Op::multiply, 0.0, Interval::all()).nan);
  CHECK(apply(op_of<Floor>, {0.5, 1.5}).jumps);
  CHECK_FALSE(apply(op_of<Floor>, {0.5, 0.9}).jumps);
  CHECK(apply(op_of<Modulo>, {0.5, 0.9}, 2.0).high == doctest::Approx(0.9));
  CHECK(apply(op_of<Modulo>, {0.5, 2.9}, 2.0).jumps);
  CHECK(apply(op_of<Sign>, {-1, 1}).jumps);
  CHECK(apply(op_of<Tanh>, {-50, 50}).high == 1);
  CHECK(Interval(NAN).is_empty());
  CHECK(apply(op_of<Min>, Interval(NAN), 1.0).is_empty());
  CHECK(apply(Op::less, Interval(NAN), 1.0).high == 0);
}

TEST_CASE("the interval of a table holds every derivative of it, inside and outside of its points") {
  MESSAGE("seed " << seed + 2);
  Random random(seed + 2);
  for (int k = 0; k < 400; ++k) {
    CAPTURE(k);
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i < 6; ++i) points.emplace_back(i + 0.6 * random.uniform(), random.normal());
    const auto interpolate = random.chance(0.5) ? Interpolate::linear : Interpolate::cubic;
    constexpr std::array outside{Outside::hold, Outside::zero, Outside::extrapolate, Outside::error};
    const Table table = make_table(points, interpolate, outside[static_cast<std::size_t>(random.integer(4))]);
    const int order = random.integer(4);
    const double from = -2 + 9 * random.uniform(), to = from + 3 * random.uniform() * random.uniform();
    const Interval range = calc_table(table, Interval(from, to), order);
    for (int i = 0; i <= 40; ++i) {
      const double x = std::min(from + (to - from) * i / 40, to), y = calc_table(table, x, order);
      REQUIRE((std::isnan(y) ? range.nan : range.contains(y)));
    }
  }
}
