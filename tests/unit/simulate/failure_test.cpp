#include "pintle/simulate/failure.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <array>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunSummary run(std::string_view text, const std::vector<Setting>& settings = {}) {
  return simulate(read_model_text(text, "m.yaml", settings)).summary;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("a run that fails in gimbal lock names the joint, the angle and the ball that would not") {
  constexpr std::string_view gyro = R"(pintle: 1
bodies: {a: {mass: 1, inertia: [1, 2, 3], at: [0, 0, 0]}}
joints: {j: {type: [rx, ry, rz], between: [world, a]}}
initial: {j: {rx: {rate: 1e-13}, ry: {rate: 1}, rz: {rate: 1e-12}}}
run: {until: 10 s, formulation: articulated-body}
)";
  int failed = 0;
  for (const char* rate : {"1e-11", "1e-12", "1e-13", "1e-14", "1e-15"}) {  // how near it comes is a matter of rounding
    const RunSummary summary = run(gyro, {{"initial.j.rx.rate", rate}});
    if (summary.status != Status::failed) continue;
    ++failed;
    CAPTURE(summary.message);
    CHECK(has(summary.message, "gimbal lock of joint j: at ry = 90 deg rx and rz turn about one line; take a ball"));
  }
  CHECK(failed > 0);
}

TEST_CASE("drives that begin alike and then contradict each other are named by the failure") {
  constexpr std::string_view four_bar = R"(pintle: 1
bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0, 0.1, 0]}
  coupler: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.2, 0.25, 0]}
  rocker: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.4, 0.15, 0]}
joints:
  a: {type: hinge, between: [world, crank], at: [0, 0, 0], driven: {rate: =3 rad/s^2*time}}
  b: {type: hinge, between: [crank, coupler], at: [0, 0.2, 0]}
  c: {type: hinge, between: [coupler, rocker], at: [0.4, 0.3, 0]}
  d: {type: hinge, between: [world, rocker], at: [0.4, 0, 0], driven: {rate: =3 rad/s^2*time}}
run: {until: 1 s}
)";
  for (const std::string& formulation : formulation_names()) {
    const RunSummary summary = run(four_bar, {{"run.formulation", formulation}});
    CAPTURE(summary.message);
    CHECK(summary.status == Status::failed);
    CHECK(has(summary.message, "d is driven, and so is a, which moves it already: take one of them out"));
  }
}

TEST_CASE("a table that ends a run is named with its end and the time") {
  constexpr std::string_view sled = R"(pintle: 1
functions: {push: {of: m, points: [[0 m, 10 N], [1 m, 5 N]], outside: error}, thrust: {of: time, points: [[0 s, 10 N], [0.25 s, 5 N]], outside: error}}
bodies: {sled: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {track: {type: slider, between: [world, sled], axis: [1, 0, 0]}}
initial: {track: {velocity: 1}}
run: {until: 10 s}
)";
  for (const std::string& formulation : formulation_names()) {
    const RunSummary place =
        run(sled, {{"run.formulation", formulation}, {"joints.track.motor", "{force: =push(track.displacement)}"}});
    CAPTURE(place.message);
    CHECK(place.status == Status::failed);
    CHECK(
        has(place.message, "the table push ends at 1 m, and its argument, made of track.displacement, leaves it at t = 0.3761"));
    const RunSummary time = run(sled, {{"run.formulation", formulation}, {"joints.track.motor", "{force: =thrust(time)}"}});
    CAPTURE(time.message);
    CHECK(time.status == Status::failed);
    CHECK(has(time.message, "the table thrust ends at 0.25 s, and its argument, made of time, leaves it at t = 0.25"));
    for (const auto& [points, argument, end] : {std::array{"[[0 deg, 1], [28.64788975654116 deg, 1]]", "time/2 s", "0.5 rad"},
                                                std::array{"[[0, 1], [0.5, 1]]", "time/2 s", "0.5"}}) {
      const std::string law = fmt::format("{{force: =1 N*share({})}}", argument);
      const RunSummary pure = run(sled, {{"run.formulation", formulation},
                                         {"functions.share", fmt::format("{{points: {}, outside: error}}", points)},
                                         {"joints.track.motor", law}});
      CHECK(has(pure.message, fmt::format("the table share ends at {}, and its argument", end)));
    }
  }
}

TEST_CASE("a force that turns over with the speed it brakes chatters: the run ends in good time and says what to use instead") {
  constexpr std::string_view sled = R"m(pintle: 1
bodies: {sled: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, sled], at: [0, 0, 0], motor: {force: "=if(rail.velocity > 0 m/s, -1 N, 1 N)"}}}
initial: {rail: {velocity: 1}}
run: {until: 3 s}
)m";
  for (const std::string& formulation : formulation_names()) {
    const RunSummary summary = run(sled, {{"run.formulation", formulation}});
    CAPTURE(summary.message);
    CHECK(summary.status == Status::failed);
    CHECK(
        has(summary.message, "joints.rail.motor: =if(rail.velocity > 0 m/s, -1 N, 1 N) jumps back and forth with rail.velocity"));
    CHECK(has(summary.message, "use a friction law in its place, or one that turns smoothly, as tanh does"));
    CHECK(summary.time >= 1 - 1e-6);  // it comes to rest after 1 s
    CHECK(has(summary.message, "tanh(rail.velocity/s) with a small s"));
    CHECK(summary.counters.steps < 2'000);  // hundredths of a second
    const RunSummary smooth =
        run(sled, {{"run.formulation", formulation}, {"joints.rail.motor", "{force: \"=-1 N*tanh(rail.velocity/(1e-3 m/s))\"}"}});
    CHECK(smooth.status == Status::completed);
    CHECK(smooth.counters.steps < 100'000);
  }
}

TEST_CASE("a law of several levels chatters too, and a law of two springs that oscillates for long does not") {
  constexpr std::string_view sled = R"m(pintle: 1
bodies: {sled: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, sled], at: [0, 0, 0], axis: [1, 0, 0]}}
initial: {rail: {velocity: 1}}
run: {until: 3 s}
)m";
  const RunSummary levels = run(sled, {{"joints.rail.motor", "{force: \"=0.6 N - 1 N*floor(1 + rail.velocity/(0.5 m/s))\"}"},
                                       {"initial.rail.velocity", "1.2"}});
  CAPTURE(levels.message);
  CHECK(levels.status == Status::failed);
  CHECK(has(levels.message, "jumps back and forth with rail.velocity"));
  CHECK(levels.counters.steps < 2'000);  // 500 went by before it began to be noticed
  const RunSummary springs =
      run(sled, {{"joints.rail.motor", "{force: \"=if(rail.velocity > 0 m/s, -1e9 N/m, -1.0001e9 N/m)*rail.displacement\"}"},
                 {"run.rtol", "1e-3"}});
  CAPTURE(springs.message);
  CHECK(springs.status == Status::completed);  // 15,000 swings of 10 steps and more
}

TEST_CASE("motions that run away by their own law end the run in good time, and the law is named with its value") {
  constexpr std::string_view pendulum = R"m(pintle: 1
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -0.5]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -1.5]}
joints:
  j: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}
  k: {type: hinge, between: [a, b], at: [0, 0, -1], axis: [0, 1, 0]}
initial: {k: {angle: 1 rad}}
run: {until: 5 s}
)m";
  for (const std::string& formulation : formulation_names())
    for (const auto& [key, law] :
         std::vector<std::pair<std::string, std::string>>{{"motor", "torque: \"=10 N*m*s*j.rate + 1 N*m\""},  // rate ~ exp(c t)
                                                          {"motor", "torque: \"=exp(time/(20 ms))*1 N*m\""},  //
                                                          {"motor", "torque: \"=1e12 N*m*sin(time/1 s)\""},  // as a power of time
                                                          {"driven", "rate: \"=exp(time/(10 ms))*1e-6 rad/s\""},   //
                                                          {"driven", "angle: \"=1 rad/(1.00001 - time/(1 s))\""},  // a pole
                                                          {"driven", "rate: \"=1e20 rad/s*cos(time/1 s)\""}}) {  // from the start
      const RunSummary summary = run(pendulum, {{"run.formulation", formulation}, {"joints.j." + key, "{" + law + "}"}});
      CAPTURE(law);
      CAPTURE(summary.message);
      CHECK(summary.status == Status::failed);
      CHECK(has(summary.message, "joints.j." + key));
      CHECK(has(summary.message, "give an expression that stays within bounds"));
      CHECK(summary.counters.steps < 20'000);  // tenths of a second; a million and more before
    }
}

TEST_CASE("constraints that a law beyond all measure tears apart: the law is named, not the constraints") {
  constexpr std::string_view four_bar = R"(pintle: 1
bodies:
  crank: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0, 0.1, 0]}
  coupler: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.2, 0.25, 0]}
  rocker: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.4, 0.15, 0]}
joints:
  a: {type: hinge, between: [world, crank], at: [0, 0, 0], motor: {torque: =1e30 N*m*cos(time/1 s)}}
  b: {type: hinge, between: [crank, coupler], at: [0, 0.2, 0]}
  c: {type: hinge, between: [coupler, rocker], at: [0.4, 0.3, 0]}
  d: {type: hinge, between: [world, rocker], at: [0.4, 0, 0]}
run: {until: 1 s, formulation: newton-euler, stabilization: baumgarte, rtol: 1e-4}
)";
  const RunSummary summary = run(four_bar);
  CAPTURE(summary.message);
  CHECK(summary.status == Status::failed);
  CHECK(has(summary.message, "the largest law is joints.a.motor: =1e30 N*m*cos(time/1 s), 1e+30"));
}

TEST_CASE("a rotor that is spun up evenly to a high speed and one that is fast for a moment run to their ends") {
  constexpr std::string_view rotor = R"m(pintle: 1
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -0.5]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -1.5]}
joints:
  j: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}
  k: {type: hinge, between: [a, b], at: [0, 0, -1], axis: [0, 1, 0]}
run: {until: 1 s}
)m";
  for (const char* law : {"rate: =2e4 rad/s*(time/1 s)", "rate: =2e4 rad/s*(time/1 s)^3"}) {
    const RunSummary summary = run(rotor, {{"joints.j.driven", std::string("{") + law + "}"}});
    CAPTURE(summary.message);
    CHECK(summary.status == Status::completed);
  }
  // 5,000 m/s at the ends of the arms, 0.1 s long in a run of 100 s
  const RunSummary brief =
      run(rotor, {{"run.until", "100 s"}, {"joints.j.driven", "{rate: \"=2.5e3 rad/s*exp(-((time - 0.5 s)/(0.1 s))^2)\"}"}});
  CAPTURE(brief.message);
  CHECK(brief.status == Status::completed);
}

TEST_CASE("loops that large steps tear apart: the sentence gives a finer tolerance as the way out") {
  constexpr std::string_view windows = R"(pintle: 1
gravity: [0, -9.81, 0]
repeat:
  window:
    count: 39
    bodies:
      bar: {mass: 1, inertia: [=1 kg*m^2/12, 0, =1 kg*m^2/12], at: [=(index - 1)*1 m, 0.5, 0]}
      link: {if: =index > 1, mass: 1, inertia: [0, =1 kg*m^2/12, =1 kg*m^2/12], at: [=(index - 1.5)*1 m, 1, 0]}
    joints:
      foot: {type: hinge, between: [world, bar], at: [=(index - 1)*1 m, 0, 0], axis: [0, 0, 1]}
      start: {if: =index > 1, type: hinge, between: [before.bar, link], at: [=(index - 2)*1 m, 1, 0], axis: [0, 0, 1]}
      end: {if: =index > 1, type: hinge, between: [link, bar], at: [=(index - 1)*1 m, 1, 0], axis: [0, 0, 1]}
initial: {foot1: {rate: -1 rad/s}}
run: {until: 4 s, output_every: 4 s, rtol: 0.1, formulation: newton-euler}  # rows between would make steps shorter
)";
  const RunSummary coarse = run(windows);
  CAPTURE(coarse.message);
  CHECK(coarse.status == Status::failed);
  CHECK(has(coarse.message, "run.rtol = 0.1 is coarse for a mechanism with loops, try 1e-6"));
  CHECK(run(windows, {{"run.rtol", "1e-6"}}).status == Status::completed);
}
