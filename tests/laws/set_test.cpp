#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/system/case_maker.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions fine(double until) {
  RunOptions options{.until = until};
  options.integration.rtol = 1e-12;
  return options;
}

const std::string slider = R"(pintle: 1
parameters: {k: 8 N/m}
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0], spring: {stiffness: =k, rest: 0}}}
initial: {rail: {displacement: 0.5 m}}
)";

}  // namespace

TEST_CASE("set: a spring that becomes stiffer brings energy of its own account, and the oscillation its new frequency") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    // ω = 2; at 1 s, q = ½ cos 2, v = −sin 2; then ω = 4.
    const Model model = read_model_text(slider + "events: {more: {when: time >= 1 s, do: [set: {parameters.k: =4*k}]}}\n", "m");
    Watch watch;
    const RunSummary summary = run_model(model, formulation, fine(2), watch);
    CHECK(summary.status == Status::completed);
    const double q = 0.5 * std::cos(2.0), v = -std::sin(2.0);
    CHECK(summary.accounts.set == doctest::Approx(0.5 * (32 - 8) * q * q).epsilon(1e-10));
    CHECK(summary.accounts.events == 0);
    CHECK(summary.balance_error < 1e-10);
    CHECK(summary.final.joints[0].displacement.z == doctest::Approx(q * std::cos(4.0) + v / 4 * std::sin(4.0)).epsilon(1e-9));
    CHECK(watch.events[0].actions[0] == "set parameters.k = 4*k");
  }
}

TEST_CASE("set: a number of a part and gravity are set by their paths") {
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Model model = read_model_text(R"(pintle: 1
gravity: [0, 0, -2]
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1]}}
forces: {up: {at: {a: [0, 0, 0]}, force: [0, 0, 4 N]}}
events:
  ends: {when: time >= 1 s, do: [set: {forces.up.force.z: 0 N, gravity.z: -1 m/s^2}]}
)",
                                        "m");
    Watch watch;
    const RunSummary summary = run_model(model, formulation, fine(3), watch);
    CHECK(summary.status == Status::completed);
    CHECK(summary.final.V_WB[1].v.z == doctest::Approx(-2).epsilon(1e-12));  // balanced, then two seconds of g = 1
    CHECK(summary.final.X_WB[1].p.z == doctest::Approx(-2).epsilon(1e-12));
    CHECK(summary.balance_error < 1e-10);
  }
}

TEST_CASE("set: the next go of the same run, and the next case, begin with their own numbers") {
  const Model model = read_model_text(slider + "events: {more: {when: time >= 1 s, do: [set: {k: 32 N/m}]}}\n", "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    RunOptions options = fine(2);
    options.formulation = formulation;
    CaseMaker maker(model);
    Run run(maker.system(), options);
    Watch first, second, third;
    const double x = run.go(first).final.joints[0].displacement.z;
    CHECK(run.go(second).final.joints[0].displacement.z == x);
    maker.set("k", 2);
    const double other = run.go(maker.make(), third).final.joints[0].displacement.z;
    const double q = 0.5 * std::cos(1.0), v = -0.5 * std::sin(1.0);  // ω = 1, then 4
    CHECK(other == doctest::Approx(q * std::cos(4.0) + v / 4 * std::sin(4.0)).epsilon(1e-9));
  }
}

TEST_CASE("set: what decides what exists, follows from others, is no number or moves a frame is refused") {
  const auto read = [](const std::string& text) { return make_system(read_model_text(slider + text, "m")); };
  CHECK_THROWS_WITH_AS(read("events: {e: {when: time > 1 s, do: [set: {parameters.n: 2}]}}\n"),
                       doctest::Contains("there is no parameter n"), Error);
  CHECK_NOTHROW(
      read("events: {e: {when: time > 1 s, do: [set: {joints.rail.spring.stiffness: 2 N/m}]}}\n"));  // its own from then on
  CHECK_THROWS_WITH_AS(read("events: {e: {when: time > 1 s, do: [set: {joints.rail.spring.damping: 2 N*s/m}]}}\n"),
                       doctest::Contains("is no number of this file"), Error);
  CHECK_THROWS_WITH_AS(read("events: {e: {when: time > 1 s, do: [set: {bodies.a.mass: 2 m}]}}\n"),
                       doctest::Contains("2 m is a length; give a mass"), Error);
  const Model moved = read_model_text(R"(pintle: 1
parameters: {x: 1 m}
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {pin: {type: hinge, between: [world, a], at: [=x, 0, 0], axis: [0, 0, 1]}}
events: {e: {when: time >= 1 s, do: [set: {x: 2 m}]}}
)",
                                      "m");
  CHECK_THROWS_WITH_AS(run_model(moved, "auto", {.until = 2}), doctest::Contains("set x = 2 m: it moves a frame of joint pin"),
                       Error);
  const std::string pin = R"(pintle: 1
parameters: {x: 1 m}
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {pin: {type: hinge, between: [world, a], at: [=x, 0, 0], axis: [0, 0, 1]}}
)";
  for (const char* path : {"x", "joints.pin.at.x"}) {  // that which follows from a parameter, too; long before it fires
    CAPTURE(path);
    const std::string event = fmt::format("events: {{e: {{when: time >= 1 s, do: [set: {{{}: 2 m}}]}}}}\n", path);
    const std::string sampled = fmt::format("controllers: {{c: {{every: 0.1 s, set: {{{}: =1 m + 1 m*pin.angle}}}}}}\n", path);
    for (const std::string& text : {event, sampled})
      CHECK_THROWS_WITH_AS(Run(make_system(read_model_text(pin + text, "m")), {.until = 2}),
                           doctest::Contains("it moves a frame of joint pin"), Error);
  }
}

TEST_CASE("stage: conditions ask for the phase by its name, and the signal counts from zero") {
  const Model model = read_model_text(R"(pintle: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}}
events:
  one: {when: time >= 1 s, do: [stage: ascent]}
  two: {when: stage == ascent and time >= 2 s, do: [stage: cruise]}
  three: {when: stage == cruise, for: 0.5 s, do: [stop]}
measures: {stage: {of: system.stage, take: mean}}
)",
                                      "m");
  Watch watch;
  const RunSummary summary = run_model(model, "auto", {.until = 9}, watch);
  CHECK(summary.status == Status::stopped);
  CHECK(summary.time == doctest::Approx(2.5));
  CHECK(watch.events[1].actions[0] == "stage cruise");
  CHECK(summary.measures[0].value == doctest::Approx((0 * 1 + 1 * 1 + 2 * 0.5) / 2.5));
}

namespace {

const std::string weight = R"(pintle: 1
gravity: [0, 0, -10]
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
)";

/// The sentence with which a run of this model ends.
std::string find_end(const std::string& text, const std::string& formulation) {
  Watch watch;
  return run_model(read_model_text(text, "m"), formulation, fine(1), watch).message;
}

}  // namespace

TEST_CASE("set: a body that rests on a stop falls freely from when the stop is set below it, by events and by controllers") {
  const std::string event = "events: {{e: {{when: time >= {} s, do: [set: {{joints.j.limits.low: -1 m}}]}}}}\n";
  const std::string controller = "controllers: {{c: {{when: time >= {} s, set: {{joints.j.limits.low: -1 m}}}}}}\n";
  const std::string sampled =
      "controllers: {{c: {{every: {} s, set: {{joints.j.limits.low: \"=if(time < 0.2 s, 0 m, -1 m)\"}}}}}}\n";
  const std::string joint = "joints: {{j: {{type: slider, between: [world, a], limits: {{low: 0 m, restitution: {}}}}}}}\n";
  for (const std::string& formulation : formulation_names())
    for (const double restitution : {0.0, 0.5})
      for (const auto& [change, t] :
           {std::pair(event, 0.3), std::pair(event, 0.0), std::pair(controller, 0.3), std::pair(sampled, 0.3)}) {
        CAPTURE(formulation);
        CAPTURE(change);
        CAPTURE(t);
        const std::string text = weight + fmt::format(fmt::runtime(joint), restitution) + fmt::format(fmt::runtime(change), t);
        Watch watch;
        const RunSummary summary = run_model(read_model_text(text, "m"), formulation, fine(t + 0.4), watch);
        CHECK(summary.status == Status::completed);
        CHECK(summary.final.joints[0].velocity.z == doctest::Approx(-4).epsilon(1e-9));
        CHECK(summary.final.joints[0].displacement.z == doctest::Approx(-0.8).epsilon(1e-9));
        CHECK(summary.balance_error < 1e-9);
      }
}

TEST_CASE("set: of two bodies on stops the one whose stop is set away falls, and takes the other along") {
  const Model model = read_model_text(R"(pintle: 1
gravity: [0, 0, -10]
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints:
  j: {type: slider, between: [world, a], limits: {low: 0 m, restitution: 0}}
  k: {type: slider, between: [a, b], limits: {low: 0 m, restitution: 0}}
events: {e: {when: time >= 0.3 s, do: [set: {joints.j.limits.low: -1 m}]}}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const RunSummary summary = run_model(model, formulation, fine(0.7));
    CHECK(summary.final.V_WB[1].v.z == doctest::Approx(-4).epsilon(1e-9));
    CHECK(summary.final.V_WB[2].v.z == doctest::Approx(-4).epsilon(1e-9));
  }
}

TEST_CASE("set: a stop that is set past the body, at rest on it or in flight, ends the run with a sentence") {
  const std::string joint = "joints: {j: {type: slider, between: [world, a], limits: {low: 0 m, restitution: 0.5}}}\n";
  const std::string start = "initial: {j: {displacement: 1.25 m}}\n";
  const std::string event = "events: {{e: {{when: time >= 0.3 s, do: [set: {{joints.j.limits.low: {} m}}]}}}}\n";
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const std::string rests = find_end(weight + joint + fmt::format(fmt::runtime(event), 0.2), formulation);
    CHECK(rests.find("the stop low of joint j is set to 0.2 at t = 0.3 s, and the joint is at 0, beyond it") !=
          std::string::npos);
    const std::string falls = find_end(weight + joint + start + fmt::format(fmt::runtime(event), 1.0), formulation);
    CHECK(falls.find("is set to 1 at t = 0.3 s, and the joint is at 0.8, beyond it") != std::string::npos);
    CHECK(find_end(weight + joint + start + fmt::format(fmt::runtime(event), 0.7), formulation).empty());
  }
}

TEST_CASE("set: a rate that is told jumps with its impulse and its work, of a drive, of a row and of a gear at zero") {
  // Point masses and inertias of 1 kg and 1 kg m^2: the impulse is what the speed of the driven body changes by, its work the mean
  // speed times that.
  const std::string two =
      "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], at: [2, 0, 0]}}\n"
      "joints: {ja: {type: hinge, between: [world, a]}, jb: {type: hinge, between: [world, b], at: [2, 0, 0]}}\n";
  struct Row {
    std::string text;
    double work;
  };
  const std::string one = "parameters: {V: 2}\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n";
  const std::string event = "events: {e: {when: time >= 0.5 s, do: [set: {V: 5}]}}\n";
  const Row rows[] = {
      {one + "joints: {j: {type: hinge, between: [world, a], driven: {rate: =V*1 rad/s}}}\n" + event, 0.5 * (25 - 4)},
      {one + "joints: {j: {type: slider, between: [world, a], driven: {velocity: =V*1 m/s}}}\n" + event, 0.5 * (25 - 4)},
      {one + "joints: {j: {type: slider, between: [world, a], driven: {displacement: =V*1 m/s*(time - 0.5 s)}}}\n" + event,
       0.5 * (25 - 4)},
      {one + "constraints: {d: {type: velocity, body: a, rows: {x: {linear: [1, 0, 0], value: =V*1 m/s}}}}\n" + event,
       0.5 * (25 - 4)},
  };
  for (const std::string& formulation : formulation_names())
    for (const Row& row : rows) {
      CAPTURE(formulation);
      CAPTURE(row.text);
      Watch watch;
      const RunSummary summary = run_model(read_model_text("pintle: 1\n" + row.text, "m"), formulation, fine(1), watch);
      CHECK(summary.message == "");
      CHECK(summary.accounts.events == doctest::Approx(row.work).epsilon(1e-9));
      CHECK(summary.balance_error < 1e-9);
      REQUIRE(watch.events.size() == 1);
      CHECK(watch.events[0].kinetic_after - watch.events[0].kinetic_before == doctest::Approx(row.work).epsilon(1e-9));
    }
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    // From angles of zero, q_b = 2 q_a in place of q_b = q_a: 1 rad/s becomes (1 + 2)/(1 + 4), and twice that; energy is lost.
    Watch watch;
    const RunSummary gear =
        run_model(read_model_text("pintle: 1\n" + two +
                                      "constraints: {g: {type: gear, joints: [ja, jb], ratio: 1}}\ninitial: {ja: {rate: 1}}\n"
                                      "events: {c: {when: time >= 0 s, do: [set: {constraints.g.ratio: 2}]}}\n",
                                  "m"),
                  formulation, fine(1), watch);
    CHECK(gear.message == "");
    CHECK(gear.final.joints[0].rate.z == doctest::Approx(0.6).epsilon(1e-9));
    CHECK(gear.final.joints[1].rate.z == doctest::Approx(1.2).epsilon(1e-9));
    CHECK(gear.balance_error < 1e-9);
  }
}

TEST_CASE("set: a cart whose driven speed jumps throws its pendulum as one that is sped up within a microsecond does") {
  const std::string cart = R"(pintle: 1
gravity: [0, 0, -9.81]
parameters: {V: 1 m/s}
functions: {v: {of: time, points: [[0 s, 1 m/s], [0.5 s, 1 m/s], [0.50000001 s, 3 m/s], [5 s, 3 m/s]]}}
bodies: {cart: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, bob: {mass: 1, inertia: [0, 1e-9, 1e-9], at: [0, 0, -1]}}
joints:
  s: {type: slider, between: [world, cart], axis: [1, 0, 0], driven: {velocity: =@}}
  h: {type: hinge, between: [cart, bob], at: [0, 0, 0], axis: [0, 1, 0]}
)";
  const auto with = [&](const std::string& law) {
    std::string text = cart;
    return text.replace(text.find('@'), 1, law);
  };
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const RunSummary ramp = run_model(read_model_text(with("v(time)"), "m"), formulation, fine(1));
    for (const std::string& set :
         {std::string("events: {c: {when: time >= 0.5 s, do: [set: {V: 3 m/s}]}}\n"),
          std::string("controllers: {c: {every: 0.5 s, set: {V: \"=if(time < 0.4 s, 1 m/s, 3 m/s)\"}}}\n")}) {
      CAPTURE(set);
      const RunSummary jump = run_model(read_model_text(with("V") + set, "m"), formulation, fine(1));
      CHECK(jump.message == "");
      CHECK(jump.final.joints[1].angle.z == doctest::Approx(ramp.final.joints[1].angle.z).epsilon(1e-6));
      CHECK(jump.balance_error < 1e-8);
    }
  }
}

TEST_CASE(
    "set: a place that is told does not jump: a driven coordinate, a length, a ratio and a pitch say so, and name the way out") {
  const std::string body = "pintle: 1\nparameters: {A: 1 m}\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, -1]}}\n";
  const std::string event = "events: {e: {when: time >= 0.5 s, do: [set: {A: 1.5 m}]}}\n";
  const std::string driven =
      body + "joints: {j: {type: slider, between: [world, a], driven: {displacement: =A*sin(2 rad/s*time)}}}\n";
  const std::string rod = body + "constraints: {d: {type: distance, at: {world: [0, 0, 0], a: [0, 0, 0]}, length: =A}}\n";
  const std::string screw = body +
                            "joints: {j: {type: cylindrical, between: [world, a]}}\n"
                            "constraints: {d: {type: screw, joint: j, pitch: =A}}\ninitial: {j: {rz: {rate: 1 rad/s}}}\n";
  const std::string two =
      "pintle: 1\nparameters: {A: 1}\n"
      "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], at: [2, 0, 0]}}\n"
      "joints: {ja: {type: hinge, between: [world, a]}, jb: {type: hinge, between: [world, b], at: [2, 0, 0]}}\n"
      "initial: {ja: {rate: 1}}\nconstraints: {d: {type: gear, joints: [ja, jb], ratio: =A}}\n"
      "events: {e: {when: time >= 0.5 s, do: [set: {A: 2}]}}\n";
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const std::string told = find_end(driven + event, formulation);
    CHECK(told.find("joint j is told by its `driven` to be at 1.26221 m at t = 0.5 s and is at 0.841471") != std::string::npos);
    CHECK(told.find("by a function of time, for example a table") != std::string::npos);
    CHECK(find_end(rod + event, formulation).find("constraint d is off by 0.5 m at t = 0.5 s") != std::string::npos);
    CHECK(find_end(two, formulation).find("constraint d is off by 0.5 rad at t = 0.5 s") != std::string::npos);
    CHECK(find_end(screw + event, formulation).find("constraint d is off by 0.0398 m at t = 0.5 s") != std::string::npos);
  }
}
