#pragma once
#include <vector>

#include "pintle/study/study_plan.h"

namespace pintle {

/// When a cell has cases enough. Asked after the first 100, 200, … cases of the cell, in the order of their numbers and whoever has
/// run them in whatever order, so that a study ends at the same case everywhere.
class Stopping {
 public:
  explicit Stopping(const StudyPlan& plan);

  bool any() const { return !measures_.empty(); }
  /// A case of a cell, from 0; of a failed one the measures are NaN. True if the cell has ended by it.
  bool add(int cell, std::uint32_t k, const std::vector<double>& measures);
  /// How many cases the cell has: all, or those up to its end.
  std::uint32_t end(int cell) const { return cells_[cell].end; }

 private:
  struct Cell {
    std::vector<std::vector<double>> values;  // by rule, by case
    std::vector<bool> is_there;               // by case
    std::uint32_t first_missing = 0, looked = 0, end = 0;
  };
  bool is_enough(const Cell& cell, std::uint32_t count) const;

  std::vector<int> measures_;  // of the rules
  std::vector<double> widths_;
  std::vector<bool> relative_, logic_;
  std::vector<Cell> cells_;
};

}  // namespace pintle
