#pragma once
#include <map>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/model/model.h"

namespace pintle {

/// `elbow.angle >= 30 deg`, the condition of an event.
///
///     signal (< | <= | > | >=) quantity
///     signal = time | joint.(angle | rate | displacement | velocity)[.direction]
struct Condition {
  std::string signal;  // a joint with one direction goes without it: "elbow.angle"
  Comparison comparison = Comparison::greater_equal;
  double value = 0;  // SI
};

using JointTypes = std::map<std::string, JointType, std::less<>>;

/// Throws Error with a sentence: what is not a comparison, not such a signal, of another dimension, or not read yet.
Condition parse_condition(std::string_view text, const JointTypes& joints);

/// ">=", and so on.
std::string_view symbol_of(Comparison comparison);

}  // namespace pintle
