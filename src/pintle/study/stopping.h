#pragma once
#include <map>
#include <vector>

#include "pintle/study/study_plan.h"

namespace pintle {

/// When a cell has cases enough. Asked after the first 100, 200, … cases of the cell, in the order of their numbers and whoever has
/// run them in whatever order, so that a study ends at the same case everywhere. What is remembered of a cell does not grow with its
/// cases,
///
///     m ← m + (x − m)/n,    S ← S + (x − m_before)(x − m),    sd² = S/(n − 1)                                (1)
///
/// [Welford 1962], and what came before its turn waits.
class Stopping {
 public:
  explicit Stopping(const StudyPlan& plan);

  bool any() const { return !measures_.empty(); }
  /// A case of a cell, from 0; of a failed one the measures are NaN. True if the cell has ended by it.
  bool add(int cell, std::uint32_t k, const std::vector<double>& measures);
  /// How many cases the cell has: all, or those up to its end.
  std::uint32_t end(int cell) const { return cells_[cell].end; }

 private:
  struct Tally {
    std::uint64_t count = 0;
    double mean = 0, squares = 0;
    void add(double x);
  };
  struct Cell {
    std::vector<Tally> tallies;                          // by rule
    std::map<std::uint32_t, std::vector<double>> early;  // cases whose turn has not come: by rule
    std::uint32_t next = 0, end = 0;
  };
  bool take_next(Cell& cell);
  bool is_enough(const Cell& cell) const;

  std::vector<int> measures_;  // of the rules
  std::vector<double> widths_;
  std::vector<bool> relative_, logic_;
  std::vector<Cell> cells_;
};

}  // namespace pintle
