#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_starts[] = {
    {"initial: {hup: {angle: 1}}", "m.yaml:3:11: initial.hup: there is no joint and no body of this name; known are arm, leg"},
    {"initial: {arm: {lower_onto: {surface: ground}}}",
     R"(m.yaml:3:39: initial.arm.lower_onto.surface: there is no surface "ground"; describe it first)"},
    {"initial: {world: {at: [0, 0, 0]}}", "m.yaml:3:11: initial.world: the world does not move and has no start; take it out"},
    {"initial: {equilibrium: {}}", "m.yaml:3:11: initial.equilibrium: is not read yet; give the start of joints and bodies"},
    {"initial: {arm: {velocity: [1 m, 0, 0]}}",
     "m.yaml:3:28: initial.arm.velocity.x: 1 m is a length; give a velocity, for example 1 m/s"},
};

const Golden bad_joint_starts[] = {
    {"initial: {hip: {angel: 1}}", "m.yaml:4:17: initial.hip.angel: unknown key; did you mean angle?"},
    {"initial: {hip: {angle: 3 m}}", "m.yaml:4:24: initial.hip.angle: 3 m is a length; give an angle, for example 3 deg"},
    {"initial: {hip: {rate: 2 Hz}}",
     "m.yaml:4:23: initial.hip.rate: 2 Hz counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)"},
    {"initial: {knee: {angle: 3}}",
     "m.yaml:4:18: initial.knee.angle: is no direction in which this joint moves; give tz or rz, for example tz: {displacement: "
     "0}"},
    {"initial: {hip: {angle: {gues: 10 deg}}}", "m.yaml:4:25: initial.hip.angle.gues: unknown key; did you mean guess?"},
    {"initial: {hip: {angle: {guess: 10 m}}}",
     "m.yaml:4:32: initial.hip.angle.guess: 10 m is a length; give an angle, for example 10 deg"},
    {"initial: {knee: {tz: {displacement: {guess: 10 deg}}}}",
     "m.yaml:4:45: initial.knee.tz.displacement.guess: 10 deg is an angle or a pure number; give a length, for example 10 m"},
    {"initial: {hip: {rate: {guess: 1}}}",
     "m.yaml:4:23: initial.hip.rate: a map where a single value is expected; give an angular velocity, for example 1 rad/s"},
    {"initial: {hip: {displacement: 1 m}}", "m.yaml:4:17: initial.hip.displacement: unknown key; did you mean angle?"},
};

TEST_CASE("a start that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_starts) check(golden, two_bodies + std::string(golden.text) + "\n");
  for (const Golden& golden : bad_joint_starts) check(golden, two_joints + std::string(golden.text) + "\n");
}

TEST_CASE("joints and bodies start as docs/format.md section 4 says") {
  const Model model = read_model_text(
      "pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}, c: {mass: 1, inertia: [1, 1, 1]}, "
      "d: {mass: 1, inertia: [1, 1, 1]}, e: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {h: {type: hinge, between: [a, b]}, k: {type: cylindrical, between: [b, c]}, s: {type: ball, between: [c, d]}, "
      "f: {type: free, between: [d, e]}}\n"
      "initial:\n  h: {angle: 180 deg, rate: 60 rpm}\n  k: {tz: {displacement: 2 cm}, rz: {rate: 1}}\n"
      "  s: {rotate: [rx: 180 deg], angular_velocity: [1, 2, 3]}\n  f: {tx: {velocity: 3}, quaternion: {w: 1, x: 0, y: 0, z: "
      "0}}\n"
      "  a: {at: [1, 2, 3], velocity: [0, 0, 36 m/s], angular_velocity: [0, 0, 1]}\n",
      "m.yaml");
  REQUIRE(model.joint_starts.size() == 4);
  REQUIRE(model.body_starts.size() == 1);
  CHECK(model.joint_starts[0].directions.at(Direction::rz).value->value == doctest::Approx(3.141592653589793));
  CHECK(model.joint_starts[0].directions.at(Direction::rz).rate->value == doctest::Approx(6.283185307179586));
  CHECK(*model.joint_starts[1].directions.at(Direction::tz).value == 0.02);
  CHECK_FALSE(model.joint_starts[1].directions.at(Direction::rz).value);
  CHECK(Quaternion<double>(*model.joint_starts[2].rotation).x == doctest::Approx(1));
  CHECK(model.joint_starts[2].angular_velocity->z == 3);
  CHECK(*model.joint_starts[3].directions.at(Direction::tx).rate == 3);
  CHECK(model.joint_starts[3].rotation->w == 1);
  CHECK(model.body_starts[0].velocity->z == 36);
  CHECK_FALSE(model.body_starts[0].rotation);
}

TEST_CASE("a guess is a value that assembly may move; a setting makes it exact") {
  const std::string file =
      two_joints + "initial: {hip: {angle: {guess: 10 deg}, rate: 2}, knee: {tz: {displacement: {guess: 3 mm}}}}\n";
  const Model model = read_model_text(file, "m.yaml");
  const DirectionStart hip = model.joint_starts[0].directions.at(Direction::rz);
  CHECK(hip.guess);
  CHECK(hip.value->value == doctest::Approx(0.17453292519943295));
  CHECK(hip.rate->value == 2);
  CHECK(model.joint_starts[1].directions.at(Direction::tz).guess);
  const Model set =
      read_model_text(file, "m.yaml", {{"initial.hip.angle", "20 deg"}, {"initial.knee.tz.displacement.guess", "1 m"}});
  CHECK_FALSE(set.joint_starts[0].directions.at(Direction::rz).guess);
  CHECK(set.joint_starts[1].directions.at(Direction::tz).guess);
  CHECK(set.joint_starts[1].directions.at(Direction::tz).value->value == 1);
}
