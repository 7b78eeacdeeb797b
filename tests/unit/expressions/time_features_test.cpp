#include "pintle/expressions/time_features.h"
#include "pintle/expressions/functions/kinds.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace pintle;

namespace {

struct Clock {
  Graph graph;
  Expr t = graph.input(InputKind::time, "", NAN);

  Expr number(double x) { return graph.constant(x); }
  Expr of(Op op, Expr a, Expr b = {}) { return graph.apply(op, a, b); }
  Expr minus(Expr a, double b) { return of(Op::subtract, a, number(b)); }
  Expr times(double a, Expr b) { return of(Op::multiply, number(a), b); }
  Expr square(Expr a) { return of(Op::multiply, a, a); }
  /// (t − at)/width
  Expr x(double at, double width) { return of(Op::divide, minus(t, at), number(width)); }

  std::vector<TimeFeature> features(Expr f, double until) {
    const Expr fdot = make_rate(graph, f), bend = make_rate(graph, fdot);
    Tape tape(graph, std::array{f, fdot, bend});
    std::vector<double> inputs(tape.inputs().size(), NAN);
    FeatureScan scan(TimeFunction(std::move(tape), std::move(inputs)), 0);
    for (int k = 0; k < 10000 && scan.scanned() < until; ++k) scan.scan(until);
    REQUIRE(scan.scanned() == until);
    return scan.features();
  }
};

/// Steps as long as features allow, from 0 on: the longest that overlaps [from, to].
double find_longest_step(const std::vector<TimeFeature>& features, double from, double to, double until) {
  double longest = 0;
  for (double t = 0; t < until;) {
    double end = until;
    for (const TimeFeature& one : features)
      if (one.to > t) end = std::min(end, std::max(one.from, t + one.step));
    if (end > from && t < to) longest = std::max(longest, end - t);
    t = end;
  }
  return longest;
}

}  // namespace

TEST_CASE("a step that meets a pulse is no longer than a few of its widths, whatever its shape, width and place") {
  constexpr double until = 10;
  for (const double width : {1e-2, 1e-4, 1e-7})
    for (const double at : {1e-3, 1.0, 3.14159, 9.99}) {
      CAPTURE(width);
      CAPTURE(at);
      Clock c;
      const Expr x = c.x(at, width);
      const Expr bell = c.of(op_of<Exp>, c.of(Op::negate, c.square(x)));
      const Expr hill = c.of(Op::divide, c.number(1), c.of(Op::add, c.number(1), c.square(x)));
      const Expr step = c.of(op_of<Tanh>, x);
      const Expr burst = c.of(Op::multiply, bell, c.of(op_of<Sin>, c.times(3, x)));
      for (const Expr pulse : {bell, hill, step, burst}) {
        const auto features = c.features(pulse, until);
        CHECK(find_longest_step(features, at - width, at + width, until) < 5 * width);
        CHECK(features.size() < 100);
      }
    }
}

TEST_CASE("every tooth of a train is a feature: the 100 pulses of a high power of a sine") {
  Clock c;
  const Expr train = c.of(Op::power, c.of(op_of<Sin>, c.times(M_PI, c.t)), c.number(200));
  const auto features = c.features(train, 100);
  for (int k = 0; k < 100; ++k) CHECK(find_longest_step(features, k + 0.45, k + 0.55, 100) < 0.4);  // it is 0.11 wide
}

TEST_CASE("what is slow or equally fast throughout has no feature that steps would feel") {
  Clock c;
  CHECK(find_longest_step(c.features(c.square(c.t), 10), 0, 10, 10) > 5);
  CHECK(find_longest_step(c.features(c.of(op_of<Exp>, c.times(-0.3, c.t)), 10), 0, 10, 10) > 3);
  // A sweep of 10 t rad/s: where it begins, and where halves of halves meet, steps of 1 rad are still allowed
  const Expr sweep = c.of(op_of<Sin>, c.times(5, c.square(c.t)));
  for (const TimeFeature& one : c.features(sweep, 20)) CHECK(one.step * 10 * one.to > 1);
  CHECK(c.features(c.number(3), 10).empty());
}

TEST_CASE("a train of a million teeth is scanned as far as it is asked for, and no further") {
  Clock c;
  const Expr train = c.of(Op::power, c.of(op_of<Sin>, c.times(1e5, c.t)), c.number(40));
  const Expr fdot = make_rate(c.graph, train), bend = make_rate(c.graph, fdot);
  FeatureScan scan(TimeFunction(Tape(c.graph, std::array{train, fdot, bend}), {NAN}), 0);
  scan.scan(100);
  CHECK(scan.scanned() > 1e-3);
  CHECK(scan.scanned() < 0.1);
  CHECK(scan.features().size() > 20);
}
