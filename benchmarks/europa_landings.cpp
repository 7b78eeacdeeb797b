#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "benchmark.h"
#include "europa.h"
#include "floor/chain.h"
#include "floor/free_tree.h"
#include "pintle/simulate/run.h"
#include "timing.h"

namespace pintle::benchmarks {
namespace {

constexpr double tight = 1e-9, tightest_error = 0.5;  // of the reference; [m] beyond which an answer is wrong
constexpr double rtol = 3e-3;                         // of ros2: final places off by less than a millimetre
constexpr double floor_chain_us = 3.3;                // on the machine of the goals
constexpr double goal = 500;                          // landings/s there

template <class Sweep>
double time_floor(const floor::TreeData& tree, Sweep sweep) {
  std::vector<double> q(tree.bodies.size(), 0.3), v(q.size(), 0.2), tau(q.size(), 0.1), vdot(q.size());
  std::vector<Job> jobs{make_job("floor", [&] { sweep(q, v, tau, vdot); })};
  race(jobs, 20, 2e-3);
  return jobs.front().best_ns;
}

struct Floor {
  double chain, lander;  // [ns]
};
Floor time_floor() {
  const floor::TreeData chain = floor::make_chain(50), lander = floor::make_lander();
  floor::ChainSweep<double> chain_sweep(chain);
  floor::FreeTreeSweep<double> lander_sweep(lander);
  const floor::Vec3<double> w{0.1, 0.2, 0.3}, gravity{0, 0, -1.3};
  return {time_floor(chain, [&](auto& q, auto& v, auto& tau, auto& vdot) { chain_sweep.update_accelerations(q, v, tau, vdot); }),
          time_floor(lander, [&](auto& q, auto& v, auto& tau, auto& vdot) {
            lander_sweep.update_accelerations(q, v, tau, w, gravity, vdot);
          })};
}

struct Errors {
  double median, most;  // [m]
};
Errors calc_errors(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  std::vector<double> gap;
  for (std::size_t i = 0; i < a.size(); ++i) gap.push_back(norm(a[i] - b[i]));
  std::ranges::sort(gap);
  return {gap[gap.size() / 2], gap[gap.size() * 9 / 10]};
}

template <class T>
struct Flown {
  std::vector<Vec3<double>> places;
  double seconds = 0, evaluations = 0;  // of a landing
  bool failed = false;
};
template <class T>
Flown<T> fly(Europa& europa, const char* name, const IntegratorOptions& options, int repeats) {
  Flown<T> out;
  out.seconds = 1e300;
  for (int r = 0; r < repeats; ++r) {
    Flown<T> once;
    const double start = thread_seconds();
    for (int first = 0; first + width<T> <= europa.count(); first += width<T>)
      for (const Landing& landing : europa.land<T>(*find_integrator(name), options, first)) {
        once.places.push_back(landing.place);
        once.evaluations += static_cast<double>(landing.evaluations);
        once.failed = once.failed || landing.failed;
      }
    once.seconds = (thread_seconds() - start) / europa.count();
    once.evaluations /= europa.count();
    if (once.seconds < out.seconds) out = once;
  }
  return out;
}

/// The same landings by the whole run: conditions, accounts, energy, and no output.
double time_whole_run(const Europa& europa, int repeats) {
  RunOptions options;
  options.formulation = "articulated-body";
  options.integrator = "ros2";
  options.until = Europa::until;
  options.output_every = Europa::until;
  options.integration = {.rtol = rtol, .atol = rtol};
  Run run(europa.system(), options);
  Observer nobody;
  double least = 1e300;
  for (int r = 0; r < repeats; ++r) {
    const double start = thread_seconds();
    for (int k = 0; k < europa.count(); ++k) run.go(europa.numbers(k), nobody);
    least = std::min(least, (thread_seconds() - start) / europa.count());
  }
  return least;
}

template <class T>
void print(const char* who, const Flown<T>& flown, const Errors& errors, double stage_ns, const Floor& at) {
  const double scaled = 1 / flown.seconds * (1e-3 * at.chain / floor_chain_us);
  fmt::print(
      "  {:<12}{:>8.0f} landings/s, scaled {:>6.0f}{:<10}{:>7.0f} evaluations of {:>5.0f} ns ({:.2f} floor), in all {:>5.0f} ns; "
      "off by {:.2f} mm, 90 %: {:.2f} mm\n",
      who, 1 / flown.seconds, scaled,
      width<T> > 1     ? ""
      : scaled >= goal ? " met"
                       : " NOT MET",
      flown.evaluations, stage_ns, stage_ns / at.lander, 1e9 * flown.seconds / flown.evaluations, 1e3 * errors.median,
      1e3 * errors.most);
}

int land(const Pair& pair, const Options& options, const Floor& at) {
  const int count = options.quick ? 8 : 32, repeats = options.quick ? 1 : 5;
  Europa europa(pair, count);
  const Flown<double> exact = fly<double>(europa, "dop853", {.rtol = tight}, 1);
  const Flown<double> alone = fly<double>(europa, "ros2", {.rtol = rtol, .atol = rtol}, repeats);
  const Flown<Lanes> lanes = fly<Lanes>(europa, "ros2", {.rtol = rtol, .atol = rtol}, repeats);
  const Errors errors = calc_errors(alone.places, exact.places), of_lanes = calc_errors(lanes.places, exact.places);
  fmt::print("{}\n", name_of(pair));
  print("one by one", alone, errors, europa.time_stage<double>(), at);
  print("side by side", lanes, of_lanes, europa.time_stage<Lanes>(), at);
  if (pair.legs != Legs::impedance) {
    const double whole = time_whole_run(europa, repeats);
    fmt::print("  {:<12}{:>8.0f} landings/s, {:.2f} times the stages alone\n", "whole run", 1 / whole,
               whole * 1e9 / (alone.evaluations * europa.time_stage<double>()));
  }
  const bool wrong = alone.failed || lanes.failed || exact.failed || !(errors.median < tightest_error);
  if (wrong) fmt::print("  WRONG: a landing failed, or ends elsewhere\n");
  std::fflush(stdout);
  return wrong ? 1 : 0;
}

}  // namespace

int run_landing(const Options& options) {
  const Floor at = time_floor();
  fmt::print(
      "floor: chain of 50 {:.2f} µs, lander {:.0f} ns; ros2 at rtol {:g}, {:g} s; goal {:.0f} landings/s where the chain takes "
      "{:.1f} µs\n\n",
      1e-3 * at.chain, at.lander, rtol, Europa::until, goal, floor_chain_us);
  int wrong = 0;
  for (const Legs legs : {Legs::stiff, Legs::shock_absorbing, Legs::conforming, Legs::impedance})
    for (const Ground ground : {Ground::ice, Ground::snow, Ground::sand}) wrong |= land({legs, ground}, options, at);
  return wrong;
}

}  // namespace pintle::benchmarks
