#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

/// Intervals, one more scalar T for tapes: what an expression can be while its inputs are anywhere within theirs
/// [Moore 1966]. For every operation
///
///     x ∈ X, y ∈ Y  ⇒  x ∘ y ∈ X ∘ Y                                                                    (1)
///
/// with bounds widened by the rounding of the operation, so that (1) holds for what a tape computes with doubles. It says
/// what is possible, not what happens: x − x over X is as wide as X twice. Halving X halves that, or better.
namespace pintle {

struct Interval {
  static constexpr double infinity = std::numeric_limits<double>::infinity(), epsilon = std::numeric_limits<double>::epsilon();

  double low = 0, high = 0;  // of the values that are numbers; low > high: there is none
  bool nan = false;          // some may be no number
  bool jumps = false;        // it may be discontinuous inside

  constexpr Interval() = default;
  constexpr Interval(double x) : low(x), high(x), nan(x != x) {
    if (nan) *this = none();
  }
  constexpr Interval(double from, double to) : low(from), high(to) {}

  static constexpr Interval none() {
    Interval x(infinity, -infinity);
    x.nan = true;
    return x;
  }
  static constexpr Interval all() { return {-infinity, infinity}; }

  bool is_empty() const { return low > high; }
  bool contains(double x) const { return low <= x && x <= high; }
  /// Both bounds are numbers, and nothing inside is NaN.
  bool is_bounded() const { return !nan && low <= high && high - low < infinity; }
  double width() const { return high - low; }
  /// The largest |x| inside, and the smallest.
  double magnitude() const { return std::max(-low, high); }
  double least_magnitude() const { return contains(0) ? 0 : std::min(std::fabs(low), std::fabs(high)); }
};

/// Two enclosures of the same values: what both allow.
Interval intersect(const Interval& a, const Interval& b);

/// What either allows.
Interval hull(const Interval& a, const Interval& b);
/// Bounds moved outwards by some ulps. Zero stays zero: products and underflow make it exactly.
Interval widen(double low, double high, double ulps = 1);
/// The part of a that a function is defined on; beyond it is NaN.
Interval clip(Interval a, double low, double high);

Interval operator+(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval operator/(const Interval& a, const Interval& b);

}  // namespace pintle
