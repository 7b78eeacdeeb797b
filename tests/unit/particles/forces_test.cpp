#include "pintle/particles/forces.h"

#include <doctest/doctest.h>

#include "support/cluster.h"

using namespace pintle;

constexpr PairLaw law{0.8, 1.0, 1.5, 2.0};

std::vector<Vec3<double>> calc_forces(const Particles& all, const std::vector<PointMotion>& motions) {
  std::vector<Vec3<double>> places, forces(motions.size(), Vec3<double>::zero());
  for (const PointMotion& one : motions) places.push_back(one.p);
  const std::vector<int> alone(motions.size(), 0);
  Neighbours list;
  list.make(all, alone, places, 1.2 * law.cutoff);
  add_bonds(all, alone, places, forces);
  add_pairs(law, list, places, forces);
  return forces;
}

TEST_CASE("particles: forces are the slopes of what bonds and pairs have stored, by differences") {
  const Particles all = make_cluster(60, 5);
  const std::vector<Vec3<double>> forces = calc_forces(all, all.start);
  const double h = 1e-5;
  for (int i = 0; i < all.count(); i += 7)
    for (int k = 0; k < 3; ++k) {
      std::vector<PointMotion> ahead = all.start, behind = all.start;
      ahead[i].p[k] += h;
      behind[i].p[k] -= h;
      const double slope = (calc_stored(all, law, ahead) - calc_stored(all, law, behind)) / (2 * h);
      CHECK(std::abs(forces[i][k] + slope) < 1e-6 * (1 + norm(forces[i])));
    }
}

TEST_CASE("particles: their forces neither push nor turn all together") {
  const Particles all = make_cluster(300, 6);
  const std::vector<Vec3<double>> forces = calc_forces(all, all.start);
  Vec3<double> force = Vec3<double>::zero(), moment = force;
  double sum = 0;
  for (int i = 0; i < all.count(); ++i) {
    force += forces[i];
    moment += cross(all.start[i].p, forces[i]);
    sum += norm(forces[i]);
  }
  CHECK(norm(force) < 1e-14 * sum);
  CHECK(norm(moment) < 1e-13 * sum);
}

TEST_CASE("particles: nothing swings faster than the pace that their steps are held against") {
  Particles pair;
  pair.mass = {1.5, 1.5};
  pair.start.resize(2);
  pair.group = {-1, -1};
  pair.bonds = {{0, 1, 300.0, 1.0}};
  connect(pair);
  CHECK(calc_pace(pair, {}) * calc_pace(pair, {}) >= 2 * 300.0 / 1.5 * (1 - 1e-12));  // ω² of the two
}
