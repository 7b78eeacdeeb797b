#pragma once
#include "pintle/base/index.h"
#include "pintle/math/element.h"

/// A constant force f and moment m at a point P of a body, in world axes or in the axes of the body:
///
///     power = f·v_P + m·ω                                             (1)
///
/// In the body's axes it follows the body and has no potential; its work is booked under `applied` either way.
namespace pintle {

struct PointForce {
  BodyIndex body;
  Slot3 point;          // [m] in the body's axes
  Slot3 force, moment;  // [N], [N m]
  bool follows_body;    // axes: the body's own, else the world's

  template <class T>
  struct Data {
    Vec3<T> p_LP, force, moment;
  };

  template <class T>
  Data<T> prepare(const Parameters<T>& p, const Pose<T>& X_LB) const {
    const Vec3<T> f = p[force], m = p[moment];
    return {X_LB * p[point], follows_body ? X_LB.R * f : f, follows_body ? X_LB.R * m : m};
  }

  template <class T>
  Push<T> calc(const Data<T>& d, const End<T>& end) const {
    const Vec3<T> point_W = end.p_WL + end.R_WL * d.p_LP;
    if (!follows_body) return {point_W, d.force, d.moment};
    return {point_W, end.R_WL * d.force, end.R_WL * d.moment};
  }
};

/// (1)
template <class T>
T calc_power(const Push<T>& push, const End<T>& end) {
  return dot(push.force_W, velocity_at(end, push.point_W)) + dot(push.moment_W, end.w_W);
}

}  // namespace pintle
