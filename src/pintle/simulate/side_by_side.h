#pragma once
#include <cstddef>
#include <cstring>

#include "pintle/math/lanes.h"

/// Numbers of an array that are gone through side by side.
namespace pintle {

constexpr std::size_t side_by_side = lane_count;

/// How long a row is that is gone through.
constexpr std::size_t padded(std::size_t n) { return (n + side_by_side - 1) / side_by_side * side_by_side; }

inline Lanes load(const double* x) {
  Lanes some;
  std::memcpy(&some.v, x, sizeof some.v);
  return some;
}

inline void store(const Lanes& some, double* x) { std::memcpy(x, &some.v, sizeof some.v); }

inline Lanes size_of(const Lanes& x) { return max(x, -x); }

}  // namespace pintle
