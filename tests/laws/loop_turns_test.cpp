#include <doctest/doctest.h>

#include <cmath>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// A wheel on two hinges in line, at 100 rad/s without any push: steps are many turns long. A second wheel is geared to the hinge
/// of which one formulation has no coordinate.
constexpr const char* two_hinges = R"yaml(
pintle: 1
bodies:
  w: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0]}
  v: {mass: 1, inertia: [0.2, 0.2, 0.2], at: [1, 0, 0]}
joints:
  j1: {type: hinge, between: [world, w], at: [0, 0, -0.5], axis: [0, 0, 1]}
  j2: {type: hinge, between: [world, w], at: [0, 0, 0.5], axis: [0, 0, 1]}
  k: {type: hinge, between: [world, v], at: [1, 0, 0], axis: [0, 0, 1]}
constraints:
  g: {type: gear, joints: [j2, k], ratio: 0.3}
initial: {j1: {rate: 100 rad/s}}
run: {until: 10 s, output_every: 2.5 s}
)yaml";

}  // namespace

TEST_CASE("turns: hinges of a loop and gears on them count a thousand radians, however long the steps, in every formulation") {
  for (const std::string& formulation : formulation_names())
    for (double rtol : {1e-4, 1e-8}) {
      CAPTURE(formulation);
      CAPTURE(rtol);
      Model model = read_model_text(two_hinges, "two_hinges.yaml");
      model.run.formulation = formulation;
      model.run.rtol = rtol;
      model.run.stabilization = "projection";
      const Simulation run = simulate(model, {"j1.angle", "j2.angle", "k.angle"});
      const double allowed = 1000 * 100 * rtol;  // quaternions err by rtol a turn or so
      CHECK(std::abs(run.final("j1.angle") - 1000) < allowed);
      CHECK(std::abs(run.final("j2.angle") - run.final("j1.angle")) < 1e-6);
      CHECK(std::abs(run.final("k.angle") - 0.3 * run.final("j2.angle")) < 1e-6);
    }
}
