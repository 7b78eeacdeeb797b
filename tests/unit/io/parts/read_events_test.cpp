#include <doctest/doctest.h>

#include "pintle/io/expression.h"
#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_events[] = {
    {"events: {e: {when: time >= 1 s, do: [lock: hop]}}",
     R"(m.yaml:4:44: events.e.do[1].lock: there is no joint "hop"; did you mean hip?)"},
    {"events: {e: {when: time > 1 s, do: [lock: hip.rx]}}",
     R"(m.yaml:4:43: events.e.do[1].lock: hip does not move in the direction "rx"; write hip.rz)"},
    {"events: {e: {when: time > 1 s, do: [lok: hip]}}",
     "m.yaml:4:37: events.e.do[1].lok: there is no such action; did you mean lock?"},
    {"events: {e: {when: time > 1 s, do: [break: hop]}}",
     R"(m.yaml:4:44: events.e.do[1].break: there is no joint "hop"; did you mean hip?)"},
    {"events: {e: {when: time > 1 s, do: [release: hip.rz]}}",
     "m.yaml:4:46: events.e.do[1].release: hip moves in rz by its type; write unlock: hip.rz if it is locked"},
    {"events: {e: {when: time > 1 s, do: [release: hip]}}",
     R"(m.yaml:4:46: events.e.do[1].release: "hip" names no direction; write hip.tx, ty, tz, rx or ry)"},
    {"events: {e: {when: time > 1 s, do: [impulse: {at: {arm: [0, 0, 0]}}]}}",
     "m.yaml:4:37: events.e.do[1].impulse: does nothing; give value, moment or both"},
    {"events: {e: {when: time > 1 s, do: [lock: {joint: hip, stiffness: -1}]}}",
     "m.yaml:4:67: events.e.do[1].lock.stiffness: -1 is not positive; give a number above zero"},
    {"events: {e: {when: time > 1 s, do: [stage: 3]}}",
     R"(m.yaml:4:44: events.e.do[1].stage: "3" is no name; use letters, digits and _, beginning with a letter)"},
    {"events: {e: {when: time > 1 s, do: {lock: hip}}}",
     "m.yaml:4:36: events.e.do: a map where a list is expected; give a list of actions, for example [lock: elbow]"},
    {"events: {e: {when: time > 1 s}}", "m.yaml:4:10: events.e: do is missing; give it, for example do: [lock: elbow]"},
    {"events: {e: {when: time > 1 s, do: [lock: hip], once: true, rearm: true}}",
     "m.yaml:4:61: events.e.rearm: is true as `once` is, and they are opposites; keep one of them"},
    {"events: {e: {when: time > 1 s, do: [lock: hip], once: on}}",
     R"(m.yaml:4:55: events.e.once: "on" is true or false to some programs and a word to others; write true or false, or put the word in quotes)"},
    {"events: {e: {when: time > 1 s, do: [lock: hip], for: -1 s}}",
     "m.yaml:4:54: events.e.for: -1 s is negative; give zero or more"},
    {"events: {e: {when: time > 1 s, do: [lock: arm]}}",
     "m.yaml:4:43: events.e.do[1].lock: arm is a body; give the name of a joint"},
    {"events: {e: {when: time > 1 s, do: [], after: f}, f: {when: time > 1 s, do: [], after: e}}",
     "m.yaml:4:47: events.e.after: e waits for itself, so it is never armed; take one `after` out"},
};

TEST_CASE("an event that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_events) check(golden, two_joints + std::string(golden.text) + "\n");
}

TEST_CASE("an event knows its condition and its actions") {
  const Model model = read_model_text(
      two_joints +
          "events:\n  a: {when: hip.angle.rz <= -30 deg, do: [lock: hip, unlock: knee.tz, stop]}\n"
          "  b: {when: knee.velocity.tz>2 cm/s and not (arm.tilt > 1 rad), do: [], rearm: true, for: 0.2 ms, after: a}\n"
          "  c: {when: time < 1 ms, do: [lock: knee], once: false, active: false}\n",
      "m.yaml");
  REQUIRE(model.events.size() == 3);
  const EventPart &a = model.events[0], &b = model.events[1], &c = model.events[2];
  CHECK(a.when == "hip.angle.rz <= -30 deg");
  CHECK(model.graph.reads(a.condition, InputKind::signal));
  CHECK(find_text(model, a.condition, {}) == a.when);
  REQUIRE(a.actions.size() == 3);
  const auto &first = std::get<LockAction>(a.actions[0]), &second = std::get<LockAction>(a.actions[1]);
  CHECK(first.lock);
  CHECK_FALSE(first.direction);
  CHECK_FALSE(second.lock);
  CHECK(second.direction == Direction::tz);
  CHECK(std::holds_alternative<StopAction>(a.actions[2]));
  CHECK_FALSE(a.rearm);
  CHECK(b.rearm);
  CHECK(*b.duration == 0.0002);
  CHECK(b.after == "a");
  CHECK(c.rearm);
  CHECK_FALSE(c.active);
  CHECK(model.graph.inputs_of(b.condition).size() == 2);
}
