#pragma once
#include <string>
#include <vector>

namespace pintle {

/// A scale with ticks at round numbers: 1, 2 or 5 times a power of ten apart.
struct Axis {
  double low = 0, high = 1;
  std::vector<double> ticks;
  std::vector<std::string> labels;  // of ticks / 10^exponent, all with the same number of decimals
  int exponent = 0;                 // a multiple of 3; labels times 10^exponent are the values

  /// 0 at `low`, 1 at `high`.
  double fraction(double x) const { return (x - low) / (high - low); }
};

/// From low to high as they are, with about `count` ticks inside: for time.
Axis make_tight_axis(double low, double high, int count);
/// Widened to whole ticks, and to at least a millionth of the values, so that rounding noise looks flat.
Axis make_wide_axis(double low, double high, int count);

}  // namespace pintle
