#pragma once
#include "pintle/contact/deepest.h"

/// The simplest shape that touches: a point of a body.
namespace pintle {

struct Point {
  static constexpr std::string_view says = "a point";

  template <class N>
  struct Law {
    static constexpr auto fields() { return std::tuple{}; }
  };
  template <class T>
  struct Data {};
  template <class T>
  static Data<T> prepare(const Law<T>&, const Mat3<T>&) {
    return {};
  }

  template <class T, class Surface>
  static Deepest<T> find(const Data<T>&, const ShapeMotion<T>& m, Surface&& near) {
    const Near<T> at = near(m.p, T(0.0));
    return {m.p, at.n, at.turn * m.v + at.n_t, -at.distance, at.lift};
  }
};

}  // namespace pintle
