#include "pintle/simulate/peaks.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "pintle/simulate/check_run.h"
#include "pintle/system/make_system.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// A model by its text, run for its peaks.
RunSummary find_peaks(const std::string& text, const std::string& formulation, double output_every = 0) {
  const Model model = read_model_text(text, "test.yaml");
  System system = make_system(model);
  assemble(system);
  RunOptions options = make_run_options(model.run);
  options.formulation = formulation;
  options.output_every = output_every;
  PeakWatch watch;
  return Run(system, options).go(watch);
}

const PartPeak& peak_of(const RunSummary& summary, const std::string& part) {
  for (const PartPeak& one : summary.loads->others())
    if (one.part == part) return one;
  FAIL("no peak of " << part);
  return summary.loads->others().front();
}

std::string impact(double stiffness) {
  return "pintle: 1\ngravity: [0, 0, 0]\nbodies: {m: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
         "joints: {s: {type: slider, between: [world, m], axis: [1, 0, 0], spring: {stiffness: 200 N/m, rest: 0 m}, "
         "limits: {low: -5 cm, stiffness: " +
         std::to_string(stiffness) + " N/m}}}\ninitial: {s: {displacement: 10 cm}}\nrun: {until: 2 s}\n";
}

}  // namespace

TEST_CASE("peaks: an impact of a millisecond against a stiff stop, within a thousandth, whatever the output") {
  for (const double K : {1e5, 1e7, 1e9}) {
    // Energy: ½ k x₀² = ½ k x² + ½ K (x − l)² with x beyond the stop at l; the joint gives k x + K (x − l).
    const double k = 200, l = 0.05, x0 = 0.1;
    const double a = k + K, b = -2 * K * l, c = K * l * l - k * x0 * x0;
    const double x = (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a), force = k * x + K * (x - l);
    for (const std::string& name : formulation_names()) {
      CAPTURE(K);
      CAPTURE(name);
      const RunSummary summary = find_peaks(impact(K), name);
      const LoadPeak& peak = summary.loads->peak(0, load_axial);
      CHECK(peak.value == doctest::Approx(force).epsilon(1e-3));
      CHECK(peak.source == LoadSource::laws);
      CHECK(peak.set[load_force] == std::abs(peak.value));
      const RunSummary rows = find_peaks(impact(K), name, 0.00037);
      CHECK(rows.loads->peak(0, load_axial).value == peak.value);
      CHECK(rows.loads->peak(0, load_axial).time == peak.time);
      CHECK(rows.loads->rms(0, load_axial) == summary.loads->rms(0, load_axial));
    }
  }
}

TEST_CASE("measures: the way beyond a stiff stop is known within a ten-thousandth, not only the way there") {
  // Measured by the whole way, it was off by 6e-4 (bodies) and 2e-4 (joints).
  for (const double K : {1e5, 1e7, 1e9}) {
    const double k = 200, l = 0.05, x0 = 0.1, a = k + K, b = -2 * K * l, c = K * l * l - k * x0 * x0;  // as above
    const double x = (-b + std::sqrt(b * b - 4 * a * c)) / (2 * a);
    for (const std::string& name : formulation_names()) {
      CAPTURE(K);
      CAPTURE(name);
      const RunSummary summary = find_peaks(
          impact(K) + "measures: {lowest: {of: s.displacement, take: min}, deep: {of: -s.displacement - 5 cm, take: max}}\n",
          name);
      REQUIRE(summary.measures.size() == 2);
      CHECK(-summary.measures[0].value - l == doctest::Approx(x - l).epsilon(1e-4));
      CHECK(summary.measures[1].value == doctest::Approx(x - l).epsilon(1e-4));
    }
  }
}

TEST_CASE("peaks: a pendulum let go at a right angle pulls with three times its weight as it passes below") {
  const std::string text =
      "pintle: 1\nbodies: {bob: {mass: 1 kg, inertia: [0, 0, 0], at: [1, 0, 0]}}\ngravity: [0, -9.81, 0]\n"
      "joints: {pin: {type: hinge, between: [world, bob], at: [0, 0, 0], axis: [0, 0, 1]}}\nrun: {until: 30 s}\n";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_peaks(text, name);
    CHECK(summary.loads->peak(0, load_force).value == doctest::Approx(3 * 9.81).epsilon(5e-4));
    CHECK(summary.loads->peak(0, load_radial).value == doctest::Approx(3 * 9.81).epsilon(5e-4));
    CHECK(summary.loads->peak(0, load_force).source == LoadSource::reaction);
  }
}

TEST_CASE("peaks: constraints and forces have theirs") {
  // A bob of 2 kg on a rod of 1 m that is a constraint, let go at a right angle; a spring of 50 N/m pulls a mass of 1 kg that starts
  // 0.2 m from where the spring rests.
  const std::string text =
      "pintle: 1\nbodies: {bob: {mass: 2 kg, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}, mass: {mass: 1 kg, inertia: [1, 1, 1], "
      "at: [0, 0, 0]}}\n"
      "gravity: [0, -9.81, 0]\nconstraints: {rod: {type: distance, at: {world: [0, 0, 0], bob: [0, 0, 0]}, length: 1 m}}\n"
      "joints: {rail: {type: slider, between: [world, mass], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
      "forces: {spring: {at: {world: [0, 0, -2], mass: [0, 0, 0]}, spring: {stiffness: 50 N/m, free_length: 2 m}}}\n"
      "initial: {rail: {displacement: 0.2 m}}\nrun: {until: 10 s}\n";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_peaks(text, name);
    CHECK(peak_of(summary, "rod").component == "reaction");
    CHECK(peak_of(summary, "rod").unit == "N");
    CHECK(peak_of(summary, "rod").value == doctest::Approx(-3 * 2 * 9.81).epsilon(1e-3));  // it pulls
    CHECK(std::abs(peak_of(summary, "spring").value) == doctest::Approx(10).epsilon(1e-3));
    CHECK(peak_of(summary, "spring").component == "force");
  }
}

TEST_CASE("peaks: what a contact or a constraint carries at the peak of one of its forces is of that instant") {
  // A block of 1 kg falls by 1 mm and slides: normal force N and friction F belong together, F = mu N while it slides, where F has its
  // peak as well. What holds the mass centre of the disc has three rows.
  const std::string text =
      "pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {block: {mass: 1 kg, inertia: [1, 1, 1]}, disc: {mass: 1 kg, inertia: [0.25, "
      "0.25, "
      "0.5]}}\n"
      "surfaces: {ground: {plane: {at: [0, 0, 0], up: [0, 0, 1]}, normal: {law: standard-linear-solid, ke: 1e5, kv: 1e5, cv: "
      "100}, "
      "friction: {law: lugre, mu_s: 0.5, mu_k: 0.5, sigma0: 1000, sigma1: 0, sigma2: 0, vs: 0.1, alpha: 1}}}\n"
      "contacts: {foot: {at: {block: [0, 0, 0]}, surface: ground}}\n"
      "constraints: {hold: {type: velocity, body: disc, rows: {x: {linear: [1, 0, 0]}, y: {linear: [0, 1, 0]}, z: {linear: [0, "
      "0, 1]}}}}\n"
      "initial: {block: {at: [0, 5, 0.001], velocity: [1, 0, 0]}, disc: {at: [0, 0, 0], angular_velocity: [1, 2, 3]}}\nrun: "
      "{until: 0.1 s}\n";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_peaks(text, name);
    CHECK(summary.message == "");
    CHECK(summary.loads->others().size() == 5);
    for (const PartPeak& one : summary.loads->others()) {
      CAPTURE(one.part);
      const std::span<const PartPeak> part = summary.loads->part_of(one);
      REQUIRE(one.set.size() == part.size());
      CHECK(one.set[static_cast<std::size_t>(&one - part.data())] == one.value);
      CHECK(part.size() == (one.part == "foot" ? 2 : 3));
      if (one.part == "foot") CHECK(std::abs(one.set[1]) == doctest::Approx(0.5 * one.set[0]).epsilon(1e-3));
    }
  }
}

TEST_CASE("peaks: a locked direction's peak is its reaction, a free one's that of its laws") {
  const std::string head =
      "pintle: 1\ngravity: [0, -9.81, 0]\nbodies: {bar: {mass: 1 kg, inertia: [0.01, 0.1, 0.1], at: [0.5, 0, 0]}}\n"
      "joints: {pin: {type: hinge, between: [world, bar], at: [0, 0, 0], axis: [0, 0, 1], spring: {stiffness: 1 N*m/rad}}}\n";
  const std::string lock =
      "events: {latch: {when: time > 0.1 s, do: [{lock: pin}]}, never: {when: time > 9 s, do: []}}\nrun: {until: 1 s}\n";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary free = find_peaks(head + "run: {until: 0.1 s}\n", name), locked = find_peaks(head + lock, name);
    CHECK(free.loads->peak(0, load_torsion).source == LoadSource::laws);
    CHECK(locked.loads->peak(0, load_torsion).source == LoadSource::held);
    CHECK(locked.loads->peak(0, load_torsion).value > 4);  // most of m g l/2, against 0.1 of the spring
    CHECK(locked.silent_events == std::vector<std::string>{"never"});
  }
}

TEST_CASE("measures: extremes and means are those of the motion, whatever the output") {
  for (const std::string& name : formulation_names()) {
    Model model = make_oscillator(4);  // 0.1 cos 2t
    const auto add = [&](const char* measure, const char* of, Take take) {
      model.measures.push_back({measure, make_number(model, of, "m").expr, "m", take});
    };
    add("top", "rail.displacement", take_kind<takes::Max>);
    add("bottom", "rail.displacement", take_kind<takes::Min>);
    add("mean", "rail.displacement", take_kind<takes::Mean>);
    add("rms", "rail.displacement", take_kind<takes::Rms>);
    // True for 2 · acos(0.0999/0.1)/2 = 0.045 s in each period: less than a step.
    model.measures.push_back({"low", make_when(model, "rail.displacement < -0.0999"), "1", take_kind<takes::Ever>});
    model.measures.push_back({"lower", make_when(model, "rail.displacement < -0.1001"), "1", take_kind<takes::Ever>});
    RunOptions options;
    options.until = 2 * std::numbers::pi;
    for (const double every : {0.0, 0.01, 1.0}) {
      options.output_every = every;
      const std::vector<MeasureValue> m = run_model(model, name, options).measures;
      CAPTURE(name);
      CAPTURE(every);
      CHECK(m[0].value == doctest::Approx(0.1).epsilon(1e-5));
      CHECK(m[1].value == doctest::Approx(-0.1).epsilon(1e-4));
      CHECK(std::abs(m[2].value) < 1e-5);
      CHECK(m[3].value == doctest::Approx(0.1 / std::numbers::sqrt2).epsilon(1e-4));
      CHECK(m[4].value == 1);
      CHECK(m[5].value == 0);
    }
  }
}

TEST_CASE("closure: what is redundant is told of the structure in which a run ends") {
  // A planar loop of hinges in space has three rows too many; with its one freedom locked, four.
  const std::string text =
      "pintle: 1\nbodies: {a: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}, b: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], "
      "at: "
      "[0.5, 1, 0]}, c: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], at: [1, 0.5, 0]}}\n"
      "joints: {pa: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}, pb: {type: hinge, between: [a, b], at: "
      "[0, 1, 0], "
      "axis: [0, 0, 1]}, pd: {type: hinge, between: [world, c], at: [1, 0, 0], axis: [0, 0, 1]}, pc: {type: hinge, between: [b, "
      "c], at: "
      "[1, 1, 0], axis: [0, 0, 1]}}\n"
      "initial: {pa: {rate: 0.5 rad/s}}\nrun: {until: 0.3 s}\n";
  const std::string lock = "events: {latch: {when: time > 0.1 s, do: [{lock: pa}, {lock: pc}]}}\n";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CHECK(find_peaks(text, name).closure.redundant == 3);
    CHECK(find_peaks(text + lock, name).closure.redundant == 4);
  }
}

TEST_CASE("measures: means and roots of mean squares go from jump to jump, not across them") {
  const std::string text =
      "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "joints: {j: {type: slider, between: [world, a], motor: {force: \"=if(mod(time, 0.3 s) < 0.1 s, 1 N, 0 N)\"}}}\n"
      "initial: {j: {velocity: 1}}\n"
      "measures: {mean: {of: j.load.fz, take: mean}, rms: {of: j.load.fz, take: rms}, speed: {of: j.velocity, take: mean}}\n"
      "run: {until: 2}\n";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = find_peaks(text, name);
    REQUIRE(summary.measures.size() == 3);
    CHECK(summary.measures[0].value == doctest::Approx(0.35).epsilon(1e-9));  // 0.7 s of 2 s
    CHECK(summary.measures[1].value == doctest::Approx(std::sqrt(0.35)).epsilon(1e-9));
    CHECK(summary.measures[2].value == doctest::Approx(2.735 / 2).epsilon(1e-9));  // the way, by squares of times
  }
}

TEST_CASE("measures: `ever` of what is no number ends the run with a sentence") {
  const std::string text =
      "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "joints: {j: {type: slider, between: [world, a]}}\ninitial: {j: {velocity: 1}}\n"
      "measures: {q: {of: acos(j.displacement/(1 m)) > 1, take: ever}}\nrun: {until: 2}\n";
  for (const std::string& name : formulation_names()) {
    const RunSummary summary = find_peaks(text, name);
    CHECK(summary.status == Status::failed);
    CHECK(summary.message.starts_with("measures.q"));
  }
}
