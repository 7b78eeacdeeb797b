#pragma once
#include "pintle/contact/relief.h"
#include "pintle/contact/within.h"
#include "pintle/math/elementary.h"
#include "pintle/math/lives.h"

/// Bumps and dips side by side, one on top of the place that is given:
///
///     h = A cos(2π x/λ) cos(2π y/λ_y)                          [m]      (1)
namespace pintle {

struct Bumps {
  static constexpr std::string_view word = "bumps";
  static constexpr std::string_view says = "bumps and dips side by side";

  template <class N>
  struct Law {
    static constexpr std::string_view name = "bumps", title = "Bumps";
    static constexpr std::string_view example = "{amplitude: 5 cm, wavelength: 1 m}";
    N amplitude{}, wavelength{}, across{};  // A, λ, λ_y [m]; λ_y = 0: λ
    Three<N> at{}, up = usual_axis<N>(2), x_axis = usual_axis<N>(0);
    static constexpr auto fields() {
      return std::tuple{
          field("amplitude", &Law::amplitude, "m", "of a top above the middle").required("amplitude: 5 cm"),
          field("wavelength", &Law::wavelength, "m", "from top to top along x")
              .required("wavelength: 1 m")
              .above_zero("give a positive length"),
          field("across", &Law::across, "m", "from top to top along y; default `wavelength`")
              .zero_or_more("give a positive length"),
          field("at", &Law::at, "m", "a place below a top; default the world's origin, or that of the body it is `on`"),
          field("up", &Law::up, "1", "z; default the world's or the body's").bounded(Bound::direction),
          field("x_axis", &Law::x_axis, "1", "x, made perpendicular to `up`; default the world's or the body's")
              .bounded(Bound::direction)};
    }
  };

  template <class T>
  struct Data {
    T amplitude, kx, ky;  // [m], [1/m], [1/m]
  };
  template <class T>
  static Data<T> prepare(const Law<Slot>& law, const Parameters<T>& p) {
    constexpr double turn = 6.283185307179586;
    const T across = select(is_greater(p[law.across], T(0.0)), p[law.across], p[law.wavelength]);
    return {p[law.amplitude], turn / p[law.wavelength], turn / across};
  }
  template <class T>
  static Near<T> near(const Data<T>& d, const T&, const Vec3<T>& p, const T& reach) {
    return find_near(p, reach, [&](const T& x, const T& y) {
      T sx, cx, sy, cy;
      update_sincos(d.kx * x, sx, cx);
      update_sincos(d.ky * y, sy, cy);
      const T h = d.amplitude * cx * cy, none(0.0);  // (1)
      return Relief<T>{h,
                       -(d.amplitude * d.kx * sx * cy),
                       -(d.amplitude * d.ky * cx * sy),
                       -(d.kx * d.kx * h),
                       d.amplitude * d.kx * d.ky * sx * sy,
                       -(d.ky * d.ky * h),
                       none,
                       none,
                       none};
    });
  }
  static Within within(const Data<double>& d, const Interval&, const Box& box, double r) {
    constexpr double part = 0.8;  // [rad] of a wave
    return {box.z.low - r <= std::abs(d.amplitude), std::max(d.kx, d.ky) * box.breadth() <= part};
  }
};

}  // namespace pintle
