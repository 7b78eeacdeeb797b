#include "pintle/simulate/simulate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "support/small_models.h"

namespace pintle {

TEST_CASE("simulate: a mass on a spring is back after one period") {
  Model model = make_oscillator(4);  // 1 kg, 4 N/m, from 0.1 m: period π s
  model.run.until = std::numbers::pi;
  const Simulation run = simulate(model, {"rail.displacement", "system.energy.total"});
  CHECK(run.summary.status == Status::completed);
  CHECK(run.signals.size() == 2);
  CHECK(run.time.front() == 0);
  CHECK(run.time.back() == model.run.until);
  CHECK(run.series("rail.displacement").size() == run.time.size());
  CHECK(run.final("rail.displacement") == doctest::Approx(0.1).epsilon(1e-7));  // rtol 1e-8 over a period
  CHECK(run.series("system.energy.total").front() == doctest::Approx(0.02));
}

TEST_CASE("simulate: a beginning of names means all of them, none means the default") {
  Model model = make_oscillator(4);
  model.run.until = 0;
  CHECK(simulate(model, {"rail"}).signals.size() == 3);
  CHECK(simulate(model).final("mass.position.z") == doctest::Approx(0.1));
}

TEST_CASE("simulate: an event has a row on both sides and its log") {
  Model model = make_oscillator(4);
  add_event(model, "stop", "time >= 0.25 s", {StopAction{}});
  const Simulation run = simulate(model, {"rail.velocity"});
  CHECK(run.summary.status == Status::stopped);
  REQUIRE(run.events.size() == 1);
  CHECK(run.events[0].event == "stop");
  CHECK(run.time.back() == 0.25);
}

TEST_CASE("simulate: a signal that does not exist or was not asked for is a mistake") {
  Model model = make_oscillator(4);
  model.run.until = 0;
  CHECK_THROWS_AS(simulate(model, {"rail.angel"}), Error);
  CHECK_THROWS_AS(simulate(model, {"rail"}).series("mass.position.x"), Error);
}

}  // namespace pintle
