#pragma once
#include "pintle/math/parameters.h"

/// What an element kind sees of a body and gives back. A kind is a plain struct of indices and slots with a few
/// templates on the scalar T; no base class, no virtual call. A kernel calls
///     prepare   once per case: slots → numbers in the frame L in which the kernel keeps the body;
///     calc      once per stage: where the body is → what pushes it.
namespace pintle {

/// Frame L of a body: its pose and velocity, in world axes.
template <class T>
struct End {
  const Mat3<T>& R_WL;
  const Vec3<T>& p_WL;
  const Vec3<T>& w_W;  // angular velocity [rad/s]
  const Vec3<T>& v_W;  // of L's origin [m/s]
};

/// A force and a moment at a point, world axes; on the second body, the opposite on the first.
template <class T>
struct Push {
  Vec3<T> point_W, force_W, moment_W;
};

/// Velocity of the body's point that is now at point_W.
template <class T>
[[gnu::always_inline]] inline Vec3<T> velocity_at(const End<T>& end, const Vec3<T>& point_W) {
  return end.v_W + cross(end.w_W, point_W - end.p_WL);
}

}  // namespace pintle
