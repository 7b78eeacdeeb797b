#pragma once
#include "pintle/contact/near.h"
#include "pintle/math/lives.h"

/// A plane: in the surface's axes
///
///     d = z                                                            (1)
namespace pintle {

struct Plane {
  static constexpr std::string_view word = "plane";
  static constexpr std::string_view says = "a flat ground";

  template <class N>
  struct Law {
    static constexpr std::string_view name = "plane", title = "A plane";
    static constexpr std::string_view example = "{at: [0, 0, 0], up: [0, 0, 1]}";
    Three<N> at{}, up = usual_axis<N>(2);
    static constexpr auto fields() {
      return std::tuple{field("at", &Law::at, "m", "a point of it; default the world's origin, or that of the body it is `on`"),
                        field("up", &Law::up, "1", "its normal; default the world's z, or the body's").bounded(Bound::direction)};
    }
  };

  template <class T>
  struct Data {};
  template <class T>
  static Data<T> prepare(const Law<Slot>&, const Parameters<T>&) {
    return {};
  }
  template <class T>
  static Near<T> near(const Data<T>&, const T&, const Vec3<T>& p, const T&) {
    return {p.z, unit<T>(2), Mat3<T>::zero(), Vec3<T>::zero(), T(0.0)};  // (1)
  }
};

}  // namespace pintle
