#pragma once
#include <optional>

#include "pintle/record/check_result.h"
#include "pintle/record/load_table.h"
#include "pintle/simulate/run.h"

/// `pintle run --check`: the same run computed more finely, and how far the two lie apart. What they share (the model, the
/// laws, a fault in the formulation) it cannot see; what step size and tolerance do, it measures.
namespace pintle {

/// Keeps the peak force of every joint and nothing else.
class PeakWatch : public Observer {
 public:
  Needs step_needs() const override { return {.accelerations = false, .loads = true, .elements = false}; }
  Needs row_needs() const override { return step_needs(); }
  void start(const System& system, const Parameters<double>& /*p*/) override { loads_.emplace(system.joint_count()); }
  void observe(const Instant& instant) override { loads_->add(instant.view.state.t, instant.view.load); }
  void row(const Instant& instant) override { observe(instant); }

  /// After start().
  const LoadTable& loads() const { return *loads_; }

 private:
  std::optional<LoadTable> loads_;
};

/// A tenth of rtol, and of atol if it was given; with fixed steps a tenth of dt.
RunOptions make_finer(RunOptions options);

/// The differences between a run and a finer one, which had these options.
CheckResult calc_check(const RunSummary& run, const LoadTable& loads, const RunSummary& finer, const LoadTable& finer_loads,
                       const RunOptions& finer_options);

}  // namespace pintle
