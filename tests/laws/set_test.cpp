#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/system/case_maker.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions fine(double until) {
  RunOptions options{.until = until};
  options.integration.rtol = 1e-12;
  return options;
}

const std::string slider = R"(pintle: 1
parameters: {k: 8 N/m}
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0], spring: {stiffness: =k, rest: 0}}}
initial: {rail: {displacement: 0.5 m}}
)";

}  // namespace

TEST_CASE("set: a spring that becomes stiffer brings energy of its own account, and the oscillation its new frequency") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    // ω = 2; at 1 s, q = ½ cos 2, v = −sin 2; then ω = 4.
    const Model model = read_model_text(slider + "events: {more: {when: time >= 1 s, do: [set: {parameters.k: =4*k}]}}\n", "m");
    Watch watch;
    const RunSummary summary = run_model(model, formulation, fine(2), watch);
    CHECK(summary.status == Status::completed);
    const double q = 0.5 * std::cos(2.0), v = -std::sin(2.0);
    CHECK(summary.accounts.set == doctest::Approx(0.5 * (32 - 8) * q * q).epsilon(1e-10));
    CHECK(summary.accounts.events == 0);
    CHECK(summary.balance_error < 1e-10);
    CHECK(summary.final.joints[0].displacement.z == doctest::Approx(q * std::cos(4.0) + v / 4 * std::sin(4.0)).epsilon(1e-9));
    CHECK(watch.events[0].actions[0] == "set parameters.k = 4*k");
  }
}

TEST_CASE("set: a number of a part and gravity are set by their paths") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = read_model_text(R"(pintle: 1
gravity: [0, 0, -2]
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1]}}
forces: {up: {at: {a: [0, 0, 0]}, force: [0, 0, 4 N]}}
events:
  ends: {when: time >= 1 s, do: [set: {forces.up.force.z: 0 N, gravity.z: -1 m/s^2}]}
)",
                                        "m");
    Watch watch;
    const RunSummary summary = run_model(model, formulation, fine(3), watch);
    CHECK(summary.status == Status::completed);
    CHECK(summary.final.V_WB[1].v.z == doctest::Approx(-2).epsilon(1e-12));  // balanced, then two seconds of g = 1
    CHECK(summary.final.X_WB[1].p.z == doctest::Approx(-2).epsilon(1e-12));
    CHECK(summary.balance_error < 1e-10);
  }
}

TEST_CASE("set: the next go of the same run, and the next case, begin with their own numbers") {
  const Model model = read_model_text(slider + "events: {more: {when: time >= 1 s, do: [set: {k: 32 N/m}]}}\n", "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    RunOptions options = fine(2);
    options.formulation = formulation;
    CaseMaker maker(model);
    Run run(maker.system(), options);
    Watch first, second, third;
    const double x = run.go(first).final.joints[0].displacement.z;
    CHECK(run.go(second).final.joints[0].displacement.z == x);
    maker.set("k", 2);
    const double other = run.go(maker.make(), third).final.joints[0].displacement.z;
    const double q = 0.5 * std::cos(1.0), v = -0.5 * std::sin(1.0);  // ω = 1, then 4
    CHECK(other == doctest::Approx(q * std::cos(4.0) + v / 4 * std::sin(4.0)).epsilon(1e-9));
  }
}

TEST_CASE("set: what decides what exists, follows from others, is no number or moves a frame is refused") {
  const auto read = [](const std::string& text) { return make_system(read_model_text(slider + text, "m")); };
  CHECK_THROWS_WITH_AS(read("events: {e: {when: time > 1 s, do: [set: {parameters.n: 2}]}}\n"),
                       doctest::Contains("there is no parameter n"), Error);
  CHECK_NOTHROW(
      read("events: {e: {when: time > 1 s, do: [set: {joints.rail.spring.stiffness: 2 N/m}]}}\n"));  // its own from then on
  CHECK_THROWS_WITH_AS(read("events: {e: {when: time > 1 s, do: [set: {joints.rail.spring.damping: 2 N*s/m}]}}\n"),
                       doctest::Contains("is no number of this file"), Error);
  CHECK_THROWS_WITH_AS(read("events: {e: {when: time > 1 s, do: [set: {bodies.a.mass: 2 m}]}}\n"),
                       doctest::Contains("2 m is a length; give a mass"), Error);
  const Model moved = read_model_text(R"(pintle: 1
parameters: {x: 1 m}
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {pin: {type: hinge, between: [world, a], at: [=x, 0, 0], axis: [0, 0, 1]}}
events: {e: {when: time >= 1 s, do: [set: {x: 2 m}]}}
)",
                                      "m");
  CHECK_THROWS_WITH_AS(run_model(moved, "auto", {.until = 2}), doctest::Contains("set x = 2 m: it moves a frame of joint pin"),
                       Error);
  const std::string pin = R"(pintle: 1
parameters: {x: 1 m}
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {pin: {type: hinge, between: [world, a], at: [=x, 0, 0], axis: [0, 0, 1]}}
)";
  for (const char* path : {"x", "joints.pin.at.x"}) {  // that which follows from a parameter, too; long before it fires
    CAPTURE(path);
    const std::string event = fmt::format("events: {{e: {{when: time >= 1 s, do: [set: {{{}: 2 m}}]}}}}\n", path);
    const std::string sampled = fmt::format("controllers: {{c: {{every: 0.1 s, set: {{{}: =1 m + 1 m*pin.angle}}}}}}\n", path);
    for (const std::string& text : {event, sampled})
      CHECK_THROWS_WITH_AS(Run(make_system(read_model_text(pin + text, "m")), {.until = 2}),
                           doctest::Contains("it moves a frame of joint pin"), Error);
  }
}

TEST_CASE("stage: conditions ask for the phase by its name, and the signal counts from zero") {
  const Model model = read_model_text(R"(pintle: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}}
events:
  one: {when: time >= 1 s, do: [stage: ascent]}
  two: {when: stage == ascent and time >= 2 s, do: [stage: cruise]}
  three: {when: stage == cruise, for: 0.5 s, do: [stop]}
measures: {stage: {of: system.stage, take: mean}}
)",
                                      "m");
  Watch watch;
  const RunSummary summary = run_model(model, "auto", {.until = 9}, watch);
  CHECK(summary.status == Status::stopped);
  CHECK(summary.time == doctest::Approx(2.5));
  CHECK(watch.events[1].actions[0] == "stage cruise");
  CHECK(summary.measures[0].value == doctest::Approx((0 * 1 + 1 * 1 + 2 * 0.5) / 2.5));
}
