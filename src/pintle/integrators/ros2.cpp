#include "pintle/integrators/tableau.h"

namespace pintle {

/// The W-method of order 2 of [Verwer et al. 1999], γ = 1 − 1/√2:
///
///     (1 − γhA) k₀ = f(t, y)
///     (1 − γhA) k₁ = f(t + h, y + h k₀) − 2 k₀
///     y₁ = y + ³⁄₂ h k₀ + ½ h k₁                                                            (1)
///
/// Whatever A is, k₀ = f + γhA f and k₁ = −f + h f′f − 3γhA f up to O(h²), so that y₁ = y + h f + ½ h² f′f + O(h³). It is enough
/// that the A of both stages differ by O(h): they may be taken at the places of the stages. With A = f′ the method is L-stable;
/// this γ is the smaller of the two for which it is.
///
/// The error estimate is the distance to y + h k₀, of order 1 for any A.
///
/// Dense output takes one more stage,
///
///     (1 − γhA) k₂ = f(t + h, y₁) − k₀ = h f′f − γhA f + O(h²)
///     y(t + θh) = y + h (2θ − ½θ²) k₀ + h (θ − ½θ²) k₁ − h θ(1 − θ) k₂                      (2)
///
/// of order 2 for any A: the weights of f, f′f and A f add up to θ, ½θ² and 0. No weights of k₀ and k₁ alone do that.
/// For a glance, which is for nothing, there are weights that miss A f alone, by γ θ(1 − θ) h² A f: a quarter at most of what that
/// has in the error estimate, γ h² A f, which the step was accepted with:
///
///     y(t + θh) ≈ y + h (θ + ½θ²) k₀ + ½ h θ² k₁                                            (3)
///
/// docs/theory/linearly_implicit.md has the derivation, and what A is of a mechanism.
const Tableau& ros2_tableau() {
  static constexpr Tableau tableau = {
      .order = 2,
      .dense_order = 2,
      .error_order = 2,
      .stages = 2,
      .dense_stages = 3,
      .degree = 2,
      .error_rows = 1,
      .growth = 3,
      .c = {0, 1, 1},
      .A = {{}, {1}, {3. / 2, 1. / 2}},
      .error = {{1. / 2, 1. / 2}},
      .dense = {{3. / 2, 1. / 2}, {1. / 2, 1. / 2}, {0, -1}},
      .glance_degree = 2,
      .glance = {{3. / 2, -1. / 2}, {1. / 2, -1. / 2}},
      .gamma = 0.29289321881345254,
      .implicit = {{}, {-2}, {-1}},
  };
  return tableau;
}

}  // namespace pintle
