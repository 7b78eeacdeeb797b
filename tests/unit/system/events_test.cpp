#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

Model make_latch(const std::string& signal, LockAction action) {
  Model model = parts::make_pendulum();
  model.events.push_back({"latch", signal + " > 30 deg", signal, Comparison::greater, 0.5, {action}, false});
  return model;
}

}  // namespace

TEST_CASE("events: a condition is on one signal, its value in a slot, a lock on all free directions") {
  const System system = make_system(make_latch("pin.angle", {true, "pin", {}}));
  REQUIRE(system.events.size() == 1);
  const EventRecord& latch = system.events[0];
  CHECK(latch.cause == "pin.angle > 30 deg");
  CHECK(latch.signal.kind == SignalKind::coordinate);
  CHECK(system.nominal[latch.value] == 0.5);
  CHECK(latch.actions[0].directions == DirectionSet{}.with(Direction::rz));
  CHECK(latch.actions[0].text == "lock pin");
}

TEST_CASE("events: one direction of several is locked by its name") {
  Model model = make_latch("time", {false, "pin", Direction::tz});
  model.joints[0].type = *find_joint_type("cylindrical");
  const System system = make_system(model);
  CHECK(system.events[0].actions[0].directions == DirectionSet{}.with(Direction::tz));
  CHECK(system.events[0].actions[0].text == "unlock pin.tz");
}

TEST_CASE("events: unknown or manifold signals and motions that do not exist are refused") {
  CHECK_THROWS_WITH_AS(make_system(make_latch("pin.angel", {true, "pin", {}})),
                       doctest::Contains("events.latch.when: there is no signal pin.angel"), Error);
  CHECK_THROWS_WITH_AS(make_system(make_latch("bar.position", {true, "pin", {}})),
                       "events.latch.when: bar.position is 3 signals; name one of them, for example bar.position.x", Error);
  CHECK_THROWS_WITH_AS(make_system(make_latch("pin.impulse.fx", {true, "pin", {}})),
                       doctest::Contains("is zero but at the instant of an event"), Error);
  CHECK_THROWS_WITH_AS(make_system(make_latch("time", {true, "pin", Direction::rx})),
                       doctest::Contains("events.latch.do.lock: joint pin (hinge) does not move in rx"), Error);
  CHECK_THROWS_WITH_AS(make_system(make_latch("time", {true, "bar", {}})), doctest::Contains("bar is one of the bodies"), Error);
}

}  // namespace pintle
