#include "pintle/expressions/graph.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "unit/expressions/draw.h"

using namespace pintle;

namespace {

struct Small {
  Graph graph;
  Expr x = graph.input(InputKind::parameter, "x", 3);
  Expr y = graph.input(InputKind::parameter, "y", -2);
  Expr t = graph.input(InputKind::time, "", NAN);
  Expr touching = graph.input(InputKind::signal, "foot.touching", NAN);

  Expr number(double value) { return graph.constant(value); }
  Expr apply(Op op, Expr a, Expr b = {}, Expr c = {}) { return graph.apply(op, a, b, c); }
};

}  // namespace

TEST_CASE("floor, mod, sign and tanh: values, also of negative numbers and of NaN") {
  Graph graph;
  const auto value = [&](Op op, double a, double b = 0) {
    return graph.value(graph.apply(op, graph.constant(a), op == op_of<Modulo> ? graph.constant(b) : Expr{}));
  };
  CHECK(value(op_of<Floor>, 2.9) == 2);
  CHECK(value(op_of<Floor>, -2.1) == -3);
  CHECK(value(op_of<Modulo>, 7.5, 2) == 1.5);
  CHECK(value(op_of<Modulo>, -0.5, 2) == 1.5);
  CHECK(value(op_of<Modulo>, 0.5, -2) == -1.5);
  CHECK(value(op_of<Modulo>, 4, 2) == 0);
  CHECK(value(op_of<Sign>, -3) == -1);
  CHECK(value(op_of<Sign>, 0) == 0);
  CHECK(value(op_of<Sign>, 1e-300) == 1);
  CHECK(value(op_of<Tanh>, 0.5) == doctest::Approx(std::tanh(0.5)).epsilon(1e-15));
  for (const Op op : {op_of<Floor>, op_of<Sign>, op_of<Tanh>}) CHECK(std::isnan(value(op, NAN)));
  CHECK(std::isnan(value(op_of<Modulo>, 1, 0)));
}

TEST_CASE("the same sub-expression is there once") {
  Small s;
  CHECK(s.apply(op_of<Sin>, s.x) == s.apply(op_of<Sin>, s.x));
  CHECK(s.apply(Op::add, s.x, s.y) == s.apply(Op::add, s.y, s.x));
  CHECK(s.apply(Op::multiply, s.x, s.y) == s.apply(Op::multiply, s.y, s.x));
  CHECK(s.apply(Op::subtract, s.x, s.y) != s.apply(Op::subtract, s.y, s.x));
  CHECK(s.number(0.5) == s.number(0.5));
  CHECK(s.graph.input(InputKind::parameter, "x", 99) == s.x);
  CHECK(s.graph.value(s.x) == 3);  // the first nominal value stays
  CHECK(s.graph.input(InputKind::signal, "x", 1) != s.x);
  const int size = s.graph.size();
  s.apply(op_of<Sin>, s.x);
  CHECK(s.graph.size() == size);
}

TEST_CASE("a hundred thousand different nodes do not slow each other down") {
  Small s;
  Expr sum = s.x;
  for (int i = 0; i < 100'000; ++i) sum = s.apply(Op::add, s.apply(Op::multiply, s.x, s.number(i + 0.5)), sum);
  CHECK(s.graph.size() > 300'000);  // hash collisions would take minutes here
  CHECK(s.graph.inputs_of(sum) == std::vector<int>{0});
}

TEST_CASE("constants are folded, with the digits of the operation") {
  Small s;
  CHECK(s.apply(Op::add, s.number(1), s.number(2)) == s.number(3));
  CHECK(s.apply(op_of<Sqrt>, s.number(2)) == s.number(std::sqrt(2.0)));
  CHECK(s.apply(Op::less, s.number(1), s.number(2)) == s.number(1));
  CHECK(s.apply(op_of<Atan2>, s.number(1), s.number(1)) == s.number(std::atan2(1, 1)));
  CHECK(std::isinf(s.graph.value(s.apply(Op::divide, s.number(1), s.number(0)))));
}

TEST_CASE("identities that lose no digit make no node") {
  Small s;
  const Expr zero = s.number(0), one = s.number(1), minus = s.number(-1), x = s.x;
  CHECK(s.apply(Op::add, x, zero) == x);
  CHECK(s.apply(Op::subtract, x, zero) == x);
  CHECK(s.apply(Op::subtract, zero, x) == s.apply(Op::negate, x));
  CHECK(s.apply(Op::negate, s.apply(Op::negate, x)) == x);
  CHECK(s.apply(Op::multiply, one, x) == x);
  CHECK(s.apply(Op::multiply, x, minus) == s.apply(Op::negate, x));
  CHECK(s.apply(Op::divide, x, one) == x);
  CHECK(s.apply(Op::add, x, x) == s.apply(Op::multiply, s.number(2), x));
  CHECK(s.apply(Op::add, x, s.apply(Op::negate, s.y)) == s.apply(Op::subtract, x, s.y));
  CHECK(s.apply(Op::subtract, x, s.apply(Op::negate, s.y)) == s.apply(Op::add, x, s.y));
  CHECK(s.apply(Op::power, x, one) == x);
  CHECK(s.apply(Op::power, x, zero) == one);
  CHECK(s.apply(op_of<Min>, x, x) == x);
  CHECK(s.apply(Op::select, one, x, s.y) == x);
  CHECK(s.apply(Op::select, zero, x, s.y) == s.y);
  CHECK(s.apply(Op::select, s.touching, x, x) == x);
  CHECK_FALSE(s.graph.is_constant(s.apply(Op::multiply, x, zero)));  // 0·∞ is not 0
}

TEST_CASE("truth values fold as in logic; a number is not taken for a truth value") {
  Small s;
  const Expr late = s.apply(Op::less, s.number(1), s.t), yes = s.number(1), no = s.number(0);
  CHECK(s.apply(Op::both, late, yes) == late);
  CHECK(s.apply(Op::both, late, no) == no);
  CHECK(s.apply(Op::either, no, late) == late);
  CHECK(s.apply(Op::either, late, yes) == yes);
  CHECK(s.apply(Op::opposite, s.apply(Op::opposite, late)) == late);
  CHECK(s.apply(Op::select, late, yes, no) == late);
  CHECK(s.apply(Op::both, s.x, yes) != s.x);  // x = 3 is true, and true is 1
  CHECK(s.graph.value(s.apply(Op::both, s.x, yes)) == 1);
  CHECK(s.apply(Op::opposite, s.apply(Op::opposite, s.x)) != s.x);
}

TEST_CASE("small whole powers are products") {
  Small s;
  const Expr square = s.apply(Op::multiply, s.x, s.x);
  CHECK(s.apply(Op::power, s.x, s.number(2)) == square);
  CHECK(s.apply(Op::power, s.x, s.number(3)) == s.apply(Op::multiply, square, s.x));
  CHECK(s.apply(Op::power, s.x, s.number(-2)) == s.apply(Op::divide, s.number(1), square));
  for (int n = -8; n <= 8; ++n) {
    const Expr power = s.apply(Op::power, s.y, s.number(n));
    CHECK(s.graph.value(power) == doctest::Approx(std::pow(-2.0, n)).epsilon(1e-15));
    CHECK(s.graph.node(power).op != Op::power);
  }
  CHECK(s.graph.node(s.apply(Op::power, s.x, s.number(9))).op == Op::power);
  CHECK(s.graph.node(s.apply(Op::power, s.x, s.number(0.5))).op == Op::power);
  CHECK(s.graph.node(s.apply(Op::power, s.x, s.y)).op == Op::power);
}

TEST_CASE("what only a run knows has no value before it") {
  Small s;
  const Expr late = s.apply(Op::less, s.number(1), s.t);
  for (const Expr e : {s.t, late, s.apply(op_of<Max>, s.t, s.number(3)), s.apply(op_of<Max>, s.number(3), s.t),
                       s.apply(Op::opposite, s.touching), s.apply(Op::select, late, s.x, s.y)})
    CHECK(std::isnan(s.graph.value(e)));
  CHECK(s.graph.value(s.apply(Op::select, s.apply(Op::less, s.y, s.x), s.x, s.t)) == 3);  // the branch that is taken is known
}

TEST_CASE("an expression knows what it reads") {
  Small s;
  const Expr e = s.apply(Op::multiply, s.apply(Op::add, s.t, s.y), s.touching), fixed = s.apply(op_of<Sin>, s.x);
  CHECK(s.graph.inputs_of(e) == std::vector<int>{1, 2, 3});
  CHECK(s.graph.inputs_of(fixed) == std::vector<int>{0});
  CHECK(s.graph.inputs_of(s.number(1)).empty());
  CHECK(s.graph.reads(e, InputKind::time));
  CHECK(s.graph.reads(e, InputKind::parameter));
  CHECK_FALSE(s.graph.reads(e, InputKind::age));
  CHECK(s.graph.is_living(e));
  CHECK_FALSE(s.graph.is_living(fixed));
}

TEST_CASE("one table is there once, and a call of it at a constant is a constant") {
  Small s;
  const Table ramp = make_table({{0, 0}, {2, 4}}, Interpolate::linear, Outside::hold);
  const int table = s.graph.add_table(ramp);
  CHECK(s.graph.add_table(ramp) == table);
  CHECK(s.graph.call(table, s.number(1)) == s.number(2));
  CHECK(s.graph.call(table, s.t) == s.graph.call(table, s.t));
  CHECK(s.graph.value(s.graph.call(table, s.x)) == 4);
  CHECK(s.graph.value(s.graph.call(table, s.x, 1)) == 0);
  CHECK(s.graph.call(table, s.x, 2) == s.number(0));  // a line has no second derivative
}

TEST_CASE("graph: an expression takes the place of an input wherever it is read, and the rest stays shared") {
  Graph graph;
  const Expr age = graph.input(InputKind::age, "", 0), time = graph.input(InputKind::time, "", 0);
  const Expr k = graph.input(InputKind::parameter, "k", 3), start = graph.input(InputKind::parameter, "start", 2);
  const Expr e = graph.apply(Op::add, graph.apply(Op::multiply, k, age), graph.apply(op_of<Exp>, age));
  const Expr since = graph.apply(Op::subtract, time, start), other = graph.replace(e, age, since);
  CHECK(other == graph.apply(Op::add, graph.apply(Op::multiply, k, since), graph.apply(op_of<Exp>, since)));
  CHECK_FALSE(graph.reads(other, InputKind::age));
  CHECK(graph.replace(k, age, since) == k);
}
