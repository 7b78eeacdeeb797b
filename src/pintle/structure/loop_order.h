#pragma once
#include <span>
#include <vector>

#include "pintle/structure/closing.h"

/// In which order links and multipliers leave the equations. Links go from the leaves to the roots; the rows of a closing ride
/// along from its ends towards the root, and its multipliers leave at the first link behind which all its bodies are. So loops
/// on branches of a hub leave one by one at the hub, and never meet. What closes in the world leaves last, those with the
/// fewest neighbours first.
///
///     at link i:   children are gathered; multipliers of closes[i] leave; then the joint of link i leaves,
///                  with the rows of open[i] passing through it                                           (1)
///
/// Two closings are coupled if both pass through one joint, or by a third that left before them: `later` is the
/// block pattern of the factor.
namespace pintle {

struct LoopOrder {
  std::vector<std::vector<int>> open;    // by link: closings that pass through its inboard joint, ascending
  std::vector<std::vector<int>> closes;  // by link, 0 is the world: closings that leave there, in their order
  std::vector<std::vector<int>> later;   // by closing: those it is coupled with that leave after it, ascending
  std::vector<int> leaves_at;            // by closing: link
};

LoopOrder make_loop_order(const Topology& tree, std::span<const Closing> closings);

}  // namespace pintle
