#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <string>

#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"
#include "support/draws.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunSummary find_loads(const std::string& text, const std::string& formulation) {
  const Model model = read_model_text(text, "test.yaml");
  System system = make_system(model);
  assemble(system);
  RunOptions options = make_run_options(model.run);
  options.formulation = formulation;
  PeakWatch watch;
  return Run(system, options).go(watch);
}

/// A square four-bar A-B-C-D and, beside it, a pendulum P of 1 kg with its mass centre at 1 m, let go level:
///
///     force at P, at the bottom: m g (1 + 2 m L²/(I + m L²)) = 9.81 (1 + 2/1.1) = 27.646 N
std::string square(const std::string& crank, const std::string& initial, const std::string& more, const std::string& gravity) {
  return fmt::format(R"yaml(
pintle: 1
gravity: [0, 0, {}]
bodies:
  a: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.5]}}
  b: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 1]}}
  c: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0.5]}}
  p: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [5, 0, -1]}}
joints:
  A: {{type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]{}}}
  B: {{type: hinge, between: [a, b], at: [0, 0, 1], axis: [0, 1, 0]}}
  C: {{type: hinge, between: [b, c], at: [1, 0, 1], axis: [0, 1, 0]}}
  D: {{type: hinge, between: [world, c], at: [1, 0, 0], axis: [0, 1, 0]}}
  P: {{type: hinge, between: [world, p], at: [5, 0, 0], axis: [0, 1, 0]}}
initial: {{P: {{angle: 90 deg}}{}}}
{}
run: {{until: 2 s}}
)yaml",
                     gravity, crank, initial, more);
}

/// A four-bar that swings, with a pendulum on its coupler; it is locked for 0.8 s on the way.
std::string make_locking(Random& random) {
  const double ground = 1, crank = random.uniform(0.3, 0.6), coupler = random.uniform(0.9, 1.3),
               rocker = random.uniform(0.8, 1.1);
  const double angle = random.uniform(50, 110) * std::numbers::pi / 180, at = random.uniform(0.2, 0.6);
  const double Bx = crank * std::cos(angle), Bz = crank * std::sin(angle), dx = ground - Bx, dz = -Bz, d = std::hypot(dx, dz);
  const double along = (coupler * coupler - rocker * rocker + d * d) / (2 * d);
  const double across = std::sqrt(coupler * coupler - along * along);
  const double Cx = Bx + (along * dx - across * dz) / d, Cz = Bz + (along * dz + across * dx) / d;
  return fmt::format(R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  a: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [{0}, 0, {1}]}}
  b: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [{2}, 0, {3}]}}
  c: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [{4}, 0, {5}]}}
  p: {{mass: 0.5, inertia: [0.05, 0.05, 0.05], at: [{6}, 0, {8}]}}
joints:
  A: {{type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}}
  B: {{type: hinge, between: [a, b], at: [{9}, 0, {10}], axis: [0, 1, 0]}}
  C: {{type: hinge, between: [b, c], at: [{6}, 0, {7}], axis: [0, 1, 0]}}
  D: {{type: hinge, between: [world, c], at: [1, 0, 0], axis: [0, 1, 0]}}
  P: {{type: hinge, between: [b, p], at: [{6}, 0, {7}], axis: [0, 1, 0]}}
initial: {{P: {{angle: 80 deg}}, A: {{rate: {11} rad/s}}}}
events: {{e: {{when: time > {12} s, do: [lock: A]}}, f: {{when: time > {13} s, do: [unlock: A]}}}}
run: {{until: 2 s}}
)yaml",
                     Bx / 2, Bz / 2, (Bx + Cx) / 2, (Bz + Cz) / 2, (Cx + ground) / 2, Cz / 2, Cx, Cz, Cz - 0.4, Bx, Bz,
                     random.uniform(-2, 2), at, at + 0.8);
}

}  // namespace

TEST_CASE("rest: a pendulum beside a loop that stands still has its load, and the loop has its own, in every formulation") {
  struct Case {
    std::string crank, initial, more;
    bool holds;  // from the start
  };
  const Case cases[] = {
      {", locked: true", ", A: {angle: 20 deg}", "", true},
      {", driven: {angle: 20 deg}", "", "", true},
      {"", ", A: {angle: 20 deg, rate: 1 rad/s}", "events: {e: {when: time > 0.3 s, do: [lock: A]}}", false},
      {", spring: {stiffness: 1e4, damping: 300, rest: 0.3 rad}", ", A: {angle: 20 deg}", "", false},
  };
  for (const Case& one : cases) {
    const RunSummary reference = find_loads(square(one.crank, one.initial, one.more, "-9.81"), "articulated-body");
    for (const std::string& name : formulation_names()) {
      CAPTURE(one.crank);
      CAPTURE(name);
      const RunSummary summary = find_loads(square(one.crank, one.initial, one.more, "-9.81"), name);
      REQUIRE(summary.status == Status::completed);
      const LoadTable& loads = *summary.loads;
      CHECK(loads.peak(4, load_force).value == doctest::Approx(9.81 * (1 + 2 / 1.1)).epsilon(1e-3));
      CHECK(loads.rms(4, load_force) == doctest::Approx(16.88).epsilon(1e-3));
      for (int j = 0; j < 4; ++j) {
        CHECK(loads.peak(j, load_force).value == doctest::Approx(reference.loads->peak(j, load_force).value).epsilon(2e-3));
        CHECK(loads.rms(j, load_force) == doctest::Approx(reference.loads->rms(j, load_force)).epsilon(2e-3));
        if (one.holds)  // an even load
          CHECK(loads.rms(j, load_force) == doctest::Approx(loads.peak(j, load_force).value).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("rest: a loop without weight that a spring presses against its lock has the loads of the spring") {
  const std::string text =
      square(", locked: true", ", A: {angle: 20 deg}",
             "forces: {s: {at: {a: [0, 0, 0], world: [2, 0, 1]}, spring: {stiffness: 100 N/m, free_length: 1 m}}}", "0");
  const RunSummary reference = find_loads(text, "partitioned");
  CHECK(reference.loads->peak(0, load_force).value > 1);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_loads(text, name);
    for (int j = 0; j < 4; ++j) {
      const double force = reference.loads->peak(j, load_force).value;
      CHECK(summary.loads->peak(j, load_force).value == doctest::Approx(force).epsilon(1e-6));
      CHECK(summary.loads->rms(j, load_force) == doctest::Approx(force).epsilon(1e-6));
    }
  }
}

TEST_CASE("rest: random four-bars that are locked on the way and let go have the same peaks and rms in every formulation") {
  Random random(11);
  for (int k = 0; k < draws(15); ++k) {
    CAPTURE(k);
    const std::string text = make_locking(random);
    const RunSummary reference = find_loads(text, "partitioned");
    REQUIRE(reference.status == Status::completed);
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      const RunSummary summary = find_loads(text, name);
      REQUIRE(summary.status == Status::completed);
      for (int j = 0; j < 5; ++j) {
        CHECK(summary.loads->peak(j, load_force).value ==
              doctest::Approx(reference.loads->peak(j, load_force).value).epsilon(2e-3));
        CHECK(summary.loads->rms(j, load_force) == doctest::Approx(reference.loads->rms(j, load_force)).epsilon(5e-3));
      }
    }
  }
}

TEST_CASE("rms: a force that changes its sign has the rms of its one component, of a harmonic motion that of the closed form") {
  for (const double until : {0.1, 0.5, 1.3, 10.0})
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      CAPTURE(until);
      const RunSummary summary = find_loads(
          fmt::format(
              "pintle: 1\nbodies: {{a: {{mass: 2, inertia: [1, 1, 1], at: [0, 0, 0]}}}}\n"
              "joints: {{s: {{type: slider, between: [world, a], axis: [1, 0, 0], spring: {{stiffness: 8, rest: 0 m}}}}}}\n"
              "initial: {{s: {{displacement: 1 m}}}}\nrun: {{until: {} s}}\n",
              until),
          name);
      const double rms = 8 * std::sqrt(0.5 + std::sin(4 * until) / (8 * until));    // 8 N cos 2t
      CHECK(summary.loads->rms(0, load_fz) == doctest::Approx(rms).epsilon(2e-4));  // by polynomials through ends of steps
      CHECK(summary.loads->rms(0, load_force) == doctest::Approx(summary.loads->rms(0, load_fz)).epsilon(1e-9));
    }
}
