#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/structure/structure.h"
#include "pintle/views/jump.h"
#include "pintle/views/view.h"

namespace pintle {

/// Largest violation of the constraints: rows in metres, angular rows times L. Zero in joint coordinates.
struct ConstraintError {
  double position = 0, velocity = 0;  // [m], [m/s]
};

/// The accounts of a mechanism, or of all together, at one instant [J].
struct Ledger {
  double kinetic = 0, potential = 0;             // potential: gravity, springs, what contacts have stored
  double contact_stored = 0;                     // the part of it in contacts
  double contact_given = 0;                      // what they held at the start, and what events have put into them since
  std::array<double, account_count> integral{};  // of the powers, by Account
  double events = 0;                             // work of the impulses at events and energy that comes or goes with parts
  double set = 0;                                // energy that numbers which events set have brought
  double projection = 0;                         // work of projections; that of Baumgarte's terms is an account
  double rounding = 0;                           // what rounding makes of the energies above

  double integral_of(Account account) const { return integral[static_cast<std::size_t>(account)]; }
  double total() const { return kinetic + potential; }
  /// Heat: what dampers took and what contacts took and do not hold any more.
  double dissipated() const { return damped() + ground(); }
  double ground() const { return contact_given - integral_of(Account::contact) - contact_stored; }
  double damped() const { return integral_of(Account::damping); }
  double applied() const { return integral_of(Account::applied); }
  double stabilization() const { return integral_of(Account::stabilization); }
  /// Constant along a perfect run.
  double invariant() const { return total() + dissipated() - applied() - events - set - projection - stabilization(); }

  Ledger& operator+=(const Ledger& other);
};

/// One instant as an observer sees it.
struct Instant {
  const View<double>& view;
  Ledger ledger;
  ConstraintError error;
  int freedoms = 0;
  const JumpRecord<double>* jump = nullptr;  // in the row after an event
  int stage = 0;                             // of System::stages, from 1; 0: before the first
  std::span<const double> heat{};            // that contacts have dissipated, by mode (element_pools.h) [J]; empty: nobody asked
};

/// Kinetic and potential energy of a state, by body masses, laws and elements that are active; fills kinetic, potential,
/// contact_stored and rounding of each mechanism's ledger, or of one for all.
void update_energy(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                   std::span<Ledger> by_mechanism);
void update_energy(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                   Ledger& ledger);

/// What rounding makes of the works that forces do on a mechanism, [J]. Places are known to ε R: work done over a way that is
/// rounding is rounding, whatever a joint, a drive or a constraint holds,
///
///     Σ ε (|f| R + |m|)   over the loads of joints and what elements do,                                       (1)
///
/// R the distance of their bodies from the world's origin, with the mechanism's L (structure/amplitude.h). Reads the poses, loads
/// and elements of a view; loads that are not sound tell nothing.
void update_work_rounding(const System& system, const Parameters<double>& p, const View<double>& view,
                          std::span<double> by_mechanism);

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
