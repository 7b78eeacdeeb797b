#pragma once
#include "pintle/record/check_result.h"
#include "pintle/simulate/run.h"

/// `pintle run --check`: the same run computed more finely, and how far the two lie apart. What they share (the model, the
/// laws, a fault in the formulation) it cannot see; what step size and tolerance do, it measures.
namespace pintle {

/// Wants peaks and nothing else.
class PeakWatch : public Observer {
 public:
  bool wants_peaks() const override { return true; }
};

/// A tenth of rtol, and of atol if it was given; with fixed steps a tenth of dt.
RunOptions make_finer(RunOptions options);

/// The differences between a run and a finer one, which had these options. Those of a body are also seen against how far and how
/// fast it moved itself, or a ten thousandth of what its mechanism did: a large neighbour hides nothing.
CheckResult calc_check(const System& system, const RunSummary& run, const RunSummary& finer, const RunOptions& finer_options);

}  // namespace pintle
