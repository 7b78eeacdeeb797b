#include "pintle/simulate/measures.h"

#include <doctest/doctest.h>

#include <numbers>

#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "pintle/simulate/check_run.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

TEST_CASE("measures: largest, smallest, last, mean and rms of a harmonic motion, and what ever was") {
  Model model = make_oscillator(4);  // 0.1 cos 2t
  const auto add = [&](const char* name, const char* of, Take take) {
    model.measures.push_back({name, make_number(model, of, "m").expr, "m", take});
  };
  add("top", "rail.displacement", Take::max);
  add("bottom", "rail.displacement", Take::min);
  add("end", "rail.displacement", Take::final);
  add("mean", "rail.displacement", Take::mean);
  add("rms", "rail.displacement", Take::rms);
  model.measures.push_back({"deep", make_when(model, "rail.displacement < -0.09"), "1", Take::ever});
  model.measures.push_back({"high", make_when(model, "rail.displacement > -0.09"), "1", Take::always});
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
