#include "pintle/simulate/measures.h"

#include <doctest/doctest.h>

#include <numbers>
#include <vector>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "pintle/simulate/check_run.h"
#include "pintle/system/case_maker.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

TEST_CASE("measures: largest, smallest, last, mean and rms of a harmonic motion, and what ever was") {
  Model model = make_oscillator(4);  // 0.1 cos 2t
  const auto add = [&](const char* name, const char* of, Take take) {
    model.measures.push_back({name, make_number(model, of, "m").expr, "m", take});
  };
  add("top", "rail.displacement", take_kind<takes::Max>);
  add("bottom", "rail.displacement", take_kind<takes::Min>);
  add("end", "rail.displacement", take_kind<takes::Final>);
  add("mean", "rail.displacement", take_kind<takes::Mean>);
  add("rms", "rail.displacement", take_kind<takes::Rms>);
  model.measures.push_back({"deep", make_when(model, "rail.displacement < -0.09"), "1", take_kind<takes::Ever>});
  model.measures.push_back({"high", make_when(model, "rail.displacement > -0.09"), "1", take_kind<takes::Always>});
  RunOptions options;
  options.until = 2 * std::numbers::pi;
  options.output_every = 0.001;
  const std::vector<MeasureValue> m = run_model(model, "articulated-body", options).measures;
  REQUIRE(m.size() == 7);
  CHECK(m[0].value == doctest::Approx(0.1).epsilon(1e-6));
  CHECK(m[1].value == doctest::Approx(-0.1).epsilon(1e-5));
  CHECK(m[2].value == doctest::Approx(0.1).epsilon(1e-6));
  CHECK(std::abs(m[3].value) < 1e-6);
  CHECK(m[4].value == doctest::Approx(0.1 / std::numbers::sqrt2).epsilon(1e-5));
  CHECK(m[5].is_logic);
  CHECK(m[5].value == 1);
  CHECK(m[6].value == 0);
}

TEST_CASE(
    "measures: a window of a few thousandths of a second in a turn is seen by ever and always, and one that is never reached is "
    "not") {
  // A tip on a circle of 1 m at 3 rad/s: it is beyond −0.99999 m for 3 ms a turn, in a motion whose steps are turns long.
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Model model = read_model_text(
        "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\npoints: {tip: {at: {a: [1, 0, 0]}}}\n"
        "joints: {j: {type: hinge, between: [world, a], axis: [0, 0, 1]}}\ninitial: {j: {rate: 3}}\n"
        "measures:\n"
        "  beyond: {of: tip.position.x < -0.99999 m and time > 1 s, take: ever}\n"
        "  late: {of: tip.position.x < -0.99999 m and time > 1.1 s, take: ever}\n"
        "  within: {of: tip.position.x > -0.99999 m, take: always}\n"
        "  bounded: {of: tip.position.x > -1.00001 m, take: always}\n"
        "  never: {of: tip.position.x < -1.00001 m, take: ever}\n"
        "  first: {of: time < 1 us, take: ever}\n"
        "run: {until: 3 s}\n",
        "rotor.yaml");
    const std::vector<MeasureValue> m = run_model(model, formulation, make_run_options(model.run)).measures;
    REQUIRE(m.size() == 6);
    CHECK(m[0].value == 1);  // at π/3 s
    CHECK(m[1].value == 0);  // the next is at π s
    CHECK(m[2].value == 0);
    CHECK(m[3].value == 1);
    CHECK(m[4].value == 0);
    CHECK(m[5].value == 1);
  }
}

TEST_CASE("measures: extremes at kinks of what is measured are those of the motion: where it is zero, the least magnitude is") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = read_model_text(
        "pintle: 1\ngravity: [0, 0, -9.81]\n"
        "bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -0.5]}}\n"
        "joints: {j: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}}\ninitial: {j: {rate: 0.5}}\n"
        "measures:\n"
        "  near: {of: \"=abs(j.angle - 0.03 rad)\", take: min}\n"
        "  slow: {of: \"=abs(j.rate - 0.2 rad/s)\", take: min}\n"
        "  roof: {of: \"=min(0.06 rad - j.angle, 0.02 rad + j.angle)\", take: max}\n"
        "  step: {of: \"=if(j.angle > 0.03 rad, j.angle - 1 rad, j.angle)\", take: max}\n"
        "  tent: {of: \"=1 rad - abs(max(j.angle, -0.02 rad) - 0.03 rad)\", take: max}\n"
        "run: {until: 2 s}\n",
        "kinks.yaml");
    const std::vector<MeasureValue> m = run_model(model, formulation, make_run_options(model.run)).measures;
    REQUIRE(m.size() == 5);
    CHECK(std::abs(m[0].value) < 1e-12);  // roots are found to the last digits of time
    CHECK(std::abs(m[1].value) < 1e-12);
    CHECK(std::abs(m[2].value - 0.04) < 1e-12);
    CHECK(std::abs(m[3].value - 0.03) < 1e-12);
    CHECK(std::abs(m[4].value - 1) < 1e-12);
  }
}

TEST_CASE("measures: of what jumps, bends or is narrow within a step, means and extremes are those of the motion") {
  // 1 kg at 1 m/s for 2 s, in a step or two: x = t.
  using std::numbers::pi;
  struct Row {
    const char *of, *take;
    double value;
  };
  const double bell = std::sqrt(pi) * 0.5e-3, square = 0.5 - std::sin(4000.0) / 8000;
  const Row rows[] = {
      {"exp(-((time - 0.5 s)/(1 ms))^2)", "max", 1},
      {"exp(-((time - 0.5 s)/(1 ms))^2)", "mean", bell},
      {"exp(-((j.displacement - 1.2 m)/(1 mm))^2)", "max", 1},
      {"exp(-((j.displacement - 1.2 m)/(1 mm))^2)", "mean", bell},
      {"1 - tanh((j.displacement - 1 m)/(0.1 mm))^2", "mean", 1e-4},
      {"sin(1000 rad/s*time)", "rms", std::sqrt(square)},
      {"sin(1000 rad/m*j.displacement)", "rms", std::sqrt(square)},
      {"sin(1000 rad/m*j.displacement)", "min", -1},
      {"if(time > 1 s and time < 1.01 s, 100, 0)", "mean", 0.5},
      {"if(time > 1 s and time < 1.01 s, 100, 0)", "rms", std::sqrt(50)},
      {"if(j.displacement > 1 m and j.displacement < 1.01 m, 100, 0)", "mean", 0.5},
      {"abs(j.displacement - 1 m)", "mean", 0.5},
      {"abs(time - 1 s)", "mean", 0.5},
      {"max(0 m, j.displacement - 1.5 m)", "mean", 0.0625},
      {"floor(j.displacement/(0.1 m))", "mean", 9.5},
      {"mod(time, 0.1 s)", "mean", 0.05},
      {"min(j.displacement, 0.3 m)", "max", 0.3},
      {"a.yaw", "rms", 0},  // of nothing that turns
      {"sign(j.displacement - 1.1 m)", "mean", -0.1},
      {"abs(j.displacement)", "mean", 1},  // a kink where the run begins
      {"max(j.displacement, 0 m)", "rms", std::sqrt(4.0 / 3)},
      {"sin(0.5*pi*j.displacement/(1 m))^4000", "mean", std::sqrt(2 / (pi * 4000))},
      {"distance(p, mark)", "min", 1e-4},
  };
  std::string text =
      "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, post: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "joints: {j: {type: slider, between: [world, a]}, k: {type: weld, between: [world, post]}}\n"
      "points: {p: {at: {a: [0, 0, 0]}}, mark: {at: {post: [1e-4, 0, 1]}}}\ninitial: {j: {velocity: 1}}\n"
      "run: {until: 2, output_every: 2}\nmeasures:\n";
  int count = 0;
  for (const Row& row : rows) text += "  m" + std::to_string(count++) + ": {of: \"" + row.of + "\", take: " + row.take + "}\n";
  const Model model = read_model_text(text, "even.yaml");
  for (const std::string& formulation : formulation_names()) {
    const RunSummary run = run_model(model, formulation, make_run_options(model.run));
    CHECK(run.counters.steps < 40);
    REQUIRE(run.measures.size() == std::size(rows));
    for (std::size_t k = 0; k < std::size(rows); ++k) {
      CAPTURE(formulation);
      CAPTURE(rows[k].of);
      CAPTURE(rows[k].take);
      CHECK(std::abs(run.measures[k].value - rows[k].value) <= 1e-3 * std::abs(rows[k].value));
    }
  }
}

TEST_CASE("measures: a yaw begins anew at half a turn, and a quaternion goes on, however many turns a step makes") {
  // 1 rad/s for 12 s: yaw is a saw between ±π, its square has the mean of two teeth and a bit; w = cos ½t.
  using std::numbers::pi;
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = read_model_text(
        "pintle: 1\nbodies: {a: {mass: 2, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
        "joints: {j: {type: hinge, axis: [0, 0, 1], between: [world, a]}}\ninitial: {j: {rate: 1}}\n"
        "measures:\n  low: {of: a.yaw, take: min}\n  high: {of: a.yaw, take: max}\n  rms: {of: a.yaw, take: rms}\n"
        "  mean: {of: a.yaw, take: mean}\n  w: {of: a.orientation.w, take: min}\n  z: {of: a.orientation.z, take: mean}\n"
        "run: {until: 12, output_every: 12}\n",
        "yaw.yaml");
    const RunSummary run = run_model(model, formulation, make_run_options(model.run));
    const std::vector<MeasureValue>& m = run.measures;
    REQUIRE(m.size() == 6);
    const double left = 12 - 4 * pi;  // of the second tooth, from its zero
    CHECK(m[0].value == doctest::Approx(-pi).epsilon(1e-3));
    CHECK(m[1].value == doctest::Approx(pi).epsilon(1e-3));
    CHECK(m[2].value == doctest::Approx(std::sqrt((4 * pi * pi * pi / 3 + left * left * left / 3) / 12)).epsilon(1e-4));
    CHECK(m[3].value == doctest::Approx(left * left / 2 / 12).epsilon(1e-2));
    CHECK(m[4].value == doctest::Approx(-1).epsilon(1e-6));
    CHECK(m[5].value == doctest::Approx(2 * (1 - std::cos(6.0)) / 12).epsilon(1e-4));
  }
}

TEST_CASE("measures: a load in weights is looked at where steps end alone, once it is known what a weight is") {
  CaseMaker maker(
      read_model_text("pintle: 1\ngravity: [0, 0, =-g]\nparameters: {g: 9.81 m/s^2, m: 2 kg}\n"
                      "bodies: {bob: {mass: =m, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
                      "joints: {pin: {type: hinge, axis: [0, 1, 0], at: [0, 0, 1], between: [world, bob]}}\n"
                      "measures:\n  most: {of: pin.load.force/(m*g), take: max}\n"
                      "  end: {of: 1 rad/(2 rad + pin.angle), take: final}\n",
                      "weights.yaml"));
  Measures measures(maker.system());
  const auto is_narrow = [&](double g) {
    maker.set("g", g);
    measures.read_numbers(maker.make().parameters);
    return measures.any_narrow();
  };
  CHECK(!measures.any_narrow());
  CHECK(!is_narrow(1.315));
  CHECK(is_narrow(-1.315));  // the largest is where the load is nearly zero, and a length bends sharply there
  CHECK(measures.narrow_needs().loads);
  CHECK(is_narrow(0));
  CHECK(!is_narrow(9.81));
}

TEST_CASE("measures: what is read in the end alone may be no number on the way") {
  const Model model = read_model_text(
      "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "joints: {j: {type: hinge, between: [world, a], axis: [0, 0, 1]}}\ninitial: {j: {angle: -1, rate: 1}}\n"
      "measures: {root: {of: \"=sqrt(j.angle)\", take: final}, top: {of: j.angle, take: max}}\nrun: {until: 3 s}\n",
      "root.yaml");
  const RunSummary run = run_model(model, "articulated-body", make_run_options(model.run));
  REQUIRE(run.measures.size() == 2);
  CHECK(run.measures[0].value == doctest::Approx(std::sqrt(2)).epsilon(1e-6));
  CHECK(run.measures[1].value == doctest::Approx(2).epsilon(1e-6));
}

TEST_CASE("measures: they have the same bits whether loads are watched besides or not, and loads whatever is measured") {
  const Setting measures{"measures",
                         "{root: {of: root.load.moment, take: max}, fold: {of: fold1.load.moment, take: max}, impulse: {of: "
                         "root.impulse.moment, take: max}, turn: {of: hub.tilt, take: max}}"};
  for (const char* latches : {"rigid", "compliant"}) {
    CAPTURE(latches);
    const auto run = [&](const std::vector<Setting>& settings, Observer& observer) {
      const Model model = read_model(PINTLE_SOURCE_DIR "/models/solar_panel.yaml", settings, {{"latches", latches}});
      System system = make_system(model);
      assemble(system);
      return Run(system, make_run_options(model.run, system)).go(observer);
    };
    PeakWatch with_loads;
    Watch plain;
    const RunSummary loads_alone = run({}, with_loads), alone = run({measures}, plain), both = run({measures}, with_loads);
    REQUIRE(alone.measures.size() == both.measures.size());
    for (std::size_t k = 0; k < alone.measures.size(); ++k) {
      CAPTURE(alone.measures[k].name);
      CHECK(alone.measures[k].value == both.measures[k].value);
    }
    CHECK(alone.counters.evaluations == both.counters.evaluations);
    for (int j = 0; j < both.loads->joints(); ++j)
      for (int c = 0; c < static_cast<int>(load_components.size()); ++c)
        CHECK(both.loads->peak(j, c).value == loads_alone.loads->peak(j, c).value);
  }
}
