#pragma once
#include "pintle/math/mat3.h"

namespace pintle {

/// What a surface tells of a place p, in its own axes S: z is up, out of the ground. A surface has
///
///     near(data, t, p, reach)     exact where the distance is less than `reach` or negative; beyond, an estimate above it
///
/// with t the time of a ground that moves by itself. One that is uneven has within() besides (within.h).
template <class T>
struct Near {
  T distance;    // from the nearest point of the ground, negative below [m]
  Vec3<T> n;     // out of the ground there: the gradient of the distance
  Mat3<T> turn;  // ∂n/∂p [1/m]
  Vec3<T> n_t;   // ∂n/∂t, by the ground's own motion [1/s]
  T lift;        // speed at which the ground there moves along z by itself [m/s]
};

/// A ball of radius R about the origin, from a place p beside it.
template <class T>
[[gnu::always_inline]] inline Near<T> near_ball(const Vec3<T>& p, const T& radius) {
  const T away = sqrt(dot(p, p)), inverse = 1.0 / max(away, T(1e-300));
  const Vec3<T> n = inverse * p, no = Vec3<T>::zero();
  const Mat3<T> nn = Mat3<T>::from_columns(n.x * n, n.y * n, n.z * n);
  return {away - radius, n, inverse * (Mat3<T>::identity() - nn), no, T(0.0)};
}

}  // namespace pintle
