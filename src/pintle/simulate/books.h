#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/record/observer.h"

namespace pintle {

/// How well the books of a run balance: the worst of all mechanisms, each against its own scale.
struct Verdict {
  double balance = 0;                                   // what is missing in the ledger (1)
  double drift = 0;                                     // what projections and stabilization did (2)
  std::array<double, account_count> account{}, work{};  // (4), of the mechanism where it is worst, and its turnover there [J]
  double made = 0;                                      // (5), if it counts [J]
};

/// The ledgers of a run, one for each mechanism. The integrator gives the integral of every power since the start of its step;
/// what was before that, and what events and projections did, is kept here. With I of Ledger::invariant() and the works W of
/// dampers, applied forces, contacts and events,
///
///     balance = max |I(t) − I(0)| / S,   drift = max |W_projection + W_stabilization| / S                      (1, 2)
///     S = max(max (T + Σ|W|) + 10⁷ ν, 10⁷ ν_F)                                                                 (3)
///
///     of account a:  max |I(t) − I(0)| / max(W_a + 10⁷ ν, 10⁷ ν_F),   W_a = Σ |ΔW_a| over steps                 (4)
///
/// over all instants that were noted. What is missing in the sum may be missing in any account, and one that moves little
/// energy beside the others could be wrong altogether while the sum is good: (4) says to what part of itself it is known. An
/// account in which nothing happened, or less than rounding could bring about, is not judged. Constraints do no work: what
/// putting them back does is an error as well, though one whose cause is known. ν is what rounding makes of energies, ε (T + Σ
/// m |g| |p| + stored) √instants with a margin, and what it makes of impulses p, (ε p)²/m: no mechanism is judged by it, however
/// little it moves. ν_F is what rounding makes of works (update_work_rounding(), with the same margin): of what rests without gravity
/// under a force that is held, or on a spring, T and W are rounding and no scale. It is noted as long as a mechanism is quiet,
/// T + Σ|W| < 10⁷ ν_F; beside any motion it is nothing.
///
/// The ground is passive: what it has dissipated, D = Ledger::ground(), never falls. If it does, by
///
///     max over s < t of D(s) − D(t) > 10⁻³ S,                                                                  (5)
///
/// something was pressed in by no work, as nothing looked at it in time, and was pushed out with work: I does not see it, both
/// being booked as they were done.
class Books {
 public:
  explicit Books(int mechanisms) : books_(static_cast<std::size_t>(mechanisms)) {}
  /// Nothing has been booked.
  void restart() { books_.assign(books_.size(), {}), noted_ = 0; }
  void archive(Archive& archive) { archive("books", books_, noted_); }

  /// The accounts at an instant, `account` being the integrals since the start of the present step, and `projected` the
  /// work of projections since the present kernel was loaded. Energies are for the caller to fill.
  void update_ledgers(std::span<const double> account, std::span<const double> projected, std::span<Ledger> ledgers) const;

  void end_step(std::span<const double> account);
  void end_engine(std::span<const double> projected);
  void book_event(std::span<const double> work);
  void book_setting(std::span<const double> energy);
  /// What contacts hold more by the start or by an event.
  void book_contacts(std::span<const double> energy);
  /// An impulse from outside on a body; `energy` is p²/m, twice what the body would have by it if nothing held it.
  void note_impulse(int mechanism, double energy);
  /// A mechanism is quiet so far.
  bool any_quiet() const;
  /// At an instant, before it is noted: ν_F without its margin, by mechanism.
  void note_work_rounding(std::span<const double> rounding);

  /// Takes note of an instant for (1) and (2).
  void note(std::span<const Ledger> ledgers);
  Verdict verdict() const;
  /// Accounts of which more than a hundredth may be missing.
  void update_vague(std::vector<VagueAccount>& list) const;
  /// A mechanism has no scale, because nothing has happened to it: no error of its works can be told yet.
  bool any_at_rest() const;
  /// What is missing in the ledgers of those, in parts of T + Σ|W|, or of 10⁷ ν_F if that is more.
  double calc_first_error(std::span<const Ledger> ledgers) const;
  /// S of the accounts that take part in step control: all but stabilization.
  void update_account_scales(std::span<double> scales) const;

 private:
  struct Book {
    Ledger kept;  // before the present step and kernel
    double invariant = 0, missing = 0, drift = 0, largest = 0, noise = 0;
    double noise_of_works = 0;                     // ν_F
    double heated = 0, made = 0;                   // of (5): max D(s); the largest fall from it
    bool is_quiet = true;                          // T + Σ|W| has been below 10⁷ ν_F at every instant
    std::array<double, account_count> turnover{};  // W_a of (4)

    double known_scale() const;  // (3) without ν_F
    double floor() const;        // 10⁷ ν_F
    double scale() const;        // (3)
  };
  std::vector<Book> books_;
  long noted_ = 0;
};

}  // namespace pintle
