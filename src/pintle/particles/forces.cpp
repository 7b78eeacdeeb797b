#include "pintle/particles/forces.h"

#include <algorithm>
#include <cmath>

namespace pintle {

void add_bonds(const Particles& all, std::span<const int> carrier, std::span<const Vec3<double>> places,
               std::span<Vec3<double>> forces) {
  for (const Bond& bond : all.bonds) {
    if (carrier[bond.a] > 0 && carrier[bond.a] == carrier[bond.b]) continue;
    const Vec3<double> d = places[bond.a] - places[bond.b];
    const double r = norm(d);
    const Vec3<double> f = (-bond.stiffness * (r - bond.length) / r) * d;
    forces[bond.a] += f;
    forces[bond.b] -= f;
  }
}

void add_pairs(const PairLaw& law, const Neighbours& neighbours, std::span<const Vec3<double>> places,
               std::span<Vec3<double>> forces) {
  const double reach2 = law.cutoff * law.cutoff;
  neighbours.for_each([&](int a, int b) {
    const Vec3<double> d = places[a] - places[b];
    const double rr = dot(d, d);
    if (!(rr < reach2)) return;
    const Vec3<double> f = law.at(rr).push * d;
    forces[a] += f;
    forces[b] -= f;
  });
}

double calc_stored(const Particles& all, const PairLaw& law, std::span<const PointMotion> motions) {
  double sum = 0;
  for (const Bond& bond : all.bonds) {
    const double stretch = norm(motions[bond.a].p - motions[bond.b].p) - bond.length;
    sum += 0.5 * bond.stiffness * stretch * stretch;
  }
  if (law.cutoff == 0) return sum;
  std::vector<Vec3<double>> places;
  places.reserve(motions.size());
  for (const PointMotion& motion : motions) places.push_back(motion.p);
  const std::vector<int> alone(motions.size(), 0);
  Neighbours neighbours;
  neighbours.make(all, alone, places, law.cutoff);
  neighbours.for_each([&](int a, int b) {
    const Vec3<double> d = places[a] - places[b];
    sum += law.at(dot(d, d)).energy;
  });
  return sum;
}

double calc_pace(const Particles& all, const PairLaw& law) {
  std::vector<double> held(all.mass.size(), 0.0);  // Σ k of its bonds, which a bond's other end doubles
  for (const Bond& bond : all.bonds) held[bond.a] += 2 * bond.stiffness, held[bond.b] += 2 * bond.stiffness;
  const double lightest = *std::ranges::min_element(all.mass);
  double fastest = 0;
  for (std::size_t i = 0; i < held.size(); ++i) fastest = std::max(fastest, held[i] / all.mass[i]);
  constexpr double curvature = 57.146438;  // U″ σ²/ε at the minimum: 72/2^(1/3)
  if (law.cutoff > 0) fastest = std::max(fastest, 2 * curvature * law.depth / (law.distance * law.distance * lightest));
  return fastest > 0 ? std::sqrt(fastest) : 1;
}

double calc_spacing(const Particles& all, const PairLaw& law) {
  double least = law.cutoff > 0 ? law.distance : 0;
  for (const Bond& bond : all.bonds)
    if (bond.length > 0 && (least == 0 || bond.length < least)) least = bond.length;
  return least > 0 ? least : 1;
}

}  // namespace pintle
