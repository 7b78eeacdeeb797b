#pragma once
#include <optional>
#include <span>

#include "pintle/system/formula.h"

namespace pintle {

/// An output of a formula of time that jumps at an instant.
struct TimeJump {
  int output;
  double t, before, after;
};

/// What is told to move must not jump: the mechanism could not follow. Looks at both sides of every kink that a run meets;
/// behind every output that is watched stands its derivative.
std::optional<TimeJump> find_jump(const Formula& formula, const Parameters<double>& p, std::span<const double> kinks,
                                  double until, std::span<const int> watched);

}  // namespace pintle
