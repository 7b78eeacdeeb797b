#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

/// ros2 on mechanisms: what a formulation puts into A are springs and dampers of joints, the rest it leaves out, and the order
/// is 2 all the same.
using namespace pintle;

namespace {

/// A driven base, a universal joint, a hinge and a slider with springs and dampers.
constexpr const char* tree = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  base: {mass: 5, inertia: [0.5, 0.6, 0.7], at: [0, 0, 0]}
  a: {mass: 1, inertia: [0.03, 0.03, 0.01], at: [0.1, 0, 0.35]}
  b: {mass: 2, inertia: [0.1, 0.2, 0.2], at: [0.5, 0.2, 0.6]}
  end: {mass: 0.5, inertia: [0.01, 0.02, 0.02], at: [0.9, 0.3, 0.7]}
joints:
  turn: {type: hinge, between: [world, base], at: [0, 0, 0], axis: [1, 2, 3], driven: {angle: =1 rad*sin(4 rad/s*time)}}
  u:
    type: universal
    between: [base, a]
    at: [0, 0, 0.2]
    axis: [1, 0, 0]
    second_axis: [0, 1, 0]
    spring: {rx: {stiffness: 30 N*m/rad, damping: 1}, ry: {stiffness: 30 N*m/rad}}
  h: {type: hinge, between: [a, b], at: [0.2, 0, 0.5], axis: [0.3, 1, 0.4], spring: {stiffness: 1e3, damping: 10}}
  s: {type: slider, between: [b, end], axis: [1, 0.2, 0.3], spring: {stiffness: 1e3, damping: 10}}
initial: {h: {rate: 3 rad/s}}
run: {until: 0.4, output_every: 0.05}
)";
/// A rod from its base to its end closes a loop.
const std::string loop = std::string(tree) + R"(
constraints:
  rod: {type: distance, at: {base: [0.5, -0.3, 0.1], end: [0, 0, 0]}, length: =sqrt(0.16 + 0.36 + 0.36)*1 m}
)";

}  // namespace

TEST_CASE("ros2: on mechanisms with springs, dampers and a driver its order is 2 in every formulation, with a loop and without") {
  for (const std::string& text : {std::string(tree), loop}) {
    const Model model = read_model_text(text, "springs.yaml");
    const std::string signal = "end.position.x";
    const auto run = [&](const std::string& formulation, const char* integrator, double rtol, double longest) {
      Model one = model;
      one.run.formulation = formulation;
      one.run.integrator = integrator;
      one.run.rtol = rtol;
      if (longest > 0) one.run.max_step = longest;
      return simulate(one, {signal}).series(signal);
    };
    const std::vector<double> truth = run("articulated-body", "dop853", 1e-12, 0);
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(formulation);
      std::vector<double> errors;
      for (const double step : {2e-3, 1e-3, 5e-4}) {  // all of them as long as they may be
        const std::vector<double> found = run(formulation, "ros2", 0.5, step);
        REQUIRE(found.size() == truth.size());
        errors.push_back(0);
        for (std::size_t k = 0; k < truth.size(); ++k) errors.back() = std::max(errors.back(), std::fabs(found[k] - truth[k]));
      }
      CHECK(errors[0] / errors[1] == doctest::Approx(4).epsilon(0.1));  // asymptotic; 2 would be order 1
      CHECK(errors[1] / errors[2] == doctest::Approx(4).epsilon(0.05));
    }
  }
}
