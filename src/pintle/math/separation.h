#pragma once
#include <span>

#include "pintle/math/statistics.h"

namespace pintle {

/// How well a number x tells cases in which something is true from those in which it is not.
struct Separation {
  std::size_t hits = 0, others = 0;  // true, false
  double area = 0.5;                 // (1)
  Bounds range{0, 1};                // of 95 %, by (2)
  double threshold = 0;              // where (3) is largest
  double rate_below = 0, rate_above = 0;
  std::size_t below = 0, hits_below = 0;  // cases with x < threshold

  /// The same whichever side the true ones are on: ½ … 1.
  double strength() const { return area < 0.5 ? 1 - area : area; }
};

/// The probability that a case in which it is true has the larger x, half of it where they are equal [Mann Whitney 1947],
///
///     A = (R − n₁(n₁ + 1)/2)/(n₁ n₀),   R the sum of the ranks of the n₁ true ones                        (1)
///
/// ½: x tells nothing; 0 or 1: it tells all. The variance of it [Hanley McNeil 1982] is
///
///     (A(1 − A) + (n₁ − 1)(A/(2 − A) − A²) + (n₀ − 1)(2A²/(1 + A) − A²))/(n₁ n₀)                        (2)
///
/// The threshold is the one beyond which the shares of true and of false cases differ most [Youden 1950],
///
///     J = |n₁(x < c)/n₁ − n₀(x < c)/n₀|                                                                  (3)
///
/// halfway between the two cases beside it.
Separation calc_separation(std::span<const double> x, std::span<const double> is_true);

}  // namespace pintle
