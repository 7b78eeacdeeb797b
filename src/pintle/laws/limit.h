#pragma once
#include "pintle/math/scalar.h"

/// Stops on one coordinate: beyond `low` or `high` a spring and damper push back, and never pull,
///
///     x = q − high beyond high, q − low beyond low, else 0                         (1)
///     τ = −k x − c q̇ where it points back inside, else 0                           (2)
///     E = ½ k x²,   dissipated power = −(τ + k x) q̇                                (3)
///
/// On the way out of a fast impact the damper would pull; there τ = 0, and the energy that is left in the spring is heat,
/// which (3) books as well.
///
/// τ jumps where a stop is reached, and bends where it lets go. A step that saw both sides would be neither: which piece of (2)
/// holds is a mode m, which stays as it is within a step and changes where its end is located (simulate/edge_source.h):
///
///     m = 0 between the stops; ±1 beyond high, low and pushed back; ±2 beyond and let go                     (4)
namespace pintle {

template <class T>
struct LimitNumbers {
  T low, high;           // [m] or [rad]; not given: ∓ infinity
  T stiffness, damping;  // k, c
};

template <class T>
struct LimitEffort {
  T tau, dissipated;
};

/// x of (1) by the mode.
template <class T>
T calc_beyond(const LimitNumbers<T>& n, const T& mode, const T& q) {
  const T zero(0.0);
  return select(is_greater(mode, zero), q - n.high, select(is_less(mode, zero), q - n.low, zero));
}

/// (2), (3) by the mode.
template <class T>
LimitEffort<T> calc_limit(const LimitNumbers<T>& n, const T& mode, const T& q, const T& v) {
  const T x = calc_beyond(n, mode, q);
  const Mask<T> pushes = is_greater(abs(mode), T(0.5)) & is_less(abs(mode), T(1.5));
  const T tau = select(pushes, -(n.stiffness * x) - n.damping * v, T(0.0));
  return {tau, -((tau + n.stiffness * x) * v)};
}

/// E of (3), wherever the coordinate is.
template <class T>
T calc_limit_energy(const LimitNumbers<T>& n, const T& q) {
  const T zero(0.0), x = max(q - n.high, zero) + min(q - n.low, zero);
  return 0.5 * n.stiffness * x * x;
}

/// (4) at a coordinate and speed.
template <class T>
T calc_limit_mode(const LimitNumbers<T>& n, const T& q, const T& v) {
  const T side = select(is_greater(q, n.high), T(1.0), select(is_less(q, n.low), T(-1.0), T(0.0)));
  const T push = -(n.stiffness * calc_beyond(n, side, q)) - n.damping * v;
  return select(is_greater(side * push, T(0.0)), 2.0 * side, side);
}

}  // namespace pintle
