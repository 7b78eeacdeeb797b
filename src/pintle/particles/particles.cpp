#include "pintle/particles/particles.h"

#include <algorithm>

#include "pintle/math/symmetric_eigen.h"

namespace pintle {
namespace {

/// m (2 a·b 1 − a bᵀ − b aᵀ)/2; of a = b the inertia of a point.
Sym3<double> calc_moment(double m, const Vec3<double>& a, const Vec3<double>& b) {
  const double ab = dot(a, b);
  return m * Sym3<double>{ab - a.x * b.x, -0.5 * (a.x * b.y + a.y * b.x), -0.5 * (a.x * b.z + a.z * b.x),
                          ab - a.y * b.y, -0.5 * (a.y * b.z + a.z * b.y), ab - a.z * b.z};
}

}  // namespace

int Particles::find_group(const std::string& name) const {
  const auto found = std::ranges::find(groups, name);
  return found == groups.end() ? -1 : static_cast<int>(found - groups.begin());
}

void connect(Particles& all) {
  all.members.assign(all.groups.size(), {});
  for (int i = 0; i < all.count(); ++i)
    if (all.group[i] >= 0) all.members[all.group[i]].push_back(i);
  all.bonded.assign(all.mass.size(), {});
  for (const Bond& bond : all.bonds) {
    all.bonded[bond.a].push_back(bond.b);
    all.bonded[bond.b].push_back(bond.a);
  }
}

bool is_spatial(const Sym3<double>& inertia) {
  constexpr double least = 1e-9;  // of the largest moment
  const std::array<double, 3> moments = calc_principal_axes(inertia).moments;
  return moments[0] > least * moments[2];
}

Aggregate calc_aggregate(const Particles& all, int group, std::span<const PointMotion> motions) {
  Aggregate sum;
  for (int i : all.members[group]) {
    sum.mass += all.mass[i];
    sum.centre.p += all.mass[i] * motions[i].p;
    sum.centre.v += all.mass[i] * motions[i].v;
  }
  sum.centre = {(1 / sum.mass) * sum.centre.p, (1 / sum.mass) * sum.centre.v};  // (1)
  Vec3<double> L = Vec3<double>::zero();
  for (int i : all.members[group]) {
    const Vec3<double> r = motions[i].p - sum.centre.p;
    sum.inertia = sum.inertia + calc_moment(all.mass[i], r, r);
    L += cross(r, all.mass[i] * (motions[i].v - sum.centre.v));
  }
  sum.w = inverse(sum.inertia) * L;  // (2)
  return sum;
}

MeanAcceleration calc_mean_acceleration(const Particles& all, int group, const Aggregate& now,
                                        std::span<const PointMotion> motions, std::span<const Vec3<double>> forces) {
  MeanAcceleration out;
  Vec3<double> moment = Vec3<double>::zero();
  Sym3<double> Idot = Sym3<double>::zero();
  for (int i : all.members[group]) {
    const Vec3<double> r = motions[i].p - now.centre.p;
    out.v += forces[i];
    moment += cross(r, forces[i]);
    Idot = Idot + calc_moment(2 * all.mass[i], r, motions[i].v - now.centre.v);
  }
  out.v = (1 / now.mass) * out.v;
  out.w = inverse(now.inertia) * (moment - Idot * now.w);  // (3)
  return out;
}

}  // namespace pintle
