#pragma once
#include <limits>

#include "pintle/expressions/op.h"

/// Intervals, one more scalar T for tapes: what an expression can be while its inputs are anywhere within theirs
/// [Moore 1966]. For every operation
///
///     x ∈ X, y ∈ Y  ⇒  x ∘ y ∈ X ∘ Y                                                                    (1)
///
/// with bounds widened by the rounding of the operation, so that (1) holds for what a tape computes with doubles. It says
/// what is possible, not what happens: x − x over X is as wide as X twice. Halving X halves that, or better.
namespace pintle {

struct Interval {
  double low = 0, high = 0;  // of the values that are numbers; low > high: there is none
  bool nan = false;          // some may be no number
  bool jumps = false;        // it may be discontinuous inside

  constexpr Interval() = default;
  constexpr Interval(double x) : low(x), high(x), nan(x != x) {
    if (nan) *this = none();
  }
  constexpr Interval(double from, double to) : low(from), high(to) {}

  static constexpr Interval none() {
    Interval x(std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity());
    x.nan = true;
    return x;
  }
  static constexpr Interval all() { return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}; }

  bool is_empty() const { return low > high; }
  bool contains(double x) const { return low <= x && x <= high; }
  /// Both bounds are numbers, and nothing inside is NaN.
  bool is_bounded() const { return !nan && low <= high && high - low < std::numeric_limits<double>::infinity(); }
  double width() const { return high - low; }
  /// The largest |x| inside.
  double magnitude() const { return max(-low, high); }
};

/// Two enclosures of the same values: what both allow.
Interval intersect(const Interval& a, const Interval& b);

/// (1). A square, x·x, is known as such by the address of its operands: it is not negative.
template <>
Interval calc_op(Op op, const Interval& a, const Interval& b, const Interval& c);

template <>
Interval calc_table(const Table& table, const Interval& x, int order);

}  // namespace pintle
