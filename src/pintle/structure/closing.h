#pragma once
#include <vector>

#include "pintle/structure/topology.h"

namespace pintle {

/// What holds bodies besides the joints of the tree: a joint that closes a loop, or a constraint. It is up to six rows
/// (constraints/row.h); the ends of a joint are the user's parent and child.
struct Closing {
  JointIndex joint;            // none: a constraint
  ConstraintIndex constraint;  // none: a joint
  std::vector<int> links;      // by end; 0 is the world
  int first = 0, rows = 0;     // its rows among those of all closings
  int mechanism = 0;
};

/// Of one structure: joints first, in the order of Topology::loops, then constraints that hold. What forbids nothing is
/// left out.
std::vector<Closing> make_closings(const System& system, const Structure& structure, const Topology& tree);

inline int count_rows(const std::vector<Closing>& closings) {
  return closings.empty() ? 0 : closings.back().first + closings.back().rows;
}

}  // namespace pintle
