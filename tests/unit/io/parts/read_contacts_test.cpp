#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_contacts[] = {
    {"surfaces: {ground: {plane: {up: [0, 0, 0]}}}",
     "m.yaml:3:12: surfaces.ground: normal is missing; give it, for example normal: {law: standard-linear-solid, ke: 20 kN/m, "
     "kv: 1 kN/m, cv: 5 kN*s/m}\nm.yaml:3:33: surfaces.ground.plane.up: [0, 0, 0] has length 0; give a direction, for example "
     "[0, 0, 1]"},
    {"surfaces: {ground: {height: 3, normal: {law: standard-linear-solid, ke: 1, kv: 1, cv: 1}}}",
     "m.yaml:3:21: surfaces.ground.height: `height` is not read yet; use `plane`"},
    {"surfaces: {ground: {plane: {}, normal: {law: hertz, ke: 0, kv: 1, cv: 1}}}",
     "m.yaml:3:46: surfaces.ground.normal.law: \"hertz\" is not known; write standard-linear-solid\nm.yaml:3:57: "
     "surfaces.ground.normal.ke: 0 is not positive; give a number above zero"},
    {"surfaces: {ground: {plane: {}, normal: {law: standard-linear-solid, ke: 1, kv: 1, cv: 1}, friction: {law: coulomb, mu_s: "
     "1, mu_k: 1, sigma0: 1, vs: 1, alpha: 3}}}",
     "m.yaml:3:107: surfaces.ground.friction.law: coulomb is not read yet; use lugre\nm.yaml:3:159: "
     "surfaces.ground.friction.alpha: 3 is not read; the exponent is 1 or 2"},
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
