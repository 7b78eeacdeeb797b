#pragma once
#include "pintle/math/vec3.h"

/// Uniform gravity g: the force m g at every mass centre,
///
///     E = −m g·p                                                      (1)
///
/// zero at the world's origin. Kernels bring it in as an acceleration of the world by −g, which costs nothing.
namespace pintle {

template <class T>
T calc_gravity_energy(const T& mass, const Vec3<T>& gravity_W, const Vec3<T>& p_WB) {
  return -(mass * dot(gravity_W, p_WB));  // (1)
}

}  // namespace pintle
