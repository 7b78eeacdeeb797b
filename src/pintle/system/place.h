#pragma once
#include <span>
#include <vector>

#include "pintle/system/make_system.h"
#include "pintle/system/walk.h"

namespace pintle {

/// The tree of the joints that hold from the start, grown from the world.
std::vector<Reached> calc_tree(const System& system);

/// The body on whose side a walk came; the world for a base.
BodyIndex parent_of(const System& system, const Reached& reached);

/// Where a joint carries a body whose neighbour is at X_WA, at the start's coordinates.
struct CarriedByJoint {
  Pose<double> X_WB, X_WF, X_WM;
};
CarriedByJoint carry_by_joint(const System& system, const Reached& reached, const Pose<double>& X_WA);

/// Poses of all bodies at the start, on a tree of joints; those of bases are there.
void update_start_poses(const System& system, std::span<const Reached> tree, std::vector<Pose<double>>& X_WB);

}  // namespace pintle
