#include <doctest/doctest.h>
#include <fmt/core.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/base/random.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

TEST_CASE("a driven wheel counts its turns: angle = ½ M/I t² over hundreds of turns, in every formulation") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 40;
    options.output_every = 1;
    options.integration.rtol = 1e-10;
    Watch watch;
    const RunSummary summary = run_model(make_wheel(2), name, options, watch);
    REQUIRE(summary.status == Status::completed);
    CHECK(summary.final.joints[0].angle.z / (2 * std::numbers::pi) > 250);
    // A formulation in body coordinates integrates a quaternion: 1600 rad are as many chances to lose some of rtol.
    for (const Seen& row : watch.rows) CHECK(row.state.joints[0].angle.z == doctest::Approx(row.t * row.t).epsilon(1e-7));
  }
}

TEST_CASE("turns survive a lock, an unlock and a change of direction") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_wheel(-2);
    model.joint_starts.push_back({"axle", {{Direction::rz, {0.0, 40.0}}}, {}, {}});
    for (const bool lock : {true, false}) {
      EventPart& event = add_event(model, lock ? "latch" : "unlatch", "time", ">=", lock ? 10 : 12);
      event.actions.push_back(LockAction{lock, "axle", {}});
    }
    RunOptions options;
    options.until = 30;
    options.integration.rtol = 1e-10;
    const RunSummary summary = run_model(model, name, options);
    // 40 t − t² until 10 s, then standing, then −(t − 12)²
    CHECK(summary.final.joints[0].angle.z == doctest::Approx(300. - 18 * 18).epsilon(1e-5));
  }
}

namespace {

/// A body that turns freely on three rotations in sequence, the middle one fast.
Model make_tumbler(const std::string& type, const std::string& inertia, const std::string& initial) {
  return read_model_text("pintle: 1\nbodies: {a: {mass: 1, inertia: " + inertia +
                             ", at: [0, 0, 0]}}\njoints: {j: {type: " + type + ", between: [world, a]}}\ninitial: {j: {" +
                             initial + "}}\nevents: {e: {when: j.angle.ry > 2 rad, do: []}}\nrun: {until: 10}\n",
                         "tumbler.yaml");
}

}  // namespace

// cos β keeps its sign unless the motion goes through a singular place itself: α and γ make half a turn each instead.
// Steps in body coordinates are longer than a radian here.
TEST_CASE("three rotations in sequence: whoever passes 90 degrees closely turns back, over steps of any length") {
  const Model model = make_tumbler("[rx, ry, rz]", "[1, 1, 1]", "ry: {rate: 1}, rx: {angle: 0.2, rate: 0.1}, rz: {rate: 0.05}");
  RunOptions options;
  options.until = 10;
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, options, watch);
    REQUIRE(summary.status == Status::completed);
    CHECK(watch.events.empty());
    for (const Seen& row : watch.rows) CHECK(std::fabs(row.state.joints[0].angle.y) < std::numbers::pi / 2);
    // Turning steadily with ω = Σ aₖ θ̇ₖ of the start about a fixed axis; the angles by SciPy from θ̇ = A(θ)⁻¹ ω to 1e-12.
    CHECK(summary.final.joints[0].angle.x == doctest::Approx(9.80817088).epsilon(1e-7));
    CHECK(summary.final.joints[0].angle.y == doctest::Approx(-0.62194702).epsilon(1e-6));
    CHECK(summary.final.joints[0].angle.z == doctest::Approx(-2.88316408).epsilon(1e-7));
  }
}

TEST_CASE("three rotations in sequence: a motion through 90 degrees goes on beyond") {
  const Model model = make_tumbler("[rx, ry, rz]", "[1, 1, 1]", "ry: {rate: 1}, rx: {angle: 0.2}");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 10;
    const RunSummary summary = run_model(model, name, options);
    CHECK(summary.final.joints[0].angle.x == doctest::Approx(0.2).epsilon(1e-6));
    CHECK(summary.final.joints[0].angle.y == doctest::Approx(10).epsilon(1e-6));
  }
}

TEST_CASE("three rotations in sequence: formulations count the same turns of 30 random tumblers in all orders") {
  Random random(9);
  const char* types[] = {"[rx, ry, rz]", "[ry, rz, rx]", "[rz, rx, ry]", "[rx, rz, ry]", "[rz, ry, rx]", "[ry, rx, rz]"};
  for (int n = 0; n < 30; ++n) {
    const std::string type = types[n % 6];
    std::string initial;
    for (const int at : {1, 5, 9}) {
      const std::string direction = type.substr(static_cast<std::size_t>(at), 2);
      const double rate = random.uniform(-0.3, 0.3) + (at == 5 ? 1 : 0);
      initial += (at > 1 ? ", " : "") + direction + ": {angle: " + std::to_string(random.uniform(-1, 1)) +
                 ", rate: " + std::to_string(rate) + "}";
    }
    const std::string inertia =
        "[1, " + std::to_string(random.uniform(0.6, 1.5)) + ", " + std::to_string(random.uniform(0.9, 1.5)) + "]";
    CAPTURE(type);
    CAPTURE(inertia);
    CAPTURE(initial);
    RunOptions options;
    options.until = 10;
    const Model model = make_tumbler(type, inertia, initial);
    const Vec3<double> a = run_model(model, "articulated-body", options).final.joints[0].angle,
                       b = run_model(model, "newton-euler", options).final.joints[0].angle;
    CHECK(norm(a - b) < 1e-4);  // 1e-8 a step, times 1/cos β
  }
}

namespace {

/// Angles α, β, γ of [rx, ry, rz] and the angular velocity in body axes.
struct Tumble {
  std::array<double, 6> x;
};

/// θ̇ by the inverse of ω = (cβ cγ α̇ + sγ β̇, −cβ sγ α̇ + cγ β̇, sβ α̇ + γ̇), and Euler's equations without a moment.
std::array<double, 6> calc_rates(const std::array<double, 6>& x, const std::array<double, 3>& I) {
  const double sb = std::sin(x[1]), cb = std::cos(x[1]), sg = std::sin(x[2]), cg = std::cos(x[2]);
  const double alpha = (cg * x[3] - sg * x[4]) / cb;
  return {alpha,
          sg * x[3] + cg * x[4],
          x[5] - sb * alpha,
          (I[1] - I[2]) * x[4] * x[5] / I[0],
          (I[2] - I[0]) * x[5] * x[3] / I[1],
          (I[0] - I[1]) * x[3] * x[4] / I[2]};
}

/// Classical Runge-Kutta, in steps that are short against the distance from the singular place.
Tumble tumble(Tumble from, const std::array<double, 3>& I, double duration) {
  std::array<double, 6>& x = from.x;
  for (double t = 0; t < std::fabs(duration);) {
    const double h = std::min(0.02 * std::fabs(std::cos(x[1])) + 1e-12, std::fabs(duration) - t), dt = std::copysign(h, duration);
    const auto moved = [&](const std::array<double, 6>& k, double by) {
      std::array<double, 6> y = x;
      for (std::size_t i = 0; i < 6; ++i) y[i] += by * k[i];
      return y;
    };
    const auto a = calc_rates(x, I), b = calc_rates(moved(a, dt / 2), I), c = calc_rates(moved(b, dt / 2), I),
               d = calc_rates(moved(c, dt), I);
    for (std::size_t i = 0; i < 6; ++i) x[i] += dt / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    t += h;
    if (t + 1e-13 > std::fabs(duration)) break;
  }
  return from;
}

}  // namespace

// Which side of the singular place a motion passes decides whether α gains half a turn or loses one, and a step is longer than the
// whole passage: it is looked at by the step's own interpolant.
TEST_CASE(
    "three rotations in sequence: turns are those of the motion in between, down to a millionth of a radian from 90 degrees") {
  Random random(31);
  const std::array<double, 3> I{1, 1.7, 2.3};
  for (const double distance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6})
    for (int n = 0; n < 8; ++n) {
      const double gamma = random.uniform(-3, 3), w = random.uniform(0.7, 1.5) * (random.chance(0.5) ? 1 : -1);
      const double side = random.chance(0.5) ? 1 : -1, off = std::numbers::pi / 2 - distance;
      // closest to the singular place two seconds after the start: β̇ = 0
      const Tumble closest{{0.3, side * off, gamma, w * std::cos(gamma), -w * std::sin(gamma), random.uniform(-1, 1)}};
      const Tumble start = tumble(closest, I, -2), end = tumble(closest, I, 2);
      const auto rate = calc_rates(start.x, I);
      std::string initial;
      const char* const names[] = {"rx", "ry", "rz"};
      for (std::size_t k = 0; k < 3; ++k)
        initial += fmt::format("{}{}: {{angle: {:.17g} rad, rate: {:.17g}}}", k ? ", " : "", names[k], start.x[k], rate[k]);
      CAPTURE(distance);
      CAPTURE(initial);
      RunOptions options;
      options.until = 4;
      options.integration.rtol = 1e-10;
      for (const std::string& name : formulation_names()) {
        CAPTURE(name);
        const RunSummary summary = run_model(make_tumbler("[rx, ry, rz]", "[1, 1.7, 2.3]", initial), name, options);
        REQUIRE(summary.status == Status::completed);
        const Vec3<double> q = summary.final.joints[0].angle;
        // an error of the motion of 1e-9 is one of 1e-3 beside a distance of 1e-6; a turn more or less is 6.3
        for (int k = 0; k < 3; ++k) CHECK(std::fabs(q[k] - end.x[static_cast<std::size_t>(k)]) < 1e-2);
      }
    }
}

TEST_CASE("orientations: a quaternion goes on along a motion, through chains of hinges too, and events see it where it is") {
  // Two hinges about one axis at 1 and ½ rad/s: the second body turns by 3/2 t, w = cos ¾t, and is below −½ from ¾t = 2π/3 on.
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = read_model_text(
        "pintle: 1\nbodies:\n  a: {mass: 2, inertia: [1, 1, 1], at: [0, 0, 0]}\n  b: {mass: 1, inertia: [1, 1, 1], at: [0, 0, "
        "0]}\n"
        "joints:\n  i: {type: hinge, axis: [0, 1, 0], between: [world, a]}\n  j: {type: hinge, axis: [0, 1, 0], between: [a, "
        "b]}\n"
        "initial: {i: {rate: 1}, j: {rate: 0.5}}\n"
        "events:\n  half: {when: a.orientation.w < -0.5, do: []}\n  other: {when: b.orientation.w < -0.5, do: []}\n"
        "  back: {when: a.orientation.w > 0.9 and time > 1 s, do: []}\n"
        "run: {until: 14, output_every: 14, rtol: 1e-9}\n",
        "turns.yaml");
    Watch watch;
    run_model(model, formulation, make_run_options(model.run), watch);
    REQUIRE(watch.events.size() == 3);
    CHECK(watch.events[0].time == doctest::Approx(8 * std::numbers::pi / 9).epsilon(1e-9));
    CHECK(watch.events[1].time == doctest::Approx(4 * std::numbers::pi / 3).epsilon(1e-9));
    CHECK(watch.events[2].time == doctest::Approx(4 * std::numbers::pi - 2 * std::acos(0.9)).epsilon(1e-9));
  }
}

TEST_CASE("orientations: rows and the final state have the sign of the motion where nothing else asks for it") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Model model = read_model_text(
        "pintle: 1\nbodies: {a: {mass: 2, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
        "joints: {i: {type: hinge, axis: [0, 1, 0], between: [world, a]}}\ninitial: {i: {rate: 1}}\nrun: {until: 8}\n",
        "turns.yaml");
    model.run.formulation = formulation;
    const Simulation run = simulate(model, {"a.orientation.w"});
    CHECK(run.final("a.orientation.w") == doctest::Approx(std::cos(4.0)).epsilon(1e-7));
    CHECK(run.summary.final.q_WB[1].w == doctest::Approx(std::cos(4.0)).epsilon(1e-7));
  }
}
