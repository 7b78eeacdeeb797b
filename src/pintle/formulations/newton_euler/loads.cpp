#include "pintle/formulations/newton_euler/loads.h"

namespace pintle::newton_euler {
namespace {

/// The part of f that a sum of `count` orthonormal normals can be.
Vec3<double> carried_force(const HeldJoint& joint, const LinkRows& rows, const Vec3<double>& f) {
  if (joint.points == 3) return f;
  Vec3<double> sum = Vec3<double>::zero();
  for (int k = 0; k < joint.points; ++k) sum += dot(rows.n[k], f) * rows.n[k];
  return sum;
}

/// The part of n in the span of the rows e.
Vec3<double> carried_moment(const HeldJoint& joint, const LinkRows& rows, const Vec3<double>& n) {
  if (joint.axes == 3) return n;
  if (joint.axes == 0) return Vec3<double>::zero();
  if (joint.axes == 1) return (dot(rows.e[0], n) / dot(rows.e[0], rows.e[0])) * rows.e[0];
  const Vec3<double> free = cross(rows.e[0], rows.e[1]);
  return n - (dot(free, n) / dot(free, free)) * free;
}

}  // namespace

void update_reactions(const Plan& plan, const Mechanism& mechanism, std::span<Wrench<double>> reactions) {
  for (Wrench<double>& F : reactions) F = Wrench<double>::zero();
  for (const Closing& closing : plan.closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      const double lambda = mechanism.lambda()[r];
      const ConstraintRow<double>& row = mechanism.closings.rows()[r];
      for (std::size_t e = 0; e < closing.links.size(); ++e) {
        Wrench<double>& F = reactions[closing.links[e]];
        F.f -= lambda * row.on[e].f;
        F.n -= lambda * row.on[e].n;
      }
    }
  for (std::size_t i = reactions.size() - 1; i > 0; --i) {
    const Placed& at = mechanism.placed[i];
    const Motion<double>& x = mechanism.motions[i];
    const Wrench<double> F = reactions[i] + Wrench<double>{at.J * x.w - mechanism.wrenches[i].n,
                                                           mechanism.bodies[i].mass * x.v - mechanism.wrenches[i].f};  // (1)
    const int p = plan.tree.links[i].parent;
    reactions[p].f += F.f;
    reactions[p].n += F.n + cross(at.p - mechanism.placed[p].p, F.f);

    const HeldJoint& joint = mechanism.joints[i];
    const LinkRows& rows = mechanism.rows[i];
    const Vec3<double> at_M = F.n + cross(at.p - rows.at, F.f);
    reactions[i] = {joint.sign * carried_moment(joint, rows, at_M), joint.sign * carried_force(joint, rows, F.f)};
  }
}

}  // namespace pintle::newton_euler
