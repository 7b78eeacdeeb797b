#pragma once
#include "pintle/joints/direction.h"
#include "pintle/joints/sequence.h"
#include "pintle/math/spatial.h"

/// What a joint lets move: the pose of M in F, the free axes P, their rates. One definition for every type:
///
///     X_FM = T(d) · R₁(θ₁) R₂(θ₂) R₃(θ₃)                                        (1)
///
/// with the displacement d along F's axes and the rotations about coordinate axes in the type's sequence, each
/// carried by the one before; a ball has one quaternion in place of the three angles. A constrained direction is
/// one whose coordinate is held (at zero, or where it was locked), so locking and releasing edit a list of free
/// directions and nothing else.
///
///     ω = Σ aₖ θ̇ₖ,     aₖ = R₁ … Rₖ₋₁ eₖ          (F's axes)                     (2)
///     ω̇ = Σ aₖ θ̈ₖ + Σ_{j<k} (aⱼ × aₖ) θ̇ⱼ θ̇ₖ                                      (3)
namespace pintle {

/// The coordinates of one joint, of every direction: locked ones are kept, angles count turns.
/// A ball-type joint has `rotation` and, in `rate`, the angular velocity of M in F in M's axes; every other joint
/// has `angle` and its `rate`, by axis.
template <class T>
struct JointCoordinates {
  Vec3<T> displacement = Vec3<T>::zero();              // [m], F's axes
  Vec3<T> angle = Vec3<T>::zero();                     // [rad], by axis
  Quaternion<T> rotation = Quaternion<T>::identity();  // of M in F
  Vec3<T> velocity = Vec3<T>::zero();                  // [m/s], F's axes
  Vec3<T> rate = Vec3<T>::zero();                      // [rad/s]

  /// Of a direction: its displacement or angle, its velocity or rate.
  T& value_of(Direction d) { return (is_translation(d) ? displacement : angle)[axis_of(d)]; }
  const T& value_of(Direction d) const { return (is_translation(d) ? displacement : angle)[axis_of(d)]; }
  T& rate_of(Direction d) { return (is_translation(d) ? velocity : rate)[axis_of(d)]; }
  const T& rate_of(Direction d) const { return (is_translation(d) ? velocity : rate)[axis_of(d)]; }
};

/// Pose (1) of M in F.
template <class T>
Pose<T> calc_pose(const JointType& type, const JointCoordinates<T>& q) {
  if (type.ball) return {to_matrix(q.rotation), q.displacement};
  Mat3<T> R = Mat3<T>::identity();
  for (int axis : type.sequence) R = R * rotation_about(axis, q.angle[axis]);
  return {R, q.displacement};
}

/// The rotation axes aₖ of (2), in F's axes, by axis: axes.column(k) belongs to rate[k]. A ball's are M's axes.
template <class T>
Mat3<T> calc_rotation_axes(const JointType& type, const JointCoordinates<T>& q) {
  if (type.ball) return to_matrix(q.rotation);
  Vec3<T> a[3];
  Mat3<T> R = Mat3<T>::identity();
  for (int axis : type.sequence) {
    a[axis] = R.column(axis);
    R = R * rotation_about(axis, q.angle[axis]);
  }
  return Mat3<T>::from_columns(a[0], a[1], a[2]);
}

/// Velocity of M in F, in F's axes: (2) and ḋ.
template <class T>
Motion<T> calc_velocity(const JointType& type, const JointCoordinates<T>& q) {
  return {calc_rotation_axes(type, q) * q.rate, q.velocity};
}

/// The part of M's acceleration in F that has no θ̈: the double sum of (3), in F's axes.
template <class T>
Vec3<T> calc_rotation_bias(const JointType& type, const JointCoordinates<T>& q) {
  Vec3<T> bias = Vec3<T>::zero();
  if (type.ball) return bias;
  const Mat3<T> a = calc_rotation_axes(type, q);
  Vec3<T> w = Vec3<T>::zero();  // Σ_{j<k} aⱼ θ̇ⱼ
  for (int axis : type.sequence) {
    const Vec3<T> step = q.rate[axis] * a.column(axis);
    bias += cross(w, step);
    w += step;
  }
  return bias;
}

/// The wrench on the child, at M's origin, in F's axes, of efforts τ on the free directions: the one in the span of the
/// free axes with Pᵀ (n, f) = τ; efforts on directions that are not free are left out. Axes of a
/// sequence need not be orthogonal: n = P (PᵀP)⁻¹ τ.
template <class T>
Wrench<T> calc_effort_wrench(const JointType& type, DirectionSet free, const JointCoordinates<T>& q, const Vec3<T>& force,
                             const Vec3<T>& moment) {
  const Mat3<T> P = calc_rotation_axes(type, q);
  const auto has = [&](int k) { return free.has(static_cast<Direction>(3 + k)); };
  const auto product = [&](int i, int j) { return has(i) && has(j) ? dot(P.column(i), P.column(j)) : T(0.0); };
  const Sym3<T> PtP{T(1.0), product(0, 1), product(0, 2), T(1.0), product(1, 2), T(1.0)};
  const Vec3<T> tau{has(0) ? moment.x : T(0.0), has(1) ? moment.y : T(0.0), has(2) ? moment.z : T(0.0)};
  const auto along = [&](int k) { return free.has(static_cast<Direction>(k)) ? force[k] : T(0.0); };
  return {P * (inverse(PtP) * tau), {along(0), along(1), along(2)}};
}

/// Coordinates from poses (body coordinates → joint coordinates): the pose and velocity of M in F, in F's axes, where
/// only the directions in `free` move and the others stay as `held` says. `held` is what they were a time `since` ago:
/// angles come within half a turn of where its rates lead, three in sequence along the turn that leads here
/// (joints/sequence.h), so that turns are counted if it is carried along.
JointCoordinates<double> calc_coordinates(const JointType& type, DirectionSet free, const JointCoordinates<double>& held,
                                          const Pose<double>& X_FM, const Motion<double>& V_FM, double since = 0);

/// A ball whose rotations are not all free moves by its sequence: the same joint as a list.
JointType as_sequence(const JointType& ball);
/// True if the joint's rotations are a quaternion under this set of free directions.
inline bool is_quaternion(const JointType& type, DirectionSet free) {
  return type.ball && free.has(Direction::rx) && free.has(Direction::ry) && free.has(Direction::rz);
}

}  // namespace pintle
