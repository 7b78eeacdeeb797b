#include "pintle/io/parts/joint_laws.h"

#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

TEST_CASE("limits, friction and drives have the units of their direction") {
  const Model model = read_model_text(
      two_bodies +
          "joints:\n  hip: {type: hinge, between: [world, arm], limits: {low: -90 deg, high: 0.5, stiffness: 1 kN*m/rad, "
          "damping: 2},\n"
          "        friction: {law: lugre, mu_s: 0.3, mu_k: 0.2, vs: 1 rpm, sigma0: 100, radius: 1 cm, preload: 1 kN}}\n"
          "  knee: {type: cylindrical, between: [arm, leg], limits: {tz: {high: 2 mm, restitution: 50 %}},\n"
          "         friction: {tz: {law: stribeck, mu_s: 0.3, mu_k: 0.2, vs: 1 cm/s, alpha: 2, sigma2: 3 s/m}},\n"
          "         driven: {rz: {rate: =3 rad/s*sin(1 rad/s*time)}}}\n",
      "m.yaml");
  const JointPart &hip = model.joints[0], &knee = model.joints[1];
  CHECK(hip.limits.at(Direction::rz).low->value == doctest::Approx(-1.5707963267948966));
  CHECK(hip.limits.at(Direction::rz).stiffness == 1000);
  CHECK_FALSE(hip.limits.at(Direction::rz).restitution);
  const FrictionLaw& lugre = hip.frictions.at(Direction::rz);
  CHECK(lugre.kind == FrictionKind::lugre);
  CHECK(lugre.radius == 0.01);
  CHECK(lugre.preload == 1000);
  CHECK(lugre.alpha == 1);
  CHECK(knee.limits.at(Direction::tz).restitution->value == 0.5);
  CHECK_FALSE(knee.limits.at(Direction::tz).low);
  CHECK(knee.frictions.at(Direction::tz).vs == 0.01);
  CHECK(knee.frictions.at(Direction::tz).radius == 1);
  CHECK(knee.drivers.at(Direction::rz).rate);
  CHECK(model.graph.reads(knee.drivers.at(Direction::rz).value.expr, InputKind::time));
}
