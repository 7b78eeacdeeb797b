#include "pintle/study/stopping.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/statistics.h"

namespace pintle {

/// (1)
void Stopping::Tally::add(double x) {
  if (!std::isfinite(x)) return;
  ++count;
  const double off = x - mean;
  mean += off / static_cast<double>(count);
  squares += off * (x - mean);
}

Stopping::Stopping(const StudyPlan& plan) : widths_(plan.half_widths), relative_(plan.relative), cells_(plan.cells.size()) {
  for (const StopRule& rule : plan.study.stop) {
    const auto column = std::ranges::find(plan.measures, rule.measure, &StudyColumn::name);
    measures_.push_back(static_cast<int>(column - plan.measures.begin()));
    logic_.push_back(column->is_logic);
  }
  for (Cell& cell : cells_) {
    cell.end = plan.cases;
    cell.tallies.resize(measures_.size());
  }
}

bool Stopping::add(int place, std::uint32_t k, const std::vector<double>& measures) {
  Cell& cell = cells_[place];
  if (!any() || k >= cell.end || k < cell.next) return false;
  std::vector<double>& values = cell.early[k];
  values.clear();
  for (const int m : measures_) values.push_back(measures[m]);
  while (!cell.early.empty() && cell.early.begin()->first == cell.next)
    if (take_next(cell)) return true;
  return false;
}

bool Stopping::take_next(Cell& cell) {
  const std::vector<double>& values = cell.early.begin()->second;
  for (std::size_t r = 0; r < values.size(); ++r) cell.tallies[r].add(values[r]);
  cell.early.erase(cell.early.begin());
  ++cell.next;
  if (cell.next % look_every != 0 || cell.next == cell.end || !is_enough(cell)) return false;
  cell.end = cell.next;
  cell.early.clear();
  return true;
}

bool Stopping::is_enough(const Cell& cell) const {
  for (std::size_t r = 0; r < measures_.size(); ++r) {
    const auto& [count, mean, squares] = cell.tallies[r];
    if (count < 2) return false;
    const double n = static_cast<double>(count), sd = std::sqrt(squares / (n - 1));
    const double width = logic_[r] ? calc_wilson(static_cast<std::uint64_t>(std::llround(n * mean)), count).half_width()
                                   : calc_student(count - 1) * sd / std::sqrt(n);
    if (!(width <= widths_[r] * (relative_[r] ? std::fabs(mean) : 1))) return false;
  }
  return true;
}

}  // namespace pintle
