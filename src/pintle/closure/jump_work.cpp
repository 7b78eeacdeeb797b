#include "pintle/closure/jump_work.h"

#include <algorithm>

#include "pintle/closure/body_rows.h"

namespace pintle {
namespace {

/// Of a joint's child against its parent: of the points at M's origin, world axes, before and after the jump together.
Motion<double> calc_twice_mean_motion(const BodyPlace& A, const BodyPlace& B, const Vec3<double>& p_WM) {
  return {B.w - A.w, B.v + cross(B.w, p_WM - B.p) - A.v - cross(A.w, p_WM - A.p)};
}

/// A body where it is, with the sum of its velocities before and after.
BodyPlace place_with_both(const State<double>& before, const State<double>& after, BodyIndex b) {
  BodyPlace place = place_of(before, b);
  const BodyPlace then = place_of(after, b);
  place.v += then.v;
  place.w += then.w;
  return place;
}

}  // namespace

void update_jump_work(const System& system, const Parameters<double>& p, const BodyRows* rows, const State<double>& before,
                      const State<double>& after, const JumpRecord<double>& jump, std::span<const Impulse> applied,
                      std::vector<double>& work) {
  work.assign(static_cast<std::size_t>(system.mechanisms.count()), 0.0);
  for (int j = 0; j < system.joint_count(); ++j) {
    const JointRecord& joint = system.joint(JointIndex(j));
    const BodyPlace A = place_with_both(before, after, joint.parent), B = place_with_both(before, after, joint.child);
    const Pose<double> X_BM = p[joint.X_CM];
    const Mat3<double> R_WM = B.R * X_BM.R;
    const Motion<double> V = calc_twice_mean_motion(A, B, B.p + B.R * X_BM.p);
    const Wrench<double>& impulse = jump.impulse[j];
    work[static_cast<std::size_t>(system.mechanism_of(JointIndex(j)))] +=
        0.5 * (dot(R_WM * impulse.n, V.w) + dot(R_WM * impulse.f, V.v));  // (1)
  }
  for (const Impulse& one : applied) {
    const BodyPlace at = place_with_both(before, after, one.body);
    work[system.mechanisms.of(one.body)] += 0.5 * (dot(one.value.n, at.w) + dot(one.value.f, at.v));  // (1)
  }
  if (!rows || std::ranges::all_of(jump.multiplier, [](double multiplier) { return multiplier == 0; })) return;
  for (const BodyRows::Group& group : rows->groups()) {
    if (!group.constraint.exists()) continue;
    const ConstraintRecord& constraint = system.constraints[group.constraint.i];
    for (int k = 0; k < group.rows; ++k) {
      const double multiplier = jump.multiplier[constraint.first + k] / rows->scale(group.first + k);
      for (std::size_t e = 0; e < group.bodies.size(); ++e) {
        const BodyPlace at = place_with_both(before, after, group.bodies[e]);
        const Wrench<double>& on = rows->rows()[group.first + k].on[e];
        if (group.bodies[e] != world)
          work[system.mechanisms.of(group.bodies[e])] += 0.5 * multiplier * (dot(on.n, at.w) + dot(on.f, at.v));  // (1)
      }
    }
  }
}

}  // namespace pintle
