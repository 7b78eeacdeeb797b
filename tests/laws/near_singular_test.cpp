#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "pintle/system/make_system.h"
#include "support/small_models.h"
#include "support/watch.h"

/// What runs say where rows hardly stand apart, and where only a loop holds what has no inertia.
namespace pintle {
namespace {

/// Forty windows in a row, bars of 1 m and 1 kg, upright at first: all of them come into line ten times in 10 s.
Model make_windows(const std::string& formulation, const std::string& stabilization, double rtol, int count = 40) {
  Model model = read_model_text(R"yaml(
pintle: 1
gravity: [0, -9.81, 0]
parameters: {n: 40}
repeat:
  window:
    count: =n + 1
    bodies:
      bar: {mass: 1 kg, inertia: [=1 kg*m^2/12, 0, =1 kg*m^2/12], at: [=(index - 1)*1 m, 0.5, 0]}
      link: {if: =index > 1, mass: 1 kg, inertia: [0, =1 kg*m^2/12, =1 kg*m^2/12], at: [=(index - 1.5)*1 m, 1, 0]}
    joints:
      foot: {type: hinge, between: [world, bar], at: [=(index - 1)*1 m, 0, 0], axis: [0, 0, 1]}
      start: {if: =index > 1, type: hinge, between: [before.bar, link], at: [=(index - 2)*1 m, 1, 0], axis: [0, 0, 1]}
      end: {if: =index > 1, type: hinge, between: [link, bar], at: [=(index - 1)*1 m, 1, 0], axis: [0, 0, 1]}
initial: {foot1: {rate: -1 rad/s}}
run: {until: 10 s, output_every: 10 s}
)yaml",
                                "windows.yaml", {{"parameters.n", std::to_string(count)}});
  model.run.formulation = formulation;
  model.run.stabilization = stabilization;
  model.run.rtol = rtol;
  return model;
}

/// Loads of all joints at accepted steps.
class LoadWatch final : public Observer {
 public:
  double sound = 0, all = 0;  // largest force, where loads are sound and anywhere [N]
  double noisy = 0;           // for how long they are not [s]

  Needs step_needs() const override { return {.loads = true}; }
  void observe(const Instant& instant) override {
    if (!instant.view.has_sound_loads()) noisy += instant.view.state.t - last_;
    last_ = instant.view.state.t;
    for (const Wrench<double>& load : instant.view.load) {
      all = std::max(all, norm(load.f));
      if (instant.view.has_sound_loads()) sound = std::max(sound, norm(load.f));
    }
  }

 private:
  double last_ = 0;
};

/// A slender rod from a ball on the world to a universal joint on an arm that swings; the arm's weight turns all.
std::string make_rod(double spin_inertia) {
  return fmt::format(R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  rod: {{mass: 1, inertia: [{}, 0.0833, 0.0833], at: [0.5, 0, 0]}}
  arm: {{mass: 2, inertia: [0.1, 0.2, 0.15], at: [1.2, 0.1, 0.4]}}
  carriage: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 1]}}
joints:
  A: {{type: ball, between: [world, rod], at: [0, 0, 0]}}
  rail: {{type: slider, between: [world, carriage], at: [1, 0, 1], axis: [0.3, 1, 0]}}
  C: {{type: ball, between: [carriage, arm], at: [1, 0, 1]}}
  B: {{type: universal, between: [arm, rod], at: [1, 0, 0], axis: [0, 1, 0], second_axis: [0, 0, 1]}}
initial: {{rail: {{velocity: 0.3 m/s}}}}
run: {{until: 1 s}}
)yaml",
                     spin_inertia);
}

}  // namespace

TEST_CASE("coarse: forty windows at rtol 1e-4 end as a fine run does in newton-euler, by default and with Baumgarte's terms") {
  // docs/validation.md: −1.168 rad/s at 10 s. Newton-euler takes four times as many steps as joint coordinates do.
  for (const std::string stabilization : {"auto", "baumgarte"}) {
    CAPTURE(stabilization);
    const Simulation run = simulate(make_windows("newton-euler", stabilization, 1e-4), {"foot1.rate"});
    CHECK(run.summary.status == Status::completed);
    CHECK(run.final("foot1.rate") == doctest::Approx(-1.168).epsilon(0.02));
  }
  CHECK(simulate(make_windows("articulated-body", "auto", 1e-3), {"foot1.rate"}).summary.stabilization == "projection");
}

TEST_CASE(
    "rows near places where bars come into line are on the way: all bars turn alike, as one pendulum, and keep its energy") {
  // Stages of dense output, which no step looks at, may be right at such a place.
  struct Way {
    const char* formulation;
    int count;
    double rtol;
  };
  for (const Way& way : {Way{"partitioned", 2, 1e-8}, Way{"articulated-body", 8, 1e-9}, Way{"newton-euler", 2, 1e-8},
                         Way{"partitioned", 3, 1e-7}, Way{"articulated-body", 3, 1e-7}, Way{"newton-euler", 8, 1e-9}}) {
    CAPTURE(way.formulation);
    CAPTURE(way.count);
    Model model = make_windows(way.formulation, "auto", way.rtol, way.count);
    model.run.until = 20;
    model.run.output_every = 5e-3;
    const std::string last = fmt::format("foot{}.rate", way.count + 1);
    const Simulation run = simulate(model, {"foot1.rate", last, "foot1.acceleration", "system.energy.total", "foot1.angle"});
    REQUIRE(run.summary.status == Status::completed);
    const double n = way.count, inertia = (n + 1) / 3 + n, weight = 9.81 * ((n + 1) / 2 + n);
    double rates = 0, accelerations = 0, energy = 0;
    for (std::size_t k = 0; k < run.time.size(); ++k) {
      const double rate = run.series("foot1.rate")[k], angle = run.series("foot1.angle")[k];
      const auto keep = [](double& largest, double off) {
        largest = std::isfinite(off) ? std::max(largest, std::fabs(off)) : 1e9;
      };
      keep(rates, rate - run.series(last)[k]);
      keep(accelerations, run.series("foot1.acceleration")[k] - weight / inertia * std::sin(angle));
      keep(energy, 0.5 * inertia * (rate * rate - 1) + weight * (std::cos(angle) - 1));
    }
    CHECK(rates < 1e-3);  // a ten thousandth of the largest rate: 3e-4 with the roundings of x86-64-v2
    CHECK(energy < 1e-4 * weight);
    CHECK(accelerations < 1e-2 * weight / inertia);
  }
}

TEST_CASE("coarse: in joint coordinates forty windows at any tolerance end where one pendulum of the same freedom does") {
  // All bars turn alike: a pendulum of (n + 1)/3 + n kg m² whose (n + 1)/2 + n kg m start on top, where 1/20 of the largest kinetic energy
  // is left. What a coarse tolerance does to the rate there (−1.02 at 1e-3, −1.1648 at 1e-4, −1.16762 when fine) is the tolerance: loops and the
  // ten places where all of them are in line add nothing.
  const std::string pendulum = R"yaml(
pintle: 1
gravity: [0, -9.81, 0]
parameters: {n: 40, M: =1 kg*(2*n + 1), h: =1 m*(1.5*n + 0.5)/(2*n + 1), J: =1 kg*m^2*((n + 1)/3 + n) - M*h^2}
bodies: {b: {mass: =M, inertia: [=J, =J, =J], at: [0, =h, 0]}}
joints: {foot1: {type: hinge, between: [world, b], at: [0, 0, 0], axis: [0, 0, 1]}}
initial: {foot1: {rate: -1 rad/s}}
run: {until: 10 s, output_every: 10 s, formulation: articulated-body}
)yaml";
  for (const double rtol : {1e-3, 1e-4, 1e-6}) {
    CAPTURE(rtol);
    Model one = read_model_text(pendulum, "pendulum.yaml");
    one.run.rtol = rtol;
    const double rate = simulate(one, {"foot1.rate"}).final("foot1.rate");
    const Simulation run = simulate(make_windows("articulated-body", "auto", rtol), {"foot1.rate"});
    CHECK(run.summary.status == Status::completed);
    CHECK(run.final("foot1.rate") ==
          doctest::Approx(rate).epsilon(3 * rtol + 1e-4));  // their steps differ once a stage meets rows let go
  }
}

TEST_CASE("coarse: partitioned stays on its branch through ten places where windows come into line, whatever the tolerance") {
  // A row of three turns as one pendulum does; at each of these tolerances a stage once looked for its dependent coordinates so far
  // from where they are that it found them on the branch on which one bar turns and others stay.
  for (const double rtol : {1e-2, 3.325e-6, 7.406e-7, 2.721e-7, 1.65e-7, 6.062e-8}) {
    CAPTURE(rtol);
    const Simulation run = simulate(make_windows("partitioned", "auto", rtol, 3), {"foot1.rate"});
    CHECK(run.summary.status == Status::completed);
    CHECK(run.final("foot1.rate") == doctest::Approx(-1.37381).epsilon(3 * rtol + 1e-5));  // all formulations at 1e-10
    CHECK(run.summary.balance_error < 10 * rtol + 1e-6);
  }
}

TEST_CASE(
    "noise: loads that rise with every step nearer to bars in line are known as noise, others are the loads of the motion") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = make_windows(formulation, "auto", 1e-6);
    System system = make_system(model);
    assemble(system);
    LoadWatch watch;
    Run(system, make_run_options(model.run)).go(watch);
    CHECK(watch.noisy < 0.5);  // of 10 s; how near steps come depends on rounding
    CHECK(watch.sound > 80);   // 87 N: two hanging bars that turn at 3 rad/s
    CHECK(watch.sound < 300);  // known to a hundredth, a load next to there may be a few times as high
    if (formulation == "newton-euler") CHECK(watch.all > 500);  // its steps come nearer
  }
}

TEST_CASE(
    "passages: three windows come through bars in line ten times, and have the same peaks and rms, in every formulation at any "
    "rtol") {
  for (const double rtol : {1e-6, 1e-8})
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(rtol);
      CAPTURE(formulation);
      const Model model = make_windows(formulation, "auto", rtol, 2);
      System system = make_system(model);
      assemble(system);
      PeakWatch watch;
      const RunSummary summary = Run(system, make_run_options(model.run)).go(watch);
      REQUIRE(summary.closure.singular_count == 10);
      CHECK(summary.closure.singular[0].time == doctest::Approx(0.71435).epsilon(1e-3));
      REQUIRE(summary.closure.left_out_count == 10);
      CHECK(summary.closure.left_out[0].from == doctest::Approx(0.71028).epsilon(2e-5));
      CHECK(summary.closure.left_out[0].to == doctest::Approx(0.71840).epsilon(2e-5));
      CHECK(summary.loads->peak(1, load_force).value == doctest::Approx(89.79).epsilon(1e-3));  // hanging
      CHECK(summary.loads->rms(1, load_force) == doctest::Approx(38.3).epsilon(0.01));
    }
}

TEST_CASE("passages: a loop that stands still comes through none") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Model model = read_model_text(R"yaml(
pintle: 1
gravity: [0.3, -1.7, -9.81]
bodies:
  a: {mass: 1.3, inertia: [0.1, 0.1, 0.1], at: [0.33, 0.21, -0.3]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.13, 0.29, -0.3]}
joints:
  j: {type: hinge, between: [world, a], at: [0.1, 0.2, 0], axis: [0.3, 0.5, 0.2]}
  k: {type: hinge, between: [a, b], at: [0.7, 0.2, 0.1], axis: [0.1, 0.9, 0.2]}
  m: {type: ball, between: [world, b], at: [1.7, 0.4, 0.1]}
run: {until: 1 s}
)yaml",
                                  "frame.yaml");
    model.run.formulation = formulation;
    const RunSummary summary = simulate(model).summary;
    CHECK(summary.status == Status::completed);
    CHECK(summary.closure.singular_count == 0);
    CHECK(summary.closure.left_out_count == 0);
  }
}

TEST_CASE("massless: a slender rod that a universal joint of a loop keeps from spinning moves as one of little inertia does") {
  Model thick = read_model_text(make_rod(1e-7), "thick.yaml");
  thick.run.rtol = 1e-9;
  const double angle = simulate(thick, {"rail"}).final("rail.displacement");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Model rod = read_model_text(make_rod(0), "rod.yaml");
    rod.run.formulation = formulation;
    rod.run.rtol = 1e-9;
    const Simulation run = simulate(rod, {"rail"});
    CHECK(run.summary.status == Status::completed);
    CHECK(run.final("rail.displacement") == doctest::Approx(angle).epsilon(1e-5));  // as much as 1e-7 of its other moments does
  }
}

TEST_CASE("massless: a spin that only a row of a constraint holds is refused with the body's name, not run to NaN") {
  std::string text = make_rod(0);
  const auto at = text.find("  B: {type: universal");
  text.replace(at, text.find('\n', at) - at, "  B: {type: ball, between: [arm, rod], at: [1, 0, 0]}");
  text.insert(text.find("initial:"), "constraints:\n  hold: {type: relative-rotation, between: [arm, rod], axis: [1, 0, 0.2]}\n");
  CHECK_THROWS_WITH_AS(simulate(read_model_text(text, "held.yaml")),
                       doctest::Contains("of body rod, joint A leaves it free to turn"), Error);
}

}  // namespace pintle
