#include "pintle/system/place.h"

namespace pintle {

std::vector<Reached> calc_tree(const System& system) {
  std::vector<JointSides> sides;
  for (const JointRecord& joint : system.joints)
    sides.push_back(joint.active ? JointSides{joint.parent, joint.child} : JointSides{world, world});
  return calc_walk(sides, std::vector<bool>(system.bodies.size(), false));
}

BodyIndex parent_of(const System& system, const Reached& reached) {
  if (!reached.joint.exists()) return world;
  const JointRecord& joint = system.joint(reached.joint);
  return reached.from({joint.parent, joint.child});
}

CarriedByJoint carry_by_joint(const System& system, const Reached& reached, const Pose<double>& X_WA) {
  const JointRecord& joint = system.joint(reached.joint);
  const JointCoordinates<double>& q = system.start.joints[reached.joint.i];
  const Pose<double> X_PF = system.nominal[joint.X_PF], X_CM = system.nominal[joint.X_CM], X_FM = calc_pose(joint.type, q);
  const Pose<double> X_WF = reached.reversed ? X_WA * X_CM * inverse(X_FM) : X_WA * X_PF;
  return {X_WF * (reached.reversed ? inverse(X_PF) : X_FM * inverse(X_CM)), X_WF, X_WF * X_FM};
}

void update_start_poses(const System& system, std::span<const Reached> tree, std::vector<Pose<double>>& X_WB) {
  for (const Reached& reached : tree)
    if (reached.joint.exists()) X_WB[reached.body.i] = carry_by_joint(system, reached, X_WB[parent_of(system, reached).i]).X_WB;
}

}  // namespace pintle
