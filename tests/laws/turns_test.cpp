#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/base/random.h"
#include "pintle/io/reader.h"
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
