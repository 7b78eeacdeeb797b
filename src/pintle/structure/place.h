#pragma once
#include "pintle/base/index.h"
#include "pintle/math/element.h"
#include "pintle/structure/state.h"

namespace pintle {

/// Where a body's mass-centre frame is and how it moves, world axes.
struct BodyPlace {
  Mat3<double> R = Mat3<double>::identity();
  Vec3<double> p = Vec3<double>::zero(), v = Vec3<double>::zero(), w = Vec3<double>::zero();

  End<double> end() const { return {R, p, w, v}; }
};

/// A body of the carrier.
inline BodyPlace place_of(const State<double>& state, BodyIndex b) {
  const auto i = static_cast<std::size_t>(b.i);
  const Mat3<double>& R = state.X_WB[i].R;
  return {R, state.X_WB[i].p, state.V_WB[i].v, R * state.V_WB[i].w};
}

}  // namespace pintle
