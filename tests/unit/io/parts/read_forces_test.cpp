#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_forces[] = {
    {"forces: {f: {force: [1, 0, 0]}}", "m.yaml:3:10: forces.f: at is missing; give it, for example at: {ball: [0, 0, 0]}"},
    {"forces: {f: {at: {arm: [0, 0, 0]}}}",
     "m.yaml:3:10: forces.f: does nothing; give force, moment or both, for example force: [0, 0, 10 N]"},
    {"forces: {f: {at: {ram: [0, 0, 0]}, force: [1, 0, 0]}}",
     R"(m.yaml:3:24: forces.f.at.ram: there is no body "ram"; did you mean arm?)"},
    {"forces: {f: {at: {arm: [0, 0, 0]}, spring: {stiffness: 1}}}",
     "m.yaml:3:36: forces.f.spring: needs two points; give `at` a second entry, for example world: [0, 0, 0]"},
    {"forces: {f: {at: {arm: [0, 0, 0], leg: [0, 0, 0]}, spring: {stiffness: 1}}}",
     "m.yaml:3:52: forces.f.spring: free_length is missing; give the length without force, for example free_length: 1 m"},
    {"forces: {f: {at: {arm: [0, 0, 0], leg: [0, 0, 0]}, force: [3 N, 0, 0]}}",
     "m.yaml:3:59: forces.f.force: acts along the line between two points, so it is one number; give for example 10 N"},
    {"forces: {f: {at: {arm: [0, 0, 0], leg: [0, 0, 0]}}}",
     "m.yaml:3:10: forces.f: does nothing; give spring, force or both, for example spring: {stiffness: 10 N/m, free_length: 1 "
     "m}"},
    {"forces: {f: {at: {world: [0, 0, 0]}, force: [1, 0, 0]}}",
     "m.yaml:3:18: forces.f.at: a force on the world moves nothing; give a point on a body"},
    {"forces: {f: {at: {arm: [0, 0, 0]}, force: [1 N*m, 0, 0]}}",
     "m.yaml:3:44: forces.f.force.x: 1 N*m is a moment or an energy; give a force, for example 1 N"},
};

TEST_CASE("a force that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_forces) check(golden, two_bodies + std::string(golden.text) + "\n");
}

TEST_CASE("one point makes a force, two points a spring") {
  const Model model = read_model_text(
      two_bodies +
          "forces:\n  push: {at: {arm: [1, 0, 0]}, axes: leg, force: [1 kN, 0, 0], moment: [0, 0, 2]}\n"
          "  down: {at: {arm: [0, 0, 0]}, axes: world, force: [0, 0, -1 lbf]}\n"
          "  rope: {at: {leg: [0, 0, 1], arm: [0, 0, 0]}, force: -20 N, active: false}\n"
          "  coil: {at: {world: [0, 0, 1], arm: [0, 0, 0]}, spring: {stiffness: 2 kN/m, damping: 3, free_length: 10 cm}}\n",
      "m.yaml");
  REQUIRE(model.forces.of<PointForce>().size() == 2);
  CHECK(model.forces.of<PointForce>()[0].axes == "leg");
  CHECK(model.forces.of<PointForce>()[0].law.force.x == 1000);
  CHECK(model.forces.of<PointForce>()[0].law.moment.z == 2);
  CHECK_FALSE(model.forces.of<PointForce>()[1].axes);
  REQUIRE(model.forces.of<PointSpring>().size() == 2);
  CHECK(model.forces.of<PointSpring>()[0].law.force == -20);
  CHECK_FALSE(model.forces.of<PointSpring>()[0].active);
  CHECK(model.forces.of<PointSpring>()[1].at[0].body == "world");
  CHECK(model.forces.of<PointSpring>()[1].law.spring.stiffness == 2000);
  CHECK(model.forces.of<PointSpring>()[1].law.spring.free_length == 0.1);
}
