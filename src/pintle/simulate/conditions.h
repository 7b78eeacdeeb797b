#pragma once
#include <span>
#include <vector>

#include "pintle/simulate/locate.h"
#include "pintle/simulate/stops.h"
#include "pintle/structure/instant.h"

namespace pintle {

/// What a run watches: the conditions of its events, then its contacts, then its stops (stops.h), each as a number g that is positive where the
/// condition is true and negative where it is false (system/condition.h).
///
///     an event that waits for its condition:  g;    one whose condition must last, while it does:  −g      (1)
///     a contact that is open:  g = ε − δ;           one that touches:  g = −ε − δ                          (2)
///
/// δ is what rounding makes of a place, so that a touch and the lift-off after it are never the same instant; the mode
/// itself is decided by the kernel's accept().
///
/// An event sleeps until the one that it comes `after` has fired; then it is armed; with a duration it holds from the
/// instant at which its condition becomes true, and is armed again if that ends too early. When it fires it is spent, or,
/// with `rearm`, waits until its condition is clearly false again.
class Conditions {
 public:
  Conditions(const System& system, const Parameters<double>& p);

  int size() const { return static_cast<int>(watches_.size() + depth_limits_.size() + stops_.size()); }
  bool is_event(int condition) const { return condition < static_cast<int>(watches_.size()); }
  /// Those that steps end at: comparisons of time with a number.
  std::vector<bool> boundaries() const;
  /// What a view must hold for update(), and whether some event reads the ledger.
  const Needs& needs() const { return needs_; }
  bool reads_ledger() const { return reads_ledger_; }
  /// Something to look at within a step.
  bool needs_search() const;
  /// The next time after t at which a comparison of time changes or a duration is over; infinity if there is none.
  double next_boundary(double t) const;

  /// All g at an instant; NaN for events that nobody watches.
  void update(const Instant& instant, std::span<double> g);

  /// The events that fire at a committed instant, in file order: those that were located there and those that are true.
  /// Disarms them, and arms again whose condition has become false.
  std::vector<EventIndex> fire(const Instant& instant, const std::optional<Hit>& hit);
  /// The stops that were located at a hit.
  std::vector<Stop*> stops_at(const std::optional<Hit>& hit);
  /// All g at the instant of the last fire(), after it.
  std::span<const double> present() const { return g_; }

 private:
  enum class Arm : char { asleep, armed, holding, waiting, spent };
  struct Watch {
    const EventRecord* event;
    FormulaValues values;
    std::vector<double> outputs;
    std::vector<double> times;  // at which a comparison of time changes
    bool only_time;             // and nothing else is compared
    Arm arm;
    double since = 0;    // of holding [s]
    double largest = 0;  // |g| so far
  };
  double calc_event(Watch& watch, const Instant& instant) const;
  double calc_contact(std::size_t c, const Instant& instant) const;
  std::vector<double> find_times(const Watch& watch) const;
  double duration_of(const Watch& watch) const { return watch.event->duration ? p_[*watch.event->duration] : 0; }
  bool is_over(const Watch& watch, double t) const { return t >= watch.since + duration_of(watch); }
  bool fires(Watch& watch, const Instant& instant, bool located);

  const System& system_;
  const Parameters<double>& p_;
  std::vector<Watch> watches_;        // by event
  std::vector<double> depth_limits_;  // δ of each contact [m]
  std::vector<Stop> stops_;
  FormulaValues living_values_;  // for stops that hold a direction
  std::vector<double> living_;
  std::vector<double> g_;
  Needs needs_;
  bool reads_ledger_ = false;
};

}  // namespace pintle
