#pragma once
#include <algorithm>

/// What kernels with loops remember from one accepted step to the next, besides poses and turns.
namespace pintle {

/// Next to a singular configuration rows are let go, so that a mechanism passes it freely for a moment. What it gains there of
/// forbidden velocities is no drift that a way of stabilization may choose to leave alone: it is ours, and would meet the next
/// singular configuration as v = ġ/s, s the sine of the rows, without bound. So velocities are put on the rows while some are
/// loose, and once more where all hold again.
class LooseRows {
 public:
  /// At an accepted state: how many rows count there, and whether these count in full. True: put the velocities on the rows.
  bool update(int rank, bool in_full) {
    most_rank_ = std::max(most_rank_, rank);
    const bool were_loose = loose_;
    loose_ = !in_full || rank < most_rank_;
    return loose_ || were_loose;
  }

 private:
  int most_rank_ = 0;
  bool loose_ = false;
};

/// Mean length h of accepted steps, which Baumgarte's pull κ/h goes by. A short step weighs no more than the time it takes,
///
///     h += share · min(1, step/h) · (step − h)                                                                (1)
///
/// or a few tiny steps would raise the pull, which would make the next ones tinier still.
class MeanStep {
 public:
  explicit MeanStep(double share) : share_(share) {}
  void add(double step) {
    if (step > 0) h_ = h_ > 0 ? h_ + share_ * std::min(1.0, step / h_) * (step - h_) : step;  // (1)
  }
  /// [s] Zero before the first step.
  double h() const { return h_; }
  void restart() { h_ = 0; }

 private:
  double share_;
  double h_ = 0;
};

}  // namespace pintle
