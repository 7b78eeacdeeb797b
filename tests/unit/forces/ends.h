#pragma once
#include "pintle/math/element.h"
#include "unit/math/draw.h"

/// Bodies in motion, as elements see them.
namespace pintle::tests {

/// Frame L of a body: pose and velocity of its origin, world axes.
template <class T>
struct Placed {
  Mat3<T> R;
  Vec3<T> p, w, v;

  End<T> end() const { return {R, p, w, v}; }
};

inline Placed<double> draw_placed(Random& random) {
  const Pose<double> X = draw_pose(random);
  const Vec3<double> w = draw_vector(random), v = draw_vector(random);
  return {X.R, X.p, w, v};
}
inline Placed<double> at_rest() {
  return {Mat3<double>::identity(), Vec3<double>::zero(), Vec3<double>::zero(), Vec3<double>::zero()};
}

/// The same body with its frame where it will be: slopes are derivatives by time, velocities held.
inline Placed<Dual> moving(const Placed<double>& x) {
  const Quaternion<double> q = to_quaternion(x.R);
  const auto constant = [](const Vec3<double>& v) { return seeded(v, Vec3<double>::zero()); };
  return {to_matrix(seeded(q, calc_rate(q, transpose_times(x.R, x.w)))), seeded(x.p, x.v), constant(x.w), constant(x.v)};
}

/// The same body, seen by a kernel that keeps it in another frame L; X_LB is where the mass-centre frame is in L.
inline Placed<double> seen_from(const Placed<double>& body, const Pose<double>& X_LB) {
  const Pose<double> X_WL = Pose<double>{body.R, body.p} * inverse(X_LB);
  return {X_WL.R, X_WL.p, body.w, body.v + cross(body.w, X_WL.p - body.p)};
}

/// One body per lane.
template <class Lanes>
Placed<Lanes> gathered(const Placed<double>* of_lane) {
  Placed<Lanes> all;
  const auto put = [](Vec3<Lanes>& into, int i, const Vec3<double>& v) {
    set_lane(into.x, i, v.x);
    set_lane(into.y, i, v.y);
    set_lane(into.z, i, v.z);
  };
  for (int i = 0; i < width<Lanes>; ++i) {
    Vec3<Lanes> c[3] = {all.R.column(0), all.R.column(1), all.R.column(2)};
    for (int k = 0; k < 3; ++k) put(c[k], i, of_lane[i].R.column(k));
    all.R = Mat3<Lanes>::from_columns(c[0], c[1], c[2]);
    put(all.p, i, of_lane[i].p);
    put(all.w, i, of_lane[i].w);
    put(all.v, i, of_lane[i].v);
  }
  return all;
}
template <class Lanes>
Vec3<double> lane_of(const Vec3<Lanes>& v, int i) {
  return {lane(v.x, i), lane(v.y, i), lane(v.z, i)};
}

}  // namespace pintle::tests
