#include <doctest/doctest.h>

#include <cmath>

#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions fine(double until) {
  RunOptions options;
  options.until = until;
  options.integration.rtol = 1e-11;
  return options;
}

}  // namespace

TEST_CASE("living forces: a motor that says -k*angle - c*rate moves a pendulum as a spring and damper do") {
  Model sprung = make_pendulum(2), told = make_pendulum(2);
  sprung.joints[1].springs[Direction::rz] = {.stiffness = {{0, 7.0}}, .damping = {{0, 0.3}}, .rest = 0.0};
  told.joints[1].motors[Direction::rz] = make_number(told, "-7 N*m/rad*pin2.angle - 0.3 N*m*s/rad*pin2.rate", "N*m");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary a = run_model(sprung, name, fine(1.5)), b = run_model(told, name, fine(1.5));
    CHECK(b.final.joints[1].angle.z == doctest::Approx(a.final.joints[1].angle.z).epsilon(1e-9));
    CHECK(std::fabs(b.balance_error) < 1e-9);
  }
}

TEST_CASE("living forces: a thrust by a table gives a free body its area over the mass, whatever its kinks") {
  Model model = make_drop(5);
  model.gravity = {0, 0, 0};
  model.contacts.clear();
  model.surfaces.clear();
  const int table =
      model.graph.add_table(make_table({{0.1, 0}, {0.25, 8}, {0.3, 8}, {0.7, -2}}, Interpolate::linear, Outside::zero));
  model.functions.push_back({"burn", table, parse_unit("s").dimension, parse_unit("N").dimension, false, "time"});
  model.forces.of<PointForce>().push_back(
      {"jet", {PointOn{"ball", {0, 0, 0}}}, {{0.0, make_number(model, "burn(time)", "N"), 0.0}, {}}});
  const double area = 0.5 * 0.15 * 8 + 0.05 * 8 + 0.5 * 0.4 * (8 - 2);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(run_model(model, name, fine(1)).final.V_WB[1].v.y == doctest::Approx(area).epsilon(1e-13));
  }
}

TEST_CASE("living forces: what reads a moving point and another body's axes is the same in both formulations") {
  Model model = make_pendulum(3);
  model.points.push_back({"tip", {"rod3", {0.1, 0.2, -0.5}}});
  model.forces.of<PointForce>().push_back(
      {.name = "drag",
       .at = {PointOn{"rod2", {0.1, 0, 0.2}}},
       .law = {{make_number(model, "-2 N*s/m*tip.velocity.x", "N"),
                make_number(model, "3 N/m*rod3.position.y + 1 N*sin(4 rad/s*time)", "N"), 1.0},
               {}},
       .axes = "rod1"});
  const RunSummary a = run_model(model, "articulated-body", fine(1)), b = run_model(model, "newton-euler", fine(1));
  for (int j = 0; j < 3; ++j)
    CHECK(a.final.joints[static_cast<std::size_t>(j)].angle.z ==
          doctest::Approx(b.final.joints[static_cast<std::size_t>(j)].angle.z).epsilon(1e-9));
}

TEST_CASE("living forces: the rate of a driven joint is read as it is told, at the stages of every formulation") {
  // A sled is pushed by a crank's rate, 2 t rad/s: v = t², wherever the crank is.
  const Model model = read_model_text(
      "pintle: 1\ngravity: [0, 0, 0]\n"
      "bodies: {crank: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, sled: {mass: 1, inertia: [1, 1, 1], at: [5, 0, 0]}}\n"
      "joints:\n  shaft: {type: hinge, between: [world, crank], at: [0, 0, 0], axis: [0, 0, 1], driven: {angle: \"=1 "
      "rad/s^2*time^2\"}}\n"
      "  rail: {type: slider, between: [world, sled], axis: [1, 0, 0], motor: {force: \"=1 N*s/rad*shaft.rate\"}}\n",
      "told.yaml");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(run_model(model, name, fine(1.5)).final.joints[1].velocity.z == doctest::Approx(1.5 * 1.5).epsilon(1e-9));
  }
}
