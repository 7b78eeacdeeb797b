#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/structure/jump.h"
#include "pintle/structure/view.h"

namespace pintle {

/// Largest violation of the constraints: rows in metres, angular rows times L. Zero in joint coordinates.
struct ConstraintError {
  double position = 0, velocity = 0;  // [m], [m/s]
};

/// The accounts of a run at one instant [J].
struct Ledger {
  double kinetic = 0, potential = 0;             // potential: gravity, springs, what contacts have stored
  double contact_stored = 0;                     // the part of it in contacts
  std::array<double, account_count> integral{};  // of the powers, by Account
  double events = 0;                             // change of kinetic energy at events, negative: lost
  double projection = 0;                         // work of projections; that of Baumgarte's terms is in `integral`

  double total() const { return kinetic + potential; }
  /// Heat: what dampers took and what contacts took and do not hold any more.
  double dissipated() const { return integral[0] - integral[2] - contact_stored; }
  double applied() const { return integral[1]; }
  /// Constant along a perfect run.
  double stabilization() const { return integral[3]; }
  double invariant() const { return total() + dissipated() - applied() - events - projection - stabilization(); }
};

/// One instant as an observer sees it.
struct Instant {
  const View<double>& view;
  Ledger ledger;
  ConstraintError error;
  int freedoms = 0;
  const JumpRecord<double>* jump = nullptr;  // in the row after an event
};

/// Kinetic and potential energy of a view, by body masses, laws and elements; fills kinetic, potential, contact_stored.
void update_energy(const System& system, const Parameters<double>& p, const View<double>& view, Ledger& ledger);

/// Momentum of all bodies, and angular momentum about the world's origin, world axes. The sums of magnitudes are what
/// conservation is measured against.
struct Momentum {
  Vec3<double> linear = Vec3<double>::zero(), angular = Vec3<double>::zero();  // [N s], [N m s]
  double linear_sum = 0, angular_sum = 0;
};
Momentum calc_momentum(const System& system, const Parameters<double>& p, const State<double>& state);

/// The value of a signal; NaN if the view was not asked for what it needs.
double calc_signal(const System& system, const Parameters<double>& p, const Signal& signal, const Instant& instant);
/// What a view must hold for a signal, for a formula.
Needs needs_of(const System& system, const Signal& signal);
Needs needs_of(const System& system, const Formula& formula);
/// True if a formula reads energies of the whole, which are no part of a view.
bool reads_ledger(const Formula& formula);

/// Values of a formula's expressions along a run; it owns the places that this takes.
class FormulaValues {
 public:
  explicit FormulaValues(const Formula& formula);
  void update(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> outputs);
  /// What the last update() read, as Formula::inputs.
  std::span<const double> inputs() const { return inputs_; }

 private:
  const Formula* formula_;
  std::vector<double> inputs_, scratch_;
};

}  // namespace pintle
