#pragma once
#include <span>
#include <vector>

#include "pintle/base/index.h"

namespace pintle {

struct JointSides {
  BodyIndex parent, child;
};

/// A body reached on a walk over the joints.
struct Reached {
  BodyIndex body;
  JointIndex joint;       // none: no joint led here
  bool reversed = false;  // from the joint's child to its parent

  BodyIndex from(const JointSides& sides) const { return reversed ? sides.child : sides.parent; }
};

/// The one rule that places bodies and grows the tree (docs/format.md section 2): repeatedly, the first joint in file order
/// with exactly one side reached reaches the other; if there is none, the first body that is left is reached without
/// a joint. `given[b]` says which bodies are reached before the walk starts; the world always is.
/// O(n log n): the joints at the frontier wait in a heap.
std::vector<Reached> calc_walk(std::span<const JointSides> joints, std::vector<bool> given);

}  // namespace pintle
