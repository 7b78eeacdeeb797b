#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "pintle/io/reader.h"
#include "support/watch.h"

/// What is small beside something large is computed as well as if it were alone.
using namespace pintle;

namespace {

constexpr double stiffness = 98696.044, w = 314.15927170407;  // 50 Hz of 1 kg: w² = stiffness

/// An oscillator of 1 µm, and a pendulum of 100 m that swings by 0.3 rad.
std::string make_text(const std::string& type, const std::string& place, const std::string& more) {
  const std::string spring = type == "slider" ? "98696.044 N/m" : "98696.044 N*m/rad";
  return "pintle: 1\ngravity: [0, 0, -9.81]\n"
         "bodies: {m: {mass: 1, inertia: [1, 1, 1], at: " +
         place +
         "}, far: {mass: 100, inertia: [1, 1, 1], at: [0, 0, -100]}}\n"
         "joints:\n"
         "  j: {type: " +
         type + ", between: [world, m], at: " + place + ", axis: [1, 0, 0], spring: {stiffness: " + spring +
         ", rest: 0}}\n"
         "  tether: {type: hinge, between: [world, far], at: [0, 0, 0], axis: [0, 1, 0]}\n" +
         more;
}

/// How much of the amplitude is missing at the end, which was 1 µm or 1 µrad.
double calc_loss(const State<double>& state, bool slides) {
  const JointCoordinates<double>& q = state.joints[0];
  const double x = slides ? q.displacement.z : q.angle.z, v = slides ? q.velocity.z : q.rate.z;
  return std::fabs(std::sqrt(x * x + v * v / (w * w)) / 1e-6 - 1);
}

RunOptions until(double t) {
  RunOptions options;
  options.until = t;
  return options;
}

}  // namespace

TEST_CASE("scales: an oscillation of 1 µm beside a pendulum of 100 m keeps its amplitude to 1e-6 in fifty periods") {
  // With one scale for all it fell to 79 % (joint coordinates) and 66 % (bodies), at the default rtol of 1e-8.
  for (const char* type : {"slider", "hinge"})
    for (const std::string& name : formulation_names()) {
      CAPTURE(type);
      CAPTURE(name);
      const bool slides = std::string(type) == "slider";
      const std::string start = slides ? "displacement: 1e-6" : "angle: 1e-6";
      const Model model =
          read_model_text(make_text(type, "[0, 0, 0]", "initial: {j: {" + start + "}, tether: {angle: 0.3}}\n"), "scale.yaml");
      const RunSummary summary = run_model(model, name, until(1.003));
      CHECK(calc_loss(summary.final, slides) < 1e-6);
      CHECK(summary.balance_error < 2e-6);  // of the small mechanism: twice the loss of amplitude
    }
}

TEST_CASE("scales: what was learned of amplitudes goes through an event") {
  const Model model = read_model_text(
      make_text(
          "slider", "[0, 0, 0]",
          "initial: {j: {displacement: 1e-6}, tether: {angle: 0.3}}\nevents: {stop: {when: time > 0.5 s, do: [lock: tether]}}\n"),
      "scale.yaml");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(1.003), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(calc_loss(summary.final, true) < 1e-6);
    CHECK(watch.events[0].before.moved.size() == watch.events[0].after.moved.size());
    CHECK(*std::ranges::max_element(watch.events[0].after.moved) > 0.01);  // the pendulum, or its speed
  }
}

TEST_CASE("scales: coordinates of joints do not feel how far from the origin a mechanism is, and bodies that do say so") {
  // Rounding of places counted there, too, and a smaller rtol did not help: 4e-6 of the amplitude was lost at 100 m.
  const std::string text =
      make_text("slider", "[100, 0, 0]", "initial: {j: {displacement: 1e-6}, tether: {angle: 0.3}}\n") + "run: {rtol: 1e-12}\n";
  RunOptions fine = until(1.003);
  fine.integration.rtol = 1e-12;
  const RunSummary joints = run_model(read_model_text(text, "far.yaml"), "articulated-body", fine);
  CHECK(calc_loss(joints.final, true) < 1e-7);  // of 1 kg, w is not quite that of the stiffness
  CHECK(joints.faint_joints.empty());
  const RunSummary bodies = run_model(read_model_text(text, "far.yaml"), "newton-euler", fine);
  REQUIRE(bodies.faint_joints.size() == 1);
  CHECK(bodies.faint_joints[0].rounded == doctest::Approx(100).epsilon(0.01));
}

TEST_CASE("scales: fifty metres away an oscillation of 1 µm is resolved as well as rounding of its place allows") {
  // ε · 50 m is 1e-8 of the amplitude; a hundred such errors add up at random.
  const Model model = read_model_text(
      make_text("slider", "[50, 0, 0]", "initial: {j: {displacement: 1e-6}, tether: {angle: 0.3}}\n"), "scale.yaml");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(calc_loss(run_model(model, name, until(1.003)).final, true) < 1e-5);
  }
}

TEST_CASE(
    "scales: a micrometre of motion inside a mechanism of 100 m is kept to 3e-5 where it has a coordinate of its own, and the "
    "run "
    "says that it is faint") {
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies: {m: {mass: 1, inertia: [1, 1, 1], at: [0, 0, -100]}, far: {mass: 100, inertia: [1, 1, 1], at: [0, 0, -100]}}
joints:
  j: {type: slider, between: [far, m], at: [0, 0, -100], axis: [0, 1, 0], spring: {stiffness: 98696.044, rest: 0}}
  tether: {type: hinge, between: [world, far], at: [0, 0, 0], axis: [0, 1, 0]}
initial: {j: {displacement: 1e-6}, tether: {angle: 0.3}}
)",
                                      "inside.yaml");
  const RunSummary joints = run_model(model, "articulated-body", until(1.003)),
                   bodies = run_model(model, "newton-euler", until(1.003));
  CHECK(calc_loss(joints.final, true) < 3e-5);
  REQUIRE(joints.faint_joints.size() == 1);  // 16 ε · 101 m are 4e-7 of it
  CHECK(joints.faint_joints[0].rounded == doctest::Approx(101.4).epsilon(0.01));
  // Bodies are allowed errors of ½ rtol · 1.4 m, 7e-3 of this amplitude, in a step, and 6e-4 of it is lost: the run says so.
  REQUIRE(bodies.faint_joints.size() == 1);
  CHECK(bodies.faint_joints[0].name == "j");
  CHECK(bodies.faint_joints[0].moved == doctest::Approx(1e-6).epsilon(0.01));
  CHECK(bodies.faint_joints[0].bodies > 1);
  CHECK(calc_loss(bodies.final, true) < 1e-2);
}

TEST_CASE("scales: what is resolved, or stands still, is not called faint") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Model beside = read_model_text(
        make_text("slider", "[0, 0, 0]", "initial: {j: {displacement: 1e-6}, tether: {angle: 0.3}}\n"), "scale.yaml");
    CHECK(run_model(beside, name, until(0.5)).faint_joints.empty());
    const Model still = read_model_text(make_text("slider", "[0, 0, 0]", "initial: {tether: {angle: 0.3}}\n"), "scale.yaml");
    CHECK(run_model(still, name, until(0.5)).faint_joints.empty());
  }
}

TEST_CASE("scales: a driven planet gear, whose motion takes no steps, does its work in balance") {
  // The work of the driver against gravity goes to and fro: with steps for the motion alone, 98 % of it was missing.
  const Model model = read_model_text(R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  carrier: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}
  planet: {mass: 2 kg, inertia: [0.1, 0.1, 0.1], at: [1.2, 0, 0]}
joints:
  c: {type: hinge, between: [world, carrier], at: [0, 0, 0], axis: [0, 1, 0], driven: {rate: 3 rad/s}}
  p: {type: hinge, between: [carrier, planet], at: [1, 0, 0], axis: [0, 1, 0]}
constraints: {g: {type: gear, joints: [c, p], ratio: 2.5}}
)",
                                      "planet.yaml");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = run_model(model, name, until(10));
    CHECK(summary.balance_error < 3e-6);  // a hundred steps of at most 1e-7 each
    CHECK(summary.drift_error < 1e-6);
    // Bodies had read the driven angle of the step before: the planet lagged by 0.5 rad.
    CHECK(summary.final.joints[1].angle.z == doctest::Approx(75).epsilon(1e-9));
    CHECK(summary.final.joints[1].rate.z == doctest::Approx(7.5).epsilon(1e-9));
  }
}
