#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace pintle {

/// A function given by points, as a polynomial on each interval:
///
///     y(x) = c₀ + c₁ s + c₂ s² + c₃ s³,   s = x − xᵢ,   xᵢ ≤ x < xᵢ₊₁                                  (1)
///
/// `linear` has kinks at its points; `cubic` is the spline with two continuous derivatives, not-a-knot at its ends
/// [de Boor 1978, chapter 4], so that it reproduces a cubic.
enum class Interpolate : std::uint8_t { linear, cubic };
/// Beyond the points: the value at the end, zero, the last polynomial going on, or NaN, which ends a run.
enum class Outside : std::uint8_t { hold, zero, extrapolate, error };

struct Table {
  std::vector<double> x;                 // of the points, ascending
  std::vector<double> y;                 // of the points
  std::vector<std::array<double, 4>> c;  // (1), one row per interval
  Interpolate interpolate = Interpolate::linear;
  Outside outside = Outside::hold;

  friend bool operator==(const Table&, const Table&) = default;
};

/// At least two points with ascending x, all finite; throws Error else.
Table make_table(const std::vector<std::pair<double, double>>& points, Interpolate interpolate, Outside outside);

/// The order-th derivative of (1) at x, for T = double, Lanes, Dual; `order` 0 is the value.
template <class T>
T calc_table(const Table& table, const T& x, int order);

/// Where the table or one of its first two derivatives jumps: all its points if linear, its ends else; ends that
/// go on (`extrapolate`) do not jump.
std::vector<double> kinks_of(const Table& table);

}  // namespace pintle
