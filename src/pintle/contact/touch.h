#pragma once
#include <array>

#include "pintle/math/vec3.h"

namespace pintle {

/// Where and how a shape touches a surface. The axes turn with the surface's carrier, and over a curved surface from place to
/// place; v is the velocity of the shape against the ground.
///
///     ε̇ = −n·v                                                        (1)
template <class T>
struct Touch {
  Vec3<T> point_W;        // where the force acts, on both bodies
  Vec3<T> t1, t2, n;      // axes of the surface there, in world axes; n points out of the ground
  T depth, rate;          // ε [m], ε̇ [m/s]
  std::array<T, 2> slip;  // t₁·v, t₂·v [m/s]
  Vec3<T> v;              // [m/s]
  Vec3<T> own;            // by which the ground moves without its carrier; only where Touching::moves_by_itself [m/s]
  T spin;                 // at which t₁, t₂ turn about n on the carrier; only where Touching::turns [rad/s]
};

}  // namespace pintle
