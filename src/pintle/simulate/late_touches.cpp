#include "pintle/simulate/late_touches.h"

#include <algorithm>
#include <array>

namespace pintle {

LateTouches::LateTouches(const System& system, const Parameters<double>& p, double rtol)
    : system_(system), p_(p), rtol_(rtol), stored_(static_cast<std::size_t>(system.mechanisms.count())) {}

bool LateTouches::find(const Structure& structure, const State<double>& state) {
  bool any = false;
  std::ranges::fill(stored_, 0.0);
  system_.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    if constexpr (Kind::has_mode) {
      if (state.mode[pool.mode(k)].yes || !structure.acts(pool.element(k))) return;
      std::array<Pose<double>, Kind::ends> X_WB;
      for (std::size_t i = 0; i < X_WB.size(); ++i) X_WB[i] = state.X_WB[element.bodies[i].i];
      if (!(element.calc_touch(state.t, p_, X_WB).depth > 0)) return;
      const double stored = element.calc_stored(state.t, p_, X_WB, state.z.data() + pool.state(k), {true});
      stored_[static_cast<std::size_t>(system_.mechanism_of(element))] += stored;  // (1)
      any = any || stored > 0;
    }
  });
  return any;
}

double LateTouches::calc_share(std::span<const Ledger> ledgers, std::span<const double> scales) const {
  constexpr double at_rest = 1e-3, least = 1e-300;
  double share = 0;
  for (std::size_t m = 0; m < stored_.size(); ++m) {
    if (!(stored_[m] > 0)) continue;
    const double scale = scales[static_cast<std::size_t>(account_place(static_cast<int>(m), Account::contact))];
    share = std::max(share, stored_[m] / (rtol_ * (ledgers[m].kinetic + at_rest * scale) + least));  // (2)
  }
  return share;
}

}  // namespace pintle
