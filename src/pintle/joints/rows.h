#pragma once
#include "pintle/joints/motion.h"

/// What a joint forbids: rows at position, velocity and acceleration level, from the same list of free directions as
/// motion.h. Two kinds of row are enough for every joint [Aslanov 2011, section 3].
///
/// Point on plane [Aslanov 2011, eq. 4–19]: M's origin stays on a plane of the parent with normal n (an axis of F) at
/// the held displacement d; with r = p_WM − p_WA for A the parent, s = p_WM − p_WB for B the child:
///
///     g = n·(p_WM − p_WF) − d                                          [m]        (1)
///     ġ = n·(v_M − v_A − ω_A × r)                                      [m/s]      (2)
///     g̈ = n·(a_M − a_A − α_A × r) − γ                                  [m/s²]     (3)
///     γ = n·(ω_A × (ω_A × r) − ω_B × (ω_B × s) + 2 ω_A × v_rel),  v_rel = v_M − v_A − ω_A × r
///
/// Two axes at a fixed angle [Wachlin 2018, eq. 2.14]: a is fixed in the parent, b in the child:
///
///     g = a·b − c                                                      [1]        (4)
///     ġ = e·(ω_B − ω_A),  e = b × a                                    [1/s]      (5)
///     g̈ = e·(α_B − α_A) − γ                                            [1/s²]     (6)
///     γ = −(ω_B × (ω_B × b))·a − (ω_A × (ω_A × a))·b − 2 (ω_A × a)·(ω_B × b)
///
/// With a free rotation about f, b = f and a is one of two normals of f; with two free rotations, a and b are these
/// two axes and c the cosine of their angle; with none, three pairs hold the attitude. e is normal to the free axes
/// by construction: the rows do no work on what may move.
namespace pintle {

enum class RowKind : std::uint8_t { point_on_plane, axes_at_angle };

/// One row of a joint, in the joint's own frames; fixed while the structure is.
struct JointRow {
  RowKind kind;
  Vec3<double> a_F;  // normal n of the plane, or the axis fixed in the parent, in F's axes
  Vec3<double> b_M;  // the axis fixed in the child, in M's axes
  double c;          // displacement d [m], or cosine
};

/// The rows of a joint of which the directions in `free` may move and the others are held as `held` says
/// (at most six; in the order of the translations tx ty tz, then the rotations).
struct JointRows {
  std::array<JointRow, 6> row;
  int count = 0;
};
JointRows make_rows(const JointType& type, DirectionSet free, const JointCoordinates<double>& held);

/// Where the two bodies are and how they move: world axes throughout.
template <class T>
struct JointEnds {
  Vec3<T> p_A, p_B, v_A, v_B, w_A, w_B;  // mass centres [m], [m/s], [rad/s]
  Mat3<T> R_WF, R_WM;
  Vec3<T> p_WF, p_WM;
};

/// A row evaluated: G V̇ = γ with V̇ = (a, α) of both bodies in world axes;
/// ġ = force·(v_B − v_A) + moment_B·ω_B − moment_A·ω_A − told. λ acts on the child along it.
template <class T>
struct RowValue {
  Vec3<T> force, moment_A, moment_B;
  T g, gdot, gamma;
  T told{};  // the rate that a driver gives it
};

/// M's origin seen from the parent, before a normal picks its component: g, ġ, γ of (1)–(3) are n times these.
template <class T>
struct PointValue {
  Vec3<T> g, gdot, gamma;
};

template <class T>
[[gnu::always_inline]] inline PointValue<T> calc_point(const JointEnds<T>& x) {
  const Vec3<T> r = x.p_WM - x.p_A, s = x.p_WM - x.p_B;
  const Vec3<T> v_rel = x.v_B + cross(x.w_B, s) - x.v_A - cross(x.w_A, r);
  return {x.p_WM - x.p_WF, v_rel, centripetal(x.w_A, r) - centripetal(x.w_B, s) + T(2.0) * cross(x.w_A, v_rel)};
}

/// A row of two axes at a fixed angle.
template <class T>
[[gnu::always_inline]] inline RowValue<T> calc_axes_row(const JointRow& row, const JointEnds<T>& x) {
  const Vec3<T> a = x.R_WF * Vec3<T>{T(row.a_F.x), T(row.a_F.y), T(row.a_F.z)};
  const Vec3<T> b = x.R_WM * Vec3<T>{T(row.b_M.x), T(row.b_M.y), T(row.b_M.z)};
  const Vec3<T> e = cross(b, a);
  const T gamma = -dot(centripetal(x.w_B, b), a) - dot(centripetal(x.w_A, a), b) - 2.0 * dot(cross(x.w_A, a), cross(x.w_B, b));
  return {Vec3<T>::zero(), e, e, dot(a, b) - row.c, dot(e, x.w_B - x.w_A), gamma};  // (4)–(6)
}

/// A row of a point on a plane.
template <class T>
[[gnu::always_inline]] inline RowValue<T> calc_point_row(const JointRow& row, const JointEnds<T>& x, const PointValue<T>& point) {
  const Vec3<T> n = x.R_WF * Vec3<T>{T(row.a_F.x), T(row.a_F.y), T(row.a_F.z)};
  return {n,
          cross(x.p_WM - x.p_A, n),
          cross(x.p_WM - x.p_B, n),
          dot(n, point.g) - row.c,
          dot(n, point.gdot),
          dot(n, point.gamma)};  // (1)–(3)
}

template <class T>
RowValue<T> calc_row(const JointRow& row, const JointEnds<T>& x) {
  return row.kind == RowKind::axes_at_angle ? calc_axes_row(row, x) : calc_point_row(row, x, calc_point(x));
}

}  // namespace pintle
