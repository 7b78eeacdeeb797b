#include "pintle/simulate/signal_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double state_rounding = 16 * std::numeric_limits<double>::epsilon();  // (2)

void raise(double& most, double size) {
  if (size > most) most = size;  // never by NaN
}

}  // namespace

SignalNoise::SignalNoise(const System& system)
    : system_(system), largest_(static_cast<std::size_t>(std::max(1, system.mechanisms.count()))) {}

void SignalNoise::restart() {
  largest_.assign(largest_.size(), {});
  const double g = norm(system_.nominal[system_.gravity]);
  for (int b = 1; b < system_.body_count(); ++b)
    largest_[static_cast<std::size_t>(system_.mechanisms.of(BodyIndex(b)))].force +=
        system_.nominal[system_.body(BodyIndex(b)).mass] * g;
}

bool SignalNoise::is_solved_for(const Signal& signal) { return signal.facts().rounding == SignalRounding::solved; }

void SignalNoise::note(const View<double>& view) {
  for (int j = 0; j < system_.joint_count(); ++j) {
    Largest& most = largest_[static_cast<std::size_t>(system_.mechanism_of(JointIndex(j)))];
    for (const Wrench<double>& w : {view.load[j], view.reaction[j]}) {
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

double SignalNoise::moment(int mechanism) const {
  const Largest& most = largest_[static_cast<std::size_t>(mechanism)];
  return solved * (most.moment + system_.mechanisms.lengths[mechanism] * most.force);
}

double SignalNoise::operator()(const Signal& signal) const {
  const SignalFacts& facts = signal.facts();
  if (facts.rounding == SignalRounding::unknown) return 0;
  const int mechanism = facts.owner == SignalOwner::body ? system_.mechanisms.of(BodyIndex(signal.index))
                                                         : system_.mechanism_of(JointIndex(signal.index));
  const auto m = static_cast<std::size_t>(mechanism);
  const Largest& most = largest_[m];
  const double L = system_.mechanisms.lengths[m];
  const std::string& unit = signal.unit;
  if (facts.rounding == SignalRounding::solved) {  // (1)
    if (unit == "N") return force(mechanism);
    if (unit == "N*m") return moment(mechanism);
    return solved * (unit == "m/s^2" ? most.acceleration : most.turn + most.acceleration / L);
  }
  if (unit == "m/s") return state_rounding * most.speed;  // (2)
  if (unit == "rad/s") return state_rounding * (most.rate + most.speed / L);
  return state_rounding * (unit == "m" ? L : 1.0);
}

}  // namespace pintle
