#pragma once
#include <numbers>

#include "pintle/constraints/coordinate.h"

/// A thread: a joint that slides along and turns about one axis moves on by the pitch h with every turn.
///
///     g = d − h θ/2π                                               [m]        (1)
///     ġ = ḋ − h θ̇/2π                                               [m/s]      (2)
///     g̈ = d̈ − h θ̈/2π                                               [m/s²]     (3)
///
/// λ is a force along the axis; the thread turns it into the moment −λ h/2π.
namespace pintle {

struct Screw {
  static constexpr bool has_position = true;
  JointCoordinate slide, turn;  // ends: parent, child; q: d, θ
  Slot pitch;                   // per turn [m]

  template <class T>
  void update_rows(const ConstraintPlace<T>& x, std::span<ConstraintRow<T>> rows) const {
    const T k = (0.5 / std::numbers::pi) * x.p[pitch];
    const CoordinateRow<T> d = slide.calc(x.p, x.ends[0], x.ends[1]), theta = turn.calc(x.p, x.ends[0], x.ends[1]);
    ConstraintRow<T>& row = rows[0];
    row.on[0] = {d.on_A.n - k * theta.on_A.n, d.on_A.f};
    row.on[1] = {d.on_B.n - k * theta.on_B.n, d.on_B.f};
    row.g = x.q[0] - k * x.q[1];          // (1)
    row.gdot = d.rate - k * theta.rate;   // (2)
    row.gamma = d.bias - k * theta.bias;  // (3)
    row.told = T(0.0);
  }
};

}  // namespace pintle
