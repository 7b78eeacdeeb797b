#include "pintle/forces/point_spring.h"

#include <doctest/doctest.h>

#include "unit/forces/ends.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

struct Bench {
  Parameters<double> p;
  PointSpring spring;

  Bench(const Vec3<double>& on_a, const Vec3<double>& on_b, double k, double c, double free_length) {
    SlotMaker slots{p.value};
    spring.bodies = {BodyIndex(1), BodyIndex(2)};
    spring.at = {slots.put(on_a), slots.put(on_b)};
    spring.law = {{slots.put(k), slots.put(c), slots.put(free_length)}, {slots.put(0.0)}};
  }
  template <class T>
  Effect<T, PointSpring> calc(const Placed<T>& A, const Placed<T>& B) const {
    const Pose<T> same = Pose<T>::identity();
    return spring.act(spring.prepare(broadcast<T>(p), {same, same}), Ends<T, 2>{A.end(), B.end()}, static_cast<const T*>(nullptr),
                      {});
  }
};

}  // namespace

TEST_CASE("point spring by hand: 3-4-5 triangle, stretched by 1 m, closing at 2 m/s") {
  const Bench bench({0, 0, 0}, {0, 0, 0}, 100, 10, 4);
  Placed<double> A = at_rest(), B = at_rest();
  B.p = {3, 4, 0};
  B.v = {-1.2, -1.6, 7};  // 2 m/s along the spring, the rest across
  const auto out = bench.calc(A, B);
  CHECK(distance(out.push[1].force_W, -80 * Vec3<double>{0.6, 0.8, 0}) < 1e-12);  // −100·1 + 10·2 pulls Q to P
  CHECK(out.stored == doctest::Approx(50));
  CHECK(out.power[0] == doctest::Approx(40));
  B.p = {0.3, 0.4, 0};  // shorter than its free length: pushes apart
  B.v = {0, 0, 0};
  CHECK(dot(bench.calc(A, B).push[1].force_W, B.p) > 0);
}

TEST_CASE("point spring: power is what the energy loses and the damper takes, and no net force or moment is left") {
  Random random(1);
  for (int n = 0; n < 100; ++n) {
    const Bench bench(draw_vector(random), draw_vector(random), random.uniform(1, 100), random.uniform(0, 10),
                      random.uniform(0, 3));
    const Placed<double> A = draw_placed(random), B = draw_placed(random);
    const auto out = bench.calc(A, B);
    const Vec3<double>&Q = out.push[1].point_W, &P = out.push[0].point_W, &f = out.push[1].force_W;
    const double power = dot(f, velocity_at(B.end(), Q)) - dot(f, velocity_at(A.end(), P));
    const Dual energy = bench.calc(moving(A), moving(B)).stored;
    CHECK(energy.value == doctest::Approx(out.stored).epsilon(1e-13));
    CHECK(energy.slope == doctest::Approx(-power - out.power[0]).epsilon(1e-11));
    CHECK(out.power[0] >= 0);
    // f on Q and −f on P: the moments about any point cancel, since f is along the line PQ.
    CHECK(norm(cross(Q - P, f)) < 1e-13 * norm(Q - P) * norm(f));
  }
}

TEST_CASE("point spring of no length: no direction, so no push, and nothing that is not a number") {
  for (const double free_length : {0.0, 1.0}) {
    const Bench bench({1, 2, 3}, {1, 2, 3}, 100, 10, free_length);
    Placed<double> A = at_rest(), B = at_rest();
    B.v = {1, 0, 0};
    const auto out = bench.calc(A, B);
    CHECK(norm(out.push[1].force_W) == 0);
    CHECK(out.stored == doctest::Approx(50 * free_length * free_length));
    CHECK(out.power[0] == 0);
    const auto dual = bench.calc(moving(A), moving(B));
    CHECK(std::isfinite(dual.push[1].force_W.x.slope));
    CHECK(std::isfinite(dual.stored.slope));
  }
  const Bench tiny({0, 0, 0}, {0, 0, 0}, 100, 0, 1);
  Placed<double> A = at_rest(), B = at_rest();
  B.p = {1e-150, 0, 0};
  CHECK(distance(tiny.calc(A, B).push[1].force_W, {100, 0, 0}) < 1e-10);  // a direction, however short
}

TEST_CASE("point spring: a force of its own pushes the points apart, and its power is applied") {
  Bench bench({0, 0, 0}, {0, 0, 0}, 0, 0, 0);
  bench.p[bench.spring.law.force.at] = 7;
  Placed<double> A = at_rest(), B = at_rest();
  B.p = {0, 2, 0};
  B.v = {5, 3, 0};
  const auto out = bench.calc(A, B);
  CHECK(distance(out.push[1].force_W, {0, 7, 0}) < 1e-15);
  CHECK(out.power[1] == doctest::Approx(21));
  CHECK(out.stored == 0);
}
