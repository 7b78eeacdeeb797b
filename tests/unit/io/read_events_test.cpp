#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_events[] = {
    {"events: {e: {when: time >= 1 m, do: [lock: hip]}}",
     "m.yaml:4:20: events.e.when: 1 m is a length; give a time, for example 1 s"},
    {"events: {e: {when: tme >= 1 s, do: [lock: hip]}}",
     R"(m.yaml:4:20: events.e.when: there is no signal "tme"; did you mean time?)"},
    {"events: {e: {when: hop.angle >= 1, do: [lock: hip]}}",
     R"(m.yaml:4:20: events.e.when: there is no joint "hop"; did you mean hip?)"},
    {"events: {e: {when: hip.displacement > 1, do: [lock: hip]}}",
     "m.yaml:4:20: events.e.when: hip has no displacement; no direction of this kind is free"},
    {"events: {e: {when: knee.angle > 1, do: [lock: hip]}}",
     "m.yaml:4:20: events.e.when: knee moves in several directions; write knee.angle.rz"},
    {"events: {e: {when: hip.angle == 1, do: [lock: hip]}}",
     R"(m.yaml:4:20: events.e.when: "hip.angle == 1" compares by ==; an event needs <, <=, > or >=)"},
    {"events: {e: {when: hip.angle > 1 and time > 1, do: [lock: hip]}}",
     R"(m.yaml:4:20: events.e.when: "hip.angle > 1 and time > 1" has `and`, which is not read yet; compare one signal with one value, for example time >= 1 s, or elbow.angle < 30 deg)"},
    {"events: {e: {when: hip.reaction.tx > 1, do: [lock: hip]}}",
     "m.yaml:4:20: events.e.when: events on hip.reaction.tx are not read yet; use time or a joint's angle, rate, displacement or "
     "velocity"},
    {"events: {e: {when: hip.angle, do: [lock: hip]}}",
     R"(m.yaml:4:20: events.e.when: "hip.angle" compares nothing; write a comparison, for example time >= 1 s, or elbow.angle < 30 deg)"},
    {"events: {e: {when: time > , do: [lock: hip]}}",
     R"(m.yaml:4:20: events.e.when: "time >" has one side only; write a comparison, for example time >= 1 s, or elbow.angle < 30 deg)"},
    {"events: {e: {when: time > 1 s, do: [lock: hop]}}",
     R"(m.yaml:4:43: events.e.do[1].lock: there is no joint "hop"; did you mean hip?)"},
    {"events: {e: {when: time > 1 s, do: [lock: hip.rx]}}",
     R"(m.yaml:4:43: events.e.do[1].lock: hip does not move in the direction "rx"; write hip.rz)"},
    {"events: {e: {when: time > 1 s, do: [lok: hip]}}",
     "m.yaml:4:37: events.e.do[1].lok: there is no such action; did you mean lock?"},
    {"events: {e: {when: time > 1 s, do: [break: hip]}}",
     "m.yaml:4:37: events.e.do[1].break: the action `break` is not read yet; lock and unlock are"},
    {"events: {e: {when: time > 1 s, do: [stop]}}",
     "m.yaml:4:37: events.e.do[1]: the action `stop` is not read yet; lock and unlock are"},
    {"events: {e: {when: time > 1 s, do: {lock: hip}}}",
     "m.yaml:4:36: events.e.do: a map where a list is expected; give a list of actions, for example [lock: elbow]"},
    {"events: {e: {when: time > 1 s}}", "m.yaml:4:10: events.e: do is missing; give it, for example do: [lock: elbow]"},
    {"events: {e: {when: time > 1 s, do: [lock: hip], once: true, rearm: true}}",
     "m.yaml:4:61: events.e.rearm: is true as `once` is, and they are opposites; keep one of them"},
    {"events: {e: {when: time > 1 s, do: [lock: hip], once: on}}",
     R"(m.yaml:4:55: events.e.once: "on" is true or false to some programs and a word to others; write true or false, or put the word in quotes)"},
    {"events: {e: {when: time > 1 s, do: [lock: hip], for: 1 s}}",
     "m.yaml:4:49: events.e.for: `for` is not read yet; leave it out"},
    {"events: {e: {when: time > 1 s, do: [lock: arm]}}",
     "m.yaml:4:43: events.e.do[1].lock: arm is a body; give the name of a joint"},
    {"events: {e: {when: hip.rate > 2 Hz, do: []}}",
     "m.yaml:4:20: events.e.when: 2 Hz counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)"},
};

TEST_CASE("an event that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_events) check(golden, two_joints + std::string(golden.text) + "\n");
}

TEST_CASE("an event knows its signal, comparison, value and actions") {
  const Model model = read_model_text(
      two_joints +
          "events:\n  a: {when: hip.angle.rz <= -30 deg, do: [lock: hip, unlock: knee.tz]}\n"
          "  b: {when: knee.velocity.tz>2 cm/s, do: [], rearm: true}\n  c: {when: time < 1 ms, do: [lock: knee], once: false}\n",
      "m.yaml");
  REQUIRE(model.events.size() == 3);
  const EventPart &a = model.events[0], &b = model.events[1], &c = model.events[2];
  CHECK(a.when == "hip.angle.rz <= -30 deg");
  CHECK(a.signal == "hip.angle");  // one direction: it goes without saying
  CHECK(a.comparison == Comparison::less_equal);
  CHECK(a.value == doctest::Approx(-0.5235987755982988));
  REQUIRE(a.actions.size() == 2);
  CHECK(a.actions[0].lock);
  CHECK_FALSE(a.actions[0].direction);
  CHECK_FALSE(a.actions[1].lock);
  CHECK(a.actions[1].direction == Direction::tz);
  CHECK_FALSE(a.rearm);
  CHECK(b.signal == "knee.velocity.tz");
  CHECK(b.comparison == Comparison::greater);
  CHECK(b.value == 0.02);
  CHECK(b.rearm);
  CHECK(c.rearm);
}
