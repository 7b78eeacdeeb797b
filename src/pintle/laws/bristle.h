#pragma once
#include "pintle/math/scalar.h"

/// A bristle ζ that leaves a stage (1 − g A) k = f + c before what it rubs on moves. Under a load N, with v the speed of sliding,
///
///     ζ̇ = v − d ζ,   F = −N (σ₀ ζ + σ₁ ζ̇ + σ₂ v)                                                      (1)
///
/// its rows of the stage are k_ζ = ζ̇ + c_ζ + g (k_v − d k_ζ), the force in those of the motion is F + g (∂F/∂ζ k_ζ + ∂F/∂v k_v), so
///
///     k_ζ = q (ζ̇ + c_ζ + g k_v),   q = 1/(1 + g d)                                                      (2)
///     F − h (ζ̇ + c_ζ) − D k_v,     h = g N q (σ₀ − σ₁ d),   D = g N (q (σ₁ + g σ₀) + σ₂)                 (3)
///
/// What d changes with v, and N with the motion, is left out. D ≥ 0, whatever the step.
namespace pintle {

template <class T>
struct CondensedBristle {
  T q, h, drag;  // (2), (3)

  [[gnu::always_inline]] static CondensedBristle of(const T& g, const T& load, const T& sigma0, const T& sigma1, const T& sigma2,
                                                    const T& decay) {
    const T q = 1.0 / (1.0 + g * decay), gN = g * load;
    return {q, gN * q * (sigma0 - sigma1 * decay), gN * (q * (sigma1 + g * sigma0) + sigma2)};
  }
};

}  // namespace pintle
