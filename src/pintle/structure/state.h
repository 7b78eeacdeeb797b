#pragma once
#include <vector>

#include "pintle/joints/motion.h"
#include "pintle/math/scalar.h"
#include "pintle/particles/particles.h"

namespace pintle {

/// The carrier between structures and formulations: whatever kernel loads it finds the same motion, in joint coordinates
/// and in body coordinates. To rounding: a checkpoint needs more (simulate/flight_memory.cpp).
template <class T>
struct State {
  T t{};                                    // [s]
  std::vector<JointCoordinates<T>> joints;  // of every joint, turns counted, locked values kept
  std::vector<Pose<T>> X_WB;                // of every body's mass-centre frame; 0 is the world
  std::vector<Quaternion<T>> q_WB;          // the same attitude, sign continuous
  std::vector<Motion<T>> V_WB;              // v of the mass centre in world axes, w in body axes
  std::vector<T> z;                         // states of elements, bristles, coordinates driven by rate
  std::vector<Mask<T>> mode;                // of elements that have one: touching
  std::vector<T> stop;                      // mode of every law with stops that give way (laws/limit.h), as the kernel has it
  std::vector<T> moved;                // how far directions and bodies have moved so far (plan.h, amplitude.h); none: not at all
  std::vector<PointMotion> particles;  // those that ride on a body too
};

}  // namespace pintle
