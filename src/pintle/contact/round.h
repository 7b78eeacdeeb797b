#pragma once
#include "pintle/contact/near.h"
#include "pintle/contact/within.h"
#include "pintle/math/lives.h"

/// A ball of radius R: what a boulder is, or a body that another one bumps into:
///
///     d = ‖p‖ − R                                                      (1)
namespace pintle {

struct Round {
  static constexpr std::string_view word = "sphere";
  static constexpr std::string_view says = "a ball, from outside";

  template <class N>
  struct Law {
    static constexpr std::string_view name = "sphere_surface", title = "A ball as a surface";
    static constexpr std::string_view example = "{at: [0, 0, 0], radius: 30 cm}";
    Three<N> at{};
    N radius{};  // R [m]
    static constexpr auto fields() {
      return std::tuple{
          field("at", &Law::at, "m", "its centre; default the world's origin, or that of the body it is `on`"),
          field("radius", &Law::radius, "m", "above zero").required("radius: 30 cm").above_zero("give a positive radius")};
    }
  };

  template <class T>
  struct Data {
    T radius;
  };
  template <class T>
  static Data<T> prepare(const Law<Slot>& law, const Parameters<T>& p) {
    return {p[law.radius]};
  }
  template <class T>
  static Near<T> near(const Data<T>& d, const T&, const Vec3<T>& p, const T&) {
    return near_ball(p, d.radius);  // (1)
  }
  static Within within(const Data<double>& d, const Interval&, const Box& box, double r) {
    return within_ball(box, 0, 0, 0, d.radius, r);
  }
};

}  // namespace pintle
