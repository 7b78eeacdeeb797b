#pragma once
#include <optional>

#include "pintle/constraints/row.h"

/// A massless rod with a ball at each end: point P of body A and point Q of body B stay a distance L apart.
///
///     p = p_WQ − p_WP,   ℓ = ‖p‖,   n = p/ℓ                                       (1)
///     g = ℓ − L                                                        [m]        (2)
///     ġ = n·v − L̇,   v = ṗ                                             [m/s]      (3)
///     g̈ = n·a + (v·v − (n·v)²)/ℓ − L̈,   a = v̇                          [m/s²]     (4)
///
/// [Haug 1989, eq. 9.4.8] writes g = p·p − L². We take the root, so that g is a length and λ a force (λ > 0: the rod pushes),
/// and this row scales like its neighbours. The price is ℓ > 0: at ℓ = 0 the rod has no direction. L may be a function of time.
namespace pintle {

struct Distance {
  static constexpr bool has_position = true;
  Slot3 p_AP, p_BQ;  // [m]
  Slot L;            // [m]
  int living = -1;   // first of three outputs: L, L̇, L̈; −1: the slot's, which stays

  /// The length does not turn the rod.
  std::optional<Distance> find_lifeless() const { return Distance{p_AP, p_BQ, L}; }

  template <class T>
  void update_rows(const ConstraintPlace<T>& x, std::span<ConstraintRow<T>> rows) const {
    const End<T>&A = x.ends[0], &B = x.ends[1];
    const Vec3<T> r = A.R_WL * x.p[p_AP], s = B.R_WL * x.p[p_BQ];
    const Vec3<T> p = B.p_WL + s - A.p_WL - r, v = B.v_W + cross(B.w_W, s) - A.v_W - cross(A.w_W, r);
    const T l = norm(p);
    const Vec3<T> n = (T(1.0) / l) * p;  // (1)
    const T told = living < 0 ? T(0.0) : x.living[living + 1], second = living < 0 ? T(0.0) : x.living[living + 2];
    const T ldot = dot(n, v);
    ConstraintRow<T>& row = rows[0];
    row.on[0] = {-cross(r, n), -n};
    row.on[1] = {cross(s, n), n};
    row.g = l - (living < 0 ? x.p[L] : x.living[living]);  // (2)
    row.gdot = ldot - told;                                // (3)
    row.told = told;
    // (4), with a = v̇_B + α_B × s + ω_B × (ω_B × s) − the same of A
    row.gamma = second - (dot(v, v) - ldot * ldot) / l - dot(n, centripetal(B.w_W, s) - centripetal(A.w_W, r));
  }
};

}  // namespace pintle
