#include "pintle/simulate/signal_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double solved = 1e-12;                                         // (1)
constexpr double rounded = 16 * std::numeric_limits<double>::epsilon();  // (2)

void raise(double& most, double size) {
  if (size > most) most = size;  // never by NaN
}

}  // namespace

SignalNoise::SignalNoise(const System& system)
    : system_(system), largest_(static_cast<std::size_t>(std::max(1, system.mechanisms.count()))) {}

bool SignalNoise::is_solved_for(const Signal& signal) {
  switch (signal.kind) {
    case SignalKind::load:
    case SignalKind::reaction:
    case SignalKind::acceleration:
    case SignalKind::angular_acceleration:
    case SignalKind::coordinate_acceleration: return true;
    default: return false;
  }
}

bool SignalNoise::is_of_body(const Signal& signal) {
  switch (signal.kind) {
    case SignalKind::position:
    case SignalKind::velocity:
    case SignalKind::acceleration:
    case SignalKind::attitude:
    case SignalKind::angular_velocity:
    case SignalKind::angular_acceleration: return true;
    default: return false;
  }
}

void SignalNoise::note(const View<double>& view) {
  for (int j = 0; j < system_.joint_count(); ++j) {
    Largest& most = largest_[static_cast<std::size_t>(system_.mechanism_of(JointIndex(j)))];
    for (const Wrench<double>& w : {view.load[static_cast<std::size_t>(j)], view.reaction[static_cast<std::size_t>(j)]}) {
      raise(most.force, norm(w.f));
      raise(most.moment, norm(w.n));
    }
  }
  for (std::size_t b = 1; b < view.A_WB.size(); ++b) {
    Largest& most = largest_[static_cast<std::size_t>(system_.mechanisms.of(BodyIndex(static_cast<int>(b))))];
    raise(most.acceleration, norm(view.A_WB[b].v));
    raise(most.turn, norm(view.A_WB[b].w));
    raise(most.speed, norm(view.state.V_WB[b].v));
    raise(most.rate, norm(view.state.V_WB[b].w));
  }
}

int SignalNoise::mechanism_of(const Signal& signal) const {
  return is_of_body(signal) ? system_.mechanisms.of(BodyIndex(signal.index)) : system_.mechanism_of(JointIndex(signal.index));
}

double SignalNoise::operator()(const Signal& signal) const {
  const bool of_joint = signal.kind == SignalKind::coordinate || signal.kind == SignalKind::coordinate_rate;
  if (!is_solved_for(signal) && !is_of_body(signal) && !of_joint) return 0;
  const auto m = static_cast<std::size_t>(mechanism_of(signal));
  const Largest& most = largest_[m];
  const double L = system_.mechanisms.lengths[m];
  // Whatever its component, by its unit: those of one kind have one.
  switch (signal.kind) {
    case SignalKind::load:
    case SignalKind::reaction: return solved * (signal.unit == "N" ? most.force : most.moment + L * most.force);
    case SignalKind::acceleration:
    case SignalKind::angular_acceleration:
    case SignalKind::coordinate_acceleration:
      return solved * (signal.unit == "m/s^2" ? most.acceleration : most.turn + most.acceleration / L);
    case SignalKind::position:
    case SignalKind::attitude:
    case SignalKind::coordinate: return rounded * (signal.unit == "m" ? L : 1.0);
    default: return rounded * (signal.unit == "m/s" ? most.speed : most.rate + most.speed / L);
  }
}

}  // namespace pintle
