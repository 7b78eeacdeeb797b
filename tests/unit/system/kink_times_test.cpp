#include "pintle/system/kink_times.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/expressions/functions/kinds.h"
#include "pintle/model/scope.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

constexpr double until = 20;

std::vector<double> sides_of(Model& model, Expr e, double to = until) {
  std::vector<double> numbers, sides;
  const NameTable names = make_names(model);
  FormulaMaker maker(model, names, numbers);
  Graph grown = model.graph;
  const TimeLaws laws = make_time_laws(grown, {&e, 1}, maker);
  KinkTimes kinks(laws, Parameters<double>{numbers}, to);
  for (double t = kinks.next(0); t <= to; t = kinks.next(t)) sides.push_back(t);
  return sides;
}

std::vector<double> sides_of(const std::string& text, double to = until) {
  Model model = parts::make_pendulum();
  add_parameter(model, "t1", "2 s");
  return sides_of(model, make_number(model, text, "1").expr, to);
}

bool enclose(const std::vector<double>& sides, const std::vector<double>& times) {
  bool good = sides.size() == 2 * times.size();
  for (std::size_t k = 0; good && k < times.size(); ++k) {
    const double low = sides[2 * k], high = sides[2 * k + 1];
    good = low < times[k] && times[k] < high && high - low < 1e-14 * times[k];
  }
  return good;
}

}  // namespace

TEST_CASE("kinks: comparisons, abs, min, max, sign, floor and mod of time are met on both sides") {
  CHECK(enclose(sides_of("if(time < t1, 0, 1)"), {2}));
  CHECK(enclose(sides_of("if(3*(time - t1) > 1.5 s, 0, 1)"), {2.5}));
  CHECK(enclose(sides_of("abs(time - 0.5 s)/1 s"), {0.5}));
  CHECK(enclose(sides_of("max(0, time/t1 - 2)"), {4}));
  CHECK(enclose(sides_of("min(time/1 s, 5 - time/1 s)"), {2.5}));
  CHECK(enclose(sides_of("sign(time - 3 s)"), {3}));
  CHECK(enclose(sides_of("floor(time/t1)", 7), {2, 4, 6}));
  CHECK(enclose(sides_of("mod(time, t1)/1 s", 7), {2, 4, 6}));
}

TEST_CASE("kinks: they need not be linear in time") {
  const double pi = M_PI;
  CHECK(enclose(sides_of("if(sin(time/1 s) > 0, 1, 0)"), {pi, 2 * pi, 3 * pi, 4 * pi, 5 * pi, 6 * pi}));
  CHECK(enclose(sides_of("abs((time/1 s)^2 - 4)"), {2}));
  CHECK(enclose(sides_of("max(0, exp(-time/1 s) - 0.5)"), {std::log(2)}));
  CHECK(enclose(sides_of("sqrt((time/1 s - 3)^2)"), {3}));
}

TEST_CASE("kinks: what no time brings is none") {
  CHECK(sides_of("max(0, pin.angle)").empty());
  CHECK(sides_of("if(time < -1 s, 0, 1)").empty());
  CHECK(sides_of("sin(time/1 s)^2").empty());
}

TEST_CASE("kinks: a saw of a million teeth is met tooth by tooth") {
  Model model = parts::make_pendulum();
  const Expr e = make_number(model, "mod(time, 1 ms)/1 s", "1").expr;
  std::vector<double> numbers;
  const NameTable names = make_names(model);
  FormulaMaker maker(model, names, numbers);
  Graph grown = model.graph;
  const TimeLaws laws = make_time_laws(grown, {&e, 1}, maker);
  KinkTimes kinks(laws, Parameters<double>{numbers}, 1000);
  double t = 0;
  for (int k = 1; k <= 3000; ++k) {
    t = kinks.next(t);
    REQUIRE(t < 1e-3 * k);
    t = kinks.next(t);
    REQUIRE(t == doctest::Approx(1e-3 * k).epsilon(1e-14));
  }
}

TEST_CASE("kinks: an expression that uses itself twice, forty times over, is looked at once a node") {
  Model model = parts::make_pendulum();
  Expr e = make_number(model, "time/1 s", "1").expr;
  for (int k = 0; k < 40; ++k) e = model.graph.apply(Op::add, e, e);
  CHECK(enclose(sides_of(model, model.graph.apply(op_of<Max>, e, model.graph.constant(std::ldexp(3.0, 40)))), {3}));
}

}  // namespace pintle
