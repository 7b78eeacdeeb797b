#pragma once
#include "pintle/math/mat3.h"
#include "pintle/math/quaternion.h"

namespace pintle {

/// X_AB: where B is in A. A point of B at p_B is at R_AB p_B + p_AB in A.
template <class T>
struct Pose {
  Mat3<T> R;
  Vec3<T> p;  // [m]

  static Pose identity() { return {Mat3<T>::identity(), Vec3<T>::zero()}; }
  friend Pose operator*(const Pose& X_AB, const Pose& X_BC) { return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p}; }
  friend Vec3<T> operator*(const Pose& X_AB, const Vec3<T>& p_B) { return X_AB.p + X_AB.R * p_B; }
};

template <class T>
inline Pose<T> inverse(const Pose<T>& X_AB) {
  return {X_AB.R.transposed(), -transpose_times(X_AB.R, X_AB.p)};
}

/// Velocity (or acceleration) of a frame: angular part w [rad/s], velocity v of its origin [m/s].
template <class T>
struct Motion {
  Vec3<T> w, v;

  static Motion zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
  friend Motion operator+(const Motion& a, const Motion& b) { return {a.w + b.w, a.v + b.v}; }
  friend Motion operator-(const Motion& a, const Motion& b) { return {a.w - b.w, a.v - b.v}; }
  friend Motion operator*(const T& s, const Motion& a) { return {s * a.w, s * a.v}; }
};

/// Moment n [N m] about a frame's origin and force f [N]; or their impulses [N m s], [N s].
template <class T>
struct Wrench {
  Vec3<T> n, f;

  static Wrench zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
  friend Wrench operator+(const Wrench& a, const Wrench& b) { return {a.n + b.n, a.f + b.f}; }
  friend Wrench operator-(const Wrench& a, const Wrench& b) { return {a.n - b.n, a.f - b.f}; }
  friend Wrench operator-(const Wrench& a) { return {-a.n, -a.f}; }
  friend Wrench operator*(const T& s, const Wrench& a) { return {s * a.n, s * a.f}; }
};

/// The same wrench in axes that R turns into the present ones: Rᵀ n, Rᵀ f.
template <class T>
inline Wrench<T> seen_in(const Mat3<T>& R, const Wrench<T>& F) {
  return {transpose_times(R, F.n), transpose_times(R, F.f)};
}

/// What a wrench does along a motion of its frame [W].
template <class T>
[[gnu::always_inline]] inline T power(const Wrench<T>& F, const Motion<T>& V) {
  return dot(F.n, V.w) + dot(F.f, V.v);
}

/// The mass of a rigid body about a frame's origin, in the frame's axes.
template <class T>
struct RigidInertia {
  Sym3<T> I;   // about the origin [kg m²]
  Vec3<T> mc;  // mass times position of the mass centre [kg m]
  T m;         // [kg]
};

/// Inertia of a rigid body seen from frame L, given mass and inertia about the mass centre in the body's axes
/// (parallel-axis theorem): I_L = R I Rᵀ + m (c·c 1 − c cᵀ).
template <class T>
inline RigidInertia<T> calc_rigid_inertia(const T& m, const Sym3<T>& I_com, const Pose<T>& X_LB) {
  const Vec3<T>& c = X_LB.p;
  const T cc = dot(c, c);
  return {turned(X_LB.R, I_com) +
              m * Sym3<T>{cc - c.x * c.x, -(c.x * c.y), -(c.x * c.z), cc - c.y * c.y, -(c.y * c.z), cc - c.z * c.z},
          m * c, m};
}

}  // namespace pintle
