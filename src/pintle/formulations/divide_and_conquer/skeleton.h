#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/bodies/equations.h"

/// What assemblies are made of, the same for every structure of a model: bodies hung on each other by declared joints
/// (hanging.h), and what closes something besides, each with all the rows that it may have, whether these hold now or not.
namespace pintle::divide_and_conquer {

/// A body and the joint that hangs it on its parent. `rows` unknowns stand for the joint: those of its rows, or six where events
/// may change it: then its handles are whole, a moment and a force at M's origin, and D is seen only where both sides meet.
/// So a lock leaves both sides what they are.
struct Bone {
  BodyIndex body;
  int parent = 0;
  JointIndex joint;  // none: floating
  int rows = 0;
  bool changes = false;

  bool operator==(const Bone&) const = default;
};

/// A joint that the tree does without, six rows if events may change its directions, or a constraint.
struct ClosingEnds {
  JointIndex joint;
  ConstraintIndex constraint;
  std::vector<int> bones;  // by end; 0 is the world
  int rows = 0;

  bool operator==(const ClosingEnds&) const = default;
};

/// bones[0] is the world; parents come before what hangs on them.
struct Skeleton {
  std::vector<Bone> bones;
  std::vector<ClosingEnds> closings;
  std::vector<int> borrowing;  // by axis that borrows inertia (assembly_tree.h, 4): its bone

  bool operator==(const Skeleton&) const = default;
};

/// Of a plan that is hung as declared. `drags`: by link of the plan, how many laws of its joint drag in a stage; empty: none does.
Skeleton make_skeleton(const System& system, const Plan& plan, std::span<const bodies::LinkRows> links,
                       std::span<const int> drags);

}  // namespace pintle::divide_and_conquer
