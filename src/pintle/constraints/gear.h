#pragma once
#include "pintle/constraints/coordinate.h"

/// Two joint coordinates in a fixed ratio: gears, a belt, a rack with its pinion.
///
///     g = q₂ − i q₁                                         [rad] or [m]      (1)
///     ġ = q̇₂ − i q̇₁,   g̈ = q̈₂ − i q̈₁                                         (2)
///
/// λ is the effort on q₂, −i λ that on q₁. Coordinates count turns, and both are zero in the reference configuration.
namespace pintle {

struct Gear {
  static constexpr bool has_position = true;
  JointCoordinate first, second;  // ends: parent and child of the first, then of the second; q: q₁, q₂
  Slot ratio;                     // i [1], [m/rad] or [rad/m]

  template <class T>
  void update_rows(const ConstraintPlace<T>& x, std::span<ConstraintRow<T>> rows) const {
    const T i = x.p[ratio];
    const CoordinateRow<T> q1 = first.calc(x.p, x.ends[0], x.ends[1]), q2 = second.calc(x.p, x.ends[2], x.ends[3]);
    ConstraintRow<T>& row = rows[0];
    row.on[0] = {-i * q1.on_A.n, -i * q1.on_A.f};
    row.on[1] = {-i * q1.on_B.n, -i * q1.on_B.f};
    row.on[2] = q2.on_A;
    row.on[3] = q2.on_B;
    row.g = x.q[1] - i * x.q[0];       // (1)
    row.gdot = q2.rate - i * q1.rate;  // (2)
    row.gamma = q2.bias - i * q1.bias;
    row.told = T(0.0);
  }
};

}  // namespace pintle
