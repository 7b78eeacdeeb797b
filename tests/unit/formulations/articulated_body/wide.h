#pragma once
#include "pintle/math/lanes.h"
#include "pintle/views/view.h"
#include "unit/formulations/articulated_body/bench.h"

/// Doubles into lanes and back: states and numbers, one per lane.
namespace pintle::tests {

template <class T>
void put(T& into, int i, double value) {
  set_lane(into, i, value);
}
template <class T>
void put(Vec3<T>& into, int i, const Vec3<double>& v) {
  for (int k = 0; k < 3; ++k) set_lane(into[k], i, v[k]);
}
template <class T>
void put(Quaternion<T>& into, int i, const Quaternion<double>& q) {
  set_lane(into.w, i, q.w);
  set_lane(into.x, i, q.x);
  set_lane(into.y, i, q.y);
  set_lane(into.z, i, q.z);
}
template <class T>
void put(Mat3<T>& into, int i, const Mat3<double>& R) {
  Vec3<T> c[3] = {into.column(0), into.column(1), into.column(2)};
  for (int k = 0; k < 3; ++k) put(c[k], i, R.column(k));
  into = Mat3<T>::from_columns(c[0], c[1], c[2]);
}

/// The states of all lanes in one; a Dual has one lane.
template <class T>
State<T> gathered(const System& system, const std::vector<State<double>>& of_lane) {
  State<T> all = make_view<T>(system).state;
  for (int i = 0; i < width<T>; ++i) {
    const State<double>& s = of_lane[i];
    put(all.t, i, s.t);
    for (std::size_t j = 0; j < s.joints.size(); ++j) {
      put(all.joints[j].displacement, i, s.joints[j].displacement);
      put(all.joints[j].angle, i, s.joints[j].angle);
      put(all.joints[j].rotation, i, s.joints[j].rotation);
      put(all.joints[j].velocity, i, s.joints[j].velocity);
      put(all.joints[j].rate, i, s.joints[j].rate);
    }
    for (std::size_t b = 0; b < s.X_WB.size(); ++b) {
      put(all.X_WB[b].R, i, s.X_WB[b].R);
      put(all.X_WB[b].p, i, s.X_WB[b].p);
      put(all.q_WB[b], i, s.q_WB[b]);
      put(all.V_WB[b].w, i, s.V_WB[b].w);
      put(all.V_WB[b].v, i, s.V_WB[b].v);
    }
    for (std::size_t k = 0; k < s.z.size(); ++k) put(all.z[k], i, s.z[k]);
    for (std::size_t k = 0; k < s.mode.size(); ++k) {
      if constexpr (width<T> == 1)
        all.mode[k] = {s.mode[k].yes};
      else
        set_lane(all.mode[k], i, s.mode[k].yes);
    }
  }
  return all;
}

template <class T>
std::vector<double> lane_of(const std::vector<T>& numbers, int i) {
  std::vector<double> out;
  for (const T& x : numbers) out.push_back(lane(x, i));
  return out;
}

}  // namespace pintle::tests
