#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/expressions/interval.h"
#include "pintle/record/observer.h"
#include "pintle/simulate/conditions.h"
#include "pintle/simulate/extremes.h"

namespace pintle {

/// The measures of a run, each one number in the end. Extremes and means are those of the motion (simulate/extremes.h); the
/// largest of a maximum is the largest of its parts (system/extreme_parts.h), each of which is followed by itself, and has a
/// record of the same name behind the one before:
///
///     mean = 1/T ∫ x dt,    rms = √(1/T ∫ x² dt)                                                           (1)
///
/// and `ever`, `always` are what conditions have seen at the roots of their edges (simulate/conditions.h): windows are as exact
/// as those of events.
class Measures {
 public:
  explicit Measures(const System& system);

  /// Another case begins, or numbers were written: what is narrow is so for these.
  void read_numbers(const Parameters<double>& p);

  /// On the way, of those whose extremes or means are sought; and in the end, of all.
  const Needs& needs() const { return needs_; }
  const Needs& last_needs() const { return last_needs_; }
  bool reads_ledger() const { return reads_ledger_; }
  /// Numbers of Extremes, one for each measure or each of its parts.
  std::vector<WatchedNumber> make_numbers() const;
  /// Some measure wants more of the way than its end.
  bool any_sought() const;
  /// Their values at an instant on the way, zero where nothing but the last one is sought; and those in the end.
  void update(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> x);
  void update_last(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> x);

  /// Some may change much within a step that bodies pass slowly through: a bell of a position, a sine of many turns, a yaw that
  /// begins anew at π. These have needs of their own.
  bool any_narrow() const { return narrow_; }
  const Needs& narrow_needs() const { return narrow_needs_; }
  /// What these read at one of four instants, at −1, −½, ½, 1 of a stretch.
  void look(int place, const System& system, const Parameters<double>& p, const Instant& instant);
  /// The last instant of the stretch before is the first one of this.
  void look_again();
  void archive(Archive& archive);
  /// By what was read, none of them is narrow within the stretch, or not by more than is fine for it.
  bool are_tame(const Extremes& extremes);
  /// A stretch of a few ulps that look() was at, in which something is not tame, up to t; the values at its end, and a little
  /// further on. Throws Error for a measure that has no bounds there and falls off as fast as a pole does.
  void check_poles(double t, std::span<const double> near, std::span<const double> beside);
  /// `seen` is that of Conditions.
  void update_values(const Extremes& extremes, std::span<const Conditions::Seen> seen, std::vector<MeasureValue>& list) const;

 private:
  /// Of a measure, or of one of its parts.
  struct Book {
    const MeasureRecord* record;
    FormulaValues formula;
    std::vector<double> outputs;
    Needs needs{};
    bool is_sought = false;      // on the way
    bool may_be_narrow = false;  // for some numbers
    bool is_narrow = false;      // perhaps, for those of the run
    bool rises = false;          // in proportion to its one signal: a largest value is not where that is nearly zero
    std::array<std::vector<double>, 4> read{};  // by place and input
    std::vector<Interval> inputs{}, scratch{}, results{};
  };
  static const Formula& formula_of(const MeasureRecord& record);
  static bool is_tame(Book& book, double fine);
  void read(Book& book, const System& system, const Parameters<double>& p, const Instant& instant, double& x);
  /// f(0), f(1), f(2) of its one signal are in line and rise.
  bool rises_in_line(const Formula& formula, const Parameters<double>& p);
  /// What has to stay above zero for the parts of a measure to make it up.
  static void check_scales(const Book& book);

  std::vector<Book> books_;
  int count_ = 0;  // of measures
  Needs needs_, last_needs_, narrow_needs_;
  bool reads_ledger_ = false, narrow_ = false;
  std::vector<double> inputs_, scratch_, outputs_;  // of any formula
};

}  // namespace pintle
