#pragma once
#include <vector>

#include "pintle/record/observer.h"

namespace pintle {

/// The measures of a run, each one number in the end. They look at accepted steps, both sides of events and rows of the
/// grid; means are of trapezoids between these instants:
///
///     mean = 1/T ∫ x dt,    rms = √(1/T ∫ x² dt)                                                           (1)
class Measures {
 public:
  explicit Measures(const System& system);

  const Needs& needs() const { return needs_; }
  bool reads_ledger() const { return reads_ledger_; }
  bool any() const { return !books_.empty(); }
  void note(const System& system, const Parameters<double>& p, const Instant& instant);
  std::vector<MeasureValue> values() const;

 private:
  struct Book {
    const MeasureRecord* record;
    FormulaValues formula;
    double start = 0, last_time = 0, last = 0;
    double largest = 0, smallest = 0, sum = 0, sum_of_squares = 0;
    bool empty = true;
  };
  double value_of(const Book& book) const;

  std::vector<Book> books_;
  Needs needs_;
  bool reads_ledger_ = false;
};

}  // namespace pintle
