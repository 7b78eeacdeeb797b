#pragma once
#include <numbers>
#include <string>

#include "floor/tree_data.h"
#include "pintle/math/spatial.h"
#include "pintle/model/model.h"

/// The floor's systems as models of the engine, from the same numbers: every body's axes are those of its joint at q = 0,
/// every hinge has a motor, so that τ is an input here too.
namespace pintle::benchmarks {

inline Pose<double> pose_in_parent(const floor::BodyData& b) {
  const auto& R = b.R_PF;
  return {{R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]}, {b.p_PF[0], b.p_PF[1], b.p_PF[2]}};
}

/// `effort(i)` is the torque on hinge i (0 is the first hinge).
template <class Effort>
Model make_model(const floor::TreeData& tree, Effort effort) {
  Model model;
  model.name = "floor";
  model.gravity = {tree.gravity_W[0], tree.gravity_W[1], tree.gravity_W[2]};
  std::vector<Pose<double>> X_WB;  // joint frames at q = 0
  int hinge = 0;
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const floor::BodyData& b = tree.bodies[i];
    const bool floats = tree.has_free_base && i == 0;
    X_WB.push_back((b.parent < 0 ? Pose<double>::identity() : X_WB[static_cast<std::size_t>(b.parent)]) * pose_in_parent(b));
    const Vec3<double> c{b.p_BC[0], b.p_BC[1], b.p_BC[2]};
    model.bodies.push_back({.name = "body" + std::to_string(i),
                            .mass = b.mass,
                            .inertia = {b.I_C[0], b.I_C[1], b.I_C[2], b.I_C[3], b.I_C[4], b.I_C[5]},
                            .at = X_WB.back() * c,
                            .rotation = to_quaternion(X_WB.back().R),
                            .shape = {}});
    if (floats) continue;
    JointPart joint;
    joint.name = "hinge" + std::to_string(i);
    joint.type = *find_joint_type("hinge");
    joint.parent = b.parent < 0 ? "world" : "body" + std::to_string(b.parent);
    joint.child = "body" + std::to_string(i);
    joint.at = X_WB.back().p;
    joint.axis = X_WB.back().R.column(b.axis);
    joint.motors[Direction::rz] = effort(hinge++);
    model.joints.push_back(joint);
  }
  return model;
}

}  // namespace pintle::benchmarks
