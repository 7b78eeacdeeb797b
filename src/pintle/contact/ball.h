#pragma once
#include "pintle/contact/deepest.h"

/// A ball of radius r about a point c of a body:
///
///     ε = r − d(c),   it touches at c − r n                                 (1)
///
/// with the distance d and the normal n of the surface at c. Where the ground is hollow with a smaller radius than r, it would
/// touch at several places; one of them is taken.
namespace pintle {

struct Ball {
  static constexpr std::string_view says = "a ball";

  template <class N>
  struct Law {
    N radius{};  // r [m]
    static constexpr auto fields() {
      return std::tuple{field("radius", &Law::radius, "m", "of a ball about that point; of a disc with `axis`")
                            .above_zero("give a positive radius")};
    }
  };
  template <class T>
  struct Data {
    T radius;
  };
  template <class T>
  static Data<T> prepare(const Law<T>& law, const Mat3<T>&) {
    return {law.radius};
  }

  template <class T, class Surface>
  static Deepest<T> find(const Data<T>& d, const ShapeMotion<T>& m, Surface&& near) {
    const Near<T> at = near(m.p, 3.0 * d.radius);
    return {m.p - d.radius * at.n, at.n, at.turn * m.v + at.n_t, d.radius - at.distance, at.lift};  // (1)
  }
};

}  // namespace pintle
