#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pintle/expressions/graph.h"
#include "unit/expressions/draw.h"

using namespace pintle;
using tests::Drawer;
using tests::evaluate;

namespace {

constexpr std::uint64_t seed = 2108;

/// Both sides are exact up to rounding, in another order of operations; a few hundred operations, each within 2⁻⁵³ of
/// terms that may be larger than the sum.
bool agree(double a, double b, double size) { return std::abs(a - b) <= 1e-10 * std::max({std::abs(a), std::abs(b), size, 1.0}); }

struct Line {
  Graph graph;
  Expr x = graph.input(InputKind::time, "", NAN);
  Expr apply(Op op, Expr a, Expr b = {}, Expr c = {}) { return graph.apply(op, a, b, c); }
  Expr slope(Expr e) { return graph.derivative(e, x); }
  double at(Expr e, double value) { return evaluate<double>(graph, e, {value}); }
};

}  // namespace

TEST_CASE("first and second derivatives of 1000 random expressions agree with dual numbers") {
  MESSAGE("seed " << seed);
  Random random(seed);
  for (int k = 0; k < 1000; ++k) {
    CAPTURE(k);
    Graph graph;
    const Expr a = graph.input(InputKind::parameter, "a", 1), b = graph.input(InputKind::parameter, "b", 1);
    const Expr e = Drawer(graph, random, {a, b}).draw(4);
    const double x = random.normal(), y = random.normal();
    const Expr d = graph.derivative(e, a);
    const double slope = evaluate<Dual>(graph, e, {Dual(x, 1), Dual(y)}).slope;
    REQUIRE(std::isfinite(slope));
    REQUIRE(agree(evaluate<double>(graph, d, {x, y}), slope, 1));
    for (const Expr again : {a, b}) {  // ∂²e/∂a², ∂²e/∂a∂b
      const Dual u(x, again == a), v(y, again == b);
      const double bend = evaluate<Dual>(graph, d, {u, v}).slope;
      REQUIRE(agree(evaluate<double>(graph, graph.derivative(d, again), {x, y}), bend, std::abs(slope)));
    }
  }
}

TEST_CASE("a total derivative is the sum of the partial ones times their rates") {
  MESSAGE("seed " << seed + 1);
  Random random(seed + 1);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    Graph graph;
    const Expr a = graph.input(InputKind::signal, "angle", NAN), da = graph.input(InputKind::signal, "rate", NAN);
    const Expr t = graph.input(InputKind::time, "", NAN), k_p = graph.input(InputKind::parameter, "k", 2);
    const Expr e = Drawer(graph, random, {a, t, k_p}).draw(4);
    const Expr total = graph.total_derivative(e, [&](int input) {
      return input == graph.node(a).a ? da : input == graph.node(t).a ? graph.constant(1) : Expr{};
    });
    const double x = random.normal(), rate = random.normal(), now = random.uniform(), gain = random.normal();
    const double slope = evaluate<Dual>(graph, e, {Dual(x, rate), Dual(rate), Dual(now, 1), Dual(gain)}).slope;
    REQUIRE(agree(evaluate<double>(graph, total, {x, rate, now, gain}), slope, 1));
  }
}

TEST_CASE("derivatives are short where they can be") {
  Line s;
  const Expr three = s.graph.constant(3), k = s.graph.input(InputKind::parameter, "k", 2);
  CHECK(s.slope(s.x) == s.graph.constant(1));
  CHECK(s.slope(three) == s.graph.constant(0));
  CHECK(s.slope(k) == s.graph.constant(0));
  CHECK(s.slope(s.apply(Op::multiply, k, s.x)) == k);
  CHECK(s.slope(s.apply(Op::power, s.x, s.graph.constant(2))) == s.apply(Op::multiply, s.graph.constant(2), s.x));
  CHECK(s.slope(s.slope(s.apply(Op::multiply, s.x, s.x))) == s.graph.constant(2));
  CHECK(s.slope(s.apply(op_of<Sin>, s.x)) == s.apply(op_of<Cos>, s.x));
  CHECK(s.slope(s.apply(op_of<Exp>, s.x)) == s.apply(op_of<Exp>, s.x));
  CHECK(s.slope(s.apply(Op::less, s.x, three)) == s.graph.constant(0));
}

TEST_CASE("a power with a fixed exponent needs no logarithm: it has a slope at negative numbers") {
  Line s;
  const Expr k = s.graph.input(InputKind::parameter, "k", 3);
  CHECK(evaluate<double>(s.graph, s.slope(s.apply(Op::power, s.x, k)), {-2.0, 3.0}) == 12);
  CHECK(s.at(s.slope(s.apply(Op::power, s.x, s.graph.constant(11))), -1) == 11);
}

TEST_CASE("at a kink the derivative is that of the branch that is taken there") {
  Line s;
  const Expr two = s.graph.constant(2), negative = s.apply(Op::negate, s.x);
  const Expr size = s.slope(s.apply(op_of<Abs>, s.x));
  CHECK(s.at(size, -3) == -1);
  CHECK(s.at(size, 0) == 1);
  CHECK(s.at(size, 3) == 1);
  const Expr clipped = s.slope(s.apply(op_of<Min>, s.x, two));
  CHECK(s.at(clipped, 1) == 1);
  CHECK(s.at(clipped, 3) == 0);
  const Expr raised = s.slope(s.apply(op_of<Max>, s.x, two));
  CHECK(s.at(raised, 1) == 0);
  CHECK(s.at(raised, 3) == 1);
  const Expr either = s.slope(s.apply(Op::select, s.apply(Op::less, s.x, two), negative, s.apply(Op::multiply, s.x, s.x)));
  CHECK(s.at(either, 1) == -1);
  CHECK(s.at(either, 2) == 4);
}

TEST_CASE("the derivative of a table is its slope, and zero where its end is held") {
  Line s;
  const int table = s.graph.add_table(make_table({{0, 0}, {1, 1}, {2, 8}, {3, 27}, {4, 64}}, Interpolate::cubic, Outside::hold));
  const Expr y = s.graph.call(table, s.apply(Op::multiply, s.graph.constant(2), s.x)), d = s.slope(y), dd = s.slope(d);
  CHECK(s.at(y, 0.75) == doctest::Approx(1.5 * 1.5 * 1.5));
  CHECK(s.at(d, 0.75) == doctest::Approx(2 * 3 * 1.5 * 1.5));
  CHECK(s.at(dd, 0.75) == doctest::Approx(4 * 6 * 1.5));
  CHECK(s.at(d, 5) == 0);
  CHECK(s.at(dd, -1) == 0);
}
