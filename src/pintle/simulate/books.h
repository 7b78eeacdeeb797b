#pragma once
#include <span>

#include "pintle/structure/instant.h"

namespace pintle {

/// The ledger of a run. The integrator gives the integral of every power since the start of its step; what was before
/// that, and what events and projections did, is kept here. What is missing measures the integration:
///
///     balance_error = max |I(t) − I(0)| / max (T + Σ|W|)      I: Ledger::invariant()                    (1)
///
/// over all instants that were noted, W the work of dampers, applied forces, contacts, events and projections.
class Books {
 public:
  /// The accounts at an instant, `account` being the integrals since the start of the present step, and `projected` the
  /// work of projections since the present kernel was loaded. Energies are for the caller to fill.
  Ledger make_ledger(std::span<const double> account, double projected) const;

  void end_step(std::span<const double> account);
  void end_engine(double projected) { projection_ += projected; }
  void book_event(double kinetic_change) { events_ += kinetic_change; }

  /// Takes note of an instant for (1).
  void note(const Ledger& ledger);
  double balance_error() const { return scale_ > 0 ? missing_ / scale_ : 0; }

 private:
  std::array<double, account_count> integral_{};
  double events_ = 0, projection_ = 0;
  bool started_ = false;
  double invariant_ = 0, missing_ = 0, scale_ = 0;
};

}  // namespace pintle
