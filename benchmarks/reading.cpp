#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "benchmark.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/run.h"
#include "pintle/structure/plan.h"
#include "pintle/system/case_maker.h"
#include "pintle/system/make_system.h"

namespace pintle::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

/// The least of several times [s]: what else the machine does only adds to it.
template <class Work>
double calc_least_time(int times, Work&& work) {
  double least = 1e300;
  for (int k = 0; k < times; ++k) {
    const auto start = Clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

constexpr const char* chain = R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
parameters: {n: 1000, length: 0.1 m, m: 50 g}
repeat:
  links:
    count: =n
    first: {before.link: world}
    bodies:
      link: {mass: =m, inertia: [=m*length^2/12, =m*length^2/12, =m*length^2/1000], at: [=(index - 0.5)*length, 0, 0]}
    joints:
      pin: {type: hinge, between: [before.link, link], at: [=(index - 1)*length, 0, 0], axis: [0, 1, 0]}
    initial:
      pin: {angle: "=if(index == 1, 30 deg, 0 deg)"
}
)yaml";

int measure_chain(const Options& options) {
  Plan plan;
  const double time = calc_least_time(options.quick ? 3 : 10, [&] {
    const System system = make_system(read_model_text(chain, "chain.yaml"));
    plan = make_plan(system, make_structure(system), Coordinates::joint);
  });
  if (plan.freedoms != 1000) {
    fmt::print("wrong: the chain has {} freedoms\n", plan.freedoms);
    return 1;
  }
  fmt::print("chain of 1,000 bodies by `repeat`: read and planned in {:.1f} ms (goal: below 200)\n", 1e3 * time);
  return 0;
}

/// Twelve legs make 13 bodies; the answer is right if it has the bits of a file with the new value.
int measure_case(const Options& options) {
  const auto file = std::filesystem::path(PINTLE_SOURCE_DIR) / "apps/pintle/templates/lander.yaml";
  const std::vector<Setting> legs{{"parameters.n", "12"}};
  CaseMaker cases(read_model(file, legs));
  cases.set("mass", 432.1);
  const System expected = make_system(read_model(file, {legs[0], {"parameters.mass", "432.1 kg"}}));
  if (cases.make().parameters.value != expected.nominal.value) {
    fmt::print("wrong: the case is not that of the file\n");
    return 1;
  }
  double mass = 400;
  const double time = calc_least_time(options.quick ? 200 : 2000, [&] {
    cases.set("mass", mass += 0.1);
    cases.make();
  });
  fmt::print("new parameters for a lander of {} bodies: {:.1f} µs (goal: below 100)\n", expected.body_count() - 1, 1e6 * time);
  return 0;
}

/// All that a case takes beside its integration: 10,000 landers through one run that ends where it starts.
int measure_cases(const Options& options) {
  const auto file = std::filesystem::path(PINTLE_SOURCE_DIR) / "apps/pintle/templates/lander.yaml";
  const Model model = read_model(file, {{"parameters.n", "12"}, {"bodies.leg3.mass", "8 kg", true}});
  CaseMaker cases(model);
  RunOptions run_options = make_run_options(model.run);
  run_options.until = 0;
  Run run(cases.system(), run_options);
  const int inputs[] = {cases.find_input("mass"), cases.find_input("k_hip"), cases.find_input("tilt"), cases.find_input("down"),
                        cases.find_input("bodies.leg3.mass")};
  Observer nobody;
  const int count = options.quick ? 1000 : 10'000;
  double all = 0, numbers = 0, least = 1e300, energy = 0;
  for (int k = 0; k < count; ++k) {
    const double x = static_cast<double>(k) / count;
    const double values[] = {300 + 200 * x, 4000 + 4000 * x, 0.2 * x, 1 + 2 * x, 6 + 4 * x};
    const auto start = Clock::now();
    for (std::size_t i = 0; i < std::size(inputs); ++i) cases.set(inputs[i], values[i]);
    const Case& one = cases.make();
    const auto made = Clock::now();
    energy += run.go(one, nobody).energy_initial;
    const double time = std::chrono::duration<double>(Clock::now() - start).count();
    numbers += std::chrono::duration<double>(made - start).count();
    all += time;
    least = std::min(least, time);
  }
  if (!(energy > 0)) {
    fmt::print("wrong: landers without energy\n");
    return 1;
  }
  fmt::print(
      "{} cases of a lander of {} bodies, beside the integration: {:.1f} µs each, {:.1f} of them for the numbers; least {:.1f} "
      "(goal: below 30)\n",
      count, cases.system().body_count() - 1, 1e6 * all / count, 1e6 * numbers / count, 1e6 * least);
  return 0;
}

}  // namespace

int run_reading(const Options& options) { return measure_chain(options) + measure_case(options) + measure_cases(options); }

}  // namespace pintle::benchmarks
