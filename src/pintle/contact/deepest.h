#pragma once
#include <string_view>

#include "pintle/contact/near.h"
#include "pintle/math/lives.h"

namespace pintle {

/// How the body of a shape moves against the carrier of a surface, in the surface's axes: its point p that the user gave, the
/// velocity there, the angular velocity, and the body's own axes L.
template <class T>
struct ShapeMotion {
  Vec3<T> p, v, w;
  Mat3<T> R;  // of L
};

/// Where a shape is deepest in a surface, in the surface's axes.
template <class T>
struct Deepest {
  Vec3<T> point;   // of the shape: where the force acts
  Vec3<T> n, n_t;  // out of the ground; how it changes as the touch moves [1/s]
  T depth;         // ε [m]
  T lift;          // Near::lift
};

}  // namespace pintle
