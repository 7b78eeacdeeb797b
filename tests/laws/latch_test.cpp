#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions fine(double until) {
  RunOptions options{.until = until};
  options.integration.rtol = 1e-12;
  return options;
}

/// Loads are located.
class LoadWatch final : public Observer {
 public:
  bool wants_peaks() const override { return true; }
};

}  // namespace

TEST_CASE("latch: a compliant latch takes no impulse, and its peak force is that of a spring hit by a mass") {
  const Model model = read_model_text(R"(pintle: 1
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0]}}
initial: {rail: {velocity: 3 m/s}}
events: {caught: {when: rail.displacement >= 1 m, do: [lock: {joint: rail, stiffness: 800 N/m}]}}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const System system = make_system(model);
    RunOptions options = fine(2);
    options.formulation = formulation;
    LoadWatch loads;
    const RunSummary summary = Run(system, options).go(loads);
    REQUIRE(summary.loads);
    // Between steps peaks are those of cubics through the loads (simulate/extremes.h): to some 1e-5 here.
    CHECK(summary.loads->peak(0, load_force).value == doctest::Approx(3 * std::sqrt(800. * 2)).epsilon(1e-4));  // v √(k m)
    CHECK(summary.loads->peak(0, load_force).source == LoadSource::both);
    CHECK(summary.final.joints[0].displacement.z ==
          doctest::Approx(1 + 3. / 20 * std::sin(20 * (2 - 1. / 3))).epsilon(1e-8));  // about where it was caught
    CHECK(summary.accounts.events == 0);
    CHECK(summary.balance_error < 1e-10);
  }
}

TEST_CASE("latch: unlock takes a compliant latch away, and what it has stored is booked") {
  const Model model = read_model_text(R"(pintle: 1
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0]}}
initial: {rail: {velocity: 3 m/s}}
events:
  caught: {when: time >= 1 s, do: [lock: {joint: rail, stiffness: 800 N/m}]}
  stopped: {after: caught, when: rail.velocity <= 0, do: [unlock: rail]}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const RunSummary summary = run_model(model, formulation, fine(2));
    CHECK(summary.status == Status::completed);
    CHECK(std::abs(summary.final.joints[0].velocity.z) < 1e-9);  // it rests where it came to a stop
    CHECK(summary.final.joints[0].displacement.z == doctest::Approx(3.15).epsilon(1e-9));
    CHECK(summary.accounts.events == doctest::Approx(-9).epsilon(1e-9));  // ½ m v²
    CHECK(summary.balance_error < 1e-10);
  }
}

TEST_CASE("latch: a joint that starts locked carries its load rigidly until it is unlocked") {
  const Model model = read_model_text(R"(pintle: 1
gravity: [0, -10, 0]
bodies: {bar: {mass: 3 kg, inertia: [0.01, 0.25, 0.25], at: [0.5, 0, 0]}}
joints: {pin: {type: hinge, between: [world, bar], at: [0, 0, 0], axis: [0, 0, 1], locked: true}}
initial: {pin: {angle: 30 deg}}
events: {go: {when: time >= 1 s, do: [unlock: pin]}}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Watch watch;
    const RunSummary summary = run_model(model, formulation, fine(1.5), watch);
    CHECK(summary.status == Status::completed);
    CHECK(watch.rows.front().freedoms == 0);
    CHECK(watch.events[0].before.joints[0].angle.z == doctest::Approx(std::numbers::pi / 6).epsilon(1e-15));
    CHECK(watch.events[0].freedoms_after == 1);
    CHECK(summary.final.joints[0].rate.z < -1);
    CHECK(summary.balance_error < 1e-10);
  }
  CHECK_THROWS_WITH_AS(make_system(read_model_text(R"(pintle: 1
bodies: {bar: {mass: 3 kg, inertia: [0.01, 0.25, 0.25], at: [0.5, 0, 0]}}
joints: {pin: {type: hinge, between: [world, bar], at: [0, 0, 0], axis: [0, 0, 1], locked: true}}
initial: {pin: {rate: 1}}
)",
                                                   "m")),
                       doctest::Contains("joint pin starts locked in rz"), Error);
}

TEST_CASE("latch: a slider bounces on its stop until it latches, and the lock holds it against stop and spring") {
  const Model model = read_model_text(R"(pintle: 1
gravity: [0, 0, -10]
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1], limits: {low: 0 m, restitution: 0.5}}}
initial: {rail: {displacement: 0.8 m}}
events:
  latch: {when: "rail.velocity <= 0 and time >= 0.95 s", do: [lock: rail]}
  open: {when: time >= 2 s, do: [unlock: rail]}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Watch watch;
    const RunSummary summary = run_model(model, formulation, fine(2.05), watch);
    CHECK(summary.status == Status::completed);
    // 4 m/s at 0.4 s, back with 2 m/s, down again at 0.8 s, back with 1 m/s; at 0.95 s on the way down: z = 0.15 − 5·0.15².
    REQUIRE(watch.events.size() >= 4);
    const EventLog& latch = watch.events[2];
    CHECK(latch.event == "latch");
    CHECK(latch.time == doctest::Approx(0.95));
    CHECK(latch.after.joints[0].displacement.z == doctest::Approx(0.0375));
    const EventLog& open = watch.events[3];
    CHECK(open.event == "open");
    CHECK(open.before.joints[0].displacement.z == doctest::Approx(latch.after.joints[0].displacement.z));
    CHECK(summary.balance_error < 1e-9);
  }
}
