#pragma once
#include <algorithm>
#include <string_view>

#include "pintle/simulate/compare.h"

namespace pintle {

/// What a comparison at its tolerance of 1e-9 has found of velocities after events. Impulses it measures against themselves, and
/// where they hardly change anything they are known by so much less.
struct Jumps {
  int count = 0;
  double worst = 0;  // difference, in parts of what the condition of the state allows more than 1e-9
};

inline Jumps find_jumps(const CompareReport& report) {
  constexpr double tolerance = 1e-9;
  Jumps jumps;
  for (const CompareRow& row : report.rows) {
    const std::string_view quantity = row.quantity;
    if (quantity != "velocity" && quantity != "angular_velocity") continue;
    ++jumps.count;
    jumps.worst = std::max(jumps.worst, row.difference * std::min(1.0, tolerance / row.tolerance));
  }
  return jumps;
}

}  // namespace pintle
