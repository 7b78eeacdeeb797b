#include "pintle/record/momentum_watch.h"

#include <doctest/doctest.h>

#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"

using namespace pintle;

namespace {

/// One free ball of 2 kg under gravity, thrown, spinning: the exact motion.
System make_ball() {
  Model model;
  model.gravity = {0, 0, -10};
  model.bodies.push_back({.name = "ball", .mass = 2, .inertia = Sym3<double>{1, 0, 0, 1, 0, 1}, .at = {}, .rotation = {}});
  return make_system(model);
}
State<double> make_state(double t, double extra_speed) {
  State<double> state;
  state.t = t;
  const Vec3<double> p{3 + t, 1, 4 - 5 * t * t}, v{1 + extra_speed, 0, -10 * t};
  state.X_WB = {Pose<double>::identity(), {Mat3<double>::identity(), p}};
  state.q_WB = {Quaternion<double>::identity(), Quaternion<double>::identity()};
  state.V_WB = {Motion<double>::zero(), {{0, 0, 5}, v}};
  return state;
}

}  // namespace

TEST_CASE("momentum watch: a free fall drifts by rounding only, in both momenta") {
  const System system = make_ball();
  MomentumWatch watch(system, system.nominal);
  CHECK(!watch.drift());
  for (int i = 0; i <= 10; ++i) watch.add(make_state(0.1 * i, 0));
  REQUIRE(watch.drift());
  CHECK(watch.drift()->linear < 1e-14);  // sums of a few terms
  CHECK(watch.drift()->angular < 1e-14);
}

TEST_CASE("momentum watch: a push from nowhere is seen, against the sum of magnitudes") {
  const System system = make_ball();
  MomentumWatch watch(system, system.nominal);
  watch.add(make_state(0, 0));
  watch.add(make_state(0, 0.25));
  REQUIRE(watch.drift());
  CHECK(watch.drift()->linear == doctest::Approx(0.25 / 1.25).epsilon(1e-12));
}

TEST_CASE("momentum watch: what is tied to the world has no momentum to conserve") {
  CHECK(!is_isolated(make_system(make_chain(3))));
  CHECK(is_isolated(make_system(make_star(3))));
}
