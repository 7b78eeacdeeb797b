#pragma once
#include "pintle/contact/near.h"

/// The distance from a ground z = h(x, y, t), in the axes of the surface. The nearest point (x, y, h) of the ground to p is where
///
///     r₁ = x − p₁ + (h − p₃) h_x = 0,   r₂ = y − p₂ + (h − p₃) h_y = 0                               (1)
///
/// by Newton's method from the place below p; d is the distance along the normal n, ∇n and ∂n/∂t follow from (1) by
///
///     J δ(x, y) = (δp₁ + h_x δp₃, δp₂ + h_y δp₃) − (h_t h_x + (h − p₃) h_xt, …) δt,   J = ∂r/∂(x, y)   (2)
///
/// Beyond `reach`, and where the ground is hollow with a smaller radius than the distance, d is that from the plane that touches
/// the ground below p.
namespace pintle {

/// h and its derivatives at a place.
template <class T>
struct Relief {
  T h, x, y, xx, xy, yy, t, xt, yt;
};

template <class T>
[[gnu::always_inline]] inline Relief<T> select(Mask<T> choose, const Relief<T>& a, const Relief<T>& b) {
  return {select(choose, a.h, b.h),   select(choose, a.x, b.x),   select(choose, a.y, b.y),
          select(choose, a.xx, b.xx), select(choose, a.xy, b.xy), select(choose, a.yy, b.yy),
          select(choose, a.t, b.t),   select(choose, a.xt, b.xt), select(choose, a.yt, b.yt)};
}

/// J of (1).
template <class T>
struct FootMatrix {
  T xx, xy, yy, det;

  FootMatrix(const Relief<T>& s, const T& above) {
    xx = 1.0 + s.x * s.x + above * s.xx;
    xy = s.x * s.y + above * s.xy;
    yy = 1.0 + s.y * s.y + above * s.yy;
    det = xx * yy - xy * xy;
  }
};

/// n, ∇n and ∂n/∂t at the nearest point. Out of line: products are fused alike, however many rounds found the point.
template <class T>
[[gnu::noinline]] Near<T> calc_near(const Vec3<T>& p, const T& x, const T& y, const Relief<T>& s) {
  const T square = 1.0 + s.x * s.x + s.y * s.y, inverse = 1.0 / sqrt(square), above = s.h - p.z;
  const FootMatrix<T> J(s, above);
  const T share = 1.0 / max(J.det, 0.05 * square);
  const Vec3<T> n{-(inverse * s.x), -(inverse * s.y), inverse};
  const auto turned = [&](const T& b1, const T& b2, const T& s1, const T& s2) {  // δn, for the right side of (2)
    const T dx = share * (J.yy * b1 - J.xy * b2), dy = share * (J.xx * b2 - J.xy * b1);
    const Vec3<T> slope{-inverse * (s.xx * dx + s.xy * dy + s1), -inverse * (s.xy * dx + s.yy * dy + s2), T(0.0)};
    return slope - dot(n, slope) * n;
  };
  const T none(0.0), one(1.0);
  const Mat3<T> turn =
      Mat3<T>::from_columns(turned(one, none, none, none), turned(none, one, none, none), turned(s.x, s.y, none, none));
  const Vec3<T> n_t = turned(-(s.t * s.x + above * s.xt), -(s.t * s.y + above * s.yt), s.xt, s.yt);
  return {dot(n, p - Vec3<T>{x, y, s.h}), n, turn, n_t, s.t};
}

/// calc(x, y) gives the relief there.
template <class T, class Calc>
Near<T> find_near(const Vec3<T>& p, const T& reach, Calc&& calc) {
  const Relief<T> below = calc(p.x, p.y);
  Relief<T> s = below;
  T x = p.x, y = p.y;
  const auto steep = [](const Relief<T>& r) { return 1.0 + r.x * r.x + r.y * r.y; };
  Mask<T> open = is_less((p.z - s.h) / sqrt(steep(s)), reach), lost = is_less(T(1.0), T(0.0));
  constexpr int most = 16;
  constexpr double enough = 1e-14, rounding = 1e-31;  // squares: what Newton's next step leaves, what it can reach at all
  for (int k = 0; k < most && any(open); ++k) {
    const T above = s.h - p.z, r1 = x - p.x + above * s.x, r2 = y - p.y + above * s.y;  // (1)
    const FootMatrix<T> J(s, above);
    const Mask<T> hollow = open & (is_less(J.det, 0.05 * steep(s)) | is_less(J.xx, T(0.0)));
    lost = lost | hollow;
    open = open & (!hollow);
    const T share = 1.0 / max(J.det, T(1e-300));
    const T dx = share * (J.yy * r1 - J.xy * r2), dy = share * (J.xx * r2 - J.xy * r1);
    x = select(open, x - dx, x);
    y = select(open, y - dy, y);
    s = select(open, calc(x, y), s);
    const T limit = enough * (above * above) + rounding * (x * x + y * y);
    open = open & is_greater(dx * dx + dy * dy, limit);
  }
  lost = lost | open;
  return calc_near(p, select(lost, p.x, x), select(lost, p.y, y), select(lost, below, s));
}

}  // namespace pintle
