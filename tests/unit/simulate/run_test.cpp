#include "pintle/simulate/run.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/allocations.h"
#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions options_until(double until, double every = 0) {
  RunOptions options;
  options.until = until;
  options.output_every = every;
  return options;
}

}  // namespace

TEST_CASE("run: a mass on a spring is where the cosine says, on every row of the grid") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(make_oscillator(4), name, options_until(5, 0.125), watch);
    CHECK(summary.status == Status::completed);
    CHECK(summary.time == 5);
    CHECK(summary.formulation == name);
    REQUIRE(watch.rows.size() == 41);
    for (std::size_t k = 0; k < watch.rows.size(); ++k) {
      const Seen& row = watch.rows[k];
      CHECK(row.t == static_cast<double>(k) * 0.125);
      // rtol 1e-8 a step, over a handful of steps
      CHECK(row.state.joints[0].displacement.z == doctest::Approx(0.1 * std::cos(2 * row.t)).epsilon(1e-7));
    }
  }
}

TEST_CASE("run: until = 0 evaluates the start and gives one row") {
  for (const std::string& name : formulation_names()) {
    Watch watch;
    const RunSummary summary = run_model(make_pendulum(2), name, options_until(0, 0.1), watch);
    CHECK(summary.status == Status::completed);
    CHECK(watch.rows.size() == 1);
    CHECK(watch.observed.size() == 1);
    CHECK(summary.counters.steps == 0);
    CHECK(summary.energy_initial == summary.energy_final);
  }
}

TEST_CASE("run: the clock starts and ends once, and time never runs backwards") {
  Watch watch;
  Model model = make_pendulum(2);
  add_lock(model, "latch", 0.4, "pin2");
  run_model(model, "auto", options_until(1, 0.01), watch);
  CHECK(watch.starts == 1);
  CHECK(watch.finishes == 1);
  for (const auto* list : {&watch.observed, &watch.rows})
    for (std::size_t k = 1; k < list->size(); ++k) CHECK((*list)[k].t >= (*list)[k - 1].t);
  CHECK(watch.rows.size() == 102);  // 101 on the grid; at 0.4 s there are two
}

TEST_CASE("run: an observer that wants to stop interrupts, and what was seen is good") {
  Watch watch;
  watch.stop_after = 5;
  const RunSummary summary = run_model(make_pendulum(1), "auto", options_until(100), watch);
  CHECK(summary.status == Status::interrupted);
  CHECK(watch.observed.size() == 5);
  CHECK(summary.time == watch.observed.back().t);
}

TEST_CASE("run: a second go is the same to the last bit") {
  const System system = make_system(make_pendulum(3));
  Run run(system, options_until(1));
  Watch first, second;
  const RunSummary a = run.go(first), b = run.go(second);
  REQUIRE(first.observed.size() == second.observed.size());
  for (std::size_t j = 0; j < 3; ++j) CHECK(a.final.joints[j].angle.z == b.final.joints[j].angle.z);
}

TEST_CASE("run: auto picks a formulation and says why; others do not explain themselves") {
  const RunSummary picked = run_model(make_pendulum(1), "auto", options_until(0.1));
  CHECK(picked.formulation == "articulated-body");
  CHECK(picked.choice.find("articulated-body") != std::string::npos);
  CHECK(run_model(make_pendulum(1), "newton-euler", options_until(0.1)).choice.empty());
}

TEST_CASE("run: a formulation or integrator that does not exist is an error before the clock starts") {
  const System system = make_system(make_pendulum(1));
  RunOptions options;
  options.formulation = "featherstone";
  CHECK_THROWS_WITH_AS(Run(system, options), doctest::Contains("choose one of auto, articulated-body"), Error);
  options.formulation = "auto";
  options.integrator = "euler";
  CHECK_THROWS_WITH_AS(Run(system, options), doctest::Contains("there is no 'euler'"), Error);
  options.integrator = "rk4";  // without a step
  CHECK_THROWS_WITH_AS(Run(system, options), doctest::Contains("run.dt"), Error);
}

TEST_CASE("run: after the first step of a structure no step takes memory") {
  if (allocation_count() < 0) {
    MESSAGE("sanitizers bring their own operator new: not counted here");
    return;
  }
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_random_tree({.bodies = 12, .seed = 5, .springs = true, .dampers = true});
    add_lock(model, "first", 0.1, model.joints.front().name);
    add_lock(model, "second", 0.2, model.joints.front().name, {}, false);
    const RunSummary summary = run_model(model, name, options_until(0.3, 0.01));
    CHECK(summary.status == Status::completed);
    CHECK(summary.counters.allocations == 0);
    CHECK(run_model(make_drop(0.1), name, options_until(0.5)).counters.allocations == 0);
  }
}

TEST_CASE("run: conditions that hit nothing take no memory, though they are crossed, touched and held") {
  if (allocation_count() < 0) return;
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, -9.81, 0]
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], at: [2, 0, 0]}}
joints:
  pin: {type: hinge, between: [world, a], at: [0, 0, 0], limits: {low: -5, high: 5, stiffness: 100}}
  elbow: {type: hinge, between: [a, b], at: [1, 0, 0]}
surfaces: {ground: {plane: {at: [0, -1.9, 0], up: [0, 1, 0]}, normal: {law: standard-linear-solid, ke: 1e4, kv: 1e4, cv: 10}}}
contacts: {tip: {at: {b: [0, 0, 0]}, surface: ground}}
events:
  never: {when: pin.angle > 0.1 and elbow.rate < -100 rad/s, do: [lock: pin]}
  twice: {when: abs(pin.angle) > 0.3 and pin.load.fx > 1e9, do: [lock: pin]}
  far: {when: "max(elbow.angle, pin.angle) > 1000", do: [lock: pin]}
  long: {when: pin.rate < 0, for: 10 s, do: [lock: pin]}
  late: {when: time > 100 s or (time > 1 s and elbow.angle > 500), do: [lock: pin]}
initial: {pin: {rate: 1}, elbow: {rate: -2}}
)",
                                      "conditions.yaml");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = run_model(model, name, options_until(4, 0.01));
    CHECK(summary.status == Status::completed);
    CHECK(summary.counters.events == 0);
    CHECK(summary.counters.allocations == 0);
  }
}

TEST_CASE("run: a run that cannot go on is a result that names the culprit and the time") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_oscillator(4);
    model.joints[0].motors[Direction::tz] = std::numeric_limits<double>::infinity();
    Watch watch;
    RunSummary summary;
    CHECK_NOTHROW(summary = run_model(model, name, options_until(1), watch));
    CHECK(summary.status == Status::failed);
    CHECK(summary.message.find("mass") != std::string::npos);
    CHECK(summary.message.find("t = 0 s") != std::string::npos);
    CHECK(watch.finishes == 1);
  }
}

TEST_CASE("run: a fixed step that is far too long fails in the middle of the run, not in the program") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options = options_until(1000, 0.1);
    options.integrator = "rk4";
    options.integration.dt = 0.1;
    Watch watch;
    RunSummary summary;
    CHECK_NOTHROW(summary = run_model(make_oscillator(1e6), name, options, watch));
    CHECK(summary.status == Status::failed);
    CHECK(summary.time > 0);
    CHECK(summary.time < 1000);
    CHECK_FALSE(summary.message.empty());
  }
}

TEST_CASE("run: a motion that grows without bound ends when it leaves the numbers, with the culprit's name") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunSummary summary;
    CHECK_NOTHROW(summary = run_model(make_oscillator(-1e6), name, options_until(5, 0.01)));
    CAPTURE(summary.message);
    CHECK(summary.status == Status::failed);
    CHECK(summary.time > 0.1);  // 0.1 m · exp(1000 t)
    CHECK(summary.time < 0.8);
    CHECK((summary.message.find("mass") != std::string::npos || summary.message.find("rail") != std::string::npos));
  }
}
