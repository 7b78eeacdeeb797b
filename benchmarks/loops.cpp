#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark.h"
#include "course.h"
#include "pintle/closure/assemble.h"
#include "pintle/formulations/kernel.h"
#include "pintle/io/reader.h"
#include "pintle/structure/plan.h"
#include "pintle/system/make_system.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

/// Windows in a row: each loop is coupled with its two neighbours.
constexpr const char* row_of_windows = R"yaml(
pintle: 1
gravity: [0, -9.81, 0]
parameters: {n: 10}
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
)yaml";

/// A floating hub with n closed branches: a leg of two links, held by a rod of its own.
constexpr const char* hub = R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
parameters: {n: 10}
bodies:
  hub: {mass: 100 kg, inertia: [50, 50, 80], at: [0, 0, 1]}
repeat:
  leg:
    count: =n
    turn: {about: [0, 0, 1], step: =360 deg/n}
    bodies:
      upper: {mass: 1 kg, inertia: [0.01, 0.02, 0.02], at: [1.25, 0, 1]}
      lower: {mass: 1 kg, inertia: [0.01, 0.02, 0.02], at: [1.75, 0, 0.75]}
    joints:
      hip: {type: hinge, between: [hub, upper], at: [1, 0, 1], axis: [0, 1, 0]}
      knee: {type: hinge, between: [upper, lower], at: [1.5, 0, 1], axis: [0, 1, 0]}
    constraints:
      rod: {type: distance, at: {hub: [1, 0, -0.5], lower: [0, 0, 0]}, length: =sqrt(0.625)*1 m}
)yaml";

System make_mechanism(const char* text, int n) {
  System system = make_system(read_model_text(text, "loops.yaml", {parse_setting("parameters.n=" + std::to_string(n))}));
  assemble(system);
  return system;
}

constexpr double goal_doubled = 2.3;     // of twice as many bodies
constexpr double goal_partitioned = 12;  // of a chain, in times of the floor

/// A formulation at a state of a mechanism, asked for rates as an integrator asks: at places along a step that begins there, where
/// `partitioned` has positions to solve for. Accelerations for the check.
struct Runner {
  static constexpr int places = 4;
  static constexpr double turn = 0.2, least_rate = 5;  // [rad] in a step of the body that turns fastest, [rad/s] taken at least

  std::unique_ptr<Kernel<double>> kernel;
  std::vector<double> ydot;
  std::array<std::vector<double>, places> along;
  int at = 0;
  double step = turn / least_rate;  // [s]
  std::vector<double> power;
  std::vector<Motion<double>> A_WB;

  Runner(const Formulation& formulation, const System& system)
      : Runner(formulation, system, make_start(system, system.nominal, make_structure(system))) {}
  Runner(const Formulation& formulation, const System& system, const State<double>& state) {
    const Structure structure = make_structure(system);
    kernel =
        formulation.make(system, std::make_shared<const Plan>(make_plan(system, structure, formulation.family)), system.nominal);
    std::vector<double> y(static_cast<std::size_t>(kernel->size()));
    ydot.resize(y.size());
    power.resize(count_accounts(system));
    kernel->load(state, y);
    View<double> view = make_view<double>(system);
    kernel->update_view(0, y, {.accelerations = true}, view);
    A_WB = view.A_WB;
    kernel->accept(0, y, {true});
    kernel->update_rates(0, y, ydot, power);
    for (const Motion<double>& V : state.V_WB) step = std::min(step, turn / norm(V.w));
    for (int k = 0; k < places; ++k) {
      along[k] = y;
      for (std::size_t i = 0; i < y.size(); ++i) along[k][i] += time_at(k) * ydot[i];
    }
  }
  double time_at(int k) const { return (k + 1) * step / places; }
  void run() {
    at = (at + 1) % places;
    kernel->update_rates(time_at(at), along[at], ydot, power);
  }
  bool has_rates() {
    bool all = true;
    for (int k = 0; k < places; ++k) {
      run();
      for (const double one : ydot) all = all && std::isfinite(one);
    }
    return all;
  }
};

bool agree(const char* name, int n, const Runner& a, const Runner& b, double tolerance) {
  double gap = 0, largest = 0;
  for (std::size_t i = 1; i < a.A_WB.size(); ++i) {
    gap = std::max(gap, norm(a.A_WB[i].v - b.A_WB[i].v));
    largest = std::max(largest, norm(a.A_WB[i].v));
  }
  if (gap <= tolerance * largest) return true;
  fmt::print("wrong: {} n = {}: accelerations differ by {:.2e} of {:.2e} m/s²\n", name, n, gap, largest);
  return false;
}

bool have_rates(const char* name, int n, std::vector<Runner>& runners) {
  if (std::ranges::all_of(runners, [](Runner& runner) { return runner.has_rates(); })) return true;
  fmt::print("wrong: {} n = {}: no rates along a step\n", name, n);
  return false;
}

/// Cost of n and 2n, all in one race; the formulations must agree on the accelerations.
int race_sizes(const char* name, std::vector<Runner>& runners, int n, double tolerance, const Options& options) {
  const std::size_t count = formulations().size();
  int wrong = have_rates(name, n, runners) ? 0 : 1;
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t f = 1; f < count; ++f)
      if (!agree(name, n << k, runners[k * count], runners[k * count + f], tolerance)) wrong = 1;
  std::vector<Job> jobs;
  for (Runner& runner : runners) jobs.push_back(make_job(name, [&runner] { runner.run(); }));
  race(jobs, options.quick ? 10 : 60, 0.02);
  for (std::size_t f = 0; f < count; ++f) {
    const double one = jobs[f].best_ns, two = jobs[count + f].best_ns;
    fmt::print("{:<16}{:<20}n = {:>5} {:>9.1f} µs   n = {:>5} {:>9.1f} µs   ratio {:.2f} (goal {:.1f})\n", name,
               formulations()[f].name, n, 1e-3 * one, 2 * n, 1e-3 * two, two / one, goal_doubled);
  }
  return wrong;
}

int compare_sizes(const char* name, const char* text, int n, const Options& options) {
  const std::array<System, 2> systems{make_mechanism(text, n), make_mechanism(text, 2 * n)};
  std::vector<Runner> runners;
  for (const System& system : systems)
    for (const Formulation& formulation : formulations()) runners.emplace_back(formulation, system);
  return race_sizes(name, runners, n, 1e-9, options);
}

int compare_chains(int n, const Options& options) {
  const std::array courses{make_course("chain", floor::make_chain(n), 1), make_course("chain", floor::make_chain(2 * n), 1)};
  std::vector<Runner> runners;
  for (const auto& course : courses)
    for (const Formulation& formulation : formulations()) runners.emplace_back(formulation, course->system, course->states[0]);
  return race_sizes("chain", runners, n, 1e-8, options);  // rounding of places far from the root
}

/// Against the bare floor.
void compare_with_floor(int n, const Options& options) {
  const auto course = make_course("chain", floor::make_chain(n), 1);
  FloorRunner<double> bare(*course->tree, course->efforts, course->states);
  std::vector<Runner> runners;
  for (const Formulation& formulation : formulations()) runners.emplace_back(formulation, course->system, course->states[0]);
  std::vector<Job> jobs{make_job("floor", [&] { bare.run(); })};
  for (Runner& runner : runners) jobs.push_back(make_job("chain", [&runner] { runner.run(); }));
  race(jobs, options.quick ? 40 : 200, 2e-3);
  for (std::size_t f = 0; f < runners.size(); ++f) {
    const std::string_view name = formulations()[f].name;
    fmt::print("{:<16}{:<20}n = {:>5} {:>9.1f} ns per body, {:.2f} of the floor{}\n", "chain", name, n, jobs[f + 1].best_ns / n,
               jobs[f + 1].best_ns / jobs[0].best_ns, name == "partitioned" ? fmt::format(" (goal {})", goal_partitioned) : "");
  }
}

}  // namespace

int run_loops(const Options& options) {
  int wrong = 0;
  for (int n : options.quick ? std::vector{100} : std::vector{100, 1000})
    wrong |= compare_sizes("windows", row_of_windows, n, options);
  wrong |= compare_sizes("closed legs", hub, 100, options);
  wrong |= compare_chains(options.quick ? 100 : 1000, options);
  compare_with_floor(100, options);
  return wrong;
}

}  // namespace pintle::benchmarks
