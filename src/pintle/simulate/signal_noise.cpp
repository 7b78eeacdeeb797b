#include "pintle/simulate/signal_noise.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double share = 1e-12;

void raise(double& most, double size) {
  if (size > most) most = size;  // never by NaN
}

}  // namespace

SignalNoise::SignalNoise(const System& system)
    : system_(system), largest_(static_cast<std::size_t>(std::max(1, system.mechanisms.count()))) {}

bool SignalNoise::feels(const Signal& signal) {
  switch (signal.kind) {
    case SignalKind::load:
    case SignalKind::reaction:
    case SignalKind::acceleration:
    case SignalKind::angular_acceleration:
    case SignalKind::coordinate_acceleration: return true;
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
  }
}

int SignalNoise::mechanism_of(const Signal& signal) const {
  const bool of_body = signal.kind == SignalKind::acceleration || signal.kind == SignalKind::angular_acceleration;
  return of_body ? system_.mechanisms.of(BodyIndex(signal.index)) : system_.mechanism_of(JointIndex(signal.index));
}

double SignalNoise::operator()(const Signal& signal) const {
  if (!feels(signal)) return 0;
  const auto m = static_cast<std::size_t>(mechanism_of(signal));
  const Largest& most = largest_[m];
  const double L = system_.mechanisms.lengths[m];
  // Whatever its component, by its unit: those of one kind have one.
  if (signal.kind == SignalKind::load || signal.kind == SignalKind::reaction)
    return share * (signal.unit == "N" ? most.force : most.moment + L * most.force);
  return share * (signal.unit == "m/s^2" ? most.acceleration : most.turn + most.acceleration / L);
}

}  // namespace pintle
