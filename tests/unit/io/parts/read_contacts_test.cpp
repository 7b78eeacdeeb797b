#include <doctest/doctest.h>

#include "pintle/io/writing/writer.h"
#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_contacts[] = {
    {"surfaces: {ground: {plane: {up: [0, 0, 0]}}}",
     "m.yaml:3:12: surfaces.ground: normal is missing; give it, for example normal: {law: standard-linear-solid, ke: 20 kN/m, "
     "kv: 1 kN/m, cv: 5 kN*s/m}\nm.yaml:3:33: surfaces.ground.plane.up: [0, 0, 0] has length 0; give a direction, for example "
     "[0, 0, 1]"},
    {"surfaces: {ground: {plane: {}, normal: {law: hertz, ke: 0, kv: 1, cv: 1}}}",
     "m.yaml:3:46: surfaces.ground.normal.law: \"hertz\" is not known; known are standard-linear-solid, "
     "hunt-crossley, spring-damper"},
    {"surfaces: {ground: {plane: {}, normal: {law: standard-linear-solid, ke: 1, kv: 1, cv: 1}, friction: {law: lugre, mu_s: "
     "1, mu_k: 1, sigma0: 1, vs: 1, alpha: 3}}}",
     "m.yaml:3:157: surfaces.ground.friction.alpha: 3 is not read; the exponent is 1 or 2"},
    {"surfaces: {ground: {height: =arm.position.x, normal: {law: spring-damper, k: 1, c: 1}}}",
     "m.yaml:3:29: surfaces.ground.height: arm.position.x is a signal, and a ground is where it is whatever moves on it; use x, "
     "y, `time` and parameters"},
    {"surfaces: {ground: {plane: {}, height: 3, normal: {law: spring-damper, k: 1, c: 1}}}",
     "m.yaml:3:32: surfaces.ground.height: is a second form of one surface; keep one"},
    {"surfaces: {ground: {grid: {heights: [[0, 1], [0]], step: 1}, normal: {law: spring-damper, k: 1, c: 1}}}",
     "m.yaml:3:46: surfaces.ground.grid.heights[2]: has 1 height, and those before it 2; give each row as many"},
    {"surfaces: {ground: {plane: {}, normal: {law: spring-damper, k: 1, c: 1}}}\ncontacts: {foot: {at: {arm: [0, 0, 0]}, "
     "surface: "
     "ground, axis: [0, 1, 0]}}",
     "m.yaml:4:58: contacts.foot.axis: stands alone; a disc has a radius and an axis, a ball a radius"},
    {"contacts: {foot: {at: {arm: [0, 0, 0]}, surface: ground}}",
     R"(m.yaml:3:50: contacts.foot.surface: there is no surface "ground"; describe it first)"},
    {"contacts: {foot: {at: {arm: [0, 0, 0], leg: [0, 0, 0]}, surface: arm}}",
     "m.yaml:3:23: contacts.foot.at: 2 points; a contact is one point of one body, for example {foot: [0, 0, "
     "-0.1]}\nm.yaml:3:66: contacts.foot.surface: arm is a body; give the name of a surface"},
};

TEST_CASE("a surface or contact that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_contacts) check(golden, two_bodies + std::string(golden.text) + "\n");
}

TEST_CASE("a surface without friction is smooth, one with friction has all its numbers") {
  const Model model = read_model_text(
      two_bodies +
          "surfaces:\n  ice: {plane: {up: [0, 1, 0]}, normal: {law: standard-linear-solid, ke: 2 kN/m, kv: 0, cv: 5}}\n"
          "  sand: {plane: {at: [0, 0, 1]}, normal: {law: standard-linear-solid, ke: 1, kv: 1, cv: 1},\n"
          "         friction: {law: lugre, mu_s: 60 %, mu_k: 0.5, sigma0: 1e4 1/m, sigma1: 3 s/m, vs: 1 cm/s, alpha: 2}}\n"
          "contacts: {foot: {at: {arm: [0, 0, -1]}, surface: sand, scale: 0.45}, heel: {at: {arm: [0, 0, 0]}, surface: ice}}\n",
      "m.yaml");
  CHECK_FALSE(model.surfaces[0].friction);
  CHECK(std::get<Plane::Law<Number>>(model.surfaces[0].form).up.y == 1);
  CHECK(std::get<StandardLinearSolid::Law<Number>>(model.surfaces[0].normal).ke == 2000);
  REQUIRE(model.surfaces[1].friction);
  const auto& friction = std::get<LuGre::Law<Number>>(*model.surfaces[1].friction);
  CHECK(friction.mu_s == 0.6);
  CHECK(friction.sigma2 == 0);
  CHECK(friction.vs == 0.01);
  CHECK(friction.alpha == 2);
  CHECK(model.contacts[0].surface == "sand");
  CHECK(model.contacts[0].scale == 0.45);
  CHECK(model.contacts[1].scale == 1);
}

TEST_CASE("surfaces of all forms and contacts of all shapes are read, and come back from what is written of them") {
  const std::string normal = ", normal: {law: hunt-crossley, force: 2 kN, depth: 1 cm, damping: 0.3}}\n";
  const std::string text =
      two_bodies + "parameters: {a: 10 cm}\nsurfaces:\n  waves: {height: =a*sin(x/2 m)*cos(time/1 s)" + normal +
      "  tilted: {height: {of: =a*(x^2 + y^2)/1 m^2, up: [0, 1, 5]}, on: leg" + normal +
      "  relief: {grid: {heights: [[0, 1 cm], [0, 2 cm], [3 cm, 0]], step: 50 cm, step_y: 1 m}" + normal +
      "  dents: {bumps: {amplitude: =a, wavelength: 1 m}" + normal +
      "  rocks: {boulders: {stones: {a: {at: [1, 0, -0.1], radius: 40 cm}, b: {at: [0, 2, 0], radius: =a}}}" + normal +
      "  hub: {sphere: {radius: 1 m}, on: leg, normal: {law: spring-damper, k: 1, c: 0}, friction: {law: stribeck, mu_s: 1, "
      "mu_k: 1, vs: "
      "1}}\ncontacts:\n  tip: {at: {arm: [0, 0, 0]}, surface: waves}\n  ball: {at: {arm: [0, 0, 0]}, surface: rocks, radius: 1 "
      "cm}\n"
      "  wheel: {at: {arm: [0, 0, 0]}, surface: relief, radius: =2*a, axis: [0, 1, 0]}\n";
  const Model model = read_model_text(text, "m.yaml");
  CHECK(model.surfaces[1].on == "leg");
  CHECK(std::get<Grid::Law<Number>>(model.surfaces[2].form).heights->heights[3] == 0.02);
  CHECK(std::get<Boulders::Law<Number>>(model.surfaces[4].form).stones[1].radius == 0.1);
  CHECK(std::get<Disc::Law<Number>>(model.contacts[2].shape).radius == 0.2);
  CHECK(std::holds_alternative<Ball::Law<Number>>(model.contacts[1].shape));
  CHECK(std::holds_alternative<Point::Law<Number>>(model.contacts[0].shape));
  const std::string written = write_model(model), again = write_model(read_model_text(written, "again.yaml"));
  CHECK(written == again);
}
