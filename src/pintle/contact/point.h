#pragma once
#include "pintle/math/element.h"

/// The simplest shape that touches: a point of a body.
namespace pintle {

struct Point {
  template <class T>
  struct Touch {
    Vec3<T> point_W;
    T depth;  // in the surface [m]
  };
  template <class Surface, class T>
  [[gnu::always_inline]] static Touch<T> calc(const Vec3<T>& p_L, const End<T>& end, const Surface& surface) {
    const Vec3<T> point_W = place_of(end, p_L);
    return {point_W, surface.calc_depth(point_W)};
  }
};

}  // namespace pintle
