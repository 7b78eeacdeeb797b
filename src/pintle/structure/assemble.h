#pragma once
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

namespace pintle {

/// Poses and velocities of all bodies from the coordinates of the joints in the tree; floating bases keep theirs.
void update_bodies(const System& system, const Parameters<double>& p, const Topology& tree, State<double>& state);

/// The state in which a run starts.
State<double> make_state(const System& system, const Parameters<double>& p, const Topology& tree);

/// F and M of a joint in the world, given the poses of all bodies.
struct JointFrames {
  Pose<double> X_WF, X_WM;
};
JointFrames calc_joint_frames(const System& system, const Parameters<double>& p, JointIndex j,
                              const std::vector<Pose<double>>& X_WB);

}  // namespace pintle
