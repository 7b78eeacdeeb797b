#pragma once
#include "pintle/contact/deepest.h"

/// A thin disc of radius r about a point c of a body, across the axis a: it touches with the point of its rim that is deepest,
///
///     P = c + r u,   u ⟂ a,   τ = a × u,   d(P) least:  n·τ = 0            (1)
///     ε = −d(P)                                                            (2)
///
/// found from u against n by Newton's method, at once on a plane. Along the rim d″/r = r τ·∇n τ − n·u is its slope; hollow ground
/// makes it small, and negative where the rim is not yet near the least: −n·u stands for it there, and a long step that does not go
/// down is made shorter. As the disc turns with ω, u moves on along the rim at the rate
/// ϑ̇ that keeps (1), with ∇n of the surface and the velocity v of the rim's material:
///
///     ϑ̇ (r τ·∇n τ − n·u) = −(τ·(∇n v + ∂n/∂t) + n·(ω × τ))                 (3)
///
/// A disc that lies flat touches with all of its rim, and one point runs around it: give points for that.
namespace pintle {

struct Disc {
  static constexpr std::string_view says = "a thin disc";

  template <class N>
  struct Law {
    N radius{};       // r [m]
    Three<N> axis{};  // a, in the body's axes
    static constexpr auto fields() {
      return std::tuple{field("radius", &Law::radius, "m", "of a ball about that point; of a disc with `axis`")
                            .above_zero("give a positive radius"),
                        field("axis", &Law::axis, "1", "of a disc, in the body's axes").bounded(Bound::direction)};
    }
  };
  template <class T>
  struct Data {
    T radius;
    Vec3<T> axis_L;
  };
  template <class T>
  static Data<T> prepare(const Law<T>& law, const Mat3<T>& R_LB) {
    return {law.radius, R_LB * ((1.0 / norm(law.axis)) * law.axis)};
  }

  template <class T, class Surface>
  static Deepest<T> find(const Data<T>& d, const ShapeMotion<T>& m, Surface&& near) {
    const T r = d.radius, reach = 3.0 * r;
    const Vec3<T> a = m.R * d.axis_L;
    const auto across = [&](const Vec3<T>& x) {  // unit vector of the part of x in the disc
      const Vec3<T> y = x - dot(x, a) * a;
      return 1.0 / max(norm(y), T(1e-300)) * y;
    };
    Vec3<T> u = across(-near(m.p, reach).n), tau = cross(a, u);
    Near<T> at = near(m.p + r * u, reach);
    Mask<T> open = is_greater(T(1.0), T(0.0));
    T share(1.0);  // of a step
    constexpr int most = 24;
    constexpr double little = 1e-4;   // [rad] where d falls by no more than its rounding, and Newton's method needs no help
    for (int k = 0; k < most; ++k) {  // a lane that is done keeps what it has, to the last digit
      const T hollow = r * dot(tau, at.turn * tau), plain = -dot(at.n, u), bend = hollow + plain;
      const T slope = select(is_greater(bend, 0.02 * plain), bend, max(hollow, T(0.0)) + plain);
      const T newton = -dot(at.n, tau) / max(slope, T(1e-3)), step = share * min(max(newton, T(-0.5)), T(0.5));
      open = open & is_greater(newton * newton, T(1e-26));
      if (!any(open)) break;
      const Vec3<T> next = across(u + step * tau);
      const Near<T> there = near(m.p + r * next, reach);
      const Mask<T> down = is_less(there.distance, at.distance) | is_less(step * step, T(little * little));
      const Mask<T> moves = open & down;
      u = choose(moves, next, u);
      tau = choose(moves, cross(a, u), tau);
      at = choose(moves, there, at);
      share = select(down, T(1.0), 0.25 * share);
    }
    const Vec3<T> v = m.v + r * cross(m.w, u), turning = at.turn * v + at.n_t;
    const T along =
        -(dot(tau, turning) + dot(at.n, cross(m.w, tau))) / max(r * dot(tau, at.turn * tau) - dot(at.n, u), T(1e-3));  // (3)
    return {m.p + r * u, at.n, turning + (r * along) * (at.turn * tau), -at.distance, at.lift};
  }

 private:
  template <class T>
  static Vec3<T> choose(Mask<T> first, const Vec3<T>& a, const Vec3<T>& b) {
    return {select(first, a.x, b.x), select(first, a.y, b.y), select(first, a.z, b.z)};
  }
  template <class T>
  static Near<T> choose(Mask<T> first, const Near<T>& a, const Near<T>& b) {
    const auto column = [&](int k) { return choose(first, a.turn.column(k), b.turn.column(k)); };
    return {select(first, a.distance, b.distance), choose(first, a.n, b.n),
            Mat3<T>::from_columns(column(0), column(1), column(2)), choose(first, a.n_t, b.n_t), select(first, a.lift, b.lift)};
  }
};

}  // namespace pintle
