#pragma once
#include "pintle/math/scalar.h"

/// Stops on one coordinate: beyond `low` or `high` a spring and damper push back, and never pull,
///
///     x = q − high for q > high, q − low for q < low, else 0                       (1)
///     τ = −k x − c q̇ where x ≠ 0, as far as it points back inside                  (2)
///     E = ½ k x²,   dissipated power = −(τ + k x) q̇                                (3)
///
/// On the way out of a fast impact the damper would pull; there τ = 0, and the energy that is left in the spring is heat,
/// which (3) books as well.
namespace pintle {

template <class T>
struct LimitEffort {
  T tau, energy, dissipated;
};

template <class T>
LimitEffort<T> calc_limit(const T& low, const T& high, const T& stiffness, const T& damping, const T& q, const T& v) {
  const T zero(0.0);
  const T over = max(q - high, zero), under = min(q - low, zero), x = over + under;  // (1)
  const T push = -(stiffness * x) - damping * v;
  const T tau = select(is_greater(over, zero), min(push, zero), select(is_less(under, zero), max(push, zero), zero));  // (2)
  return {tau, 0.5 * stiffness * x * x, -((tau + stiffness * x) * v)};                                                 // (3)
}

}  // namespace pintle
