#include "pintle/formulations/newton_euler/loads.h"

namespace pintle::newton_euler {
namespace {

/// The part of v that is normal to `count` free directions.
Vec3<double> held_part(Vec3<double> v, const Split& rows, int count) {
  for (int k = 0; k < count; ++k) v -= dot(rows.free[k], v) * rows.free[k];
  return v;
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
        F = F - lambda * row.on[e];
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

    const LinkRows& link = mechanism.links[i];
    const Vec3<double> n = F.n + cross(at.p - link.at, F.f);
    reactions[i] = {link.sign * held_part(n, split_axes(link, mechanism.rows), 3 - link.axes),
                    link.sign * held_part(F.f, split_points(link, mechanism.rows), 3 - link.points)};
  }
}

double calc_told_power(const Mechanism& mechanism, const LinkRows& link, const Wrench<double>& reaction) {
  if (link.count() == 0 || mechanism.joints[link.joint.i].drivers.empty()) return 0;
  const Split point = split_points(link, mechanism.rows), turn = split_axes(link, mechanism.rows);
  const RowValue<double>* row = mechanism.rows.data() + link.first;
  double sum = 0;
  for (int k = 0; k < link.points; ++k) sum += row++->told * dot(point.dual[k], reaction.f);
  for (int k = 0; k < link.axes; ++k) sum += row++->told * dot(turn.dual[k], reaction.n);
  return sum;
}

}  // namespace pintle::newton_euler
