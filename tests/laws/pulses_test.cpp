#include <doctest/doctest.h>

#include <cmath>

#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

constexpr double sqrt_pi = 1.7724538509055160273;

/// A mass of 1 kg on a slider without gravity, at 1 m/s; `force` drives it.
Model make_sled(const std::string& force) {
  Model model = make_oscillator(0);
  model.joints[0].springs.clear();
  model.joint_starts.clear();
  model.joint_starts.push_back({"rail", {{Direction::tz, {0.0, 1.0}}}, {}, {}});
  if (!force.empty()) model.joints[0].motors[Direction::tz] = make_number(model, force, "N");
  return model;
}

RunOptions usual(double until) {
  RunOptions options;
  options.until = until;
  options.integration.rtol = 1e-8;
  return options;
}

double final_speed(const Model& model, const std::string& formulation, double until, long* steps = nullptr) {
  const RunSummary summary = run_model(model, formulation, usual(until));
  REQUIRE(summary.status == Status::completed);
  if (steps) *steps = summary.counters.steps;
  return summary.final.joints[0].velocity.z;
}

}  // namespace

TEST_CASE("a pulse of 0.1 ms in two seconds gives a mass its impulse, whatever its shape") {
  struct Case {
    const char* force;
    double impulse;  // closed form [N s]
  };
  const Case cases[] = {
      {"10000 N*exp(-((time - 1 s)/(0.1 ms))^2)", sqrt_pi},
      {"10000 N/(1 + ((time - 1 s)/(0.1 ms))^2)", M_PI - 2e-4},  // two tails of 1e-4 each are outside
      {"5000 N*(1 - tanh((time - 1 s)/(0.1 ms))^2)", 1},
      {"if(time > 1 s, 10000 N*exp(-(time - 1 s)/(0.1 ms)), 0 N)", 1},
      {"if(time > 1 s, 10000 N*((time - 1 s)/(0.1 ms))*exp(-(time - 1 s)/(0.1 ms)), 0 N)", 1},  // e^10000 where it is not taken
      {"if(time > 1 s and time < 1.0001 s, 10000 N, 0 N)", 1},
      {"10000 N*(time/(0.1 ms))*exp(-time/(0.1 ms))", 1},  // right at the start
      {"10000 N*exp(-((time - 1 s)/(0.1 ms))^2) + 0.001 N*exp(-((time - 1.5 s)/(1 us))^2) + 3 N*sin(2 rad/s*time)",
       sqrt_pi + 1e-9 * sqrt_pi + 1.5 * (1 - std::cos(4.0))},
      {"1 N*exp(-((time - 0.3 s)/(1 us))^2)*if(time > 0.2 s, 1000000, 0)", sqrt_pi},
  };
  for (const std::string& name : formulation_names())
    for (const Case& one : cases) {
      CAPTURE(name);
      CAPTURE(one.force);
      // rtol 1e-8 of some ten steps
      CHECK(final_speed(make_sled(one.force), name, 2) == doctest::Approx(1 + one.impulse).epsilon(1e-6));
    }
}

TEST_CASE("a train of pulses gives every one of them") {
  // The mean of sin²⁰ is (20 choose 10)/2²⁰; 10 whole periods
  const Model model = make_sled("100 N*sin(3.141592653589793 rad/s*time)^20");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(final_speed(model, name, 10) == doctest::Approx(1 + 100 * 10 * 184756 / 1048576.0).epsilon(1e-7));
  }
  const Model narrow = make_sled("1000 N*sin(3.141592653589793 rad/s*time)^2000");
  // Γ(1001/… by Stirling: mean of sin²ⁿ is (2n choose n)/4ⁿ ≈ 1/√(πn) (1 − 1/(8n)), n = 1000
  const double mean = (1 - 1 / 8000.0 + 1 / (128 * 1e6)) / std::sqrt(M_PI * 1000);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(final_speed(narrow, name, 10) == doctest::Approx(1 + 1000 * 10 * mean).epsilon(1e-6));
  }
}

TEST_CASE("pulses are met in forces on points, in forces between points and in driven rates") {
  const std::string pulse = "exp(-((time - 0.5 s)/(0.1 ms))^2)";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model on_point = make_sled("");
    const std::string body = on_point.bodies[0].name;
    on_point.forces.of<PointForce>().push_back(
        {"push", {PointOn{body, {0, 0, 0}}}, {{0.0, 0.0, make_number(on_point, "10000 N*" + pulse, "N")}, {}}});
    CHECK(final_speed(on_point, name, 1) == doctest::Approx(1 + sqrt_pi).epsilon(1e-6));

    Model between = make_sled("");
    between.forces.of<PointSpring>().push_back({.name = "ram",
                                                .at = {PointOn{"world", {0, 0, -5}}, PointOn{body, {0, 0, 0}}},
                                                .law = {{}, make_number(between, "10000 N*" + pulse, "N")}});
    CHECK(final_speed(between, name, 1) == doctest::Approx(1 + sqrt_pi).epsilon(1e-6));

    Model driven = make_pendulum(2);
    driven.gravity = {0, 0, 0};
    driven.joint_starts.clear();
    driven.joints[0].drivers[Direction::rz] = {true, make_number(driven, "100 rad/s*" + pulse, "rad/s")};
    const RunSummary summary = run_model(driven, name, usual(1));
    REQUIRE(summary.status == Status::completed);
    CHECK(summary.final.joints[0].angle.z == doctest::Approx(0.01 * sqrt_pi).epsilon(1e-6));
    CHECK(std::fabs(summary.final.joints[1].angle.z) > 1e-3);  // it was shaken
  }
}

TEST_CASE("a slow law costs at most a step: a sine and a decay") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    long with = 0, without = 0;
    Model told = make_pendulum(2), free = make_pendulum(2);
    told.joints[0].motors[Direction::rz] = make_number(told, "1e-9 N*m*sin(2 rad/s*time)*exp(-time/3 s)", "N*m");
    with = run_model(told, name, usual(3)).counters.steps;
    without = run_model(free, name, usual(3)).counters.steps;
    CHECK(with <= without + 1);  // where the scan ahead went on
  }
}

TEST_CASE("a body that rests where the world begins is moved when a force comes, however late") {
  Model model = make_sled("if(time > 1 s, 1 N, 0 N)");
  model.joint_starts.clear();
  model.bodies[0].mass = 1;
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(final_speed(model, name, 2) == doctest::Approx(1).epsilon(1e-12));  // a polynomial of time: only rounding is left
  }
}

namespace {

std::string make_told(const std::string& constraint) {
  return "pintle: 1\n"
         "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 50]}}\n"
         "joints:\n"
         "  rail: {type: slider, between: [world, a], at: [0, 0, 0]}\n"
         "  free: {type: slider, between: [world, b], at: [0, 0, 50]}\n"
         "constraints: {c: " +
         constraint +
         "}\n"
         "forces: {link: {at: {a: [0, 0, 0], b: [0, 0, 0]}, spring: {stiffness: 1 N/m, free_length: 50 m}}}\n"
         "run: {until: 1 s}\n";
}

}  // namespace

// The body a goes as it is told. A spring of 1 N/m hands the pulse on to b, 1 kg, which then swings with 1 rad/s:
// x = J sin(t − ½ s), where J is the time integral of the pulse; e^(−τ²/4) of it, τ = 0.1 ms, is lost to nobody.
TEST_CASE("pulses are met in told lengths and in told velocities") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Model length =
        read_model_text(make_told("{type: distance, at: {world: [0, 0, -20], a: [0, 0, 0]}, length: \"=20 m + 10 "
                                  "m*exp(-((time - 0.5 s)/(0.1 ms))^2)\"}"),
                        "told.yaml");
    const RunSummary shaken = run_model(length, name, usual(1));
    REQUIRE(shaken.status == Status::completed);
    CHECK(shaken.final.joints[1].displacement.z == doctest::Approx(1e-3 * sqrt_pi * std::sin(0.5)).epsilon(1e-5));

    const Model velocity = read_model_text(
        make_told("{type: velocity, body: a, at: [0, 0, 0], rows: {r: {linear: [0, 0, 1], value: \"=100 m/s*exp(-((time - 0.5 "
                  "s)/(0.1 ms))^2)\"}}}"),
        "told.yaml");
    const RunSummary moved = run_model(velocity, name, usual(1));
    REQUIRE(moved.status == Status::completed);
    CHECK(moved.final.joints[0].displacement.z == doctest::Approx(0.01 * sqrt_pi).epsilon(1e-6));
    // b: x'' = D H(t − ½ s) − x,  D = 0.01 √π m
    CHECK(moved.final.joints[1].displacement.z == doctest::Approx(0.01 * sqrt_pi * (1 - std::cos(0.5))).epsilon(1e-5));
  }
}

TEST_CASE("a driver whose pulse moves nothing else does no work in the end, and its books balance") {
  // f = 1 mm exp(−((t − 0.5 s)/1 ms)²): work is ½ m ḟ², 0.37 J at most, and comes back twice.
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = read_model_text(
        "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\njoints: {j: {type: slider, between: [world, a],\n"
        "  driven: {displacement: \"=1 mm*exp(-((time - 0.5 s)/(1 ms))^2)\"}}}\nrun: {until: 2}\n",
        "bell.yaml");
    const RunSummary run = run_model(model, formulation, make_run_options(model.run));
    CHECK(run.balance_error < 1e-6);
    CHECK(std::abs(run.accounts.integral_of(Account::applied)) < 1e-6);
  }
}
