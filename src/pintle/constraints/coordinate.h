#pragma once
#include "pintle/constraints/row.h"

/// The rate of one joint coordinate as a row between the joint's bodies, A the parent and B the child. With n an axis fixed in
/// A, p the place of M's origin, r and s from the mass centres of A and B to it:
///
///     slide:   ḋ = n·v,  v = v_B + ω_B × s − v_A − ω_A × r                                              (1)
///              d̈ = n·(v̇_B + α_B × s − v̇_A − α_A × r) − bias
///              bias = n·(ω_A × (ω_A × r) − ω_B × (ω_B × s) + 2 ω_A × v)                                  (2)
///     turn:    θ̇ = n·(ω_B − ω_A),   θ̈ = n·(α_B − α_A) − bias,   bias = n·(ω_A × ω_B)                     (3)
///
/// (3) is for the one rotation of a joint, whose axis is fixed in both bodies.
namespace pintle {

template <class T>
struct CoordinateRow {
  Wrench<T> on_A, on_B;
  T rate, bias;
};

template <class T>
CoordinateRow<T> calc_slide(const Vec3<T>& n, const Vec3<T>& p, const End<T>& A, const End<T>& B) {
  const Vec3<T> r = p - A.p_WL, s = p - B.p_WL;
  const Vec3<T> v = B.v_W + cross(B.w_W, s) - A.v_W - cross(A.w_W, r);
  const Vec3<T> bias = centripetal(A.w_W, r) - centripetal(B.w_W, s) + T(2.0) * cross(A.w_W, v);
  return {{-cross(r, n), -n}, {cross(s, n), n}, dot(n, v), dot(n, bias)};  // (1), (2)
}

template <class T>
CoordinateRow<T> calc_turn(const Vec3<T>& n, const End<T>& A, const End<T>& B) {
  const Vec3<T> zero = Vec3<T>::zero();
  return {{-n, zero}, {n, zero}, dot(n, B.w_W - A.w_W), dot(n, cross(A.w_W, B.w_W))};  // (3)
}

/// A direction of a joint, in slots: F on A, M on B.
struct JointCoordinate {
  SlotPose X_AF, X_BM;
  int axis;  // of F: 0 … 2
  bool slides;

  template <class T>
  CoordinateRow<T> calc(const Parameters<T>& p, const End<T>& A, const End<T>& B) const {
    const Vec3<T> n = A.R_WL * p[X_AF].R.column(axis);
    return slides ? calc_slide(n, B.p_WL + B.R_WL * p[X_BM].p, A, B) : calc_turn(n, A, B);
  }
};

}  // namespace pintle
