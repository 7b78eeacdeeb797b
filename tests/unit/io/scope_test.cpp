#include "pintle/io/scope.h"

#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

TEST_CASE("living fields read time, age and signals; their text has complete names") {
  const Model model =
      read_model_text(two_joints +
                          "parameters: {F: 3 N, tau: 2 s}\npoints: {tip: {at: {arm: [0, 0, 1]}}}\n"
                          "forces: {f: {at: {arm: [0, 0, 0]}, force: [=F*exp(-time/tau), =F*age/tau, =F*tip.position.x/1 m]}}\n",
                      "m.yaml");
  const Vector& force = model.forces.of<PointForce>()[0].law.force;
  CHECK(model.graph.reads(force.x.expr, InputKind::time));
  CHECK(model.graph.reads(force.y.expr, InputKind::age));
  CHECK(model.graph.reads(force.z.expr, InputKind::signal));
  CHECK(model.expressions.at(force.z.expr.i) == "F*tip.position.x/1 m");
  CHECK(force.x.value == 3);  // at the start
}

TEST_CASE("a signal of the user's own stands for its expression, also in a force") {
  const Model model = read_model_text(two_joints +
                                          "signals: {bend: =2*lean, lean: =hip.angle - 1 deg, up: =arm.tilt < 5 deg}\n"
                                          "forces: {f: {at: {arm: [0, 0, 0]}, force: [=1 N*bend, \"=if(up, 1 N, 2 N)\", 0]}}\n"
                                          "events: {e: {when: not up and bend > 1, do: []}}\n",
                                      "m.yaml");
  REQUIRE(model.signals.size() == 3);
  CHECK(model.signals[0].unit == "1");
  const int input = model.graph.inputs_of(model.forces.of<PointForce>()[0].law.force.x.expr).at(0);
  CHECK(model.graph.inputs()[static_cast<std::size_t>(input)].name == "hip.angle");
  CHECK(find_text(model, model.forces.of<PointForce>()[0].law.force.x.expr, {1, 1, -2}) == "1 N*bend");
}

TEST_CASE("an expression of constants is a plain number, one of parameters keeps what it is made of") {
  const Model model = read_model_text(
      "pintle: 1\nparameters: {m: 3 kg}\nbodies: {arm: {mass: =m, inertia: [=1 kg*m^2/4, =m*2 m^2, 1]}}\n", "m.yaml");
  CHECK_FALSE(model.bodies[0].inertia.xx.expr.exists());
  CHECK(model.bodies[0].inertia.xx == 0.25);
  CHECK(model.bodies[0].inertia.yy.expr.exists());
  CHECK(model.bodies[0].inertia.yy == 6);
  CHECK(model.expressions.empty());
}
