#pragma once
#include "pintle/joints/motion.h"
#include "pintle/model/signal.h"

/// Signals that position and velocity alone decide, for every scalar T: what a living force may read in a stage, and what
/// observers read of the same kinds.
namespace pintle {

/// How a body moves.
template <class T>
struct BodyMotion {
  Pose<T> X_WB;  // of its mass-centre frame
  Vec3<T> w_B;   // body axes [rad/s]
  Vec3<T> v_W;   // of the mass centre, world axes [m/s]
};

template <class T>
T component_of(const Vec3<T>& v, int component) {
  return component == norm_component ? norm(v) : v[component];
}
/// A vector per translation and one per rotation, addressed by direction.
template <class T>
T component_of(const Vec3<T>& linear, const Vec3<T>& angular, int component) {
  if (component == norm_component) return norm(linear);
  if (component == angular_norm_component) return norm(angular);
  return component < 3 ? linear[component] : angular[component - 3];
}

/// Angle of body z to up, which is against gravity, without gravity world z.
template <class T>
T calc_tilt(const Mat3<T>& R_WB, const Vec3<T>& gravity_W) {
  const T size = norm(gravity_W);
  const Mask<T> heavy = is_greater(size, T(0.0));
  const Vec3<T> up{select(heavy, -gravity_W.x, T(0.0)), select(heavy, -gravity_W.y, T(0.0)), select(heavy, -gravity_W.z, T(1.0))};
  const Vec3<T> z = R_WB.column(2);
  return atan2(norm(cross(z, up)), dot(z, up));
}

/// R = Rz(yaw) Ry(pitch) Rx(roll).
template <class T>
T calc_roll_pitch_yaw(const Mat3<T>& R, int component) {
  if (component == 0) return atan2(R.zy, R.zz);
  if (component == 1) return atan2(-R.zx, sqrt(R.xx * R.xx + R.yx * R.yx));
  return atan2(R.yx, R.xx);
}

/// Of a body; NaN for a kind that needs more than its motion.
template <class T>
T calc_body_motion(const Signal& signal, const BodyMotion<T>& body, const Vec3<T>& gravity_W) {
  const int k = signal.component;
  switch (signal.kind) {
    case SignalKind::position: return component_of(body.X_WB.p, k);
    case SignalKind::velocity: return component_of(body.v_W, k);
    case SignalKind::attitude: return body.X_WB.R(k / 3, k % 3);
    case SignalKind::angular_velocity: return component_of(body.w_B, k);
    case SignalKind::tilt: return calc_tilt(body.X_WB.R, gravity_W);
    case SignalKind::roll_pitch_yaw: return calc_roll_pitch_yaw(body.X_WB.R, k);
    default: return T(std::nan(""));
  }
}

/// Of a point at p_BP on a body.
template <class T>
T calc_point_motion(const Signal& signal, const BodyMotion<T>& body, const Vec3<T>& p_BP) {
  if (signal.kind == SignalKind::point_position) return component_of(body.X_WB * p_BP, signal.component);
  return component_of(body.v_W + body.X_WB.R * cross(body.w_B, p_BP), signal.component);
}

/// Of a joint.
template <class T>
T calc_joint_motion(const Signal& signal, const JointCoordinates<T>& q) {
  if (signal.kind == SignalKind::coordinate) return component_of(q.displacement, q.angle, signal.component);
  return component_of(q.velocity, q.rate, signal.component);
}

}  // namespace pintle
