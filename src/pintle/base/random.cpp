#include "pintle/base/random.h"

#include <bit>
#include <cmath>

namespace pintle {
namespace {

/// ln x = k ln 2 + 2 artanh s,  x = m·2ᵏ, √½ ≤ m < √2, s = (m − 1)/(m + 1), |s| < 0.172: ten terms give 16 digits.
double calc_log(double x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, fraction = 0x000fffffffffffff;
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(x) - root_half;
  const auto k = static_cast<double>(static_cast<std::int64_t>(shifted) >> 52);
  const double m = std::bit_cast<double>((shifted & fraction) + root_half);
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = 1. / 19;
  for (int odd = 17; odd > 0; odd -= 2) series = 1. / odd + z * series;
  return k * 0.693147180559945309417 + 2 * s * series;
}

}  // namespace

std::uint64_t Random::bits() {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

int Random::integer(int count) { return static_cast<int>(uniform() * count); }

double Random::normal() {
  for (;;) {
    const double x = uniform(-1, 1), y = uniform(-1, 1), r2 = x * x + y * y;
    if (r2 > 0 && r2 < 1) return x * std::sqrt(-2 * calc_log(r2) / r2);
  }
}

}  // namespace pintle
