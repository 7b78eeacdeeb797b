#pragma once
#include "pintle/model/signals/kinds.h"

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

// ---- owners of signals (model/signals) as a stage knows them

template <class T>
struct StageBody {
  const BodyMotion<T>& body;
  Vec3<T> gravity;
  const BodyMotion<T>& motion() const { return body; }
  const Vec3<T>& gravity_W() const { return gravity; }
};
template <class T>
struct StagePoint {
  const BodyMotion<T>& body;
  Vec3<T> p;
  const BodyMotion<T>& motion() const { return body; }
  const Vec3<T>& p_BP() const { return p; }
};
template <class T>
struct StageJoint {
  const JointCoordinates<T>& coordinates;
  const JointCoordinates<T>& q() const { return coordinates; }
};

template <class T>
T calc_body_motion(const Signal& signal, const BodyMotion<T>& body, const Vec3<T>& gravity_W) {
  return calc_signal_of<T, SignalOwner::body, SignalLevel::motion>(SignalKinds(), signal, StageBody<T>{body, gravity_W});
}
/// Of a point at p_BP on a body.
template <class T>
T calc_point_motion(const Signal& signal, const BodyMotion<T>& body, const Vec3<T>& p_BP) {
  return calc_signal_of<T, SignalOwner::point, SignalLevel::motion>(SignalKinds(), signal, StagePoint<T>{body, p_BP});
}
template <class T>
T calc_joint_motion(const Signal& signal, const JointCoordinates<T>& q) {
  return calc_signal_of<T, SignalOwner::joint, SignalLevel::motion>(SignalKinds(), signal, StageJoint<T>{q});
}

}  // namespace pintle
