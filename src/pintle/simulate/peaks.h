#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "pintle/record/observer.h"
#include "pintle/simulate/extremes.h"
#include "pintle/simulate/measures.h"

namespace pintle {

/// The numbers of a run whose extremes are wanted, and how they are read off an instant: of every joint fx fy fz mx my mz and
/// the four lengths that are made of them, every multiplier of a constraint, the loads of every element; then the measures.
/// What rows give next to a singular configuration is noise there, and no peak. Joints, constraints and so on are groups: load
/// sets are of one instant. Loads and measures are searched for apart: where one search has looked tells the other nothing, so
/// that a measure does not depend on who else watches.
class Peaks {
 public:
  /// An instant within the present step, with what is needed of it.
  using Look = std::function<Instant(double t, const Needs& needs)>;

  Peaks(const System& system, const Parameters<double>& p, bool with_loads);

  /// Another case begins.
  void restart();
  /// Numbers were written.
  void read_numbers();
  void archive(Archive& archive) {
    archive("peaks", is_beside_, carried_, measured_, measures_, looked_, pieces_, spent_, stages_, sources_);
  }
  bool with_loads() const { return with_loads_; }
  /// What the present look sees is for loads too.
  bool looks_for_loads() const { return with_loads_ && !measuring_; }

  bool any() const { return any_measured_ || carried_.size() > 0; }
  /// What an instant must hold.
  const Needs& needs() const { return needs_; }
  bool reads_ledger() const { return measures_.reads_ledger(); }

  /// The motion goes on in another way, perhaps in another structure: begin() is due.
  void interrupt() {
    carried_.interrupt();
    measured_.interrupt();
    looked_ = never;
  }
  bool is_due() const { return any() && measured_.is_fresh(); }
  void begin(const Structure& structure, const Instant& instant);
  /// An instant within a step that stands for itself.
  void note(const Instant& instant);
  /// What comes next is beside a singular configuration, where loads of joints and constraints are left out, or is not.
  void set_beside(bool beside) { is_beside_ = beside; }
  /// A kink or a jump of what is measured, within a step: nothing before it tells what comes behind.
  void cut(const Instant& instant);
  /// A piece of a step, before its end is accepted: in halves, as long as a measure may be narrow within.
  void add_piece(double start, double end, const Look& look);
  /// The state in which the run ended, with the needs of measures: theirs is the last value.
  void end(const Instant& instant);
  const Needs& last_needs() const { return measures_.last_needs(); }
  /// Loads, if they were wanted, with what is not unique; measures, some of which Conditions have `seen`.
  void update_summary(std::span<const Conditions::Seen> seen, RunSummary& summary);

 private:
  void add_narrow(double start, double end, int halvings, const Look& look);
  void update(const Instant& instant, std::span<double> x);
  void update_carried(const Instant& instant, std::span<double> x) const;
  template <class Put>
  void put_both(const Instant& instant, Put&& put);
  std::vector<WatchedNumber> make_carried();
  /// Moments are measured by the length of the system.
  template <class Put>
  void for_each_moment(Put&& put) const;
  LoadTable make_table(const Uniqueness& uniqueness) const;

  const System& system_;
  const Parameters<double>& p_;
  bool with_loads_, measuring_ = false, is_beside_ = false;
  Measures measures_;
  int constraints_ = 0, elements_ = 0;  // where they begin among loads
  Needs carried_needs_{}, measured_needs_, needs_{};
  Extremes carried_, measured_;  // loads, measures
  bool any_measured_;
  std::vector<double> now_, beside_, at_end_;  // of measures
  std::vector<double> carried_now_;
  static constexpr double never = -1;
  double looked_ = never;        // where measures were last looked at [s]
  long pieces_ = 0, spent_ = 0;  // and looks for what is narrow
  std::map<Structure, int> stages_;
  std::vector<std::vector<unsigned>> sources_;  // by stage and joint, as find_sources() says
};

}  // namespace pintle
