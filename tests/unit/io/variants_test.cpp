#include "pintle/io/variants.h"

#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

namespace {

const std::string file =
    two_bodies +
    "parameters: {k: 3 N/m, c: 2 N*s/m}\n"
    "forces: {f: {at: {arm: [0, 0, 0], leg: [0, 0, 0]}, spring: {stiffness: =k, damping: =c, free_length: 1}}}\n"
    "choose: {legs: soft}\n"
    "variants:\n"
    "  legs: {soft: {}, stiff: {parameters.k: 1 kN/m, gravity.z: -2}, bent: {bodies.arm: {at: [0, 0, 1]}}}\n"
    "  air: {thin: {parameters.c: 1 N*s/m}}\n";

}  // namespace

TEST_CASE("the file chooses, the command line chooses otherwise, and settings come last") {
  CHECK(read_model_text(file, "m.yaml").forces.of<PointSpring>()[0].law.spring.stiffness == 3);
  const Model stiff = read_model_text(file, "m.yaml", {}, {{"legs", "stiff"}, {"air", "thin"}});
  CHECK(stiff.forces.of<PointSpring>()[0].law.spring.stiffness == 1000);
  CHECK(stiff.forces.of<PointSpring>()[0].law.spring.damping == 1);
  CHECK(stiff.gravity.z == -2);  // a vector that the file did not have
  const Model set = read_model_text(file, "m.yaml", {{"parameters.k", "5"}}, {{"legs", "stiff"}});
  CHECK(set.forces.of<PointSpring>()[0].law.spring.stiffness == 5);
  CHECK(read_model_text(file, "m.yaml", {{"choose.legs", "stiff"}}).forces.of<PointSpring>()[0].law.spring.stiffness == 1000);
  CHECK(read_model_text(file, "m.yaml", {{"choose.legs", "stiff"}}, {{"legs", "soft"}})
            .forces.of<PointSpring>()[0]
            .law.spring.stiffness == 3);
}

TEST_CASE("maps of a variant merge") {
  const Model model = read_model_text(file, "m.yaml", {}, {{"legs", "bent"}});
  CHECK(model.bodies[0].at->z == 1);
  CHECK(model.bodies[0].mass == 1);
}

TEST_CASE("a choice is split at its equals sign") {
  CHECK(parse_variant("legs=stiff").group == "legs");
  CHECK(parse_variant("legs=shock-absorbing").choice == "shock-absorbing");
  for (const char* text : {"legs", "=stiff", "legs="})
    CHECK_THROWS_WITH(
        parse_variant(text),
        ("--variant " + std::string(text) + ": is no GROUP=CHOICE; write for example --variant legs=stiff").c_str());
}
