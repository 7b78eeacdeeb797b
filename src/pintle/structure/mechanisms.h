#pragma once
#include <span>
#include <vector>

#include "pintle/structure/plan.h"

namespace pintle {

/// The mechanisms of a system: bodies that joints and constraints connect, whether these hold just now or not. What has only the
/// world in common is apart. A mechanism has a length of its own, so that none is judged by the size of its neighbours.
struct Mechanisms {
  std::vector<int> of_body;    // by body; −1: the world
  std::vector<double> length;  // by mechanism: its L (docs/notation.md); 1 m if it has none [m]

  int count() const { return static_cast<int>(length.size()); }
  /// L of the mechanism that some bodies belong to; 1 m for the world alone.
  double length_of(std::span<const BodyIndex> bodies) const;
};

Mechanisms find_mechanisms(const System& system);

/// By closing of a plan: L of its own loop, over the bodies that its rows pass on their way through the tree; that of its mechanism
/// if these have none. A small loop on a large machine is judged by itself.
std::vector<double> calc_loop_lengths(const System& system, const Plan& plan);

}  // namespace pintle
