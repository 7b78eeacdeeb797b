/// Shock response: with ω = 2πf, E = exp(−ζωT), K = T ω √(1 − ζ²), C = E cos K, S = E sin K, S' = S/K,
///
///     yₙ = (1 − S') xₙ + 2 (S' − C) xₙ₋₁ + (E² − S') xₙ₋₂ + 2C yₙ₋₁ − E² yₙ₋₂                              (1)
///
/// Channel filter: with ω = 2π · 2.0775 · class, a = tan(ωT/2),
///
///     yₙ = a₀ (xₙ + 2 xₙ₋₁ + xₙ₋₂) + b₁ yₙ₋₁ + b₂ yₙ₋₂,   a₀ = a²/(1 + √2 a + a²)                             (2)
///     b₁ = −2 (a² − 1)/(1 + √2 a + a²),   b₂ = (−1 + √2 a − a²)/(1 + √2 a + a²)
///
/// once forwards and once backwards. It begins at rest at the first sample's value: a run starts where it starts.
#include "pintle/study/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "pintle/math/elementary.h"
#include "pintle/math/scalar.h"

namespace pintle {

double calc_time_quantile(std::vector<double>& samples, double level) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto last = samples.size() - 1;
  const auto at = samples.begin() + static_cast<std::ptrdiff_t>(
                                        std::min(last, static_cast<std::size_t>(level * static_cast<double>(samples.size()))));
  std::ranges::nth_element(samples, at);
  return *at;
}

double calc_shock_response(std::span<const double> samples, double dt, double frequency, double damping) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double omega = 2 * std::numbers::pi * frequency;
  const double E = exp(-damping * omega * dt), K = dt * omega * std::sqrt(1 - damping * damping);
  double sine, cosine;
  update_sincos(K, sine, cosine);
  const double C = E * cosine, S = E * sine / K;
  double x1 = 0, x2 = 0, y1 = 0, y2 = 0, most = 0;  // at rest before the record
  for (const double x : samples) {
    const double y = (1 - S) * x + 2 * (S - C) * x1 + (E * E - S) * x2 + 2 * C * y1 - E * E * y2;  // (1)
    x2 = x1, x1 = x, y2 = y1, y1 = y;
    most = std::max(most, std::fabs(y));
  }
  return most;
}

void apply_channel_filter(std::vector<double>& samples, double dt, int channel_class) {
  if (samples.empty()) return;
  double sine, cosine;
  update_sincos(std::numbers::pi * 2.0775 * channel_class * dt, sine, cosine);
  const double a = sine / cosine, a2 = a * a, scale = 1 + std::numbers::sqrt2 * a + a2;
  const double a0 = a2 / scale, b1 = -2 * (a2 - 1) / scale, b2 = (-1 + std::numbers::sqrt2 * a - a2) / scale;
  const auto pass = [&](auto begin, auto end) {
    double x1 = *begin, x2 = x1, y1 = x1, y2 = x1;
    for (auto at = begin; at != end; ++at) {
      const double x = *at, y = a0 * (x + 2 * x1 + x2) + b1 * y1 + b2 * y2;  // (2)
      x2 = x1, x1 = x, y2 = y1, y1 = y;
      *at = y;
    }
  };
  pass(samples.begin(), samples.end());
  pass(samples.rbegin(), samples.rend());
}

}  // namespace pintle
