#include "pintle/simulate/conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rearm_margin = 1e-9;  // of the largest |g| so far: nearer to zero, false is not clearly false

bool is_strict(Comparison c) { return c == Comparison::less || c == Comparison::greater; }
bool is_upward(Comparison c) { return c == Comparison::greater || c == Comparison::greater_equal; }

bool is_of_ledger(SignalKind kind) {
  return kind == SignalKind::kinetic_energy || kind == SignalKind::potential_energy || kind == SignalKind::total_energy ||
         kind == SignalKind::dissipated_energy;
}

}  // namespace

Conditions::Conditions(const System& system, const Parameters<double>& p)
    : system_(system),
      p_(p),
      arms_(system.events.size(), Arm::armed),
      largest_(system.events.size(), 0.0),
      g_(system.events.size() + system.contacts.size(), nan) {
  for (const EventRecord& event : system.events) {
    needs_ = needs_ | needs_of(event.signal);
    reads_ledger_ = reads_ledger_ || is_of_ledger(event.signal.kind);
  }
  for (const PointOnPlane& contact : system.contacts.items) {
    const Vec3<double> place = p[contact.origin];
    const double size = std::max({system.length, std::abs(place.x), std::abs(place.y), std::abs(place.z)});
    depth_limits_.push_back(64 * std::numeric_limits<double>::epsilon() * size);
  }
}

std::vector<bool> Conditions::boundaries() const {
  std::vector<bool> list;
  for (const EventRecord& event : system_.events) list.push_back(event.signal.kind == SignalKind::time);
  list.resize(size(), false);
  return list;
}

bool Conditions::needs_search() const {
  for (std::size_t e = 0; e < arms_.size(); ++e)
    if (arms_[e] == Arm::armed && system_.events[e].signal.kind != SignalKind::time) return true;
  return !depth_limits_.empty();
}

double Conditions::next_boundary(double t) const {
  double next = infinity;
  for (std::size_t e = 0; e < arms_.size(); ++e) {
    const EventRecord& event = system_.events[e];
    if (arms_[e] != Arm::armed || event.signal.kind != SignalKind::time || !is_upward(event.comparison)) continue;
    const double value = p_[event.value];
    const double first = is_strict(event.comparison) ? std::nextafter(value, infinity) : value;
    if (first > t) next = std::min(next, first);
  }
  return next;
}

void Conditions::update(const Instant& instant, std::span<double> g) const {
  for (std::size_t e = 0; e < arms_.size(); ++e) g[e] = arms_[e] == Arm::armed ? calc_event(e, instant) : nan;
  for (std::size_t c = 0; c < depth_limits_.size(); ++c) g[arms_.size() + c] = calc_contact(c, instant);
}

double Conditions::calc_event(std::size_t e, const Instant& instant) const {
  const EventRecord& event = system_.events[e];
  const double difference = calc_signal(system_, p_, event.signal, instant) - p_[event.value];
  if (difference == 0) {
    constexpr double least = std::numeric_limits<double>::min();
    return is_strict(event.comparison) ? -least : least;
  }
  return is_upward(event.comparison) ? difference : -difference;  // (1)
}

double Conditions::calc_contact(std::size_t c, const Instant& instant) const {
  const PointOnPlane& contact = system_.contacts.items[c];
  const State<double>& state = instant.view.state;
  const Vec3<double> point_W = state.X_WB[contact.body.i] * p_[contact.point];
  const double depth = dot(p_[contact.axes].R.column(2), p_[contact.origin] - point_W);
  const double g = (state.mode[c].yes ? -depth : depth) - depth_limits_[c];  // (2)
  return g == 0 ? std::numeric_limits<double>::min() : g;
}

std::vector<EventIndex> Conditions::fire(const Instant& instant, const std::optional<Hit>& hit) {
  std::vector<EventIndex> fired;
  for (std::size_t e = 0; e < arms_.size(); ++e) {
    if (arms_[e] == Arm::spent) continue;
    const int i = static_cast<int>(e);
    const bool located = hit && std::binary_search(hit->conditions.begin(), hit->conditions.end(), i);
    const double g = calc_event(e, instant);
    largest_[e] = std::max(largest_[e], std::abs(g));
    if (arms_[e] == Arm::waiting && g < -rearm_margin * largest_[e]) arms_[e] = Arm::armed;
    if (arms_[e] != Arm::armed || !(located || g > 0)) continue;
    arms_[e] = system_.events[e].rearm ? Arm::waiting : Arm::spent;
    fired.emplace_back(i);
  }
  update(instant, g_);
  return fired;
}

}  // namespace pintle
