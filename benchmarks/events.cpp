#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "benchmark.h"
#include "pintle/closure/assemble.h"
#include "pintle/formulations/kernel.h"
#include "pintle/model/makers.h"
#include "pintle/model/scope.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"
#include "timing.h"

/// An event is timed between the rows on its two sides: jump, change of structure, accounts, conditions tested again, and one look
/// at the state after it. What is written of it is not part of that.
namespace pintle::benchmarks {
namespace {

class Stopwatch final : public Observer {
 public:
  std::vector<double> seconds;        // of each event
  std::vector<Motion<double>> after;  // of bodies, after the first event
  double locked_rate = 0;             // largest of a joint that was locked [rad/s]
  std::string status;

  void row(const Instant& instant) override {
    if (instant.jump) seconds.push_back(thread_seconds() - before_);
    before_ = thread_seconds();
  }
  void event(const EventLog& log) override {
    if (after.empty()) after = log.after.V_WB;
    if (const int joint = std::stoi(log.event.substr(log.event.find('_') + 1)); log.event.starts_with("lock"))
      locked_rate = std::max(locked_rate, norm(log.after.joints[static_cast<std::size_t>(joint)].rate));
  }
  void finish(const RunSummary& summary) override { status = std::string(name_of(summary.status)) + " " + summary.message; }

 private:
  double before_ = 0;
};

void add_event(Model& model, const std::string& name, const std::string& when, int pin, bool locks, bool rearm) {
  EventPart event;
  event.name = name + "_" + std::to_string(pin);
  event.when = when;
  event.rearm = rearm;
  event.condition = make_when(model, when);
  event.actions = {LockAction{locks, "pin" + std::to_string(pin + 1), {}}};
  model.events.push_back(event);
}

/// A hinge in the middle locks and unlocks, over and over.
Model make_ratchet(int n) {
  Model model = make_chain(n);
  add_event(model, "lock", "mod(time, 20 us) > 10 us", n / 2, true, true);
  add_event(model, "unlock", "mod(time, 20 us) < 10 us and time > 10 us", n / 2, false, true);
  return model;
}

/// One hinge after the other locks: every structure is a new one.
Model make_stiffening(int n, int events) {
  Model model = make_chain(n);
  for (int k = 0; k < events; ++k)
    add_event(model, "lock", fmt::format("time >= {} us", 10 * (k + 1)), (k + 1) * n / (events + 2), true, false);
  return model;
}

double median(std::vector<double> list) {
  std::ranges::sort(list);
  return list.empty() ? 0 : list[list.size() / 2];
}

/// Of an evaluation [s].
double time_evaluation(const Formulation& formulation, const System& system) {
  const Structure structure = make_structure(system);
  const auto plan = std::make_shared<const Plan>(make_plan(system, structure, formulation.family));
  const auto kernel = formulation.make(system, plan, system.nominal);
  std::vector<double> y(static_cast<std::size_t>(kernel->size())), ydot(y.size()), power(count_accounts(system));
  kernel->load(make_state(system, system.nominal, plan->tree), y);
  std::vector<Job> jobs{make_job("evaluation", [&] { kernel->update_rates(0, y, ydot, power); })};
  race(jobs, 10, 0.02);
  return 1e-9 * jobs.front().best_ns;
}

Stopwatch run_events(const Model& model, const Formulation& formulation, int events) {
  RunOptions options;
  options.formulation = formulation.name;
  options.until = 10e-6 * (events + 1);
  Stopwatch watch;
  Run(make_system(model), options).go(watch);
  return watch;
}

bool is_right(const Stopwatch& one, const Stopwatch& other, int events) {
  double gap = 0, fastest = 0;
  for (std::size_t b = 0; b < one.after.size(); ++b) {
    gap = std::max(gap, norm(one.after[b].v - other.after[b].v));
    fastest = std::max(fastest, norm(one.after[b].v));
  }
  const bool right = static_cast<int>(one.seconds.size()) >= events && one.locked_rate < 1e-9 && gap < 1e-8 * fastest;
  if (!right)
    fmt::print("wrong: {} events ({}), locked hinges turn at {:.1e} rad/s, formulations differ by {:.1e} of {:.1e} m/s\n",
               one.seconds.size(), one.status, one.locked_rate, gap, fastest);
  return right;
}

int time_events(const char* name, const Model& model, int events, double goal) {
  std::vector<Stopwatch> watches;
  for (const Formulation& formulation : formulations()) watches.push_back(run_events(model, formulation, events));
  for (std::size_t f = 0; f < watches.size(); ++f) {
    if (!is_right(watches[f], watches.front(), events)) return 1;
    std::vector<double> seconds = watches[f].seconds;
    if (goal < 50) seconds.erase(seconds.begin(), seconds.begin() + 4);  // both structures have been there by then
    const double event = median(seconds), evaluation = time_evaluation(formulations()[f], make_system(model));
    fmt::print("{:<14}{:<20}n = {:>5}   event {:>9.1f} µs   evaluation {:>8.1f} µs   ratio {:>6.1f} (goal {:.0f})\n", name,
               formulations()[f].name, model.bodies.size(), 1e6 * event, 1e6 * evaluation, event / evaluation, goal);
  }
  return 0;
}

}  // namespace

int run_events(const Options& options) {
  int wrong = 0;
  for (int n : options.quick ? std::vector{100} : std::vector{100, 1000}) {
    wrong |= time_events("came back", make_ratchet(n), 24, 10);
    wrong |= time_events("new", make_stiffening(n, 12), 12, 100);
  }
  return wrong;
}

}  // namespace pintle::benchmarks
