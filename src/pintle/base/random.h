#pragma once
#include <cstdint>

namespace pintle {

/// A stream of random numbers that is the same on every machine: splitmix64 [Steele Lea Flood 2014], and above it no
/// function of the C library but the square root, which is exact to the last bit everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();
  /// In [0, 1), a multiple of 2⁻⁵³.
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// One of 0 … count − 1.
  int integer(int count);
  bool chance(double probability) { return uniform() < probability; }
  /// Normal, mean 0, deviation 1, by the polar method [Marsaglia Bray 1964].
  double normal();

 private:
  std::uint64_t state_;
};

}  // namespace pintle
