#pragma once
#include <array>
#include <cstddef>

#include "pintle/simulate/side_by_side.h"
#include "pintle/simulate/stretch.h"

namespace pintle {

/// Numbers that stand side by side, at all nodes of a stretch.
struct Abreast {
  std::array<Lanes, Stretch::widest> x;

  Abreast(const Stretch& s, std::size_t first) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = load(s.x[k] + first);
  }
  Lanes calc(const Stretch::Row& weights) const {
    Lanes sum = weights[0] * x[0];
    for (std::size_t k = 1; k < x.size(); ++k) sum += weights[k] * x[k];
    return sum;
  }
};

}  // namespace pintle
