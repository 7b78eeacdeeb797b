#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// A model of a text by one formulation; all that was seen of its run.
struct Flown {
  System system;
  Watch watch;
  RunSummary summary;

  Flown(const std::string& text, const std::string& formulation, double until, double every = 0)
      : system(make_system(read_model_text("pintle: 1\n" + text, "m.yaml"))) {
    RunOptions options{.until = until, .output_every = every, .formulation = formulation};
    options.integration.rtol = 1e-12;
    summary = Run(system, options).go(watch);
    INFO(summary.message);
    CHECK(summary.status == Status::completed);
    CHECK(summary.balance_error < 1e-9);  // of the energy that is there: integration to 1e-12, a few hundred steps
  }
  const EventLog& event(std::size_t k) const { return watch.events.at(k); }
  const State<double>& last() const { return summary.final; }
  double kinetic(std::size_t k) const { return event(k).kinetic_after; }
};

/// The same, however it ends.
RunSummary run_text(const std::string& text, const std::string& formulation, double until) {
  return run_model(read_model_text("pintle: 1\n" + text, "m.yaml"), formulation, {.until = until});
}

#define FOR_ALL(name) for (const std::string& name : formulation_names())

const std::string two_free = R"(
bodies:
  a: {mass: 3 kg, inertia: {xx: 0.2, yy: 0.3, zz: 0.4, xy: 0.05}, at: [0, 0, 0], rotate: [rz: 20 deg, rx: 30 deg]}
  b: {mass: 2 kg, inertia: {xx: 0.1, yy: 0.25, zz: 0.2, yz: -0.03}, at: [1, 0.2, -0.1], rotate: [ry: 40 deg]}
initial:
  a: {velocity: [0.3, -0.1, 0.2], angular_velocity: [0.5, 1, -0.7]}
  b: {velocity: [-0.4, 0.2, 0.1], angular_velocity: [-0.2, 0.3, 0.9]}
)";

}  // namespace

TEST_CASE("actions: two free bodies that a ball captures keep momentum and angular momentum, and its points stay together") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(two_free + R"(
joints: {catch: {type: ball, between: [a, b], at: {a: current, b: [-0.4, 0.1, 0]}, active: false}}
events: {caught: {when: time >= 0.5 s, do: [close: catch]}}
)",
                    formulation, 1.5);
    const EventLog& log = run.event(0);
    const Momentum &p = log.momentum_before, &q = log.momentum_after;
    CHECK(norm(q.linear - p.linear) < 1e-13 * p.linear_sum);
    CHECK(norm(q.angular - p.angular) < 1e-13 * p.angular_sum);
    CHECK(log.kinetic_after < log.kinetic_before);
    CHECK(log.freedoms_before == 12);
    CHECK(log.freedoms_after == 9);
    CHECK(norm(log.after.joints[0].displacement) == 0);
    CHECK(norm(log.after.joints[0].velocity) < 1e-13);
    CHECK(std::abs(log.after.joints[0].rotation.w) == doctest::Approx(1));  // its attitude there is its zero
    const Momentum end = calc_momentum(run.system, run.system.nominal, run.last());
    CHECK(norm(end.angular - p.angular) < 1e-10 * p.angular_sum);
  }
}

TEST_CASE("actions: welded where they are, two bodies turn as one with the angular momentum of both") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(two_free + R"(
joints: {latch: {type: weld, between: [a, b], at: {a: [0.5, 0, 0], b: current}, active: false}}
events: {docked: {when: time >= 0.5 s, do: [close: latch]}}
)",
                    formulation, 1);
    const EventLog& log = run.event(0);
    CHECK(log.freedoms_after == 6);
    const Vec3<double> wa = log.after.X_WB[1].R * log.after.V_WB[1].w, wb = log.after.X_WB[2].R * log.after.V_WB[2].w;
    CHECK(norm(wa - wb) < 1e-13);
    CHECK(norm(log.momentum_after.angular - log.momentum_before.angular) < 1e-13 * log.momentum_before.angular_sum);
  }
}

TEST_CASE("actions: a clutch between two wheels keeps their angular momentum, whichever of them the model names first") {
  FOR_ALL(formulation) {
    for (const char* clutch :
         {"between: [a, b]}}\ninitial: {clutch: {rate: 3}}", "between: [b, a]}}\ninitial: {clutch: {rate: -3}}"}) {
      CAPTURE(formulation);
      CAPTURE(clutch);
      const Flown run(std::string(R"(
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1, inertia: [2, 2, 2], at: [0, 0, 0]}}
events: {locks: {when: time >= 0.5 s, do: [lock: clutch]}}
joints: {clutch: {type: hinge, axis: [0, 0, 1], at: [0, 0, 0], )") +
                          clutch + "\n",
                      formulation, 1);
      const EventLog& log = run.event(0);
      CHECK(std::abs(log.before.V_WB[1].w.z) < 1e-14);
      for (const int b : {1, 2}) CHECK(log.after.V_WB[b].w.z == doctest::Approx(2));  // (0·1 + 3·2)/(1 + 2)
      CHECK(log.kinetic_before == doctest::Approx(9));
      CHECK(log.kinetic_after == doctest::Approx(6));
    }
  }
}

TEST_CASE("actions: an impulse at a point moves a free body by f/m and turns it by the moment of f") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
bodies: {a: {mass: 2 kg, inertia: [0.5, 0.25, 1], rotate: [rz: 90 deg]}}
events:
  hit: {when: time >= 1 s, do: [{impulse: {at: {a: [1, 0, 0]}, value: [3, 0, 4], moment: [0, 0, 0.5], axes: world}}]}
)",
                    formulation, 1.25);
    const EventLog& log = run.event(0);
    CHECK(norm(log.after.V_WB[1].v - Vec3<double>{1.5, 0, 2}) < 1e-14);
    // Body x is world y: r × f = (0, 1, 0) × (3, 0, 4) = (4, 0, −3) in the world, (0, −4, −3) in the body; and the moment.
    CHECK(norm(log.after.V_WB[1].w - Vec3<double>{0, -4 / 0.25, -2.5}) < 1e-13);
    CHECK(log.applied.size() == 1);
    CHECK(run.summary.accounts.events == doctest::Approx(log.kinetic_after));  // all of it came from outside
  }
}

TEST_CASE("actions: an impulse in a chain is answered by its joints: the end of a double rod kicks back at the pivot") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
bodies:
  a: {mass: 1 kg, inertia: [0, 0.0833333333333333333, 0.0833333333333333333], at: [0.5, 0, 0]}
  b: {mass: 1 kg, inertia: [0, 0.0833333333333333333, 0.0833333333333333333], at: [1.5, 0, 0]}
joints:
  p: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}
  q: {type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}
events: {hit: {when: time >= 0 s, do: [{impulse: {at: {b: [0.5, 0, 0]}, value: [0, 7, 0]}}]}}
)",
                    formulation, 0.01);
    // Of the rods' own rates: [[4/3, 1/2], [1/2, 1/3]] [ω₁, ω₂] = J [1, 1], so ω₁ = −6/7 J and ω₂ = 30/7 J.
    CHECK(run.event(0).after.joints[0].rate.z == doctest::Approx(-6).epsilon(1e-12));
    CHECK(run.event(0).after.joints[1].rate.z == doctest::Approx(36).epsilon(1e-12));
  }
}

TEST_CASE("actions: a hinge whose axial direction is released slides freely, and is locked again where it is") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
gravity: [0, 0, -2]
bodies: {a: {mass: 1.5 kg, inertia: [0.1, 0.1, 0.2], at: [0, 0, 0]}}
joints: {pin: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}}
initial: {pin: {rate: 3}}
events:
  loose: {when: time >= 0.5 s, do: [release: pin.tz]}
  again: {when: time >= 1.5 s, do: [lock: pin.tz]}
  broken: {when: pin.reaction.tz > 2 N and time >= 2 s, do: [break: pin]}
)",
                    formulation, 3);
    const State<double>& caught = run.event(1).after;
    CHECK(caught.joints[0].displacement.z == doctest::Approx(-1).epsilon(1e-10));  // ½ g t²
    CHECK(run.event(1).before.joints[0].velocity.z == doctest::Approx(-2).epsilon(1e-10));
    CHECK(run.event(1).jump.impulse[0].f.z == doctest::Approx(3).epsilon(1e-10));  // m g t
    CHECK(caught.joints[0].rate.z == doctest::Approx(3).epsilon(1e-12));
    REQUIRE(run.watch.events.size() == 3);  // m g = 3 N holds it again
    CHECK(run.event(2).before.X_WB[1].p.z == doctest::Approx(-1).epsilon(1e-10));
    CHECK(run.last().X_WB[1].p.z == doctest::Approx(-2).epsilon(1e-10));               // another second of fall
    CHECK(run.last().joints[0].displacement.z == doctest::Approx(-2).epsilon(1e-10));  // coordinates are still told
  }
}

TEST_CASE("actions: a pin that breaks under load leaves its bob on a parabola, and never fires again") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
gravity: [0, -10, 0]
bodies: {bob: {mass: 1 kg, inertia: [0.01, 0.01, 0.01], at: [1, 0, 0]}}
joints: {pin: {type: hinge, between: [world, bob], at: [0, 0, 0], axis: [0, 0, 1]}}
events: {snap: {when: pin.load.force > 20 N or pin.load.force < 1 mN, rearm: true, do: [break: pin]}}
)",
                    formulation, 2);
    // Without its own inertia the pin would carry 3 m g sin θ; here (1 + 2/1.01) m g sin θ along the rod and a little across.
    REQUIRE(run.watch.events.size() == 1);
    const State<double>& then = run.event(0).after;
    const double t = 2 - run.event(0).time;
    const Vec3<double> p = then.X_WB[1].p + t * then.V_WB[1].v + Vec3<double>{0, -5 * t * t, 0};
    CHECK(norm(run.last().X_WB[1].p - p) < 1e-9);
    CHECK(run.event(0).kinetic_after == run.event(0).kinetic_before);  // breaking takes no impulse
    CHECK(run.event(0).freedoms_after == 6);
  }
}

TEST_CASE("actions: a joint that does not fit where it is closed ends the run, or is projected and says what that cost") {
  const std::string apart = R"(
bodies:
  a: {mass: 1 kg, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0]}
  b: {mass: 3 kg, inertia: [0.1, 0.1, 0.1], at: [1.04, 0, 0]}
joints: {link: {type: weld, between: [a, b], at: {a: [0.5, 0, 0], b: [-0.5, 0, 0]}, active: false}}
)";
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(apart + "events: {join: {when: time >= 1 s, do: [{close: {joint: link, fit: project}}]}}\n", formulation, 2);
    CHECK(run.event(0).actions[0] == "close link: moved by up to 0.03 m");
    CHECK(run.last().X_WB[1].p.x == doctest::Approx(0.03).epsilon(1e-12));  // the heavy one moves a third as far
    CHECK(run.last().X_WB[2].p.x == doctest::Approx(1.03).epsilon(1e-12));
    const Model model = read_model_text("pintle: 1\n" + apart + "events: {join: {when: time >= 1 s, do: [close: link]}}\n", "m");
    const RunSummary failed = run_model(model, formulation, {.until = 2});
    CHECK(failed.status == Status::failed);
    CHECK(failed.message.find("joint link does not fit where it is closed, at t = 1 s: tx by 0.04 m") != std::string::npos);
  }
}

TEST_CASE("actions: the age of a force is the time since it was started, each time anew") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1]}}
forces:
  push: {at: {a: [0, 0, 0]}, force: [=3 N*age/1 s, 0, 0], active: false}
  steady: {at: {a: [0, 0, 0]}, force: [0, =4 N*age/1 s, 0]}
events:
  begins: {when: time >= 1 s, do: [start: push]}
  ends: {when: time >= 2 s, do: [stop_force: push]}
  again: {when: time >= 4 s, do: [start: push]}
)",
                    formulation, 6);
    // v = ∫ 3 age/2: 0.75 after one second, and 3 more after two; from the start on y: ∫ 2 t = t².
    CHECK(run.event(1).after.V_WB[1].v.x == doctest::Approx(0.75).epsilon(1e-12));
    CHECK(run.last().V_WB[1].v.x == doctest::Approx(3.75).epsilon(1e-12));
    CHECK(run.last().V_WB[1].v.y == doctest::Approx(36).epsilon(1e-12));
  }
}

TEST_CASE("actions: a driven pin that breaks lets its arm go on as it was, and tells its coordinates from the bodies") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
bodies: {arm: {mass: 2 kg, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}}
joints: {motor: {type: hinge, between: [world, arm], at: [0, 0, 0], axis: [0, 0, 1], driven: {angle: =2 rad/s*time}}}
events: {snap: {when: time >= 1 s, do: [break: motor]}}
)",
                    formulation, 2);
    const JointCoordinates<double>& q = run.last().joints[0];
    CHECK(q.angle.z == doctest::Approx(4).epsilon(1e-10));  // no moment acts on it any more: it turns on evenly
    CHECK(q.rate.z == doctest::Approx(2).epsilon(1e-10));
    const Vec3<double> start{0.5 * std::cos(2.0), 0.5 * std::sin(2.0), 0}, v{-std::sin(2.0), std::cos(2.0), 0};
    CHECK(norm(run.last().X_WB[1].p - (start + v)) < 1e-10);
    // M's origin, carried along by the arm: its place in F.
    CHECK(q.displacement.x == doctest::Approx((start + v).x - 0.5 * std::cos(4.0)).epsilon(1e-9));
  }
}

TEST_CASE("actions: energy that a spring has stored in a joint that breaks is booked, and so is that of a spring that starts") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0], spring: {stiffness: 8 N/m, rest: 0}}}
forces: {band: {at: {world: [-1, 0, 0], a: [0, 0, 0]}, spring: {stiffness: 6 N/m, free_length: 1 m}, active: false}}
initial: {rail: {displacement: 0.5 m}}
events:
  snap: {when: time >= 1 s, do: [break: rail]}
  caught: {when: time >= 1.5 s, do: [start: band]}
)",
                    formulation, 2);
    const double q = 0.5 * std::cos(2.0), v = -std::sin(2.0), x = q + 0.5 * v;
    CHECK(run.summary.accounts.events == doctest::Approx(-0.5 * 8 * q * q + 0.5 * 6 * x * x).epsilon(1e-9));
  }
}

TEST_CASE("actions: a weld of which a direction is released and locked again by the joint's name carries on from there") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
gravity: [0, 0, -2]
bodies: {a: {mass: 1 kg, inertia: [0.1, 0.1, 0.2], at: [0, 0, 0]}}
joints: {bolt: {type: weld, between: [world, a], at: [0, 0, 0]}}
events:
  loose: {when: time >= 1 s, do: [release: bolt.tz]}
  again: {when: time >= 2 s, do: [lock: bolt]}
)",
                    formulation, 3);
    CHECK(run.last().X_WB[1].p.z == doctest::Approx(-1).epsilon(1e-10));
    CHECK(norm(run.last().V_WB[1].v) < 1e-12);
  }
}

TEST_CASE("actions: a rod between two free bodies begins to hold and breaks: momentum stays, its length too while it holds") {
  const std::string rod =
      "constraints: {rod: {type: distance, at: {a: [0.1, 0, 0], b: [0, 0.1, 0]}, length: 0.9 m, active: false}}\n";
  const std::string away =
      "signals: {length: \"=distance(p, q)\"}\npoints: {p: {at: {a: [0.1, 0, 0]}}, q: {at: {b: [0, 0.1, 0]}}}\n";
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(two_free + away + rod + R"(
events:
  hold: {when: length <= 0.9 m, do: [close: rod]}
  part: {when: time >= 1 s, do: [break: rod]}
)",
                    formulation, 1.5);
    const EventLog &hold = run.event(0), &part = run.event(1);
    const Momentum &p = hold.momentum_before, &q = hold.momentum_after;
    CHECK(norm(q.linear - p.linear) < 1e-13 * p.linear_sum);
    CHECK(norm(q.angular - p.angular) < 1e-13 * p.angular_sum);
    CHECK(hold.kinetic_after < hold.kinetic_before);
    CHECK(hold.jump.multiplier[0] > 0);  // they came nearer, it pushes them apart
    CHECK(hold.freedoms_after == 11);
    CHECK(part.freedoms_after == 12);
    CHECK(part.kinetic_after == part.kinetic_before);
    const auto length = [](const State<double>& state) {
      return norm(state.X_WB[2] * Vec3<double>{0, 0.1, 0} - state.X_WB[1] * Vec3<double>{0.1, 0, 0});
    };
    CHECK(length(part.before) == doctest::Approx(0.9).epsilon(1e-10));
    CHECK(std::abs(length(run.last()) - 0.9) > 1e-3);
  }
}

TEST_CASE("actions: a rod that does not fit where it is closed ends the run with a sentence, or is projected") {
  const std::string rod = "constraints: {rod: {type: distance, at: {a: [0, 0, 0], b: [0, 0, 0]}, length: 1 m, active: false}}\n";
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const RunSummary ended =
        run_text(two_free + rod + "events: {hold: {when: time >= 0.5 s, do: [close: rod]}}\n", formulation, 1);
    CHECK(ended.status == Status::failed);
    CHECK(ended.message.starts_with("constraint rod does not fit where it begins to hold, at t = 0.5 s"));
    const Flown run(two_free + rod + "events: {hold: {when: time >= 0.5 s, do: [close: {joint: rod, fit: project}]}}\n",
                    formulation, 1);
    CHECK(norm(run.last().X_WB[1].p - run.last().X_WB[2].p) == doctest::Approx(1).epsilon(1e-10));
    CHECK(run.event(0).actions[0].starts_with("close rod: moved by up to "));
  }
}

TEST_CASE("actions: what begins to hold and contradicts what is driven ends the run at that instant") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const RunSummary ended = run_text(R"(
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0.5]}}
joints:
  ja: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1], driven: {rate: 1 rad/s}}
  jb: {type: hinge, between: [world, b], at: [0, 0, 0.5], axis: [0, 0, 1], driven: {rate: 2 rad/s}}
  weld: {type: weld, between: [a, b], at: {a: [0, 0, 0.2], b: current}, active: false}
events: {catch: {when: time >= 0.5 s, do: [close: weld]}}
)",
                                      formulation, 1);
    CHECK(ended.status == Status::failed);
    CHECK(ended.message.starts_with("constraints contradict each other at t = 0.5 s"));
    CHECK(ended.time == 0.5);
  }
}

TEST_CASE("actions: a mechanism that is held altogether and struck keeps its books: what is left of the impulse is rounding") {
  FOR_ALL(formulation) {
    CAPTURE(formulation);
    const Flown run(R"(
gravity: [0, 0, 0]
bodies:
  a: {mass: 3.8 kg, inertia: [0.43, 0.22, 0.57], at: [2.54, 0.04, 0.33], rotate: [ry: 20 deg]}
  b: {mass: 2 kg, inertia: [0.1, 0.2, 0.25], at: [3.4, 0.3, 0.1]}
joints:
  plate: {type: planar, between: [a, world], at: [2.8, -0.03, 0.17], axis: [-1.1, 0.15, -0.6], locked: true}
  pin: {type: hinge, between: [a, b], at: [3, 0.1, 0.2], axis: [0.3, 1, 0.2], locked: true}
events: {hit: {when: time >= 0.1 s, do: [impulse: {at: {a: [-0.16, -0.24, -0.06]}, value: [-0.2, 1.04, -1.1], moment: [0.2, 0.1, 0.3]}]}}
)",
                    formulation, 0.6);  // which checks the balance
    CHECK(run.summary.drift_error < 1e-9);
  }
}
