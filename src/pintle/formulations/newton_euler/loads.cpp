#include "pintle/formulations/newton_euler/loads.h"

namespace pintle::newton_euler {
namespace {

/// The part of v that is normal to `count` free directions.
Vec3<double> held_part(Vec3<double> v, const Split& rows, int count) {
  for (int k = 0; k < count; ++k) v -= dot(rows.free[k], v) * rows.free[k];
  return v;
}

}  // namespace

void update_reactions(const Plan& plan, const Equations& in, std::span<const double> lambda, std::span<const Motion<double>> A_W,
                      std::span<Wrench<double>> reactions) {
  for (Wrench<double>& F : reactions) F = Wrench<double>::zero();
  for (const Closing& closing : plan.closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      const ConstraintRow<double>& row = in.closings.rows[r];
      for (std::size_t e = 0; e < closing.links.size(); ++e) {
        Wrench<double>& F = reactions[closing.links[e]];
        F = F - lambda[r] * row.on[e];
      }
    }
  for (std::size_t i = reactions.size() - 1; i > 0; --i) {
    const Placed& at = in.placed[i];
    const Motion<double>& x = A_W[i];
    const Wrench<double> F =
        reactions[i] + Wrench<double>{at.J * x.w - in.wrenches[i].n, in.bodies[i].mass * x.v - in.wrenches[i].f};  // (1)
    const int p = plan.tree.links[i].parent;
    reactions[p].f += F.f;
    reactions[p].n += F.n + cross(at.p - in.placed[p].p, F.f);

    const LinkRows& link = in.links[i];
    const Vec3<double> n = F.n + cross(at.p - link.at, F.f);
    reactions[i] = {link.sign * held_part(n, split_axes(link, in.rows), 3 - link.axes),
                    link.sign * held_part(F.f, split_points(link, in.rows), 3 - link.points)};
  }
}

}  // namespace pintle::newton_euler
