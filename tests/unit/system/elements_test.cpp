#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/laws/spring.h"
#include "pintle/system/make_system.h"
#include "support/ground.h"
#include "unit/system/parts.h"

namespace pintle {

using enum Direction;

TEST_CASE("laws: a spring rests at its joint's start value unless it says otherwise; a motor is its effort") {
  Model model = parts::make_pendulum();
  model.joints[0].springs[rz] = {{{0, 20}}, {{0, 3}}, {}};
  model.joints[0].motors[rz] = 7;
  model.joint_starts = {parts::start_of("pin", rz, 0.4, 1)};
  System system = make_system(model);
  REQUIRE(system.laws.size() == 1);
  CHECK(system.laws[0].is_linear());
  CHECK(system.nominal[system.laws[0].rest] == 0.4);
  CHECK(system.nominal[system.laws[0].effort] == 7);
  CHECK(calc_table(system.nominal, system.laws[0].stiffness, 0.9) == 20);
  CHECK(calc_table(system.nominal, system.laws[0].damping, 0.9) == 3);

  model.joints[0].springs[rz].rest = -0.1;
  system = make_system(model);
  CHECK(system.nominal[system.laws[0].rest] == -0.1);
}

TEST_CASE("laws: a motor alone is a law without stiffness") {
  Model model = parts::make_pendulum();
  model.joints[0].motors[rz] = -2;
  const System system = make_system(model);
  REQUIRE(system.laws.size() == 1);
  CHECK(system.laws[0].joint.i == 0);
  CHECK(calc_table(system.nominal, system.laws[0].stiffness, 1.0) == 0);
}

TEST_CASE("laws: they act on what moves, on angles that exist, by tables that ascend") {
  Model model = parts::make_pendulum();
  SUBCASE("constrained direction") {
    model.joints[0].springs[tx] = {};
    CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("joints.pin.spring: joint pin (hinge) does not move in tx"),
                         Error);
  }
  SUBCASE("ball") {
    model.joints[0].type = *find_joint_type("ball");
    model.joints[0].motors[rx] = 1;
    CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("joints.pin.motor: a ball has no angle rx for a law to act on"),
                         Error);
  }
  SUBCASE("table") {
    model.joints[0].springs[rz].stiffness = {{0, 1}, {0, 2}};
    CHECK_THROWS_WITH_AS(make_system(model),
                         doctest::Contains("joints.pin.spring.stiffness: the table's coordinates must ascend"), Error);
    model.joints[0].springs[rz].stiffness = {};
    CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("the table has no points"), Error);
  }
}

TEST_CASE("forces: in world axes, in the axes of the body they act on, or of another") {
  Model model = parts::make_pendulum();
  model.forces.of<PointForce>().push_back({"wind", {PointOn{"bar", {0.5, 0, 0}}}, {{1, 2, 3}, {}}});
  model.forces.of<PointForce>().push_back({"jet", {PointOn{"bar", {0.5, 0, 0}}}, {{1, 2, 3}, {}}, "bar"});
  const System system = make_system(model);
  CHECK(system.elements.of<PointForce>().items[0].bodies[1] == world);
  CHECK(system.elements.of<PointForce>().items[1].bodies[1] == BodyIndex(1));
  CHECK(system.nominal[system.elements.of<PointForce>().items[1].law.force.at].y == 2);

  model.bodies.push_back(parts::make_body("other", 1, {1, 1, 1}));
  model.forces.of<PointForce>()[1].axes = "other";
  CHECK(make_system(model).elements.of<PointForce>().items[1].bodies[1] == BodyIndex(2));
  model.forces.of<PointForce>()[1] = {"jet", {PointOn{"world", {0, 0, 0}}}, {{1, 2, 3}, {}}};
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("forces.jet.at: is a point of the world"), Error);
}

TEST_CASE("forces: a point spring joins two different bodies") {
  Model model = parts::make_pendulum();
  model.forces.of<PointSpring>().push_back({"rope", parts::points("world", {1, 0, 0}, "bar", {0.5, 0, 0}), {{100, 5, 0.3}, 0}});
  const System system = make_system(model);
  CHECK(system.elements.of<PointSpring>().items[0].bodies[0] == world);
  CHECK(system.nominal[system.elements.of<PointSpring>().items[0].law.spring.free_length] == 0.3);
  model.forces.of<PointSpring>()[0].at[0].body = "bar";
  CHECK_THROWS_WITH_AS(make_system(model), "forces.rope.at: both points are on bar; give points of two bodies", Error);
}

TEST_CASE("contacts: a tilted surface has right-handed unit axes, and friction only if it was given") {
  Model model = parts::make_pendulum();
  SurfacePart ground = make_ground(1e4, 10, 100);
  ground.form = Plane::Law<Number>{{0, 0, 0}, {0, 3, 4}};
  model.surfaces = {ground};
  model.contacts = {{"foot", {"bar", {0.5, 0, 0}}, "ground", 0.45}};
  System system = make_system(model);
  const GroundContact& foot = system.elements.of<GroundContact>().items[0];
  const Mat3<double> R = system.nominal[foot.place].R;
  CHECK(parts::difference(R.column(2), {0, 0.6, 0.8}) < 1e-15);
  CHECK(parts::difference(cross(R.column(0), R.column(1)), R.column(2)) < 1e-15);
  CHECK(std::holds_alternative<Frictionless::Law<Slot>>(foot.friction));
  CHECK(system.nominal[foot.scale] == 0.45);

  model.contacts[0].surface = "sea";
  CHECK_THROWS_WITH_AS(make_system(model), "contacts.foot.surface: there is no sea in surfaces; add it there or mend the name",
                       Error);
  model.surfaces[0] = make_ground(1e4, 10, 0);
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("surfaces.ground.normal.cv: 0; give a positive damping"), Error);
}

}  // namespace pintle
