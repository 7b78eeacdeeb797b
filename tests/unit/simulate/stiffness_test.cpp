#include "pintle/simulate/stiffness.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <string>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"

using namespace pintle;

namespace {

Stiffness stiffness_of(const std::string& text, const char* formulation) {
  System system = make_system(read_model_text(text, "stiff.yaml"));
  assemble(system);
  const Structure structure = make_structure(system);
  const Formulation& row = *find_formulation(formulation);
  const auto plan = std::make_shared<const Plan>(make_plan(system, structure, row.family));
  const auto kernel = row.make(system, plan, system.nominal);
  StartMaker starts(system, structure);
  return find_stiffness(system, system.nominal, structure, starts.make(system.nominal), *kernel);
}

/// A cart of 2 kg on a rail, and on it another one of 3 kg, which a spring and a damper hold: they act on a mass of 6/5 kg.
std::string carts(double k, double c, const std::string& run = "{until: 10 s}") {
  return fmt::format(
      "pintle: 1\nbodies: {{a: {{mass: 2 kg, inertia: [1, 1, 1]}}, b: {{mass: 3 kg, inertia: [1, 1, 1]}}}}\njoints:\n"
      "  rail: {{type: slider, between: [world, a], at: {{world: [0, 0, 0], a: [0, 0, 0]}}, axis: [1, 0, 0]}}\n"
      "  soft: {{type: slider, between: [a, b], at: {{a: [0, 0, 0], b: [0, 0, 0]}}, axis: [1, 0, 0], spring: {{stiffness: {}, "
      "damping: {}}}}}\nrun: {}\n",
      k, c, run);
}

RunOptions weigh(const std::string& text) {
  const Model model = read_model_text(text, "stiff.yaml");
  System system = make_system(model);
  assemble(system);
  return make_run_options(model.run, system);
}

}  // namespace

TEST_CASE("stiffness: a spring between two carts is as fast as on their reduced mass, its damper too, by both formulations") {
  for (const char* formulation : {"articulated-body", "newton-euler"}) {
    CAPTURE(formulation);
    const Stiffness spring = stiffness_of(carts(4000, 1), formulation), damper = stiffness_of(carts(10, 600), formulation);
    CHECK(spring.held.rate == doctest::Approx(std::sqrt(4000 / 1.2)).epsilon(1e-12));
    CHECK(damper.held.rate == doctest::Approx(600 / 1.2).epsilon(1e-12));
    CHECK(damper.held.part == "soft");
    CHECK(stiffness_of(carts(0, 0), formulation).fastest().rate == 0);
  }
}

TEST_CASE("stiffness: a foot counts as if it carried the weight, across the ground and along it, wherever it starts") {
  for (const char* height : {"1 m", "-1 mm"}) {
    const auto block = [&](const char* normal, const char* friction) {
      return stiffness_of(fmt::format("pintle: 1\ngravity: [0, 0, -10]\nbodies: {{block: {{mass: 2 kg, inertia: [1, 1, 1]}}}}\n"
                                      "surfaces: {{ground: {{plane: {{}}, normal: {}, friction: {}}}}}\ncontacts: {{foot: {{at: "
                                      "{{block: [0, 0, 0]}}, surface: ground}}}}\ninitial: {{block: {{at: [0, 0, {}]}}}}\n",
                                      normal, friction, height),
                          "articulated-body");
    };
    const Stiffness damped = block("{law: spring-damper, k: 20 kN/m, c: 500 N*s/m}", "{law: none}"),
                    elastic = block("{law: spring-damper, k: 20 kN/m, c: 0}", "{law: none}");
    CHECK(damped.held.rate == doctest::Approx(250).epsilon(1e-6));
    CHECK(damped.left.rate == doctest::Approx(100).epsilon(1e-6));
    CHECK(elastic.held.rate == 0);
    CHECK(elastic.left.rate == doctest::Approx(100).epsilon(1e-6));
    // 20 N on a bristle with σ₁ + σ₂ = 60 s/m, at any stiffness: the depth that carries a load is found to a few parts in a thousand
    for (const char* k : {"20 kN/m", "1e10 N/m"}) {
      const Stiffness rough = block(fmt::format("{{law: spring-damper, k: {}, c: 0}}", k).c_str(),
                                    "{law: lugre, mu_s: 0.5, mu_k: 0.5, sigma0: 100, sigma1: 50, sigma2: 10, vs: 0.1 m/s}");
      CHECK(rough.held.rate == doctest::Approx(600).epsilon(0.01));
      CHECK(rough.held.part == "foot");
    }
    const Stiffness hertz = block("{law: hunt-crossley, force: 20 N, depth: 1 um, damping: 2 s/m}", "{law: none}");
    CHECK(hertz.held.rate == doctest::Approx(20).epsilon(0.01));                              // 20 N · 2 s/m / 2 kg
    CHECK(hertz.left.rate == doctest::Approx(std::sqrt(1.5 * 20 / 1e-6 / 2)).epsilon(0.01));  // √(p F/ε/m)
  }
}

TEST_CASE(
    "auto takes ros2 where staying stable is too dear for an explicit method, unless a tolerance is asked for, and says so") {
  const RunOptions soft = weigh(carts(1e3, 1)), stiff = weigh(carts(1e7, 1e6)),
                   exact = weigh(carts(1e7, 1e6, "{until: 10 s, rtol: 1e-8}"));
  CHECK(soft.integrator == "dop853");
  CHECK(soft.integration.rtol == 1e-8);
  CHECK(soft.integrator_reason ==
        "dop853: the stiffest is soft, with 29 1/s where it starts; to be stable takes it some 5.8e+02 evaluations");
  CHECK(stiff.integrator == "ros2");
  CHECK(stiff.integration.rtol == 1e-3);
  CHECK(stiff.integration.atol == 1e-3);
  CHECK(
      stiff.integrator_reason ==
      "ros2, at rtol 0.001: the stiffest is soft, with 8.3e+05 1/s where it starts; to be stable would take dop853 some 1.7e+07 "
      "evaluations");
  CHECK(exact.integrator == "dop853");
  CHECK(exact.integration.rtol == 1e-8);
  CHECK(exact.integrator_reason.find("a tolerance was asked for") != std::string::npos);
  const Model model = read_model_text(carts(1e7, 1e6, "{until: 10 s, integrator: rkf45}"), "stiff.yaml");
  System system = make_system(model);
  assemble(system);
  CHECK(make_run_options(model.run, system).integrator == "rkf45");
}

TEST_CASE(
    "auto stays with dop853 on a ground whose stiffness ros2 would have to follow too, and takes ros2 on one whose damping it "
    "holds") {
  const auto drop = [](const char* normal) {
    return weigh(
        fmt::format("pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {{box: {{mass: 10, inertia: [1, 1, 1]}}}}\n"
                    "surfaces: {{ground: {{plane: {{}}, normal: {}}}}}\n"
                    "contacts: {{foot: {{at: {{box: [0, 0, 0]}}, surface: ground}}}}\n"
                    "initial: {{box: {{at: [0, 0, 0.1]}}}}\nrun: {{until: 600 s}}\n",
                    normal));
  };
  const RunOptions hard = drop("{law: spring-damper, k: 2e7 N/m, c: 1e3 N*s/m}"),
                   sticky = drop("{law: spring-damper, k: 1e4 N/m, c: 1e5 N*s/m}");
  CHECK(hard.integrator == "dop853");
  CHECK(hard.integration.rtol == 1e-8);
  CHECK(
      hard.integrator_reason ==
      "dop853: the stiffest is foot, with 1.4e+03 1/s where it starts; to be stable takes it some 1.7e+06 evaluations, and ros2 "
      "follows the ground's stiffness as well");
  CHECK(sticky.integrator == "ros2");
}

TEST_CASE("auto: what ros2 makes of a stiff joint is the motion of a rigid one, and its summary tells the choice") {
  const Model model = read_model_text(carts(1e7, 1e6), "stiff.yaml");
  System system = make_system(model);
  assemble(system);
  Observer nobody;
  const RunSummary summary = Run(system, make_run_options(model.run, system)).go(nobody);
  CHECK(summary.integrator == "ros2");
  CHECK(summary.rtol == 1e-3);
  CHECK(summary.integrator_choice.starts_with("ros2, at rtol 0.001: "));
  CHECK(summary.counters.evaluations < 1000);
}
