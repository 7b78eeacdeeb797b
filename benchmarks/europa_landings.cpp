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
constexpr double wanted_error = 1e-3;                 // of final places in the middle [m]
/// A flight without forces has steps of any length, and what touches within one is taken at its end: max_step says how much of
/// that there may be.
constexpr IntegratorOptions options_of(double rtol) { return {.rtol = rtol, .atol = rtol, .max_step = 0.05}; }
constexpr double of_rkf45 = 1e-3, of_ros2[] = {1.5e-2, 1.2e-2, 1e-2, 8e-3, 6e-3, 4e-3, 3e-3, 2e-3};  // rtol
constexpr double floor_chain_us = 3.3;  // on the machine of the goals
constexpr double goal = 500;            // landings/s there, of three pairs, by ros2; by rkf45: 80, on sand 40
constexpr double goal_of_contact = 1.7, goal_of_run = 1.25;

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

/// The loosest that meets the wanted error.
double find_tolerance(Europa& europa, const Flown<double>& exact) {
  for (const double rtol : of_ros2)
    if (calc_errors(fly<double>(europa, "ros2", options_of(rtol), 1).places, exact.places).median <= wanted_error) return rtol;
  return of_ros2[std::size(of_ros2) - 1];
}

/// The same landings by the whole run: conditions, accounts, energy, and no output.
struct Whole {
  double seconds, evaluations;  // of a landing
};
Whole time_whole_run(const Europa& europa, double rtol, int repeats) {
  RunOptions options;
  options.formulation = "articulated-body";
  options.integrator = "ros2";
  options.until = Europa::until;
  options.output_every = Europa::until;
  options.integration = options_of(rtol);
  Run run(europa.system(), options);
  Observer nobody;
  Whole least{1e300, 0};
  for (int r = 0; r < repeats; ++r) {
    const double start = thread_seconds();
    double evaluations = 0;
    for (int k = 0; k < europa.count(); ++k)
      evaluations += static_cast<double>(run.go(europa.numbers(k), nobody).counters.evaluations);
    least = {std::min(least.seconds, (thread_seconds() - start) / europa.count()), evaluations / europa.count()};
  }
  return least;
}

/// The mean over all landings, of the quickest of some repeats [ns].
template <class T>
double time_evaluations(Europa& europa, double rtol, int repeats) {
  double sum = 0;
  int count = 0;
  for (int first = 0; first + width<T> <= europa.count(); first += width<T>, ++count) {
    double least = 1e300;
    for (int r = 0; r < repeats; ++r)
      least = std::min(least, europa.time_evaluations<T>(*find_integrator("ros2"), options_of(rtol), first));
    sum += least;
  }
  return sum / count;
}

template <class T>
void print(const char* who, const Flown<T>& flown, const Errors& errors, double stage_ns, const Floor& at, double wanted = goal) {
  const double scaled = 1 / flown.seconds * (1e-3 * at.chain / floor_chain_us);
  const std::string of = stage_ns > 0 ? fmt::format(" of {:.0f} ns ({:.2f} floor)", stage_ns, stage_ns / at.lander) : "";
  fmt::print(
      "  {:<12}{:>8.0f} landings/s, scaled {:>6.0f}{:<10}{:>7.0f} evaluations{}, in all {:>5.0f} ns; "
      "off by {:.2f} mm, 90 %: {:.2f} mm\n",
      who, 1 / flown.seconds, scaled,
      width<T> > 1       ? ""
      : scaled >= wanted ? " met"
                         : " NOT MET",
      flown.evaluations, of, 1e9 * flown.seconds / flown.evaluations, 1e3 * errors.median, 1e3 * errors.most);
}

int land(const Pair& pair, const Options& options, const Floor& at) {
  const int count = options.quick ? 8 : 32, repeats = options.quick ? 1 : 5;
  Europa europa(pair, count);
  const Flown<double> exact = fly<double>(europa, "dop853", {.rtol = tight}, 1);
  const double rtol = find_tolerance(europa, exact);
  const Flown<double> alone = fly<double>(europa, "ros2", options_of(rtol), repeats);
  const Flown<Lanes> lanes = fly<Lanes>(europa, "ros2", options_of(rtol), repeats);
  const Errors errors = calc_errors(alone.places, exact.places), of_lanes = calc_errors(lanes.places, exact.places);
  fmt::print("{}, ros2 at rtol {:g}\n", name_of(pair), rtol);
  const double stage_ns = time_evaluations<double>(europa, rtol, repeats);
  print("one by one", alone, errors, stage_ns, at);
  print("side by side", lanes, of_lanes, time_evaluations<Lanes>(europa, rtol, repeats), at);
  if (pair.legs != Legs::impedance) {
    const Whole whole = time_whole_run(europa, rtol, repeats);
    const double ratio = 1e9 * whole.seconds / (whole.evaluations * stage_ns);
    fmt::print("  {:<12}{:>8.0f} landings/s, {:.2f} times its {:.0f} evaluations{}\n", "whole run", 1 / whole.seconds, ratio,
               whole.evaluations, ratio <= goal_of_run ? " met" : " NOT MET");
    const Flown<double> by_rkf45 = fly<double>(europa, "rkf45", options_of(of_rkf45), 1);
    print("rkf45", by_rkf45, calc_errors(by_rkf45.places, exact.places), 0, at, pair.ground == Ground::sand ? 40 : 80);
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
      "floor: chain of 50 {:.2f} µs, lander {:.0f} ns; {:g} s, ros2 off by {:g} mm at most in the middle; goal {:.0f} landings/s "
      "where the chain takes {:.1f} µs\n",
      1e-3 * at.chain, at.lander, Europa::until, 1e3 * wanted_error, goal, floor_chain_us);
  const double touching = Europa({Legs::stiff, Ground::ice}, 1).time_with_all_contacts();
  fmt::print("an explicit evaluation with eleven contacts: {:.0f} ns, {:.2f} times the floor's lander{}\n\n", touching,
             touching / at.lander, touching <= goal_of_contact * at.lander ? " met" : " NOT MET");
  int wrong = 0;
  for (const Legs legs : {Legs::stiff, Legs::shock_absorbing, Legs::conforming, Legs::impedance})
    for (const Ground ground : {Ground::ice, Ground::snow, Ground::sand}) wrong |= land({legs, ground}, options, at);
  return wrong;
}

}  // namespace pintle::benchmarks
