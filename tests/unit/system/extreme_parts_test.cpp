#include "pintle/system/extreme_parts.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/system/case_maker.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// Two carts on springs, 0.1 m cos 2t and 0.15 m cos 3t, with a measure.
std::string make_carts(const std::string& measures) {
  return "pintle: 1\nparameters: {s: 2}\n"
         "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
         "joints:\n"
         "  one: {type: slider, between: [world, a], axis: [1, 0, 0], spring: {stiffness: 4 N/m, rest: 0 m}}\n"
         "  two: {type: slider, between: [world, b], axis: [1, 0, 0], spring: {stiffness: 9 N/m, rest: 0 m}}\n"
         "initial: {one: {displacement: 0.1 m}, two: {displacement: 0.15 m}}\n"
         "run: {until: 4 s, output_every: 4 s}\nmeasures:\n" +
         measures;
}

const std::string extremes =
    "  top: {of: \"max(one.displacement, two.displacement - 0.1 m)\", take: max}\n"
    "  far: {of: \"abs(two.displacement)*s\", take: max}\n"
    "  low: {of: \"0.2 m - max(one.displacement, abs(two.displacement))/s\", take: min}\n"
    "  inner: {of: \"max(one.displacement, two.displacement)\", take: min}\n"
    "  mean: {of: \"abs(two.displacement)\", take: mean}\n";

/// How many records a measure has, and how many edges where it bends.
std::pair<int, std::size_t> count_parts(const System& system, const std::string& name) {
  std::pair<int, std::size_t> count{0, 0};
  for (const MeasureRecord& record : system.measures) {
    if (record.name != name) continue;
    ++count.first;
    count.second += record.kinks.edges.size();
  }
  return count;
}

}  // namespace

TEST_CASE("the largest of a maximum is made of its parts, whose crossings nobody has to find") {
  const System system = make_system(read_model_text(make_carts(extremes), "carts.yaml"));
  CHECK(count_parts(system, "top") == std::pair(2, std::size_t{0}));
  CHECK(count_parts(system, "far") == std::pair(2, std::size_t{0}));
  CHECK(count_parts(system, "low") == std::pair(3, std::size_t{0}));
  for (const char* name : {"inner", "mean"})  // where the parts cross, something may happen to these
    CHECK(count_parts(system, name) == std::pair(1, std::size_t{1}));
}

TEST_CASE("extremes of maxima are those of the motion") {
  const Model model = read_model_text(make_carts(extremes), "carts.yaml");
  double top = -1, far = -1, low = 1, inner = 1;
  for (int k = 0; k <= 4'000'000; ++k) {
    const double t = 1e-6 * k, x = 0.1 * std::cos(2 * t), y = 0.15 * std::cos(3 * t);
    top = std::max({top, x, y - 0.1});
    far = std::max(far, 2 * std::fabs(y));
    low = std::min(low, 0.2 - std::max(x, std::fabs(y)) / 2);
    inner = std::min(inner, std::max(x, y));
  }
  // An extreme is looked for up to a millionth of the way that its value goes.
  for (const char* formulation : {"articulated-body", "newton-euler"}) {
    RunOptions options = make_run_options(model.run);
    options.formulation = formulation;
    const std::vector<MeasureValue> m = run_model(model, formulation, options).measures;
    CHECK(m[0].value == doctest::Approx(top).epsilon(1e-5));
    CHECK(m[1].value == doctest::Approx(far).epsilon(1e-5));
    CHECK(m[2].value == doctest::Approx(low).epsilon(1e-5));
    CHECK(m[3].value == doctest::Approx(inner).epsilon(1e-5));
  }
}

TEST_CASE("a factor that turns its sign, by which a maximum would become a minimum, ends the run with its name") {
  const Model model = read_model_text(make_carts("  far: {of: \"abs(two.displacement)*s\", take: max}\n"), "carts.yaml");
  CaseMaker maker(model);
  maker.set(maker.find_input("parameters.s"), -2);
  Run run(maker.system(), make_run_options(model.run));
  Watch watch;
  const RunSummary& summary = run.go(maker.make(), watch);
  CHECK(summary.status == Status::failed);
  CHECK(summary.message.find("measures.far") != std::string::npos);
  // Said the other way, each part has its own.
  const Model other =
      read_model_text(make_carts("  far: {of: \"max(two.displacement*s, -two.displacement*s)\", take: max}\n"), "carts.yaml");
  CaseMaker others(other);
  others.set(others.find_input("parameters.s"), -2);
  CHECK(Run(others.system(), make_run_options(other.run)).go(others.make(), watch).measures[0].value ==
        doctest::Approx(0.3).epsilon(1e-5));
}
