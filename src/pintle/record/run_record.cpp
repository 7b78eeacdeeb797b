#include "pintle/record/run_record.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr std::size_t events_on_page = 300, impulses_per_event = 3;

}  // namespace

double calc_lost(const EventRow& event, const std::vector<EventRow>& all) {
  double largest = 0;
  for (const EventRow& e : all) largest = std::fmax(largest, std::fmax(e.kinetic_before, e.kinetic_after));
  const double lost = event.kinetic_before - event.kinetic_after;
  return std::fabs(lost) > 1e-12 * largest ? lost : 0;
}

void add_event_row(std::vector<EventRow>& rows, EventRow row, double length) {
  if (rows.size() >= events_on_page) return;
  row.with_last = !rows.empty() && row.time == rows.back().time && row.freedoms_before == rows.back().freedoms_before &&
                  row.kinetic_before == rows.back().kinetic_before;
  const auto size = [&](const PartImpulse& i) { return std::max(i.force, i.moment / length); };
  std::erase_if(row.impulses, [&](const auto& i) { return !(size(i) > 0); });
  std::ranges::stable_sort(row.impulses, [&](const auto& a, const auto& b) { return size(a) > size(b); });
  if (row.impulses.size() > impulses_per_event) row.impulses.erase(row.impulses.begin() + impulses_per_event, row.impulses.end());
  rows.push_back(std::move(row));
}

}  // namespace pintle
