#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/check_run.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunSummary find_peaks(const std::string& text, const std::string& formulation) {
  const Model model = read_model_text(text, "test.yaml");
  System system = make_system(model);
  assemble(system);
  RunOptions options = make_run_options(model.run);
  options.formulation = formulation;
  PeakWatch watch;
  return Run(system, options).go(watch);
}

/// A rotor at an even rate ω, whose motion is so simple that a step may be many turns long. A force on its axis
///
///     F(t) = 10 N + 2 N sin(1.3 t)          in world x, so that in axes of the rotor it goes round
///
/// has 12 N at most, at 1.3 t = π/2.
std::string rotor(double rate) {
  return "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\npoints: {tip: {at: {a: [1, 0, 0]}}}\n"
         "joints: {j: {type: hinge, between: [world, a], axis: [0, 0, 1]}}\n"
         "forces: {f: {at: {a: [0, 0, 0]}, force: [\"=10 N + 2 N*sin(1.3*time/(1 s))\", 0, 0]}}\n"
         "initial: {j: {rate: " +
         std::to_string(rate) +
         "}}\nmeasures: {low: {of: tip.position.y, take: min}, rms: {of: tip.position.x, take: rms}, "
         "mean: {of: tip.position.x, take: mean}}\nrun: {until: 3 s}\n";
}

}  // namespace

TEST_CASE("peaks: a load that goes round with a rotor many times in a step has its peaks and lengths within a thousandth") {
  for (const std::string& name : formulation_names())
    for (const double rate : {5.0, 20.0, 100.0}) {
      CAPTURE(name);
      CAPTURE(rate);
      const RunSummary summary = find_peaks(rotor(rate), name);
      double fx = 0;  // by 100,000 samples of the closed form
      for (int k = 0; k <= 100'000; ++k) {
        const double t = 3e-5 * k;
        fx = std::max(fx, std::abs((10 + 2 * std::sin(1.3 * t)) * std::cos(rate * t)));
      }
      CHECK(std::abs(summary.loads->peak(0, 0).value) == doctest::Approx(fx).epsilon(1e-3));
      for (const int length : {load_force, load_radial}) {
        const LoadPeak& peak = summary.loads->peak(0, length);
        CHECK(peak.value == doctest::Approx(12).epsilon(1e-3));
        CHECK(std::hypot(peak.set[0], peak.set[1]) == doctest::Approx(peak.value).epsilon(1e-9));
      }
      CHECK(summary.measures[0].value == doctest::Approx(-1).epsilon(1e-3));
      const double turns = 3 * rate;
      CHECK(summary.measures[1].value == doctest::Approx(std::sqrt(0.5 + std::sin(2 * turns) / (4 * turns))).epsilon(1e-3));
      CHECK(std::abs(summary.measures[2].value - std::sin(turns) / turns) < 1e-3);
    }
}

TEST_CASE(
    "peaks: a rotor that starts from rest under an even torque has the load of its weight in both axes, however long the steps") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_peaks(
        "pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0]}}\n"
        "joints: {j: {type: hinge, between: [world, a], axis: [1, 0, 0], motor: {torque: 3 N*m}}}\nrun: {until: 4 s}\n",
        name);
    for (const int c : {0, 1}) CHECK(std::abs(summary.loads->peak(0, c).value) == doctest::Approx(19.62).epsilon(1e-3));
  }
}

TEST_CASE("peaks: the moment that drives a trapezoid of rates is that of its ramps, whichever way they go") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_peaks(
        "pintle: 1\nfunctions: {w: {of: time, points: [[0 s, 0 rad/s], [1 s, 10 rad/s], [2 s, 0 rad/s]]}}\n"
        "bodies: {b: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
        "joints: {j: {type: hinge, between: [world, b], axis: [0, 0, 1], driven: {rate: =w(time)}}}\nrun: {until: 3 s}\n",
        name);
    CHECK(summary.loads->peak(0, load_moment).value == doctest::Approx(10).epsilon(1e-9));
  }
}

TEST_CASE("peaks: a pulse in time that moves nothing is borne in full by the joint that holds it, however short it is") {
  for (const std::string& name : formulation_names())
    for (const char* width : {"0.1 ms", "0.3 ms", "1 ms", "3 ms", "20 ms"}) {
      CAPTURE(name);
      CAPTURE(width);
      const RunSummary summary = find_peaks(
          "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
          "joints: {j: {type: slider, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
          "forces: {f: {at: {a: [0, 0, 0]}, force: [\"=1e4 N*exp(-((time - 0.5 s)/(" +
              std::string(width) + "))^2)\", 0, 0]}}\ninitial: {j: {velocity: 1}}\nrun: {until: 2 s}\n",
          name);
      CHECK(summary.loads->peak(0, load_force).value == doctest::Approx(1e4).epsilon(1e-3));
    }
}
