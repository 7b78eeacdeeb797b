#pragma once
#include <vector>

#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

namespace pintle {

/// Modes of the stops that give way (laws/limit.h) at an accepted state: coordinates(joint) gives those of a joint. A law that
/// does not act has mode 0. Says where a mode changed.
template <class T, class Coordinates>
Mask<T> update_stop_modes(const System& system, const Structure& structure, const Parameters<T>& p, Coordinates&& coordinates,
                          Mask<T> decide, std::vector<T>& stop) {
  Mask<T> changed{};
  if (system.soft_stops == 0) return changed;
  for (const JointLaw& law : system.laws) {
    if (!law.has_soft_stops()) continue;
    T& mode = stop[law.limits->place];
    T next(0.0);
    if (structure.acts(law)) {
      const JointCoordinates<T> joint = coordinates(law.joint);
      next = calc_limit_mode(prepare_limits(p, *law.limits), joint.value_of(law.direction), joint.rate_of(law.direction));
    }
    changed = changed | (decide & (is_greater(next, mode) | is_less(next, mode)));
    mode = select(decide, next, mode);
  }
  return changed;
}

/// Those of a state that is loaded: a jump of velocities may have changed them.
template <class T>
void load_stop_modes(const System& system, const Structure& structure, const Parameters<T>& p, const State<T>& state,
                     std::vector<T>& stop) {
  stop.assign(static_cast<std::size_t>(system.soft_stops), T(0.0));
  update_stop_modes(system, structure, p, [&](JointIndex j) { return state.joints[j.i]; }, !Mask<T>{}, stop);
}

}  // namespace pintle
