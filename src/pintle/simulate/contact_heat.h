#pragma once
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/views/instant.h"

namespace pintle {

/// What each contact has dissipated, kept only where somebody asks. The integrator knows W_m, what all contacts of a mechanism have
/// done to it since the start of a step, as exactly as the motion; which part is whose is found from their powers at three instants
/// of the step so far, those and the weights w of Gauss's rule,
///
///     Q_c = h Σ w P_c                                                                    [J]           (1)
///     W_c = Q_c + (W_m − Σ Q) |Q_c| / Σ |Q|                                              [J]           (2)
///     D_c = −Σ_steps W_c − E_c + G_c                                                     [J]           (3)
///
/// E_c being what the ground of a contact holds, G_c what it held at the start and what events have put into it by their numbers. So
/// all contacts together have dissipated what Ledger::ground() says; what states of a law held that are forgotten at the lift-off
/// is among it.
class ContactHeat {
 public:
  explicit ContactHeat(const System& system);
  void archive(Archive& archive) { archive("heat of contacts", work_, given_); }

  /// At the start.
  void begin(const Parameters<double>& p, const Structure& structure, const State<double>& state);
  /// Before and after numbers and parts change at an instant.
  void note_before(const Parameters<double>& p, const Structure& structure, const State<double>& state);
  void book_change(const Parameters<double>& p, const Structure& structure, const State<double>& state);

  /// Where the rule looks, in parts of a step so far, and with what weights.
  static constexpr int looks = 3;
  static double place_of(int look);
  /// The present step, up to some instant: first all looks, `length` being how long it is [s], then the accounts.
  void clear_step();
  void add_look(const Parameters<double>& p, const Structure& structure, const State<double>& state, int look, double length);
  void end_looks(std::span<const double> account);
  /// The step was accepted as it was looked at last.
  void end_step();

  /// (3) by contact, of a state where the looks went up to.
  std::span<const double> update(const Parameters<double>& p, const Structure& structure, const State<double>& state);

 private:
  template <class Visit>
  void for_each(const Structure& structure, Visit&& visit) const;
  void update_stored(const Parameters<double>& p, const Structure& structure, const State<double>& state);

  const System& system_;
  std::vector<int> mechanism_;                // by contact
  std::vector<double> work_, given_;          // W_c of steps before; G_c
  std::vector<double> step_, stored_, heat_;  // Q_c, then W_c of the present step; E_c; D_c
};

}  // namespace pintle
