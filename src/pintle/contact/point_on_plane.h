#pragma once
#include "pintle/contact/kinds.h"
#include "pintle/contact/touch.h"
#include "pintle/math/element.h"

/// The one touch that most contacts are, with nothing to look for: a point p of a body on a plane of the world through p₀,
///
///     ε = n·(p₀ − p)                                                   (1)
namespace pintle {

struct PointOnPlane {
  static constexpr int ends = 1;
  static constexpr bool turns = false, moves_by_itself = false;

  template <class T>
  struct Data {
    Vec3<T> p_L, p0, t1, t2, n;
  };
  template <class Contact, class T>
  static Data<T> prepare(const Contact& c, const Parameters<T>& p, const std::array<Pose<T>, 1>& X_LB) {
    const Pose<T> X_WS = p[c.place];
    return {X_LB[0] * p[c.at[0]], X_WS.p, X_WS.R.column(0), X_WS.R.column(1), X_WS.R.column(2)};
  }
  template <class T>
  [[gnu::always_inline]] static Touch<T> calc(const Data<T>& d, const Ends<T, 1>& end) {
    const Vec3<T> point_W = place_of(end[0], d.p_L);
    const Vec3<T> v = velocity_at(end[0], point_W);
    return {point_W,         d.t1,  d.t2, d.n, dot(d.n, d.p0 - point_W), -dot(d.n, v), {dot(d.t1, v), dot(d.t2, v)}, v,
            Vec3<T>::zero(), T(0.0)};
  }
};

}  // namespace pintle
