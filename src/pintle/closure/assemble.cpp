#include "pintle/closure/assemble.h"

#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/closure/close_loops.h"
#include "pintle/structure/closing.h"

namespace pintle {
namespace {

constexpr double assembled = 1e-9;  // of L, of 1 rad: what closing loops leaves of a place

/// A body's motion with both parts in world axes.
struct WorldMotion {
  Pose<double> X;
  Vec3<double> w, v;
};

WorldMotion placed(const State<double>& s, BodyIndex b) {
  const auto i = static_cast<std::size_t>(b.i);
  return {s.X_WB[i], s.X_WB[i].R * s.V_WB[i].w, s.V_WB[i].v};
}

void put(State<double>& s, BodyIndex b, const WorldMotion& x) {
  const auto i = static_cast<std::size_t>(b.i);
  s.X_WB[i] = x.X;
  s.q_WB[i] = nearest_sign(to_quaternion(x.X.R), s.q_WB[i]);
  s.V_WB[i] = {transpose_times(x.X.R, x.w), x.v};
}

/// From the parent P across the joint to the child C.
WorldMotion cross_outward(const WorldMotion& P, const Pose<double>& X_PF, const Pose<double>& X_FM, const Motion<double>& V_FM,
                          const Pose<double>& X_CM) {
  const Pose<double> X_WF = P.X * X_PF, X_WM = X_WF * X_FM;
  WorldMotion C;
  C.X = X_WM * inverse(X_CM);
  C.w = P.w + X_WF.R * V_FM.w;
  const Vec3<double> v_M = P.v + cross(P.w, X_WM.p - P.X.p) + X_WF.R * V_FM.v;
  C.v = v_M + cross(C.w, C.X.p - X_WM.p);
  return C;
}

/// From the child C back across the joint to the parent P.
WorldMotion cross_inward(const WorldMotion& C, const Pose<double>& X_PF, const Pose<double>& X_FM, const Motion<double>& V_FM,
                         const Pose<double>& X_CM) {
  const Pose<double> X_WM = C.X * X_CM, X_WF = X_WM * inverse(X_FM);
  WorldMotion P;
  P.X = X_WF * inverse(X_PF);
  P.w = C.w - X_WF.R * V_FM.w;
  const Vec3<double> v_M = C.v + cross(C.w, X_WM.p - C.X.p);
  P.v = v_M - X_WF.R * V_FM.v - cross(P.w, X_WM.p - P.X.p);
  return P;
}

}  // namespace

void update_bodies(const System& system, const Parameters<double>& p, const Topology& tree, State<double>& state) {
  for (int i = 1; i < tree.size(); ++i) {
    const Link& link = tree.links[i];
    if (!link.joint.exists()) {
      put(state, link.body, placed(state, link.body));
      continue;
    }
    const JointRecord& joint = system.joint(link.joint);
    const JointCoordinates<double>& q = state.joints[link.joint.i];
    const WorldMotion from = placed(state, tree.links[link.parent].body);
    const auto go = link.reversed ? cross_inward : cross_outward;
    put(state, link.body, go(from, p[joint.X_PF], calc_pose(joint.type, q), calc_velocity(joint.type, q), p[joint.X_CM]));
  }
}

namespace {

void update_state(const System& system, const Parameters<double>& p, const Topology& tree, State<double>& s) {
  const auto n = static_cast<std::size_t>(system.body_count());
  s.t = 0;
  s.joints = system.start.joints;
  s.X_WB = system.start.X_WB;
  s.V_WB = system.start.V_WB;
  s.q_WB.assign(n, Quaternion<double>::identity());
  s.z.assign(static_cast<std::size_t>(system.state_count()), 0.0);
  for (const Driver& driver : system.drivers) {
    if (driver.state < 0) continue;
    const JointCoordinates<double>& q = s.joints[driver.joint.i];
    s.z[system.driven_place(driver.state)] = q.value_of(driver.direction);
  }
  s.mode.assign(static_cast<std::size_t>(system.elements.modes), Mask<double>{false});
  if (system.particles.any()) s.particles = system.particles.all->start;
  update_bodies(system, p, tree, s);
  for (std::size_t i = 0; i < n; ++i) s.q_WB[i] = to_quaternion(s.X_WB[i].R);  // w ≥ 0 at the start
}

}  // namespace

State<double> make_state(const System& system, const Parameters<double>& p, const Topology& tree) {
  State<double> state;
  update_state(system, p, tree, state);
  return state;
}

StartMaker::StartMaker(const System& system, const Structure& structure)
    : system_(system),
      structure_(without_locks(system, structure)),
      tree_(make_file_topology(system, structure_)),
      closes_(!make_closings(system, structure_, tree_).empty()) {}

const State<double>& StartMaker::make(const Parameters<double>& p) {
  update_state(system_, p, tree_, state_);
  if (!closes_) return state_;
  close_loops(system_, p, structure_, tree_, system_.start.given, state_);
  for (std::size_t i = 0; i < state_.q_WB.size(); ++i) state_.q_WB[i] = to_quaternion(state_.X_WB[i].R);
  return state_;
}

State<double> make_start(const System& system, const Parameters<double>& p, const Structure& structure) {
  return StartMaker(system, structure).make(p);
}

/// A stop that throws back must have its joint between its ends, as exactly as loops are assembled.
void check_stops(const System& system, const State<double>& state) {
  for (const JointLaw& law : system.laws) {
    if (!law.limits || !law.limits->restitution) continue;
    const JointCoordinates<double>& q = state.joints[law.joint.i];
    const double start = q.value_of(law.direction);
    const double low = system.nominal[law.limits->low], high = system.nominal[law.limits->high];
    const double rounding = assembled * (is_translation(law.direction) ? system.length : 1.0);
    if (low - rounding <= start && start <= high + rounding) continue;
    throw Error(where_of(PartKind::joint, system.joint(law.joint).name) + ".limits",
                fmt::format("the start {:.6g} is {} the stop at {:.6g}; start between the stops", start,
                            start < low ? "below" : "beyond", start < low ? low : high));
  }
}

void assemble(System& system) {
  StartMaker starts(system, make_structure(system));
  assemble(system, starts);
}

void assemble(System& system, StartMaker& starts) {
  const State<double>& state = starts.make(system.nominal);
  check_stops(system, state);
  if (!starts.moves()) return;
  system.start.joints = state.joints;
  system.start.X_WB = state.X_WB;
  system.start.V_WB = state.V_WB;
  for (const JointLaw& law : system.laws) {
    if (!law.rests_at_start) continue;
    const JointCoordinates<double>& q = state.joints[law.joint.i];
    system.nominal[law.rest] = q.value_of(law.direction);
  }
}

JointFrames calc_joint_frames(const System& system, const Parameters<double>& p, JointIndex j,
                              const std::vector<Pose<double>>& X_WB) {
  const JointRecord& joint = system.joint(j);
  return {X_WB[joint.parent.i] * p[joint.X_PF], X_WB[joint.child.i] * p[joint.X_CM]};
}

}  // namespace pintle
