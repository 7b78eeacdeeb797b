#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_joints[] = {
    {"joints: {arm: {type: hinge, between: [world, arm]}}",
     "m.yaml:3:10: joints.arm: there is also a body of this name; names are unique among all parts, so rename one"},
    {"joints: {hip: {type: hing, between: [world, arm]}}",
     R"(m.yaml:3:22: joints.hip.type: there is no joint type "hing"; did you mean hinge?)"},
    {"joints: {hip: {type: wheel, between: [world, arm]}}",
     R"(m.yaml:3:22: joints.hip.type: there is no joint type "wheel"; take weld, hinge, slider, cylindrical, universal, ball, planar or free, or a list of directions, for example [rx, tz])"},
    {"joints: {hip: {type: [rx, rx], between: [world, arm]}}",
     "m.yaml:3:22: joints.hip.type: direction rx is listed twice; list each once"},
    {"joints: {hip: {type: [qx], between: [world, arm]}}",
     R"(m.yaml:3:23: joints.hip.type[1]: "qx" is not known; did you mean tx?)"},
    {"joints: {hip: {type: [], between: [world, arm]}}",
     "m.yaml:3:22: joints.hip.type: an empty list; write weld for a joint without freedom, or list directions, for example [rx, "
     "tz]"},
    {"joints: {hip: {type: hinge}}", "m.yaml:3:10: joints.hip: between is missing; give it, for example between: [world, arm]"},
    {"joints: {hip: {type: hinge, between: [world]}}",
     "m.yaml:3:38: joints.hip.between: 1 name; give parent and child, for example [world, arm]"},
    {"joints: {hip: {type: hinge, between: [world, world]}}",
     "m.yaml:3:38: joints.hip.between: world is joined to itself; give two different bodies"},
    {"joints: {hip: {type: hinge, between: [world, amr]}}",
     R"(m.yaml:3:46: joints.hip.between[2]: there is no body "amr"; did you mean arm?)"},
    {"joints: {hip: {type: hinge, between: world}}",
     "m.yaml:3:38: joints.hip.between: a single value where a list is expected; give parent and child, for example [world, arm]"},
    {"joints: {hip: {type: hinge, between: [world, arm], at: {arm: [0, 0, 0]}}}",
     "m.yaml:3:56: joints.hip.at: the point on world is missing; give a point on each body, or one world point as a list"},
    {"joints: {hip: {type: hinge, between: [world, arm], at: {world: [0, 0, 0], leg: [0, 0, 0]}}}",
     "m.yaml:3:56: joints.hip.at: leg is not one of the joint's bodies; give points on world and arm"},
    {"joints: {hip: {type: hinge, between: [world, arm], at: {world: current, arm: [0, 0, 0]}}}",
     "m.yaml:3:56: joints.hip.at: `current` is for a joint that an event closes; say active: false, or give the point"},
    {"joints: {hip: {type: hinge, between: [world, arm], axis: [0, 0, 0]}}",
     "m.yaml:3:58: joints.hip.axis: [0, 0, 0] has length 0; give a direction, for example [0, 0, 1]"},
    {"joints: {hip: {type: hinge, between: [world, arm], axis: [0, 1]}}",
     "m.yaml:3:58: joints.hip.axis: 2 elements; a vector has three, for example [0, 0, 1]"},
    {"joints: {hip: {type: hinge, between: [world, arm], axis: [0, 0, 1], x_axis: [0, 0, 2]}}",
     "m.yaml:3:77: joints.hip.x_axis: is parallel to the joint's axis; give a direction across it"},
    {"joints: {hip: {type: hinge, between: [world, arm], second_axis: [0, 0, 1]}}",
     "m.yaml:3:52: joints.hip.second_axis: belongs to a universal joint only; take it out"},
    {"joints: {hip: {type: hinge, between: [world, arm], axes: arms}}",
     R"(m.yaml:3:58: joints.hip.axes: there is no body "arms"; did you mean arm?)"},
    {"joints: {hip: {type: universal, between: [world, arm], axis: [1, 0, 0]}}",
     "m.yaml:3:10: joints.hip: a universal joint turns about `axis` and `second_axis`; give both, perpendicular"},
    {"joints: {hip: {type: universal, between: [world, arm], axis: [1, 0, 0], second_axis: [1, 1, 0]}}",
     "m.yaml:3:86: joints.hip.second_axis: is at 45 deg to `axis`; the axes of a universal joint are perpendicular"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: 10}}",
     "m.yaml:3:60: joints.hip.spring: a single value where keys with values are expected; give {stiffness: 10, damping: 0.1}"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: {stiffness: 10 N/m}}}",
     "m.yaml:3:72: joints.hip.spring.stiffness: 10 N/m is a stiffness in N/m; give a stiffness in N*m/rad, for example 10 "
     "N*m/rad"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: {rest: 10 deg}}}",
     "m.yaml:3:52: joints.hip.spring: does nothing; give stiffness, damping or both"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: {stiffness: [[0, 1], [0, 2]]}}}",
     "m.yaml:3:81: joints.hip.spring.stiffness[2]: 0 does not come after the coordinate before it; list the rows with rising "
     "coordinates"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: {stiffness: [1, 2]}}}",
     "m.yaml:3:73: joints.hip.spring.stiffness[1]: a single value where a list is expected; give pairs of coordinate and value, "
     "for example [[0, 10], [0.5, 20]]"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: {tz: {stiffness: 1}}}}",
     "m.yaml:3:61: joints.hip.spring.tz: is no direction that a law can act on here; give the law for rz, for example rz: {…}"},
    {"joints: {hip: {type: cylindrical, between: [world, arm], spring: {stiffness: 1}}}",
     "m.yaml:3:67: joints.hip.spring.stiffness: is no direction that a law can act on here; give the law for tz or rz, for "
     "example tz: {…}"},
    {"joints: {hip: {type: ball, between: [world, arm], spring: {rx: {stiffness: 1}}}}",
     "m.yaml:3:51: joints.hip.spring: is not read yet for a ball; take `type: [rx, ry, rz]`, whose directions can have laws"},
    {"joints: {hip: {type: weld, between: [world, arm], spring: {stiffness: 1}}}",
     "m.yaml:3:51: joints.hip.spring: needs a direction that can move, and a weld has none; take it out"},
    {"joints: {hip: {type: hinge, between: [world, arm], spring: {stiffness: =max(a, b)}}}",
     "m.yaml:3:72: joints.hip.spring.stiffness: looks like a part of an expression: a bracket is missing, or a comma has torn "
     "it; put the whole expression in "
     "quotes\nm.yaml:3:80: joints.hip.spring.b): looks like a part of an expression: a bracket is missing, or a comma has torn "
     "it; put the whole expression "
     "in "
     "quotes"},
    {"joints: {hip: {type: hinge, between: [world, arm], motor: {force: 1 N}}}",
     "m.yaml:3:60: joints.hip.motor.force: unknown key; write torque"},
    {"joints: {hip: {type: hinge, between: [world, arm], motor: {torque: =a}}}",
     R"(m.yaml:3:68: joints.hip.motor.torque: there is no parameter "a"; add it to `parameters`)"},
};

TEST_CASE("a joint that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_joints) check(golden, two_bodies + std::string(golden.text) + "\n");
}

TEST_CASE("a joint's points are stored parent first, and synonyms of types are the types") {
  const Model model = read_model_text(
      two_bodies +
          "joints:\n  hip: {type: revolute, between: [world, arm], at: {arm: [0, 0, 1], world: [1, 2, 3]}, axis: [0, 2, 0]}\n"
          "  knee: {type: [ry, tx, rx], between: [arm, leg], at: [1, 0, 0], axes: arm}\n",
      "m.yaml");
  const JointPart &hip = model.joints[0], &knee = model.joints[1];
  CHECK(hip.type.name == "hinge");
  const auto& at = std::get<std::array<PointOn, 2>>(hip.at);
  CHECK(at[0].body == "world");
  CHECK(at[0].p.y == 2);
  CHECK(at[1].body == "arm");
  CHECK(hip.axis->y == 2);  // as it was given; whoever uses it normalizes it
  CHECK(std::get<Vector>(knee.at).x == 1);
  CHECK(knee.axes == "arm");
  CHECK(knee.type.free.count() == 3);
  CHECK(knee.type.sequence[0] == 1);
  CHECK(knee.type.sequence[1] == 0);
  for (const char* pair : {"fixed weld", "revolute hinge", "prismatic slider", "spherical ball"}) {
    const std::string both = pair, synonym = both.substr(0, both.find(' ')), name = both.substr(both.find(' ') + 1);
    const Model one = read_model_text(two_bodies + "joints: {hip: {type: " + synonym + ", between: [world, arm]}}\n", "m.yaml");
    CHECK(one.joints[0].type.name == name);
  }
}

TEST_CASE("a joint with one direction has its laws directly, one with several by direction") {
  const Model model = read_model_text(two_bodies +
                                          "joints:\n  hip: {type: hinge, between: [world, arm], spring: {stiffness: [[0 deg, 1], "
                                          "[180 deg, 2 N*m/rad]], rest: 90 deg},"
                                          " motor: {torque: 3 N*m}}\n"
                                          "  knee: {type: cylindrical, between: [arm, leg], spring: {tz: {damping: 2 kN*s/m}, "
                                          "rz: {stiffness: 5}}, motor: {tz: {force: "
                                          "-1 kN}}}\n",
                                      "m.yaml");
  const JointPart &hip = model.joints[0], &knee = model.joints[1];
  const SpringLaw& law = hip.springs.at(Direction::rz);
  REQUIRE(law.stiffness.size() == 2);
  CHECK(law.stiffness[1].first.value == doctest::Approx(3.141592653589793));
  CHECK(law.stiffness[1].second == 2);
  CHECK(law.damping.size() == 1);
  CHECK(law.damping[0].second == 0);
  CHECK(law.rest->value == doctest::Approx(1.5707963267948966));
  CHECK(hip.motors.at(Direction::rz) == 3);
  CHECK(knee.springs.at(Direction::tz).damping[0].second == 2000);
  CHECK_FALSE(knee.springs.at(Direction::rz).rest);
  CHECK(knee.motors.at(Direction::tz) == -1000);
}
