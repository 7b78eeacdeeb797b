#pragma once
#include <span>
#include <vector>

#include "pintle/simulate/locate.h"
#include "pintle/structure/instant.h"

namespace pintle {

/// What a run watches: the conditions of its events, then its contacts, each as a number g that is positive where the
/// condition is true and negative where it is false.
///
///     signal ≥ value:  g = signal − value;    signal ≤ value:  g = value − signal                       (1)
///     a contact that is open:  g = ε − δ;     one that touches:  g = −ε − δ                             (2)
///
/// Zero counts as true for ≥ and ≤, as false for > and <. δ is what rounding makes of a place, so that a touch and the
/// lift-off after it are never the same instant; the mode itself is decided by the kernel's accept().
///
/// An event is armed; when it fires it is spent, or, with `rearm`, waits until its condition is clearly false again.
class Conditions {
 public:
  Conditions(const System& system, const Parameters<double>& p);

  int size() const { return static_cast<int>(arms_.size() + depth_limits_.size()); }
  bool is_event(int condition) const { return condition < static_cast<int>(arms_.size()); }
  /// Those that steps end at: comparisons of time with a number.
  std::vector<bool> boundaries() const;
  /// What a view must hold for update(), and whether some event reads the ledger.
  const Needs& needs() const { return needs_; }
  bool reads_ledger() const { return reads_ledger_; }
  /// Something to look at within a step.
  bool needs_search() const;
  /// The next time after t at which a comparison of time becomes true; infinity if there is none.
  double next_boundary(double t) const;

  /// All g at an instant; NaN for events that are not armed.
  void update(const Instant& instant, std::span<double> g) const;

  /// The events that fire at a committed instant, in file order: those that were located there and those that are true.
  /// Disarms them, and arms again whose condition has become false.
  std::vector<EventIndex> fire(const Instant& instant, const std::optional<Hit>& hit);
  /// All g at the instant of the last fire(), after it.
  std::span<const double> present() const { return g_; }

 private:
  enum class Arm : char { armed, waiting, spent };
  double calc_event(std::size_t e, const Instant& instant) const;
  double calc_contact(std::size_t c, const Instant& instant) const;

  const System& system_;
  const Parameters<double>& p_;
  std::vector<Arm> arms_;
  std::vector<double> largest_;       // |g| of each event so far
  std::vector<double> depth_limits_;  // δ of each contact [m]
  std::vector<double> g_;
  Needs needs_;
  bool reads_ledger_ = false;
};

}  // namespace pintle
