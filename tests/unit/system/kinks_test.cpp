#include "pintle/system/kinks.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/model/scope.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

std::vector<double> kinks_of_text(const std::string& text) {
  Model model = parts::make_pendulum();
  add_parameter(model, "t1", "2 s");
  const Expr e[] = {make_number(model, text, "1").expr};
  return find_kinks(model.graph, e);
}

bool encloses(const std::vector<double>& kinks, double t) {
  return kinks.size() == 2 && kinks[0] < t && t < kinks[1] && kinks[1] - kinks[0] < 1e-14 * t;
}

}  // namespace

TEST_CASE("kinks: comparisons, abs, min and max of what is linear in time are met on both sides") {
  CHECK(encloses(kinks_of_text("if(time < t1, 0, 1)"), 2));
  CHECK(encloses(kinks_of_text("if(3*(time - t1) > 1.5 s, 0, 1)"), 2.5));
  CHECK(encloses(kinks_of_text("abs(time - 0.5 s)/1 s"), 0.5));
  CHECK(encloses(kinks_of_text("max(0, time/t1 - 2)"), 4));
  CHECK(encloses(kinks_of_text("min(time/1 s, 5 - time/1 s)"), 2.5));
}

TEST_CASE("kinks: what no time brings, or what is not linear in it, is none") {
  CHECK(kinks_of_text("max(0, pin.angle)").empty());
  CHECK(kinks_of_text("if(sin(time/1 s) > 0, 1, 0)").empty());
  CHECK(kinks_of_text("if(time < -1 s, 0, 1)").empty());
}

TEST_CASE("kinks: an expression that uses itself twice, forty times over, is looked at once a node") {
  Model model = parts::make_pendulum();
  Expr e = make_number(model, "time/1 s", "1").expr;
  for (int k = 0; k < 40; ++k) e = model.graph.apply(Op::add, e, e);
  const Expr kinked[] = {model.graph.apply(Op::max, e, model.graph.constant(std::ldexp(3.0, 40)))};
  CHECK(encloses(find_kinks(model.graph, kinked), 3));
}

}  // namespace pintle
