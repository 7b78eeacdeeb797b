#pragma once
#include <array>

#include "pintle/base/index.h"
#include "pintle/math/element.h"

/// A force f and a moment m at a point P of a body, in world axes or in the axes of a body:
///
///     power = f·v_P + m·ω                                             (1)
///
/// In a body's axes it follows the body and has no potential; its work is booked under `applied` either way. A component
/// may live: then it is an output of System::living, new in every stage.
namespace pintle {

struct PointForce {
  BodyIndex body;
  Slot3 point;                                        // [m] in the body's axes
  Slot3 force, moment;                                // [N], [N m]
  BodyIndex axes;                                     // the body whose axes they are in; the world
  SlotPose turn;                                      // its R turns what was given within these axes: instances of a `repeat`
  std::array<int, 6> living{-1, -1, -1, -1, -1, -1};  // outputs for force and moment; −1: the slot's

  bool is_living() const {
    for (int output : living)
      if (output >= 0) return true;
    return false;
  }

  template <class T>
  struct Data {
    Vec3<T> p_LP, force, moment;  // in the axes of frame L of `axes`
    Mat3<T> R;                    // of what was given → these axes
    Vec3<T> given_force, given_moment;
  };

  /// X_LB is where the body sits in its frame L, X_LA the same of `axes`.
  template <class T>
  Data<T> prepare(const Parameters<T>& p, const Pose<T>& X_LB, const Pose<T>& X_LA) const {
    const Mat3<T> R = X_LA.R * p[turn].R;
    const Vec3<T> f = p[force], m = p[moment];
    return {X_LB * p[point], R * f, R * m, R, f, m};
  }

  /// New values of what lives.
  template <class T>
  void update(const T* outputs, Data<T>& d) const {
    for (int k = 0; k < 3; ++k) {
      if (living[k] >= 0) d.given_force[k] = outputs[living[k]];
      if (living[k + 3] >= 0) d.given_moment[k] = outputs[living[k + 3]];
    }
    d.force = d.R * d.given_force;
    d.moment = d.R * d.given_moment;
  }

  template <class T>
  Push<T> calc(const Data<T>& d, const End<T>& end, const Mat3<T>& R_WA) const {
    const Vec3<T> point_W = end.p_WL + end.R_WL * d.p_LP;
    if (axes == world) return {point_W, d.force, d.moment};
    return {point_W, R_WA * d.force, R_WA * d.moment};
  }
};

/// (1)
template <class T>
T calc_power(const Push<T>& push, const End<T>& end) {
  return dot(push.force_W, velocity_at(end, push.point_W)) + dot(push.moment_W, end.w_W);
}

}  // namespace pintle
