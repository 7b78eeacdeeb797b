#include "pintle/study/stopping.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/statistics.h"

namespace pintle {

Stopping::Stopping(const StudyPlan& plan) : widths_(plan.half_widths), relative_(plan.relative), cells_(plan.cells.size()) {
  for (const StopRule& rule : plan.study.stop) {
    const auto column = std::ranges::find(plan.measures, rule.measure, &StudyColumn::name);
    measures_.push_back(static_cast<int>(column - plan.measures.begin()));
    logic_.push_back(column->is_logic);
  }
  for (Cell& cell : cells_) cell.end = plan.cases;
  if (!any()) return;
  for (Cell& cell : cells_) {
    cell.values.assign(measures_.size(), std::vector<double>(plan.cases, std::numeric_limits<double>::quiet_NaN()));
    cell.is_there.assign(plan.cases, false);
  }
}

bool Stopping::add(int place, std::uint32_t k, const std::vector<double>& measures) {
  Cell& cell = cells_[place];
  if (!any() || k >= cell.end) return false;
  for (std::size_t r = 0; r < measures_.size(); ++r) cell.values[r][k] = measures[measures_[r]];
  cell.is_there[k] = true;
  while (cell.first_missing < cell.end && cell.is_there[cell.first_missing]) ++cell.first_missing;
  for (std::uint32_t count = cell.looked + look_every; count <= cell.first_missing && count < cell.end; count += look_every) {
    cell.looked = count;
    if (!is_enough(cell, count)) continue;
    cell.end = count;
    return true;
  }
  return false;
}

bool Stopping::is_enough(const Cell& cell, std::uint32_t count) const {
  for (std::size_t r = 0; r < measures_.size(); ++r) {
    const std::span<const double> sample = std::span(cell.values[r]).first(count);
    const Moments m = calc_moments(sample);
    if (m.count < 2) return false;
    const double hits = static_cast<double>(m.count) * m.mean;
    const double width =
        logic_[r] ? calc_wilson(static_cast<std::uint64_t>(std::llround(hits)), m.count).half_width() : m.mean_range.half_width();
    if (!(width <= widths_[r] * (relative_[r] ? std::fabs(m.mean) : 1))) return false;
  }
  return true;
}

}  // namespace pintle
