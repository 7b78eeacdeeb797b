#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pintle/base/index.h"
#include "pintle/joints/direction.h"

/// What an action changes, in elementary edits. Who carries them out (simulate/change.h) knows no action.
namespace pintle {

/// A bit of the structure (structure/structure.h) and what it becomes.
struct BitEdit {
  enum class Of : std::uint8_t { free, closed, active, held };
  Of of;
  int place;
  bool on;
};

constexpr BitEdit edit_free(JointIndex j, Direction d, bool on) { return {BitEdit::Of::free, 6 * j.i + index_of(d), on}; }

struct Edits {
  std::string text;  // in the log: "lock elbow"
  std::vector<BitEdit> bits{};
  bool ends_run = false;
};

}  // namespace pintle
