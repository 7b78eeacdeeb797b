#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/formulations/kernel.h"
#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {

TEST_CASE("system: body 0 is the world without mass, and every number of a body is in a slot") {
  const System system = make_system(parts::make_pendulum());
  REQUIRE(system.body_count() == 2);
  CHECK(system.bodies[0].name == "world");
  CHECK(system.nominal[system.bodies[0].mass] == 0);
  CHECK(system.nominal[system.bodies[1].mass] == 2);
  CHECK(system.nominal[system.bodies[1].inertia].yy == 0.2);
  CHECK(system.nominal[system.gravity].z == -9.81);
  CHECK(system.joints[0].parent == world);
  CHECK(system.nominal[system.joints[0].X_CM].p.x == -0.5);
}

TEST_CASE("system: L is the longest distance between two joints of a body") {
  CHECK(make_system(parts::make_pendulum()).length == 0.5);  // one joint: to the mass centre
  CHECK(make_system(make_chain(3)).length == 1.0);
  Model lone;
  lone.bodies = {parts::make_body("rock", 1, {1, 1, 1})};
  CHECK(make_system(lone).length == 1.0);
  Model far = parts::make_pendulum();
  far.joints[0].at = parts::points("world", {100, 0, 0}, "bar", {-0.5, 0, 0});  // distances on the world do not count
  CHECK(make_system(far).length == 0.5);
}

TEST_CASE("system: a second joint between the same bodies closes a loop, which every formulation runs") {
  Model model = parts::make_pendulum();
  model.joints.push_back(model.joints[0]);
  model.joints[1].name = "second";
  const System system = make_system(model);
  for (const Formulation& formulation : formulations()) {
    const Plan plan = make_plan(system, make_structure(system), formulation.family);
    REQUIRE(plan.tree.loops == std::vector{JointIndex(1)});
    CHECK_FALSE(formulation.why_not(system, plan));
  }
}

TEST_CASE("system: mass must be positive and an inertia positive semidefinite") {
  Model model = parts::make_pendulum();
  model.bodies[0].mass = 0;
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("bodies.bar.mass: 0 kg; give a positive mass"), Error);
  model.bodies[0].mass = -1;
  CHECK_THROWS_WITH_AS(make_system(model), "bodies.bar.mass: -1 kg; give a positive mass", Error);
  model.bodies[0].mass = 1;
  model.bodies[0].inertia = {1, 2, 0, 1, 0, 1};
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("its smallest principal moment is -1 kg*m^2"), Error);
}

TEST_CASE("system: a chain of 1,000 bodies is made and its record resolved without quadratic work") {
  const System system = make_system(make_chain(1000));
  CHECK(system.body_count() == 1001);
  CHECK(default_signals(system.names).size() == 1000u * 19 + 1000u * 3 + 4);
}

}  // namespace pintle
