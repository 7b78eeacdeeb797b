#pragma once
#include <span>
#include <vector>

#include "pintle/structure/driving.h"

namespace pintle {

/// What drivers tell a joint, in F's axes. A driven direction is held at a value that moves, d(t) or θ(t), and in rows of a joint
/// (joints/rows.h), with ω_d = Σ aₖ θ̇ₖ over the driven rotations and e normal to the free axes, there is
///
///     n·(v_M in A) = ḋ,          e·(ω_B − ω_A) = e·ω_d                                                     (1)
///     γ of a point: + d̈,         γ of axes = e·(Σ aₖ θ̈ₖ + bias + ω_A × (ω_B − ω_A))   (joints/motion.h, 3)  (2)
struct ToldMotion {
  bool slides = false, turns = false;                              // a translation, a rotation is driven
  Vec3<double> slide_v = Vec3<double>::zero(), slide_a = slide_v;  // ḋ, d̈ by axis
  Vec3<double> turn_v = Vec3<double>::zero(), turn_a = turn_v;     // ω_d; Σ aₖ θ̈ₖ + bias
};

/// Places in System::drivers of those of one joint.
inline std::vector<int> find_drivers(const System& system, JointIndex j) {
  std::vector<int> found;
  for (std::size_t d = 0; d < system.drivers.size(); ++d)
    if (system.drivers[d].joint == j) found.push_back(static_cast<int>(d));
  return found;
}

/// By the drivers of one joint, at its coordinates q; of driven directions those are taken from the drivers.
inline ToldMotion calc_told_motion(const System& system, JointIndex j, std::span<const int> drivers,
                                   std::span<const Drive<double>> drives, JointCoordinates<double> q) {
  const JointType& type = system.joint(j).type;
  ToldMotion told;
  Vec3<double> rate = Vec3<double>::zero(), second = rate;
  for (const int d : drivers) {
    const Direction direction = system.drivers[d].direction;
    const Drive<double>& drive = drives[d];
    const bool slides = is_translation(direction);
    (slides ? told.slides : told.turns) = true;
    (slides ? told.slide_v : rate)[axis_of(direction)] = drive.v;
    (slides ? told.slide_a : second)[axis_of(direction)] = drive.a;
    q.value_of(direction) = drive.q;
    q.rate_of(direction) = drive.v;
  }
  if (!told.turns) return told;
  const Mat3<double> axes = calc_rotation_axes(type, q);
  told.turn_v = axes * rate;
  told.turn_a = axes * second + calc_rotation_bias(type, q);
  return told;
}

}  // namespace pintle
