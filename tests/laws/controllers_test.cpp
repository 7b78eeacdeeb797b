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

const std::string slider = R"(pintle: 1
parameters: {k: 4 N/m, u: 0 N, hard: 16 N/m}
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints:
  rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0], spring: {stiffness: =k, rest: 0}, motor: {force: =u}}
)";

double displacement(const RunSummary& summary) { return summary.final.joints[0].displacement.z; }
double velocity(const RunSummary& summary) { return summary.final.joints[0].velocity.z; }

}  // namespace

TEST_CASE("controller: a spring that is harder on one side swings by two halves of two periods, and no energy comes or goes") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const std::string controllers = R"(initial: {rail: {displacement: -0.5 m}}
controllers: {harder: {when: rail.displacement > 0, set: {joints.rail.spring.stiffness: =hard}}}
)";
    // ω = 2 on the left, 4 on the right: T = π/2 + π/4.
    const double T = 0.75 * std::numbers::pi;
    Watch watch;
    const RunSummary summary = run_model(read_model_text(slider + controllers, "m"), formulation, fine(4 * T), watch);
    REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
    CHECK(displacement(summary) == doctest::Approx(-0.5).epsilon(1e-9));
    CHECK(std::abs(velocity(summary)) < 1e-8);
    CHECK(std::abs(summary.accounts.set) < 1e-12);  // it switches where the spring is at rest
    CHECK(summary.balance_error < 1e-10);
    REQUIRE(watch.events.size() == 8);
    CHECK(watch.events[0].event == "harder");
    CHECK(watch.events[0].cause == "rail.displacement > 0");
    CHECK(watch.events[0].actions[0] == "set joints.rail.spring.stiffness = hard");
    CHECK(watch.events[1].cause == "not (rail.displacement > 0)");
    CHECK(watch.events[1].actions[0] == "restore joints.rail.spring.stiffness");
    CHECK(watch.events[0].time == doctest::Approx(0.25 * std::numbers::pi).epsilon(1e-9));
    CHECK(watch.events[1].time == doctest::Approx(0.5 * std::numbers::pi).epsilon(1e-9));
  }
}

TEST_CASE("controller: what it sets brings energy to the account of `set`, and takes it away again where it is given back") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const std::string controllers = R"(initial: {rail: {displacement: -0.5 m}}
controllers: {harder: {when: rail.displacement > 0.1 m, set: {k: =hard}, otherwise: OTHERWISE}}
)";
    const auto run = [&](const std::string& otherwise, double until) {
      std::string text = slider + controllers;
      text.replace(text.find("OTHERWISE"), 9, otherwise);
      return run_model(read_model_text(text, "m"), formulation, fine(until));
    };
    const double gain = 0.5 * (16 - 4) * 0.1 * 0.1;
    const RunSummary there = run("restore", 1), back = run("restore", 2), kept = run("keep", 2);
    CHECK(there.accounts.set == doctest::Approx(gain).epsilon(1e-9));
    CHECK(std::abs(back.accounts.set) < 1e-10);
    CHECK(kept.accounts.set == doctest::Approx(gain).epsilon(1e-9));
    for (const RunSummary& one : {there, back, kept}) CHECK(one.balance_error < 1e-10);
  }
}

TEST_CASE(
    "controller: of two that set the same number the later one holds, whoever ends first, and the first number comes back") {
  const std::string controllers = R"(initial: {rail: {velocity: 1 m/s}}
controllers:
  first: {when: time > 1 s and time < FIRST_ENDS, set: {u: 1 N}}
  second: {when: time > 2 s and time < SECOND_ENDS, set: {u: 3 N}}
signals: {force: =u*1}
)";
  // The spring is taken away: v = 1 + ∫ u dt.
  const auto run = [&](const std::string& first_ends, const std::string& second_ends) {
    std::string text = slider + controllers;
    text.replace(text.find("FIRST_ENDS"), 10, first_ends);
    text.replace(text.find("SECOND_ENDS"), 11, second_ends);
    text.replace(text.find("k: 4 N/m"), 8, "k: 0 N/m");
    return run_model(read_model_text(text, "m"), "auto", fine(6));
  };
  CHECK(velocity(run("5 s", "4 s")) == doctest::Approx(1 + 1 + 2 * 3 + 1).epsilon(1e-12));
  CHECK(velocity(run("4 s", "5 s")) == doctest::Approx(1 + 1 + 3 * 3).epsilon(1e-12));
}

TEST_CASE("controller: one that takes its own condition back ends the run with a sentence that names it") {
  // A constant push towards rest from both sides: it would switch for ever at rest.
  const std::string text = slider + R"(initial: {rail: {velocity: 1 m/s}}
controllers: {brake: {when: rail.velocity > 0, set: {u: -1 N}, otherwise: restore}}
)";
  std::string pushed = text;
  pushed.replace(pushed.find("u: 0 N"), 6, "u: 1 N");
  pushed.replace(pushed.find("k: 4 N/m"), 8, "k: 0 N/m");
  for (const std::string& formulation : formulation_names()) {
    const RunSummary summary = run_model(read_model_text(pushed, "m"), formulation, fine(3));
    CHECK(summary.status == Status::failed);
    CHECK(summary.time == doctest::Approx(1).epsilon(1e-5));
    CHECK_MESSAGE(summary.message.find("controllers.brake: switches without end") == 0, summary.message);
  }
  const std::string at_once = slider + R"(initial: {rail: {displacement: 0.1 m}}
controllers: {flip: {when: rail.acceleration < 0, set: {k: =-k}}}
)";
  const RunSummary summary = run_model(read_model_text(at_once, "m"), "auto", fine(3));
  CHECK(summary.status == Status::failed);
  CHECK_MESSAGE(summary.message.find("controllers.flip: switches without end at t = 0 s") == 0, summary.message);
}

TEST_CASE("controller: a sampled push is held between samples, and the motion is that of the difference equation") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    std::string text = slider + R"(initial: {rail: {displacement: 1 m}}
controllers: {damper: {every: 0.25 s, set: {u: =-1 N/m*rail.displacement - 1.2 N*s/m*rail.velocity}}}
)";
    text.replace(text.find("k: 4 N/m"), 8, "k: 0 N/m");
    Watch watch;
    const RunSummary summary = run_model(read_model_text(text, "m"), formulation, fine(10.1), watch);
    REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
    double x = 1, v = 0, u = 0, work = 0;
    for (int k = 0; k <= 40; ++k) {
      u = -x - 1.2 * v;
      const double T = k < 40 ? 0.25 : 0.1, before = x;
      x += T * v + 0.5 * T * T * u;
      v += T * u;
      work += u * (x - before);
    }
    // 1e-12: every step ends at a sample, and a constant push is integrated exactly.
    CHECK(displacement(summary) == doctest::Approx(x).epsilon(1e-12));
    CHECK(velocity(summary) == doctest::Approx(v).epsilon(1e-12));
    CHECK(summary.accounts.applied() == doctest::Approx(work).epsilon(1e-11));
    CHECK(watch.events.empty());
    CHECK(summary.balance_error < 1e-12);
  }
}

TEST_CASE("controller: two that are sampled at one instant read the same motion, before either of them sets a number") {
  std::string text = slider + R"(initial: {rail: {displacement: 1 m}}
controllers:
  push: {every: 1 s, set: {u: 2 N}}
  look: {every: 0.5 s, set: {hard: =1 N/m + 1 N/m*rail.acceleration/(1 m/s^2)}}
signals: {seen: =hard*1}
measures: {seen: {of: seen, take: max}}
)";
  text.replace(text.find("k: 4 N/m"), 8, "k: 0 N/m");
  const RunSummary early = run_model(read_model_text(text, "m"), "auto", fine(0.4));
  CHECK(early.measures[0].value == 16);  // before the first sample
  const RunSummary late = run_model(read_model_text(text, "m"), "auto", fine(0.6));
  CHECK(late.final.t == 0.6);
  Watch watch;
  const RunSummary summary = run_model(read_model_text(text + "run: {until: 1 s}\n", "m"), "auto", fine(0.4), watch);
  CHECK(summary.status == Status::completed);
}

TEST_CASE("controller: a measure tells when a condition was first true, and when last") {
  const std::string text = slider + R"(initial: {rail: {displacement: 1 m}}
measures:
  first: {of: rail.displacement < 0, take: first}
  last: {of: rail.displacement < -0.5 m, take: last}
  never: {of: rail.displacement > 2 m, take: first}
  still: {of: rail.displacement > -2 m, take: last}
)";
  for (const std::string& formulation : formulation_names()) {
    const RunSummary summary = run_model(read_model_text(text, "m"), formulation, fine(4));
    CHECK(summary.measures[0].value == doctest::Approx(std::numbers::pi / 4).epsilon(1e-9));
    CHECK(summary.measures[1].value == doctest::Approx(2 * std::numbers::pi / 3).epsilon(1e-9));  // cos 2t = −½
    CHECK(std::isnan(summary.measures[2].value));
    CHECK(summary.measures[3].value == 4);
    CHECK(summary.measures[0].unit == "s");
  }
}
