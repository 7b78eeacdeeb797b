#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions options_until(double until, double every = 0) {
  RunOptions options;
  options.until = until;
  options.output_every = every;
  return options;
}

RunOptions finely_until(double until) {
  RunOptions options = options_until(until);
  options.integration.rtol = 1e-11;
  return options;
}

}  // namespace

TEST_CASE("events: a comparison of time is met to the bit, with a row before and a row after") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(2);
    const double c = 0.71768;
    add_lock(model, "latch", c, "pin2");
    Watch watch;
    const RunSummary summary = run_model(model, name, options_until(1, 0.01), watch);
    CHECK(summary.status == Status::completed);
    CHECK(summary.counters.events == 1);
    REQUIRE(watch.events.size() == 1);
    const EventLog& log = watch.events.front();
    CHECK(log.time == c);
    CHECK(log.event == "latch");
    CHECK(log.actions == std::vector<std::string>{"lock pin2"});
    CHECK(std::count_if(watch.rows.begin(), watch.rows.end(), [&](const Seen& r) { return r.t == c; }) == 2);
    CHECK(log.before.joints[1].rate.z != 0);
    CHECK(log.after.joints[1].rate.z == 0);
    CHECK(summary.final.joints[1].angle.z == doctest::Approx(log.after.joints[1].angle.z).epsilon(1e-9));
  }
}

TEST_CASE("events: a condition on a signal is located where it becomes true, and is true there") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_oscillator(4);
    add_event(model, "half", "rail.displacement", "<=", 0.05);
    Watch watch;
    run_model(model, name, options_until(3), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].before.joints[0].displacement.z <= 0.05);
    CHECK(watch.events[0].time == doctest::Approx(std::numbers::pi / 6).epsilon(1e-8));  // cos 2t = ½
  }
}

TEST_CASE("events: once by default; with rearm at every turn of the motion") {
  for (const bool rearm : {false, true}) {
    Model model = make_oscillator(4);
    add_event(model, "through", "rail.displacement", "<", 0);
    model.events[0].rearm = rearm;
    Watch watch;
    run_model(model, "auto", options_until(10), watch);  // 10 s are 3.18 periods
    REQUIRE(watch.events.size() == (rearm ? 3 : 1));
    for (std::size_t k = 0; k < watch.events.size(); ++k)
      CHECK(watch.events[k].time == doctest::Approx((0.25 + static_cast<double>(k)) * std::numbers::pi).epsilon(1e-7));
  }
}

TEST_CASE("events: an excursion shorter than a step is not missed") {
  Model model = make_oscillator(4);
  // 0.1 cos 2t is above 0.09999 for 14 ms around t = π, where steps of dop853 are longer than 0.1 s.
  add_event(model, "down", "rail.displacement", "<", 0);
  add_event(model, "top", "rail.displacement", ">", 0.09999);
  model.events[1].rearm = true;  // true at the start: fires there, then waits
  Watch watch;
  run_model(model, "auto", options_until(4), watch);
  REQUIRE(watch.events.size() == 3);
  CHECK(watch.events[0].time == 0);
  CHECK(watch.events[2].event == "top");
  // The condition grazes: an error of the motion is larger in time, by 1/(0.2 sin 0.014).
  CHECK(watch.events[2].time == doctest::Approx(std::numbers::pi - 0.5 * std::acos(0.9999)).epsilon(1e-5));
}

TEST_CASE("events: a condition that is true at the start fires before the first step") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(2);
    model.joint_starts[1].directions[Direction::rz].rate = 2;
    add_event(model, "latch", "pin1.angle", ">", 0.5);  // it starts at 1 rad
    model.events[0].actions.push_back(LockAction{true, "pin2", {}});
    Watch watch;
    run_model(model, name, options_until(0.5, 0.1), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].time == 0);
    REQUIRE(watch.rows.size() == 7);
    CHECK(watch.rows[0].t == 0);
    CHECK(watch.rows[1].t == 0);
    CHECK(watch.rows[0].freedoms == 2);
    CHECK(watch.rows[1].freedoms == 1);
    CHECK(watch.rows[1].after_event);
    CHECK(watch.rows[1].state.joints[1].rate.z == 0);
  }
}

TEST_CASE("events: two at one instant fire in file order with one velocity jump") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model both = make_pendulum(3), one = both;
    add_lock(both, "b", 0.5, "pin3");
    add_lock(both, "a", 0.5, "pin2");
    add_lock(one, "c", 0.5, "pin3");
    one.events[0].actions.push_back(LockAction{true, "pin2", {}});
    Watch two_events, one_event;
    const RunSummary x = run_model(both, name, options_until(1, 0.1), two_events);
    const RunSummary y = run_model(one, name, options_until(1, 0.1), one_event);
    REQUIRE(two_events.events.size() == 2);
    CHECK(two_events.events[0].event == "b");
    CHECK(two_events.events[1].event == "a");
    CHECK(two_events.rows.size() == 12);  // 11 on the grid, two of them at 0.5 s
    CHECK(x.counters.plans == 2);
    CHECK(x.final.joints[0].angle.z == y.final.joints[0].angle.z);
    CHECK(two_events.events[0].jump.impulse[1].n.z == one_event.events[0].jump.impulse[1].n.z);
  }
}

TEST_CASE("events: legs that touch their limits together lock together, though rounding parts their roots") {
  Model model = make_pendulum(1), twin = make_pendulum(1);
  twin.bodies[0].name = "rod2";
  twin.joints[0].name = "pin2";
  twin.joints[0].child = "rod2";
  twin.joints[0].at = std::array<PointOn, 2>{PointOn{"world", {0, 3, 0}}, PointOn{"rod2", {0, 0, 0.5}}};
  twin.joint_starts[0].joint = "pin2";
  twin.joint_starts[0].directions[Direction::rz].value = -1;
  model.bodies.push_back(twin.bodies[0]);
  model.joints.push_back(twin.joints[0]);
  model.joint_starts.push_back(twin.joint_starts[0]);
  add_event(model, "right", "pin1.angle", "<=", 0.3);
  add_event(model, "left", "pin2.angle", ">=", -0.3);
  model.events[0].actions.push_back(LockAction{true, "pin1", {}});
  model.events[1].actions.push_back(LockAction{true, "pin2", {}});
  Watch watch;
  const RunSummary summary = run_model(model, "auto", options_until(1), watch);
  REQUIRE(watch.events.size() == 2);
  CHECK(watch.events[0].time == watch.events[1].time);
  CHECK(summary.counters.plans == 2);
}

TEST_CASE("events: lock then unlock is the same structure, and makes no second plan of it") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(2);
    for (int k = 0; k < 4; ++k) {
      add_lock(model, "lock" + std::to_string(k), 0.2 + 0.2 * k, "pin2");
      add_lock(model, "unlock" + std::to_string(k), 0.3 + 0.2 * k, "pin2", {}, false);
    }
    Watch watch;
    const RunSummary summary = run_model(model, name, options_until(1.2), watch);
    CHECK(summary.counters.events == 8);
    CHECK(summary.counters.plans == 2);
    for (std::size_t k = 1; k < 8; k += 2) {  // to unlock changes nothing but what may move
      CHECK(watch.events[k].kinetic_before == watch.events[k].kinetic_after);
      CHECK(watch.events[k].after.joints[0].rate.z == watch.events[k].before.joints[0].rate.z);
      CHECK(watch.events[k].jump.impulse[1].n.y == 0);
    }
  }
}

TEST_CASE("events: an event without actions only logs") {
  Model quiet = make_pendulum(2), logged = quiet;
  add_event(logged, "note", "time", ">=", 0.5);
  Watch watch;
  const RunSummary a = run_model(quiet, "auto", options_until(1)), b = run_model(logged, "auto", options_until(1), watch);
  REQUIRE(watch.events.size() == 1);
  CHECK(watch.events[0].kinetic_before == watch.events[0].kinetic_after);
  CHECK(b.counters.plans == 1);
  // The step that ends at 0.5 s is another one, so the digits differ below the tolerance only.
  CHECK(a.final.joints[1].angle.z == doctest::Approx(b.final.joints[1].angle.z).epsilon(1e-6));
}

TEST_CASE("events: all freedoms may go; what is left stands still until the end") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(1);
    add_lock(model, "latch", 0.25, "pin1");
    Watch watch;
    const RunSummary summary = run_model(model, name, options_until(1, 0.1), watch);
    CHECK(summary.status == Status::completed);
    CHECK(watch.events[0].freedoms_after == 0);
    CHECK(watch.events[0].kinetic_after < 1e-29);  // rounding of velocities, squared
    CHECK(summary.final.joints[0].angle.z == doctest::Approx(watch.events[0].after.joints[0].angle.z).epsilon(1e-12));
    CHECK(summary.balance_error < 1e-7);
  }
}

TEST_CASE("events: one rotation of a ball locks at its present angle, and comes back") {
  for (const std::string& name : formulation_names())
    for (const Direction d : {Direction::rx, Direction::ry, Direction::rz}) {
      CAPTURE(name);
      CAPTURE(name_of(d));
      Model model = make_free_pair();
      add_lock(model, "latch", 0.3, "ball", d);
      add_lock(model, "unlatch", 0.6, "ball", d, false);
      Watch watch;
      const RunSummary summary = run_model(model, name, options_until(1), watch);
      CAPTURE(summary.message);
      REQUIRE(summary.status == Status::completed);
      CHECK(summary.counters.plans == 2);
      const EventLog &latch = watch.events[0], &unlatch = watch.events[1];
      CHECK(latch.freedoms_after == 8);
      CHECK(latch.kinetic_after < latch.kinetic_before);
      CHECK(unlatch.kinetic_after == doctest::Approx(unlatch.kinetic_before).epsilon(1e-13));
      const auto angle_of = [&](const State<double>& s) {
        const Mat3<double> R = transpose_times(s.X_WB[1].R, s.X_WB[2].R);
        return calc_sequence_angles({0, 1, 2}, R).angle[axis_of(d)];
      };
      CHECK(angle_of(latch.after) == doctest::Approx(angle_of(latch.before)).epsilon(1e-12));
      CHECK(angle_of(unlatch.before) == doctest::Approx(angle_of(latch.after)).epsilon(1e-7));
      CHECK(std::abs(angle_of(summary.final) - angle_of(latch.after)) > 1e-3);
      CHECK(summary.balance_error < 1e-6);
    }
}

TEST_CASE("events: a ball at the singularity of its sequence is not locked there, and the run says why") {
  for (const std::string& name : formulation_names())
    for (const std::optional<Direction> d : {std::optional<Direction>(Direction::rx), std::optional<Direction>()}) {
      CAPTURE(name);
      const Quaternion<double> quarter{std::numbers::sqrt2 / 2, 0, std::numbers::sqrt2 / 2, 0}, turn{0.8, 0.6, 0, 0};
      Model model = make_free_pair();
      model.joint_starts[0].rotation = turn * quarter;
      add_lock(model, "latch", 0, "ball", d);
      const RunSummary summary = run_model(model, name, options_until(0.5));
      CHECK(summary.status == Status::failed);
      CHECK(summary.time == 0);
      CHECK(summary.message.find("ball: the rotations of a ball cannot be locked at ry = 90 deg") != std::string::npos);
    }
}

TEST_CASE("events: a ball that locks as a whole holds its attitude") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_free_pair();
    add_lock(model, "latch", 0.5, "ball");
    Watch watch;
    CHECK(run_model(model, name, options_until(2), watch).status == Status::completed);
    const State<double>&a = watch.events[0].before, &b = watch.rows.back().state;
    const Mat3<double> held = transpose_times(a.X_WB[1].R, a.X_WB[2].R), last = transpose_times(b.X_WB[1].R, b.X_WB[2].R);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) CHECK(std::abs(held(i, j) - last(i, j)) < 1e-9);
  }
}

TEST_CASE("events: those that fire each other without end are a failure that says so") {
  Model model = make_pendulum(1);
  model.joint_starts[0].directions[Direction::rz].rate = 1;
  add_event(model, "stop", "system.freedoms", ">", 0.5);
  add_event(model, "go", "system.freedoms", "<", 0.5);
  for (EventPart& event : model.events) {
    event.rearm = true;
    event.actions.push_back(LockAction{event.name == "stop", "pin1", {}});
  }
  const RunSummary summary = run_model(model, "auto", options_until(1));
  CHECK(summary.status == Status::failed);
  CHECK(summary.message.find("fire each other without end") != std::string::npos);
}

TEST_CASE("events: one at the very end fires, and its two rows are the last") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(2);
    add_lock(model, "latch", 1, "pin2");
    Watch watch;
    const RunSummary summary = run_model(model, name, options_until(1, 0.1), watch);
    CHECK(summary.status == Status::completed);
    REQUIRE(watch.rows.size() == 12);
    CHECK(watch.rows[10].t == 1);
    CHECK(watch.rows[11].t == 1);
    CHECK(watch.rows[11].freedoms == 1);
    CHECK(summary.final.joints[1].rate.z == 0);
  }
}

TEST_CASE("events: the touch of a contact is a signal, true from the instant at which it is located") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_drop(0.5);
    add_event(model, "touch", "foot.touching", ">", 0.5);
    add_event(model, "deep", "foot.penetration", ">", 0.005);
    Watch watch;
    run_model(model, name, options_until(0.5), watch);
    REQUIRE(watch.events.size() == 2);
    CHECK(watch.events[0].event == "touch");
    CHECK(watch.events[0].time == doctest::Approx(std::sqrt(2 * 0.5 / 9.81)).epsilon(1e-9));
    CHECK(watch.events[1].time > watch.events[0].time);
    CHECK(watch.events[1].before.X_WB[1].p.z == doctest::Approx(-0.005).epsilon(1e-12));
  }
}

TEST_CASE("events: a load is a signal; a lock that the load of another joint calls for follows at the same instant") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(2);
    add_event(model, "strong", "pin1.load.force", ">", 25);
    model.events[0].actions.push_back(LockAction{true, "pin2", {}});
    add_event(model, "fewer", "system.freedoms", "<", 1.5);
    model.events[1].actions.push_back(LockAction{true, "pin1", {}});
    Watch watch;
    const RunSummary summary = run_model(model, name, options_until(2), watch);
    REQUIRE(watch.events.size() == 2);
    CHECK(watch.events[0].event == "strong");
    CHECK(watch.events[1].time == watch.events[0].time);
    CHECK(watch.events[1].freedoms_before == 1);
    CHECK(watch.events[1].freedoms_after == 0);
    CHECK(summary.counters.plans == 3);
  }
}

TEST_CASE("events: energy is a signal: the upright pendulum has spent half of its drop where the books say so") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_pendulum(1);
    model.joint_starts[0].directions[Direction::rz].value = 2.0;
    const double potential = -9.81 * 0.5 * std::cos(2.0);
    add_event(model, "half", "system.energy.potential", "<=", potential - 3);
    Watch watch;
    run_model(model, name, options_until(2), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].kinetic_before == doctest::Approx(3).epsilon(1e-7));
  }
}

TEST_CASE("events: with a duration an event fires only after its condition has held so long without a break") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_oscillator(4);  // 0.1 cos 2t: above 0.05 for π/3 around every maximum
    add_event(model, "short", "rail.displacement", ">", 0.05).duration = 1.0;
    add_event(model, "long", "rail.displacement", ">", 0.05).duration = 1.1;
    Watch watch;
    run_model(model, name, finely_until(8), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].event == "short");
    CHECK(watch.events[0].time == doctest::Approx(std::numbers::pi - std::numbers::pi / 6 + 1.0).epsilon(1e-8));
  }
}

TEST_CASE("events: one that comes after another sleeps until then; and, or and not are met where they become true") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_oscillator(4);
    add_event(model, "down", "rail.displacement", "<", 0);
    add_event(model, "up", "rail.displacement", ">", 0.05).after = "down";
    EventPart both;
    both.name = "both";
    both.when = "rail.displacement > 0.09 and not time < 4 s or time > 100 s";
    both.condition = make_when(model, both.when);
    model.events.push_back(both);
    Watch watch;
    run_model(model, name, finely_until(8), watch);
    REQUIRE(watch.events.size() == 3);
    const double pi = std::numbers::pi;
    CHECK(watch.events[0].time == doctest::Approx(pi / 4).epsilon(1e-8));
    CHECK(watch.events[1].event == "up");
    CHECK(watch.events[1].time == doctest::Approx(pi - pi / 6).epsilon(1e-8));
    CHECK(watch.events[2].time == doctest::Approx(2 * pi - 0.5 * std::acos(0.9)).epsilon(1e-8));
  }
}

TEST_CASE("events: stop ends the run there, with its status") {
  Model model = make_oscillator(4);
  add_event(model, "enough", "rail.displacement", "<", 0).actions.emplace_back(std::in_place_type<StopAction>);
  const RunSummary summary = run_model(model, "articulated-body", finely_until(8));
  CHECK(summary.status == Status::stopped);
  CHECK(summary.time == doctest::Approx(std::numbers::pi / 4).epsilon(1e-8));
}

TEST_CASE("a lock holds against the spring and the motor of its direction, and its reaction says so; the load is both together") {
  const Model model = read_model_text(R"(pintle: 1
bodies:
  p: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}
  q: {mass: 1, inertia: [1, 1, 1], at: [5, 0, 0]}
  s: {mass: 1, inertia: [1, 1, 1], at: [9, 0, 0]}
joints:
  h: {type: hinge, between: [world, p], at: [0, 0, 0], locked: true, spring: {stiffness: 10, rest: 1 rad}}
  m: {type: hinge, between: [world, q], at: [5, 0, 0], locked: true, motor: {torque: =7 N*m + 1 N*m/s*time}}
  stop: {type: slider, between: [world, s], at: [9, 0, 0], axis: [1, 0, 0], spring: {stiffness: 100, rest: -0.1}, limits: {low: 0 m, restitution: 0}}
events: {go: {when: m.reaction.rz < -7.25 N*m, do: [unlock: h]}}
measures:
  lock: {of: h.reaction.rz, take: min}
  stop: {of: stop.reaction.tz, take: final}
  motor: {of: m.reaction.rz, take: final}
  load: {of: m.load.moment/(1 m) + stop.load.force, take: final}
)",
                                      "m");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    RunOptions options;
    options.until = 0.5;
    const RunSummary summary = run_model(model, name, options, watch);
    CHECK(summary.measures[0].value == doctest::Approx(-10).epsilon(1e-12));
    CHECK(summary.measures[1].value == doctest::Approx(10).epsilon(1e-12));
    CHECK(summary.measures[2].value == doctest::Approx(-7.5).epsilon(1e-12));
    CHECK(std::abs(summary.measures[3].value) < 1e-12);
    const auto go = std::ranges::find(watch.events, "go", &EventLog::event);
    REQUIRE(go != watch.events.end());
    CHECK(go->time == doctest::Approx(0.25).epsilon(1e-9));
  }
}
