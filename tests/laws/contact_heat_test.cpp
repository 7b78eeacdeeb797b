#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

/// `<contact>.dissipated`, the energy that a contact has turned into heat so far.
using namespace pintle;

namespace {

double at(const Simulation& run, const std::string& name, std::size_t k) { return run.series(name)[k]; }

}  // namespace

// A box that falls askew, slides, rocks and rests; its ground has states that are forgotten where it lifts off.
TEST_CASE(
    "contact: together contacts have dissipated what the ground has, at every instant, by every law, method and formulation") {
  for (const char* normal :
       {"{law: standard-linear-solid, ke: 20 kN/m, kv: 10 kN/m, cv: 200 N*s/m}",
        "{law: hunt-crossley, force: 200 N, depth: 1 cm, damping: 2 s/m}", "{law: spring-damper, k: 20 kN/m, c: 60 N*s/m}"})
    for (const char* integrator : {"dop853", "ros2"})
      for (const std::string& formulation : formulation_names()) {
        CAPTURE(normal);
        CAPTURE(integrator);
        CAPTURE(formulation);
        const Model model = read_model_text(
            fmt::format(
                "pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {{box: {{mass: 1, inertia: [0.1, 0.1, 0.1]}}}}\n"
                "surfaces:\n  ground: {{plane: {{up: [0.1, 0, 1]}}, normal: {}, friction: {{law: lugre, mu_s: 0.6, mu_k: 0.5, "
                "sigma0: 1e4, sigma1: 10, vs: 0.05 m/s}}}}\n"
                "contacts:\n  a: {{at: {{box: [0.3, 0.3, -0.1]}}, surface: ground}}\n"
                "  b: {{at: {{box: [-0.3, 0.3, -0.1]}}, surface: ground}}\n"
                "  c: {{at: {{box: [0, -0.3, -0.1]}}, surface: ground}}\n"
                "initial: {{box: {{at: [0, 0, 0.2], velocity: [0.5, 0.2, 0]}}}}\n"
                "run: {{until: 1 s, output_every: 0.02 s, integrator: {}, formulation: {}}}\n",
                normal, integrator, formulation),
            "box.yaml");
        const Simulation run =
            simulate(model, {"a.dissipated", "b.dissipated", "c.dissipated", "system.energy.ground", "system.energy.kinetic"});
        REQUIRE(run.summary.status == Status::completed);
        double most = 0;
        for (std::size_t k = 0; k < run.time.size(); ++k) {
          const double sum = at(run, "a.dissipated", k) + at(run, "b.dissipated", k) + at(run, "c.dissipated", k);
          CHECK(std::fabs(sum - at(run, "system.energy.ground", k)) < 1e-12);  // rounding, of 1 J
          most = std::fmax(most, at(run, "system.energy.kinetic", k));
        }
        CHECK(at(run, "a.dissipated", 0) == 0);
        for (const char* name : {"a.dissipated", "b.dissipated", "c.dissipated"}) CHECK(run.series(name).back() > 0.01 * most);
      }
}

// Two of them are on one mechanism, whose account they share; they come to rest, each where its spring carries its weight.
TEST_CASE("contact: each contact has the heat of its own force") {
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies: {low: {mass: 1, inertia: [1, 1, 1]}, high: {mass: 1, inertia: [1, 1, 1]}, both: {mass: 2, inertia: [1, 1, 1]}}
joints:
  l: {type: [tx, tz], between: [world, low], at: {world: [0, 0, 0], low: [0, 0, 0]}}
  h: {type: [tx, tz], between: [world, high], at: {world: [0, 0, 10], high: [0, 0, 0]}}
  b: {type: [tx, tz], between: [low, both], at: {low: [0, 1, 0], both: [0, 0, 0]}}
surfaces: {ground: {plane: {}, normal: {law: spring-damper, k: 20 kN/m, c: 60 N*s/m}, friction: {law: coulomb, mu: 0.5, v0: 1 mm/s}}}
contacts:
  foot: {at: {low: [0, 0, 0]}, surface: ground}
  air: {at: {high: [0, 0, 0]}, surface: ground}
  heavy: {at: {both: [0, 0, 0]}, surface: ground}
initial: {l: {tz: {displacement: 0.01}, tx: {velocity: 1}}, b: {tz: {displacement: 0.01}}}
run: {until: 1 s, rtol: 1e-9, record: [foot.dissipated]}
)",
                                      "feet.yaml");
  const Simulation run = simulate(model, {"foot.dissipated", "air.dissipated", "heavy.dissipated"});
  REQUIRE(run.summary.status == Status::completed);
  CHECK(run.series("air.dissipated").back() == 0);
  const double g = 9.81, k = 2e4;
  const auto lost = [&](double mass, double height) {
    const double deep = mass * g / k;
    return 0.5 * mass + mass * g * (height + deep) - 0.5 * k * deep * deep;
  };
  CHECK(run.series("foot.dissipated").back() == doctest::Approx(lost(1, 0.01)).epsilon(2e-3));
  CHECK(run.series("heavy.dissipated").back() == doctest::Approx(lost(2, 0.02)).epsilon(2e-3));
}
