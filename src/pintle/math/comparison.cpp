#include "pintle/math/comparison.h"

#include <cmath>
#include <limits>

#include "pintle/math/elementary.h"
#include "pintle/math/scalar.h"

namespace pintle {
namespace {

constexpr double z95 = 1.959963984540054;  // Φ⁻¹(0.975)

double square(double x) { return x * x; }

/// The variance of a mean; none of what is exact.
double variance_of_mean(double sd, std::uint64_t count) { return count > 0 ? square(sd) / static_cast<double>(count) : 0; }

Difference make_difference(double value, double variance) {
  const double error = std::sqrt(variance);
  return {value, {value - z95 * error, value + z95 * error}, error > 0 ? value / error : 0};
}

double calc_kurtosis(std::span<const double> sample, const Moments& m) {
  double fourth = 0;
  for (const double x : sample)
    if (std::isfinite(x)) fourth += square(square(x - m.mean));
  return fourth / (static_cast<double>(m.count) * square(square(m.sd)));
}

}  // namespace

Difference compare_means(const Moments& ours, double other_mean, double other_sd, std::uint64_t other_count) {
  const double sd = std::isfinite(other_sd) ? other_sd : ours.sd;
  return make_difference(ours.mean - other_mean,
                         variance_of_mean(ours.sd, ours.count) + variance_of_mean(sd, other_count));  // (1)
}

Difference compare_deviations(std::span<const double> ours, double other_sd, std::uint64_t other_count) {
  const Moments m = calc_moments(ours);
  const double shape = (calc_kurtosis(ours, m) - 1) / 4;
  return make_difference(m.sd - other_sd,
                         shape * (variance_of_mean(m.sd, m.count) + variance_of_mean(other_sd, other_count)));  // (2)
}

Difference compare_rates(std::uint64_t hits, std::uint64_t count, double other_rate, std::uint64_t other_count) {
  if (count == 0) return make_difference(std::numeric_limits<double>::quiet_NaN(), 0);
  const double n = static_cast<double>(count), p = static_cast<double>(hits) / n;
  const Bounds w = calc_wilson(hits, count);
  Bounds other{other_rate, other_rate};
  if (other_count > 0)
    other = calc_wilson(static_cast<std::uint64_t>(std::llround(other_rate * static_cast<double>(other_count))), other_count);
  Difference d{.value = p - other_rate};
  d.range = {d.value - hypot(p - w.low, other.high - other_rate), d.value + hypot(w.high - p, other_rate - other.low)};
  const double pooled = other_count > 0
                            ? (p * n + other_rate * static_cast<double>(other_count)) / (n + static_cast<double>(other_count))
                            : other_rate;
  const double variance = pooled * (1 - pooled) * (1 / n + (other_count > 0 ? 1 / static_cast<double>(other_count) : 0));
  d.score = variance > 0 ? d.value / std::sqrt(variance) : 0;
  return d;
}

Ratio calc_ratio_of_means(const Moments& a, const Moments& b) {
  const double r = a.mean / b.mean;
  const double width = z95 * std::sqrt(variance_of_mean(a.sd / a.mean, a.count) + variance_of_mean(b.sd / b.mean, b.count));
  return {r, {r * exp(-width), r * exp(width)}};
}

}  // namespace pintle
