#pragma once
#include <vector>

#include "pintle/structure/state.h"
#include "pintle/system/system.h"

namespace pintle {

/// What an observer wants computed; nothing else is.
struct Needs {
  bool state = true;           // joints, poses, velocities, element states
  bool accelerations = false;  // of bodies and joints
  bool loads = false;          // wrenches of all joints on the child, in M's axes
  bool reactions = false;      // their constraint part, in F's axes; multipliers of constraints
  bool elements = false;       // contacts and forces
  bool signs = false;          // of quaternions, as they go on along the motion
  bool heat = false;           // that each contact has dissipated; no part of the view, but of an instant of a run

  Needs operator|(const Needs& b) const {
    return {state || b.state,       accelerations || b.accelerations,
            loads || b.loads,       reactions || b.reactions,
            elements || b.elements, signs || b.signs,
            heat || b.heat};
  }
};

/// One instant of a run, as asked by Needs.
template <class T>
struct View {
  State<T> state;               // t, joints, poses, velocities, element states
  std::vector<Motion<T>> A_WB;  // accelerations of mass centres: v in world axes, w in body axes
  std::vector<Vec3<T>> displacement_acceleration, angle_acceleration;  // of joints: by direction; a ball's in M's axes
  std::vector<Wrench<T>> load;      // by joint: on the child, at M's origin, in M's axes; constraint and laws
  std::vector<Wrench<T>> reaction;  // by joint: the constraint part, on the child, about M's origin, in F's axes
  std::vector<T> multiplier;        // by row of the constraints: λ, on the second body; zero where one does not hold
  std::vector<T> element;           // signals of all elements (system/element_pools.h); zero where one does not act
  /// Of loads, reactions and multipliers, in parts of them: what errors of the state become next to a singular configuration
  /// (formulations/holding.h). There loads are errors divided by nearly nothing, and are no peaks.
  double noise = 0;

  bool has_sound_loads() const { return noise < 0.01; }
};

/// Sizes every list for a system, so that filling it allocates nothing. What only Needs bring is NaN until it is filled.
template <class T>
View<T> make_view(const System& system);

}  // namespace pintle
