#pragma once

/// The normal distribution with mean 0 and deviation 1, with the same digits on every machine.
namespace pintle {

/// Φ(x), right to 2·10⁻¹⁶; relative digits are lost where it is nearly 0.
double calc_normal_probability(double x);

/// x with Φ(x) = u for 0 < u < 1, right to 1 part in 10¹⁵.
double calc_normal_quantile(double u);

}  // namespace pintle
