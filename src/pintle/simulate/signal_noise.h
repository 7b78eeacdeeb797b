#pragma once
#include <vector>

#include "pintle/structure/view.h"

namespace pintle {

/// What rounding makes of signals that equations are solved for: loads, reactions and accelerations. One that is zero for a
/// reason, such as a force across the plane of a motion, is then a small number that changes its sign in every step. Its size is
/// measured by the largest force F, moment M, accelerations A, α that its mechanism has had so far:
///
///     forces 1e-12 F,   moments 1e-12 (M + L F),   accelerations 1e-12 A,  1e-12 (α + A/L)                          (1)
class SignalNoise {
 public:
  explicit SignalNoise(const System& system);

  /// True if a signal is of this sort.
  static bool feels(const Signal& signal);
  /// An instant of the run; lists that its view does not hold are NaN, and say nothing.
  void note(const View<double>& view);
  /// (1), zero for other signals.
  double operator()(const Signal& signal) const;

 private:
  struct Largest {
    double force = 0, moment = 0, acceleration = 0, turn = 0;
  };
  int mechanism_of(const Signal& signal) const;

  const System& system_;
  std::vector<Largest> largest_;  // by mechanism
};

}  // namespace pintle
