#pragma once
#include <vector>

#include "pintle/math/lanes.h"

namespace pintle::benchmarks {

/// One number per lane: f(0), f(1), …
template <class T, class F>
T gather(F f) {
  T x(0.0);
  for (int l = 0; l < width<T>; ++l) set_lane(x, l, f(l));
  return x;
}

/// Lane l of the result is column first + l.
template <class T>
std::vector<T> gather_columns(const std::vector<std::vector<double>>& columns, std::size_t first = 0) {
  std::vector<T> x;
  for (std::size_t i = 0; i < columns[first].size(); ++i) x.push_back(gather<T>([&](int l) { return columns[first + l][i]; }));
  return x;
}

}  // namespace pintle::benchmarks
