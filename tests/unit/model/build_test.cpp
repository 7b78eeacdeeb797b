#include "pintle/model/build.h"

#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/model/scope.h"
#include "pintle/system/make_system.h"

namespace pintle {
namespace {

Model make_arm() {
  Model model;
  add_body(model, "arm", 2.0, {0.1, 0.2, 0.3});
  add_joint(model, "pin", "hinge", {"world", {0, 0, 1}}, {"arm", {0, 0, 0.5}}, {0, 1, 0});
  return model;
}

}  // namespace

TEST_CASE("build: bodies and joints that a program adds make a system") {
  Model model = make_arm();
  add_start(model, "pin", 0.5, -2);
  const System system = make_system(model);
  CHECK(system.body_count() == 2);
  CHECK(system.nominal[system.bodies[1].inertia].yy == 0.2);
  CHECK(system.start.joints[0].angle.z == 0.5);
  CHECK(system.start.joints[0].rate.z == -2);
  CHECK(make_reference(model).X_WB[1].p.z == 0.5);
}

TEST_CASE("build: what comes back is the part in the model") {
  Model model = make_arm();
  JointPart& pin = model.joints.back();
  pin.springs[Direction::rz] = {.stiffness = {{0, 10}}, .damping = {{0, 0.1}}, .rest = 0};
  pin.motors[Direction::rz] = make_number(model, "2 N*m*sin(3 rad/s*time)", "N*m");
  CHECK(make_system(model).laws.size() == 1);
  add_joint(model, "rail", "slider", {"world", {0, 0, 0}}, {"arm", {0, 0, 0}}).active = false;
  CHECK_FALSE(model.joints[1].active);
  CHECK(add_body(model, "hand", 1.0, {}).name == "hand");
}

TEST_CASE("build: an event knows the signals of what was added before it") {
  Model model = make_arm();
  add_event(model, "latch", "pin.angle < 10 deg", {LockAction{true, "pin", {}}});
  const System system = make_system(model);
  CHECK(system.events.size() == 1);
  CHECK(system.events[0].actions[0].text == "lock pin");
  CHECK_THROWS_AS(add_event(model, "late", "knee.angle < 0", {}), Error);
}

TEST_CASE("build: mistakes name the part and the way out") {
  Model model = make_arm();
  CHECK_THROWS_WITH_AS(add_joint(model, "hip", "hing", {"world", {}}, {"arm", {}}),
                       "joints.hip.type: there is no 'hing'; choose one of weld, hinge, slider, cylindrical, universal, ball, "
                       "planar, free",
                       Error);
  CHECK_THROWS_WITH_AS(add_start(model, "hip", 1), "initial.hip: there is no such joint; add it before its start", Error);
  add_joint(model, "socket", "ball", {"world", {}}, {"arm", {}});
  CHECK_THROWS_AS(add_start(model, "socket", 1), Error);
}

}  // namespace pintle
