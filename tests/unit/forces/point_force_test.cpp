#include "pintle/forces/point_force.h"

#include <doctest/doctest.h>

#include "unit/forces/ends.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

struct Bench {
  Parameters<double> p;
  PointForce force;

  Bench(const Vec3<double>& point, const Vec3<double>& f, const Vec3<double>& m, bool follows) {
    SlotMaker slots{p.value};
    force.bodies = {BodyIndex(1), follows ? BodyIndex(1) : world};
    force.at = {slots.put(point)};
    force.law = {{slots.put(f)}, {slots.put(m)}};
    force.turn = slots.put(Pose<double>::identity());
  }
  Effect<double, PointForce> calc(const Placed<double>& body) const {
    const Pose<double> same = Pose<double>::identity();
    return force.act(force.prepare(p, {same, same}), Ends<double, 2>{body.end(), body.end()}, static_cast<const double*>(nullptr),
                     {});
  }
};

}  // namespace

TEST_CASE("point force: in world axes it stays, in the body's axes it turns with the body") {
  Placed<double> body = at_rest();
  body.R = rotation_about(2, std::acos(0.0));  // x → y
  body.p = {1, 0, 0};
  for (const bool follows : {false, true}) {
    const Bench bench({0, 0, 2}, {3, 0, 0}, {0, 5, 0}, follows);
    const Push<double> push = bench.calc(body).push[0];
    CHECK(distance(push.point_W, {1, 0, 2}) < 1e-15);
    CHECK(distance(push.force_W, follows ? Vec3<double>{0, 3, 0} : Vec3<double>{3, 0, 0}) < 1e-15);
    CHECK(distance(push.moment_W, follows ? Vec3<double>{-5, 0, 0} : Vec3<double>{0, 5, 0}) < 1e-15);
  }
}

TEST_CASE("point force: the power of a constant force is the rate of f·p at its point, and of a moment m·ω") {
  Random random(1);
  for (int k = 0; k < 50; ++k) {
    const Vec3<double> point = draw_vector(random), f = draw_vector(random), m = draw_vector(random);
    const Bench bench(point, f, m, false);
    const Placed<double> body = draw_placed(random);
    const Placed<Dual> on = moving(body);
    const Vec3<double> v = slope_of(on.p + on.R * seeded(point, Vec3<double>::zero()));
    const double power = bench.calc(body).power[0];
    CHECK(power == doctest::Approx(dot(f, v) + dot(m, body.w)).epsilon(1e-13));
  }
}
