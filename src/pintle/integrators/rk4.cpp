#include "pintle/integrators/tableau.h"

namespace pintle {

/// The classical method [Hairer Norsett Wanner 1993, II.1, table 1.2].
///
/// Its own continuous extension has order 3. We go one further by the bootstrap of [Enright et al. 1986]: the
/// cubic through y, f, y₁, f₁ gives a place at θ = 1/5 that is right to O(h⁴) (stage 5); its derivative is good
/// enough to fix the quartic
///
///     y(t + θh) = cubic(θ) + a θ²(1 − θ)²,   d/dθ y(t + h/5) = h k₅
///
/// to O(h⁵). θ = 1/2 would not do, the derivative of θ²(1 − θ)² vanishes there. Price: two evaluations, one of
/// which is the first of the next step.
const Tableau& rk4_tableau() {
  static constexpr Tableau tableau = {
      .order = 4,
      .dense_order = 4,
      .error_order = 0,
      .stages = 4,
      .dense_stages = 6,
      .degree = 4,
      .error_rows = 0,
      .growth = 1,
      .c = {0, 1. / 2, 1. / 2, 1, 1, 1. / 5},
      .A = {{},
            {1. / 2},
            {0, 1. / 2},
            {0, 0, 1},
            {1. / 6, 1. / 3, 1. / 3, 1. / 6},
            {109. / 750, 13. / 375, 13. / 375, 13. / 750, -4. / 125}},
      .error = {},
      .dense = {{1. / 6, 5. / 6, -2. / 3, -5. / 2},
                {1. / 3, -1. / 3, 2. / 3, -5. / 3},
                {1. / 3, -1. / 3, 2. / 3, -5. / 3},
                {1. / 6, -1. / 6, 1. / 3, -5. / 6},
                {0, 0, -1, 35. / 24},
                {0, 0, 0, 125. / 24}},
  };
  return tableau;
}

}  // namespace pintle
