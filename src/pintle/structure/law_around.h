#pragma once
#include <span>

#include "pintle/system/law_drag.h"
#include "pintle/system/system.h"

namespace pintle {

/// What laws see of a stage besides motions.
template <class T>
struct LawAround {
  const T* living;          // outputs of System::living
  std::span<const T> load;  // that friction feels
  const T* z;               // element states
  T* zdot;                  // ζ̇ of bristles go here; null: nowhere
  std::span<const T> stop;  // modes of stops (laws/limit.h)
};

/// Where a law has its bristle in z; −1: it has none.
inline int bristle_of(const System& system, const JointLaw& law) {
  return law.friction && law.friction->bristle >= 0 ? system.bristle_place(law.friction->bristle) : -1;
}

template <class T>
LawInputs<T> inputs_of(const System& system, const JointLaw& law, const Parameters<T>& p, const T& q, const T& v,
                       const LawAround<T>& around) {
  const int bristle = bristle_of(system, law);
  return {q,
          v,
          law.living >= 0 ? around.living[law.living] : p[law.effort],
          law.friction ? around.load[law.friction->place] : T(0.0),
          bristle >= 0 ? around.z[bristle] : T(0.0),
          law.has_soft_stops() ? around.stop[law.limits->place] : T(0.0)};
}

/// A law at its coordinate q and speed v (system/joint_law.h).
template <class T>
LawEffort<T> calc_law(const System& system, const JointLaw& law, const Parameters<T>& p, const T& q, const T& v,
                      const LawAround<T>& around) {
  const int bristle = bristle_of(system, law);
  const LawEffort<T> effort = calc_law(law, p, inputs_of(system, law, p, q, v, around));
  if (bristle >= 0 && around.zdot) around.zdot[bristle] = effort.zetadot;
  return effort;
}

}  // namespace pintle
