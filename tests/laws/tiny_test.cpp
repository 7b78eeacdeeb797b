#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <string>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

/// No joint tells how long these mechanisms are: a body slides, or floats. Their numbers are measured by how far they move.
namespace pintle {
namespace {

constexpr double pi = 3.14159265358979323846;
const std::vector<std::string> all = formulation_names();
const std::vector<double> sizes{1, 1e-6, 1e-9, 1e-12};  // [m]

/// A mass of 1 kg on a rail; its displacement when the run ends, in parts of `size`.
double slide(const std::string& formulation, double size, double until, const std::string& gravity, const std::string& law,
             double start) {
  Model model = read_model_text(fmt::format(R"yaml(
pintle: 1
gravity: [{}, 0, 0]
bodies: {{b: {{mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}}}
joints: {{s: {{type: slider, between: [world, b], at: [0, 0, 0], axis: [1, 0, 0], {}}}}}
initial: {{s: {{displacement: {}}}}}
run: {{until: {}, output_every: {}, rtol: 1e-10}}
)yaml",
                                            gravity, law, start * size, until, until),
                                "tiny.yaml");
  model.run.formulation = formulation;
  return simulate(model, {"s.displacement"}).final("s.displacement") / size;
}

}  // namespace

TEST_CASE("tiny: an oscillation of a nanometre, or a picometre, keeps amplitude and phase as one of a metre does") {
  for (const std::string& formulation : all)
    for (const double size : sizes) {
      CAPTURE(formulation);
      CAPTURE(size);
      const double x = slide(formulation, size, 2.1, "0", fmt::format("spring: {{stiffness: {:.17g}, rest: 0}}", 4 * pi * pi), 1);
      CHECK(x == doctest::Approx(std::cos(2 * pi * 2.1)).epsilon(1e-9));  // rtol is 1e-10
    }
}

TEST_CASE("tiny: a stop that gives way by nanometres is left with the speed of the impact, whatever the scale") {
  // Falls by 1 at g = 2 in 1 s, meets k with speed 2, and is back after half a period of √k and the rest that weight adds:
  // x = −1 − (2/k)(1 − cos √k t) − (2/√k) sin √k t = −1 again at tan(√k t/2) = −√k.
  const double k = 1000, root = std::sqrt(k), contact = 2 / root * (pi - std::atan(root)), after = 0.5;
  for (const std::string& formulation : all)
    for (const double size : sizes) {
      CAPTURE(formulation);
      CAPTURE(size);
      const std::string law = fmt::format("limits: {{low: {}, stiffness: {}}}", -size, k);
      const double x = slide(formulation, size, 1 + contact + after, fmt::format("{}", -2 * size), law, 0);
      CHECK(x == doctest::Approx(-1 + 2 * after - after * after).epsilon(1e-8));
    }
}

TEST_CASE("tiny: a stop with restitution is met where it is, in nanometres as in metres") {
  for (const std::string& formulation : all)
    for (const double size : sizes) {
      CAPTURE(formulation);
      CAPTURE(size);
      const std::string law = fmt::format("limits: {{low: {}, restitution: 0.5}}", -size);
      const double x = slide(formulation, size, 1.5, fmt::format("{}", -2 * size), law, 0);  // met at 1 s, with speed 2
      CHECK(x == doctest::Approx(-1 + 0.5 - 0.25).epsilon(1e-10));
    }
}

}  // namespace pintle
