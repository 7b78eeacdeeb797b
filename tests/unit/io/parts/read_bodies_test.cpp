#include <doctest/doctest.h>

#include <cmath>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_bodies[] = {
    {"mass: 3 m, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: 3 m is a length; give a mass, for example 3 kg"},
    {"mass: heavy, inertia: [1, 1, 1]", R"(m.yaml:2:22: bodies.arm.mass: "heavy" is no number; give a mass, for example 1 kg)"},
    {"mass: 3 kq, inertia: [1, 1, 1]",
     "m.yaml:2:22: bodies.arm.mass: 3 kq: there is no unit kq; units are kg, m, s, N, deg and the like, for example kN*m/rad"},
    {"mass: 3 Kg, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: 3 Kg: there is no unit Kg; write 3 kg"},
    {"mass: 0, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: 0 is not positive; give a number above zero"},
    {"mass: -2 kg, inertia: [1, 1, 1]", "m.yaml:2:22: bodies.arm.mass: -2 kg is not positive; give a number above zero"},
    {"mass: =2*k, inertia: [1, 1, 1]", R"(m.yaml:2:22: bodies.arm.mass: there is no parameter "k"; add it to `parameters`)"},
    {"mass: [1], inertia: [1, 1, 1]",
     "m.yaml:2:22: bodies.arm.mass: a list where a single value is expected; give a mass, for example 1 kg"},
    {"mass: 1, inertia: 3",
     "m.yaml:2:34: bodies.arm.inertia: a single value where a list is expected; give three moments, for example [0.1, 0.1, 0.1], "
     "or {xx: 0.1, yy: 0.1, zz: 0.1, xy: 0.01}"},
    {"mass: 1, inertia: [1, 1]",
     "m.yaml:2:34: bodies.arm.inertia: 2 elements; give three moments, for example [0.1, 0.1, 0.1], or {xx: 0.1, yy: 0.1, zz: "
     "0.1, xy: 0.01}"},
    {"mass: 1, inertia: [1, 1, -1]",
     "m.yaml:2:34: bodies.arm.inertia: no body has this inertia: its smallest principal moment is -1 kg*m^2; check the signs, "
     "and that the tensor is about the mass centre"},
    {"mass: 1, inertia: {xx: 1, yy: 1, zz: 1, xy: 2}",
     "m.yaml:2:34: bodies.arm.inertia: no body has this inertia: its smallest principal moment is -1 kg*m^2; check the signs, "
     "and that the tensor is about the mass centre"},
    {"mass: 1, inertia: {xx: 1, yy: 1}", "m.yaml:2:25: bodies.arm.inertia: zz is missing; give it, for example zz: 0.1"},
    {"mass: 1, inertia: [1 kg, 1, 1]",
     "m.yaml:2:35: bodies.arm.inertia.xx: 1 kg is a mass; give a moment of inertia, for example 1 kg*m^2"},
    {"mass: 1, inertia: [1, 1, 1], at: [0, 0]",
     "m.yaml:2:49: bodies.arm.at: 2 elements; a vector has three, for example [0, 0, 1]"},
    {"mass: 1, inertia: [1, 1, 1], at: {x: 1}",
     "m.yaml:2:49: bodies.arm.at: a map where a list is expected; give three elements, for example [0, 0, 1]"},
    {"mass: 1, inertia: [1, 1, 1], rotate: {rz: 30 deg}",
     "m.yaml:2:53: bodies.arm.rotate: a map where a list is expected; give a list of turns in their order, for example [rz: 30 "
     "deg, ry: 10 deg]"},
    {"mass: 1, inertia: [1, 1, 1], rotate: [30 deg]",
     "m.yaml:2:54: bodies.arm.rotate[1]: a single value where keys with values are expected; give a turn, for example rz: 30 "
     "deg"},
    {"mass: 1, inertia: [1, 1, 1], rotate: [tz: 30 deg]",
     R"(m.yaml:2:54: bodies.arm.rotate[1].tz: "tz" is no turn; write rx, ry or rz)"},
    {"mass: 1, inertia: [1, 1, 1], rotate: [{rz: 1, ry: 2}]",
     "m.yaml:2:54: bodies.arm.rotate[1]: 2 turns in one element; their order matters, so write [rz: 30 deg, ry: 10 deg]"},
    {"mass: 1, inertia: [1, 1, 1], rotate: [rz: 1e300]",
     "m.yaml:2:58: bodies.arm.rotate[1].rz: 1e300 is too large to mean an attitude; give an angle below 1e6 rad"},
    {"mass: 1, inertia: [1, 1, 1], quaternion: [1, 0, 0, 0]",
     "m.yaml:2:57: bodies.arm.quaternion: a list where keys with values are expected; give {w: 1, x: 0, y: 0, z: 0}"},
    {"mass: 1, inertia: [1, 1, 1], quaternion: {w: 0, x: 0, y: 0, z: 0}",
     "m.yaml:2:57: bodies.arm.quaternion: all four numbers are 0, which is no rotation; give for example {w: 1, x: 0, y: 0, z: "
     "0}"},
    {"mass: 1, inertia: [1, 1, 1], quaternion: {w: 1, x: 0, y: 0}",
     "m.yaml:2:45: bodies.arm.quaternion: z is missing; give it, for example z: 0"},
    {"mass: 1, inertia: [1, 1, 1], quaternion: {w: 1, x: 0, y: 0, z: 0}, rotate: [rz: 1]",
     "m.yaml:2:45: bodies.arm.quaternion: stands beside `rotate`; keep one of them"},
    {"mass: 1, inertia: [1, 1, 1], shape: {ball: 3}",
     "m.yaml:2:53: bodies.arm.shape.ball: unknown key; known are box, sphere, cylinder, prism, mesh"},
    {"mass: 1, inertia: [1, 1, 1], shape: {box: [1, 2, 0]}",
     "m.yaml:2:58: bodies.arm.shape.box: a box has three edges above zero; give for example [1, 0.5, 0.2]"},
    {"mass: 1, inertia: [1, 1, 1], shape: {prism: {sides: 2, width: 1, height: 1}}",
     "m.yaml:2:68: bodies.arm.shape.prism.sides: a prism has a whole number of sides, three or more; give for example 6"},
};

TEST_CASE("a body that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_bodies) check(golden, in_body(golden.text));
}

TEST_CASE("a body is read in SI units, with the rotations of its attitude in their order") {
  const Model model = read_model_text(
      "pintle: 1\nbodies:\n  arm: {mass: 2 t, inertia: [1, 2, 3 kg*m^2], at: [1, 20 cm, 3 mm], rotate: [rz: 90 deg, rx: 90 "
      "deg]}\n"
      "  leg: {mass: 500 g, inertia: {xx: 1, yy: 1, zz: 1, yz: -0.25}, quaternion: {w: -2, x: 0, y: 0, z: 2}}\n",
      "m.yaml");
  REQUIRE(model.bodies.size() == 2);
  const BodyPart &arm = model.bodies[0], &leg = model.bodies[1];
  CHECK(arm.mass == 2000);
  CHECK(arm.inertia.zz == 3);
  CHECK(arm.at->y == 0.2);
  CHECK(arm.at->z == 0.003);
  // Turned about z, then about the body's own new x: the body's y points to the world's z, its z to the world's x.
  const Mat3<double> R = to_matrix(Quaternion<double>(*arm.rotation));
  CHECK(R.zy == doctest::Approx(1));
  CHECK(R.xz == doctest::Approx(1));
  CHECK(leg.mass == 0.5);
  CHECK(leg.inertia.yz == -0.25);
  const Quaternion<double> q = *leg.rotation;
  CHECK(q.w == doctest::Approx(std::sqrt(0.5)));  // unit length, w >= 0
  CHECK(q.z == doctest::Approx(-std::sqrt(0.5)));
}

TEST_CASE("an inertia that violates the triangle inequality is a warning, a slender rod and a point mass are not") {
  ReadNotes notes;
  read_model_text(in_body("mass: 1, inertia: [1, 1, 3]"), "m.yaml", {}, {}, &notes);
  REQUIRE(notes.warnings.size() == 1);
  CHECK(notes.warnings[0] ==
        "m.yaml:2:25: bodies.arm.inertia: no real body has this inertia: its principal moments are 1, 1, 3 kg*m^2, and the "
        "largest exceeds the sum of the others; it is used as it is");
  for (const char* inertia : {"[0, 1, 1]", "[0, 0, 0]", "{xx: 0.5, yy: 0.5, zz: 1, xy: 0.5}"}) {
    ReadNotes none;
    read_model_text(in_body(std::string("mass: 1, inertia: ") + inertia), "m.yaml", {}, {}, &none);
    CHECK(none.warnings.empty());
  }
}

TEST_CASE("a shape is kept for pictures") {
  const auto shape = [](const std::string& text) {
    return *read_model_text(in_body("mass: 1, inertia: [1, 1, 1], shape: " + text), "m.yaml").bodies[0].shape;
  };
  CHECK(shape("{box: [1, 2 cm, 3]}").kind == Shape::Kind::box);
  CHECK(shape("{box: [1, 2 cm, 3]}").size[1] == 0.02);
  CHECK(shape("{sphere: 1 m}").size[0] == 1);
  CHECK(shape("{cylinder: {radius: 1, length: 2}}").size[1] == 2);
  CHECK(shape("{prism: {sides: 6, width: 1, height: 2}}").size == std::array<double, 3>{6, 1, 2});
  CHECK(shape("{mesh: arm.stl}").file == "arm.stl");
}
