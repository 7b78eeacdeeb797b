#pragma once
#include "pintle/math/scalar.h"

/// Friction on one coordinate with speed v under a load N (a force; a radius r turns it into a moment):
///
///     g(v) = μ_k + (μ_s − μ_k) exp(−(|v|/v_s)^α)                      Stribeck curve; Coulomb: μ_s = μ_k        (1)
///     τ = −N r (g(v) tanh(v/v_0) + σ₂ v)                              coulomb, stribeck [Andersson 2007]      (2)
///     ζ̇ = v − σ₀ |v|/g(v) ζ,   τ = −N r (σ₀ ζ + σ₁ ζ̇ + σ₂ v)          lugre [Wachlin 2018, eq. 6.4–6.6]          (3)
///     dissipated power = −τ v                                                                                 (4)
///
/// N is the size of the joint's reaction force at the same instant (structure/friction_loads.h).
/// (2) has no sticking: under a load below the largest one it creeps, with a speed of the order of v_0. (3) sticks as its
/// bristle ζ does. What a bristle stores is counted as heat (4): it is given back in part when the motion turns.
namespace pintle {

template <class T>
struct FrictionNumbers {
  T mu_k, mu_drop;           // μ_k, μ_s − μ_k
  T inverse_vs, inverse_v0;  // 1/v_s, 1/v_0
  T sigma0, sigma1, sigma2;  // of (3)
  T radius, preload;         // [m], [N]
};

template <class T>
T calc_stribeck(const FrictionNumbers<T>& n, bool squared, const T& speed) {
  const T ratio = speed * n.inverse_vs;
  return n.mu_k + n.mu_drop * exp(-(squared ? ratio * ratio : ratio));  // (1)
}

/// 1 − 2/(1 + e²ˣ), without overflow.
template <class T>
T calc_tanh(const T& x) {
  const T small = min(max(x, T(-20.0)), T(20.0));
  return 1.0 - 2.0 / (1.0 + exp(2.0 * small));
}

/// (2)
template <class T>
T calc_dry_friction(const FrictionNumbers<T>& n, bool squared, const T& load, const T& v) {
  const T share = calc_stribeck(n, squared, abs(v)) * calc_tanh(v * n.inverse_v0) + n.sigma2 * v;
  return -((load + n.preload) * n.radius * share);
}

/// (3); writes ζ̇.
template <class T>
T calc_bristle_friction(const FrictionNumbers<T>& n, bool squared, const T& load, const T& v, const T& zeta, T& zetadot) {
  const T speed = abs(v), g = calc_stribeck(n, squared, speed);
  const T decay = select(is_greater(g, T(0.0)), n.sigma0 * speed / max(g, T(1e-300)), T(0.0));
  zetadot = v - decay * zeta;
  return -((load + n.preload) * n.radius * (n.sigma0 * zeta + n.sigma1 * zetadot + n.sigma2 * v));
}

}  // namespace pintle
