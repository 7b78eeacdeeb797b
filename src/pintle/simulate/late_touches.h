#pragma once
#include <span>
#include <vector>

#include "pintle/record/observer.h"

namespace pintle {

/// Where contacts touch at the ends of steps (IntegratorKind::takes_touches_late), what flies freely has steps of any length: both
/// stages may be above a ground into which the step ends, and whose spring no force has wound. What contacts that were open hold
/// at an instant of the step,
///
///     E = Σ stored, over those of a mechanism that are pressed in as if they had touched       [J]              (1)
///
/// is energy from nowhere, as far as no stage felt it. It may be a part rtol of what the mechanism has,
///
///     E ≤ rtol (T + 10⁻³ S)                                                                   [J]              (2)
///
/// T being its kinetic energy there, S the scale of its books (books.h, 3), which keeps what rests from asking by its rounding. A
/// step that ends with more is made anew, up to where it has pressed in what touches by half of that at most.
class LateTouches {
 public:
  LateTouches(const System& system, const Parameters<double>& p, double rtol);
  /// (1) of a state before it is accepted; false: all of it is nothing.
  bool find(const Structure& structure, const State<double>& state);
  /// The largest E/(rtol (T + 10⁻³ S)) of all mechanisms, of what was found; `scales` of accounts.
  double calc_share(std::span<const Ledger> ledgers, std::span<const double> scales) const;

 private:
  const System& system_;
  const Parameters<double>& p_;
  double rtol_;
  std::vector<double> stored_;  // E, by mechanism
};

}  // namespace pintle
