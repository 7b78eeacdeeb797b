#include "pintle/particles/particles.h"

#include <doctest/doctest.h>

#include "support/cluster.h"

using namespace pintle;

TEST_CASE("aggregate: a group of a rigid motion is one body with that motion, and of any motion one with its momenta") {
  Particles all = make_cluster(40, 7);
  const Vec3<double> v{0.3, -0.2, 0.5}, w{1.1, 0.4, -0.7}, at = all.start[3].p;
  for (PointMotion& one : all.start) one.v = v + cross(w, one.p - at);
  const Aggregate rigid = calc_aggregate(all, 0, all.start);
  CHECK(norm(rigid.w - w) < 1e-13);
  CHECK(norm(rigid.centre.v - (v + cross(w, rigid.centre.p - at))) < 1e-13);

  all = make_cluster(40, 8);
  const Aggregate any = calc_aggregate(all, 0, all.start);
  Vec3<double> p = Vec3<double>::zero(), L = p;
  double mass = 0;
  for (int i : all.members[0]) {
    mass += all.mass[i];
    p += all.mass[i] * all.start[i].v;
    L += all.mass[i] * cross(all.start[i].p, all.start[i].v);
  }
  CHECK(any.mass == doctest::Approx(mass).epsilon(1e-14));
  CHECK(norm(any.mass * any.centre.v - p) < 1e-13);
  CHECK(norm(cross(any.centre.p, any.mass * any.centre.v) + any.inertia * any.w - L) < 1e-12);
}

TEST_CASE("aggregate: its mean acceleration is the rate of its mean motion, by differences") {
  const Particles all = make_cluster(30, 9);
  std::vector<Vec3<double>> forces;
  for (const PointMotion& one : make_cluster(30, 10).start) forces.push_back(one.v);
  const auto later = [&](double t) {
    std::vector<PointMotion> motions = all.start;
    for (int i = 0; i < all.count(); ++i) {
      const Vec3<double> a = (1 / all.mass[i]) * forces[i];
      motions[i] = {all.start[i].p + t * all.start[i].v + (0.5 * t * t) * a, all.start[i].v + t * a};
    }
    return calc_aggregate(all, 0, motions);
  };
  const double h = 1e-4;
  const MeanAcceleration mean = calc_mean_acceleration(all, 0, later(0), all.start, forces);
  CHECK(norm((0.5 / h) * (later(h).w - later(-h).w) - mean.w) < 1e-6);
  CHECK(norm((0.5 / h) * (later(h).centre.v - later(-h).centre.v) - mean.v) < 1e-9);
}
