#pragma once
#include "pintle/constraints/row.h"

/// No turning of body B against body A about an axis n fixed in A [Aslanov 2011, eq. 24–32, bodies and transposes as in the
/// errata]:
///
///     n·(ω_B − ω_A) = 0                                                [rad/s]    (1)
///     n·(α_B − α_A) = −(ω_A × n)·(ω_B − ω_A) = n·(ω_A × ω_B)           [rad/s²]   (2)
///
/// One such row is nonholonomic: there is no angle that it holds, and none must be put in its place.
namespace pintle {

struct RelativeRotation {
  static constexpr bool has_position = false;
  Slot3 n_A;  // unit vector, in A's axes

  template <class T>
  void update_rows(const ConstraintPlace<T>& x, std::span<ConstraintRow<T>> rows) const {
    const End<T>&A = x.ends[0], &B = x.ends[1];
    const Vec3<T> n = A.R_WL * x.p[n_A], zero = Vec3<T>::zero();
    ConstraintRow<T>& row = rows[0];
    row.on[0] = {-n, zero};
    row.on[1] = {n, zero};
    row.g = row.told = T(0.0);
    row.gdot = dot(n, B.w_W - A.w_W);         // (1)
    row.gamma = dot(n, cross(A.w_W, B.w_W));  // (2)
  }
};

}  // namespace pintle
