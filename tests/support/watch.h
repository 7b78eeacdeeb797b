#pragma once
#include <string>
#include <vector>

#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"

namespace pintle {

/// One instant, kept.
struct Seen {
  double t;
  State<double> state;
  Ledger ledger;
  int freedoms;
  bool after_event;
};

/// An observer that keeps all it is shown.
class Watch final : public Observer {
 public:
  int stop_after = -1;  // so many observed instants; −1: never
  std::vector<Seen> observed, rows;
  std::vector<EventLog> events;
  RunSummary summary;
  int starts = 0, finishes = 0;

  void start(const System&, const Parameters<double>&) override { ++starts; }
  void observe(const Instant& instant) override { observed.push_back(seen(instant)); }
  void row(const Instant& instant) override { rows.push_back(seen(instant)); }
  void event(const EventLog& log) override { events.push_back(log); }
  void finish(const RunSummary& s) override {
    summary = s;
    ++finishes;
  }
  bool wants_stop() override { return stop_after >= 0 && static_cast<int>(observed.size()) >= stop_after; }

 private:
  static Seen seen(const Instant& i) { return {i.view.state.t, i.view.state, i.ledger, i.freedoms, i.jump != nullptr}; }
};

/// Runs a model from its start, as `options` say, by one formulation.
inline RunSummary run_model(const Model& model, const std::string& formulation, RunOptions options, Watch& watch) {
  const System system = make_system(model);
  options.formulation = formulation;
  return Run(system, options).go(watch);
}
inline RunSummary run_model(const Model& model, const std::string& formulation, const RunOptions& options) {
  Watch watch;
  return run_model(model, formulation, options, watch);
}

/// Names of all formulations.
inline std::vector<std::string> formulation_names() {
  std::vector<std::string> names;
  for (const Formulation& row : formulations()) names.emplace_back(row.name);
  return names;
}

}  // namespace pintle
