#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace pintle {

/// How a number is spread: the value x below which a share u of all cases lies. All drawing goes through this function, so that a
/// stratified u makes a stratified x.
///
///     normal       x = mean + sd Φ⁻¹(u)                                                                    (1)
///     truncated    x = mean + sd Φ⁻¹(Φ(a) + u (Φ(b) − Φ(a))),   a = (low − mean)/sd, b = (high − mean)/sd  (2)
///     uniform      x = low + u (high − low)                                                                (3)
///     log-normal   x = exp(μ + σ Φ⁻¹(u)),   σ² = ln(1 + sd²/mean²), μ = ln mean − σ²/2                     (4)
///     triangular   x = low + √(u (high − low)(mode − low)),  or from the other end beyond the mode         (5)
///     discrete     the first value whose weights up to it exceed u of all                                  (6)
///     table        linear between points (x, share below x)                                                (7)
struct Distribution {
  enum class Kind : std::uint8_t { normal, truncated, uniform, log_normal, triangular, discrete, table };

  Kind kind = Kind::normal;
  double mean = 0, sd = 0, low = 0, high = 0, mode = 0;  // as the kind has them
  std::vector<double> values{};                          // of discrete, of table; ascending in a table
  std::vector<double> shares{};                          // up to and with each value, the last is 1
};

/// Throws Error with a sentence about a distribution that is none: a deviation below zero, ends in the wrong order.
void check(const Distribution& distribution);

double calc_quantile(const Distribution& distribution, double u);
/// The same of (1) for a given Φ⁻¹(u), which may have come from several u that are correlated.
inline double calc_normal(const Distribution& d, double z) { return d.mean + d.sd * z; }

/// L of a correlation matrix C = L Lᵀ, row by row, the diagonal among it; empty if C is not positive definite.
std::vector<double> find_cholesky(const std::vector<double>& matrix, int size);

}  // namespace pintle
