#include "pintle/expressions/tape.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "pintle/math/lanes.h"
#include "unit/expressions/draw.h"

using namespace pintle;
using tests::Drawer;
using tests::evaluate;

namespace {

constexpr std::uint64_t seed = 2101;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// A compiler may fuse a*b + c inside sin and exp for one T and not for another (under sanitizers it does); five levels of
/// operations let such a last digit grow.
bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

}  // namespace

TEST_CASE("a tape gives the bits that the graph found") {
  CAPTURE(seed);
  Random random(seed);
  for (int k = 0; k < 1000; ++k) {
    Graph graph;
    std::vector<double> values;
    std::vector<Expr> inputs;
    for (const char* name : {"a", "b", "c"}) {
      values.push_back(random.normal());
      inputs.push_back(graph.input(InputKind::parameter, name, values.back()));
    }
    const Expr e = Drawer(graph, random, inputs).draw(5);
    CAPTURE(k);
    REQUIRE(std::isfinite(graph.value(e)));
    REQUIRE(bits(evaluate(graph, e, values)) == bits(graph.value(e)));
  }
}

TEST_CASE("a lane of a tape has the value of the scalar tape, whatever the other lanes hold") {
  CAPTURE(seed);
  Random random(seed + 1);
  for (int k = 0; k < 1000; ++k) {
    CAPTURE(k);
    Graph graph;
    const std::vector<Expr> inputs{graph.input(InputKind::parameter, "a", 1), graph.input(InputKind::parameter, "b", 2)};
    const Expr e = Drawer(graph, random, inputs).draw(5);
    const auto draw = [&] {
      Lanes x(0.0);
      for (int i = 0; i < lane_count; ++i) set_lane(x, i, random.normal());
      return x;
    };
    const Lanes a = draw(), b = draw(), found = evaluate<Lanes>(graph, e, {a, b});
    Lanes other_a = draw(), other_b = draw();
    for (int i = 0; i < lane_count; ++i) REQUIRE(near(lane(found, i), evaluate<double>(graph, e, {lane(a, i), lane(b, i)})));
    const int i = random.integer(lane_count);
    set_lane(other_a, i, lane(a, i));
    set_lane(other_b, i, lane(b, i));
    REQUIRE(bits(lane(evaluate<Lanes>(graph, e, {other_a, other_b}), i)) == bits(lane(found, i)));
  }
}

TEST_CASE("the value of a dual tape is that of the scalar tape") {
  CAPTURE(seed);
  Random random(seed + 2);
  for (int k = 0; k < 1000; ++k) {
    CAPTURE(k);
    Graph graph;
    const Expr a = graph.input(InputKind::parameter, "a", 1);
    const Expr e = Drawer(graph, random, {a}).draw(5);
    const double x = random.normal();
    REQUIRE(near(evaluate<Dual>(graph, e, {Dual(x, 1)}).value, evaluate<double>(graph, e, {x})));
  }
}

TEST_CASE("several outputs share one tape, which asks only for the inputs that it needs") {
  Graph graph;
  graph.input(InputKind::parameter, "unused", 9);
  const Expr y = graph.input(InputKind::parameter, "y", 2), x = graph.input(InputKind::parameter, "x", 3);
  const Expr product = graph.apply(Op::multiply, x, y), sine = graph.apply(op_of<Sin>, product);
  const Expr outputs[] = {sine, x, product, graph.constant(7)};
  const Tape tape(graph, outputs);
  CHECK(tape.inputs() == std::vector<int>{1, 2});
  CHECK(tape.output_count() == 4);
  CHECK(tape.scratch_size() == 2 + 1 + 2);  // x, y; 7; product, sine
  std::vector<double> scratch(5), found(4);
  const std::vector<double> inputs{2, 3};
  tape.evaluate<double>(inputs, scratch, found);
  CHECK(found == std::vector<double>{graph.value(sine), 3, 6, 7});
}

TEST_CASE("an empty tape does nothing") {
  const Tape tape;
  CHECK(tape.output_count() == 0);
  CHECK(tape.scratch_size() == 0);
  tape.evaluate<double>({}, {}, {});
}

TEST_CASE("a tape keeps its tables when the graph is gone") {
  Tape tape;
  {
    Graph graph;
    graph.add_table(make_table({{0, 5}, {1, 5}}, Interpolate::linear, Outside::hold));
    const int table = graph.add_table(make_table({{0, 0}, {1, 2}}, Interpolate::linear, Outside::hold));
    const Expr e = graph.call(table, graph.input(InputKind::time, "", NAN));
    tape = Tape(graph, {&e, 1});
  }
  std::vector<double> scratch(static_cast<std::size_t>(tape.scratch_size()));
  const double t = 0.25;
  double found = 0;
  tape.evaluate<double>({&t, 1}, scratch, {&found, 1});
  CHECK(found == 0.5);
}

TEST_CASE("NaN does not vanish in min and max, and no comparison with it is true") {
  Graph graph;
  const Expr x = graph.input(InputKind::time, "", NAN), three = graph.constant(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Op op : {op_of<Min>, op_of<Max>}) {
    CHECK(std::isnan(evaluate<double>(graph, graph.apply(op, x, three), {nan})));
    CHECK(std::isnan(evaluate<double>(graph, graph.apply(op, three, x), {nan})));
  }
  for (const Op op : {Op::less, Op::less_equal, Op::equal}) CHECK(evaluate<double>(graph, graph.apply(op, x, three), {nan}) == 0);
}
