#include "pintle/simulate/edge_source.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {

ContactEdges::ContactEdges(const System& system, const Parameters<double>& p) : system_(system), p_(p) {
  for (const PointOnPlane& contact : system.contacts.items) {
    const Vec3<double> place = p[contact.origin];
    const double size = std::max({system.length, std::abs(place.x), std::abs(place.y), std::abs(place.z)});
    limits_.push_back(64 * std::numeric_limits<double>::epsilon() * size);
  }
}

void ContactEdges::update(const Instant& instant, std::span<double> d) {
  const State<double>& state = instant.view.state;
  for (std::size_t c = 0; c < limits_.size(); ++c) {
    const PointOnPlane& contact = system_.contacts.items[c];
    const Vec3<double> point_W = state.X_WB[contact.body.i] * p_[contact.point];
    const double depth = dot(p_[contact.axes].R.column(2), p_[contact.origin] - point_W);
    d[c] = (state.mode[c].yes ? -depth : depth) - limits_[c];  // (1)
    if (d[c] == 0) d[c] = std::numeric_limits<double>::min();
  }
}

StopEdges::StopEdges(const System& system, const Parameters<double>& p)
    : system_(system),
      p_(p),
      stops_(make_stops(system, p)),
      living_values_(system.living),
      living_(static_cast<std::size_t>(system.living.output_count())) {}

Needs StopEdges::needs() const {
  Needs needs;
  needs.reactions = !stops_.empty();
  return needs;
}

void StopEdges::update(const Instant& instant, std::span<double> d) {
  if (stops_.empty()) return;
  living_values_.update(system_, p_, instant, living_);
  for (std::size_t s = 0; s < stops_.size(); ++s) d[s] = calc_stop(system_, p_, stops_[s], stops_, instant.view, living_);
}

}  // namespace pintle
