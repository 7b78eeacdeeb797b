#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

Model make_latch(const std::string& when, LockAction action, const char* type = "hinge") {
  Model model = parts::make_pendulum();
  model.joints[0].type = *find_joint_type(type);
  EventPart latch;
  latch.name = "latch";
  latch.when = when;
  latch.condition = make_when(model, when);
  latch.actions = {action};
  model.events.push_back(latch);
  return model;
}

/// Bits of directions, and what they become.
std::vector<std::pair<int, bool>> frees(const Edits& edits) {
  std::vector<std::pair<int, bool>> list;
  for (const BitEdit& edit : edits.bits)
    if (edit.of == BitEdit::Of::free) list.emplace_back(edit.place, edit.on);
  return list;
}

}  // namespace

TEST_CASE("events: a condition is a formula of signals, a lock on all free directions") {
  const System system = make_system(make_latch("pin.angle > 30 deg and time < 2 s", {true, "pin", {}}));
  REQUIRE(system.events.size() == 1);
  const EventRecord& latch = system.events[0];
  CHECK(latch.cause == "pin.angle > 30 deg and time < 2 s");
  CHECK(latch.condition.nodes.size() == 3);
  CHECK(frees(latch.actions[0]) == std::vector{std::pair{index_of(Direction::rz), false}});
  CHECK(latch.actions[0].text == "lock pin");
}

TEST_CASE("events: one direction of several is locked by its name") {
  const System system = make_system(make_latch("time > 1 s", {false, "pin", Direction::tz}, "cylindrical"));
  CHECK(frees(system.events[0].actions[0]) == std::vector{std::pair{index_of(Direction::tz), true}});
  CHECK(system.events[0].actions[0].text == "unlock pin.tz");
}

TEST_CASE(
    "events: what moves is equal to a value at no instant that can be found, and == is refused; a count is equal for a while") {
  CHECK_THROWS_WITH_AS(make_system(make_latch("pin.angle == 30 deg", {true, "pin", {}})),
                       doctest::Contains("events.latch.when: == compares pin.angle"), Error);
  CHECK_NOTHROW(make_system(make_latch("system.freedoms == 1", {true, "pin", {}})));
}

TEST_CASE("events: impulses and motions that do not exist are refused") {
  CHECK_THROWS_WITH_AS(make_system(make_latch("pin.impulse.fx > 1 N*s", {true, "pin", {}})),
                       doctest::Contains("is zero but at the instant of an event"), Error);
  CHECK_THROWS_WITH_AS(make_system(make_latch("time > 1 s", {true, "pin", Direction::rx})),
                       doctest::Contains("events.latch.do.lock: joint pin (hinge) does not move in rx"), Error);
  CHECK_THROWS_WITH_AS(make_system(make_latch("time > 1 s", {true, "bar", {}})), doctest::Contains("bar is one of the bodies"),
                       Error);
}

TEST_CASE("events: every action becomes elementary edits, and its line in the log") {
  const System system = make_system(read_model_text(R"(pintle: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1 kg, inertia: [1, 1, 1], at: [1, 0, 0]}}
joints:
  pin: {type: ball, between: [world, a], at: [0, 0, 0]}
  rail: {type: slider, between: [a, b], at: [0, 0, 0], axis: [1, 0, 0]}
  hook: {type: hinge, between: [world, b], at: {world: current, b: [0, 0, 0]}, axis: [0, 0, 1], active: false}
forces: {jet: {at: {a: [0, 0, 0]}, force: [=1 N*age/1 s, 0, 0], active: false}}
events:
  e:
    when: time > 1 s
    do:
      - release: pin.tx
      - break: pin
      - close: {joint: hook, fit: project}
      - impulse: {at: {b: [0, 0, 1]}, value: [1, 0, 0], axes: a}
      - start: jet
      - stop_force: jet
      - lock: {joint: rail, stiffness: 10 N/m}
      - stage: late
      - set: {bodies.a.mass: 3 kg}
      - stop
)",
                                                    "m.yaml"));
  const std::vector<Edits>& edits = system.events[0].actions;
  REQUIRE(edits.size() == 10);
  CHECK(frees(edits[0]) == std::vector{std::pair{index_of(Direction::tx), true}});
  CHECK(system.joint(JointIndex(0)).movable.has(Direction::tx));
  CHECK(edits[1].bits[0].of == BitEdit::Of::closed);
  CHECK_FALSE(edits[1].bits[0].on);
  CHECK(edits[2].closings[0].project);
  CHECK(system.joint(JointIndex(2)).current == JointRecord::Current::F);
  CHECK(edits[3].impulses[0].body == BodyIndex(2));
  CHECK(edits[3].impulses[0].axes == BodyIndex(1));
  CHECK(edits[4].clocks.size() == 1);  // its age counts from then on
  CHECK(edits[5].clocks.empty());
  CHECK(edits[6].latches[0].direction == Direction::tz);
  CHECK(edits[6].bits.empty());  // it moves on
  CHECK(edits[7].stage == 0);
  CHECK(edits[8].settings.size() == 2);  // the number, and that it is set
  CHECK(edits[8].text == "set bodies.a.mass = 3 kg");
  CHECK(edits[9].ends_run);
}

}  // namespace pintle
