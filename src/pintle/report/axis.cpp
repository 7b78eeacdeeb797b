#include "pintle/report/axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double flat = 1e-6, smallest_range = 1e-12;

/// The smallest of 1, 2, 5 · 10ⁿ that is not below x.
double round_up(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= x * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

void put_labels(Axis& axis, double step) {
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  if (largest >= 1e5 || largest < 1e-2) axis.exponent = 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
  const double unit = std::pow(10.0, axis.exponent);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)), 0, 12);
  for (double tick : axis.ticks) {
    std::string label = fmt::format("{:.{}f}", std::abs(tick) < 1e-9 * step ? 0.0 : tick / unit, decimals);
    if (label.starts_with('-')) label.replace(0, 1, "−");
    axis.labels.push_back(label);
  }
}

Axis with_ticks(double low, double high, double step) {
  Axis axis{.low = low, .high = high, .ticks = {}, .labels = {}, .exponent = 0};
  const double margin = 1e-9 * (high - low);
  for (double k = std::ceil((low - margin) / step); k * step <= high + margin; ++k) axis.ticks.push_back(k * step);
  put_labels(axis, step);
  return axis;
}

}  // namespace

Axis make_tight_axis(double low, double high, int count) {
  if (!(high > low)) high = low + 1;
  return with_ticks(low, high, round_up((high - low) / count));
}

Axis make_wide_axis(double low, double high, int count) {
  if (!(high >= low)) low = high = 0;
  const double least = std::max(smallest_range, flat * std::max(std::abs(low), std::abs(high)));
  if (high - low < least) {
    const double middle = 0.5 * (low + high);
    const double half = std::abs(middle) < smallest_range ? 1 : std::max(least, 0.1 * std::abs(middle));
    low = middle - half;
    high = middle + half;
  }
  const double step = round_up((high - low) / count);
  return with_ticks(step * std::floor(low / step + 1e-9), step * std::ceil(high / step - 1e-9), step);
}

}  // namespace pintle
