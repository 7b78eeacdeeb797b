#pragma once
#include <vector>

#include "pintle/structure/structure.h"

namespace pintle {

/// A body in the tree: hung on its parent by a joint, or, without one, floating freely in the world.
struct Link {
  BodyIndex body;
  int parent = 0;         // place in the order; 0 is the world
  JointIndex joint;       // none: floating base
  bool reversed = false;  // the joint's user-given child is the parent here
};

/// The tree: links in depth-first order, each one's heaviest branch right behind it. links[0] is the world.
struct Topology {
  std::vector<Link> links;
  std::vector<int> link_of_body;
  std::vector<JointIndex> loops;  // joints that close a loop

  int size() const { return static_cast<int>(links.size()); }
};

/// Grown over the joints that are closed by the rule of system/walk.h alone: the tree that the start values of a file mean.
Topology make_file_topology(const System& system, const Structure& structure);

/// The tree of a plan. Without loops it is that of make_file_topology(). With loops it is grown breadth first: the joint
/// nearest to the world comes first; loops are then short, couple with their neighbours only, and are cut where they meet.
/// Among equally near ones a joint with a law or a driver comes first, then the one that forbids more. Last come joints that
/// would leave a body to turn without inertia: a slender rod hangs on the universal joint at one end and not on the ball at the
/// other, however near.
Topology make_topology(const System& system, const Structure& structure);

}  // namespace pintle
