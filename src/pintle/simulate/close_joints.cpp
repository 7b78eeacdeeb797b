#include "pintle/simulate/close_joints.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
#include "pintle/closure/least_change.h"

namespace pintle {
namespace {

constexpr double least_fit = 1e-9;    // of L, or rad
constexpr double rounding = 1e-13;    // of L
constexpr int most_iterations = 30;   // of (2)
constexpr double longest_step = 0.5;  // of L, or rad, in one of them
constexpr DirectionSet all_six{0b111111};

double calc_length(const System& system, JointIndex j) { return system.mechanisms.lengths[system.mechanism_of(j)]; }

/// (1)
void take_present_place(const JointRecord& joint, Parameters<double>& p, State<double>& state, JointCoordinates<double>& q) {
  const Pose<double>&X_WP = state.X_WB[joint.parent.i], &X_WC = state.X_WB[joint.child.i];
  if (joint.current == JointRecord::Current::F)
    p.set(joint.X_PF, inverse(X_WP) * X_WC * p[joint.X_CM]);
  else
    p.set(joint.X_CM, inverse(X_WC) * X_WP * p[joint.X_PF]);
  q = {};
}

/// Coordinates with those that the type forbids at zero; says how far they were from there.
std::string settle(const System& system, JointIndex j, JointCoordinates<double>& q) {
  const JointRecord& joint = system.joint(j);
  const auto is_forbidden = [&](Direction d) { return !joint.type.free.has(d) && !(joint.type.ball && !is_translation(d)); };
  if (!joint.type.ball) {  // of all angles of this attitude those that are nearest to where they should be
    Vec3<double> wanted = q.angle;
    for (int k = 0; k < 3; ++k)
      if (is_forbidden(static_cast<Direction>(3 + k))) wanted[k] = 0;
    q.angle = calc_nearest_angles(joint.type.sequence, calc_pose(joint.type, q).R, wanted);
  }
  std::vector<std::string> off;
  for (Direction d : all_directions) {
    if (!is_forbidden(d)) continue;
    const double misfit = std::exchange(q.value_of(d), 0.0);
    if (std::abs(misfit) > least_fit * (is_translation(d) ? calc_length(system, j) : 1))
      off.push_back(fmt::format("{} by {:.6g} {}", name_of(d), misfit, is_translation(d) ? "m" : "rad"));
  }
  return joined(off);
}

/// Coordinates of every joint from the poses; forbidden and locked ones stay.
void read_coordinates(const System& system, const Structure& structure, const Parameters<double>& p, State<double>& state) {
  for (int j = 0; j < system.joint_count(); ++j) {
    const JointRecord& joint = system.joint(JointIndex(j));
    const DirectionSet free = structure.closed[j] ? structure.free_directions(JointIndex(j)) : all_six;
    const Pose<double> X_FM = inverse(state.X_WB[joint.parent.i] * p[joint.X_PF]) * state.X_WB[joint.child.i] * p[joint.X_CM];
    JointCoordinates<double>& q = state.joints[j];
    const JointCoordinates<double> found = calc_coordinates(joint.type, free, q, X_FM, {q.rate, q.velocity});
    q.displacement = found.displacement;
    q.angle = found.angle;
    if (!joint.type.ball || (free.bits >> 3) != 0) q.rotation = found.rotation;
  }
}

void move(const Motion<double>& delta, State<double>& state, std::size_t b) {
  const double angle = norm(delta.w);
  state.X_WB[b].p += delta.v;
  if (!(angle > 0)) return;
  double sine = 0, cosine = 1;
  update_sincos(angle / 2, sine, cosine);
  const Vec3<double> v = (sine / angle) * delta.w;
  state.q_WB[b] = normalized(Quaternion<double>{cosine, v.x, v.y, v.z} * state.q_WB[b]);
  state.X_WB[b].R = to_matrix(state.q_WB[b]);
}

/// (2). The largest way of a mass centre [m].
double project(const System& system, const Structure& structure, const Parameters<double>& p, State<double>& state) {
  BodyRows rows(system, structure);
  LeastChange change(system, rows, std::vector<bool>(system.bodies.size(), false));
  const std::vector<Pose<double>> before = state.X_WB;
  std::vector<double> b(static_cast<std::size_t>(rows.row_count()));
  double worst = 0;
  for (int k = 0; k < most_iterations; ++k) {
    rows.update(p, state);
    worst = 0;
    for (std::size_t r = 0; r < b.size(); ++r) {
      b[r] = -rows.rows()[r].g;
      worst = std::max(worst, std::abs(b[r]));
    }
    if (!(worst > rounding * system.length)) break;
    const double size = std::max(worst, 0.0);
    if (size > longest_step * system.length)
      for (double& one : b) one *= longest_step * system.length / size;
    const std::vector<Motion<double>>& delta = change.solve(p, state, b);
    for (std::size_t body = 1; body < delta.size(); ++body) move(delta[body], state, body);
    read_coordinates(system, structure, p, state);
  }
  if (!(worst < least_fit * system.length))
    throw Error(fmt::format("joints cannot be closed at t = {:.9g} s, whatever moves: {:.3g} m are left; close fewer of them",
                            state.t, worst));
  double moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved = std::max(moved, norm(state.X_WB[i].p - before[i].p));
  return moved;
}

/// Of constraints that begin to hold.
void check_fit(const System& system, const Structure& now, const Structure& next, const Parameters<double>& p,
               const State<double>& state) {
  BodyRows rows(system, next);
  rows.update(p, state);
  for (const BodyRows::Group& group : rows.groups()) {
    if (!group.constraint.exists() || now.held[group.constraint.i]) continue;
    for (int r = group.first; r < group.first + group.rows; ++r) {
      const double misfit = rows.rows()[r].g;
      if (!(std::abs(misfit) > least_fit * group.L)) continue;
      throw Error(fmt::format(
          "constraint {} does not fit where it begins to hold, at t = {:.9g} s: it is off by {:.6g}; say fit: project, or "
          "close it at another instant",
          system.constraints[group.constraint.i].name, state.t, misfit));
    }
  }
}

}  // namespace

std::string close_joints(const System& system, const Structure& now, const Structure& next, std::span<const ClosingEdit> closings,
                         Parameters<double>& p, State<double>& state) {
  bool projects = false, constrains = false;
  for (const ClosingEdit& closing : closings) {
    if (!closing.joint.exists()) {
      projects = projects || closing.project;
      constrains = constrains || !closing.project;
      continue;
    }
    if (now.closed[closing.joint.i]) continue;
    const JointRecord& joint = system.joint(closing.joint);
    JointCoordinates<double>& q = state.joints[closing.joint.i];
    if (joint.current != JointRecord::Current::neither) {
      take_present_place(joint, p, state, q);
      continue;
    }
    const std::string off = settle(system, closing.joint, q);
    projects = projects || closing.project;
    if (!off.empty() && !closing.project)
      throw Error(
          fmt::format("joint {} does not fit where it is closed, at t = {:.9g} s: {}; say fit: project, let one of its "
                      "points be `current`, or close it at another instant",
                      joint.name, state.t, off));
  }
  if (constrains && !projects) check_fit(system, now, next, p, state);
  if (!projects) return {};
  return fmt::format("moved by up to {:.3g} m", project(system, next, p, state));
}

}  // namespace pintle
