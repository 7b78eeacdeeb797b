#pragma once
#include "pintle/constraints/coordinate.h"

/// `point-on-plane` [Aslanov 2011, eq. 4–19]: point Q of body B stays in a plane of body A through its point P, normal n.
///
///     g = n·(p_WQ − p_WP)                                              [m]        (1)
///
/// ġ and g̈ are those of a sliding coordinate along n (coordinate.h, 1 and 2). λ > 0 pushes B along n.
namespace pintle {

struct PointInPlane {
  static constexpr bool has_position = true;
  Slot3 p_AP, p_BQ;  // [m]
  Slot3 n_A;         // unit vector, in A's axes

  template <class T>
  void update_rows(const ConstraintPlace<T>& x, std::span<ConstraintRow<T>> rows) const {
    const End<T>&A = x.ends[0], &B = x.ends[1];
    const Vec3<T> n = A.R_WL * x.p[n_A], Q = B.p_WL + B.R_WL * x.p[p_BQ];
    const CoordinateRow<T> slide = calc_slide(n, Q, A, B);
    ConstraintRow<T>& row = rows[0];
    row.on[0] = slide.on_A;
    row.on[1] = slide.on_B;
    row.g = dot(n, Q - A.p_WL - A.R_WL * x.p[p_AP]);  // (1)
    row.gdot = slide.rate;
    row.gamma = slide.bias;
    row.told = T(0.0);
  }
};

}  // namespace pintle
