#include "pintle/simulate/failure.h"

#include <doctest/doctest.h>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"

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
  for (const char* formulation : {"articulated-body", "newton-euler"}) {
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
  for (const char* formulation : {"articulated-body", "newton-euler"}) {
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
  }
}

TEST_CASE("a force that turns over with the speed it brakes chatters: the run ends in good time and says what to use instead") {
  constexpr std::string_view sled = R"m(pintle: 1
bodies: {sled: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, sled], at: [0, 0, 0], motor: {force: "=if(rail.velocity > 0 m/s, -1 N, 1 N)"}}}
initial: {rail: {velocity: 1}}
run: {until: 3 s}
)m";
  for (const char* formulation : {"articulated-body", "newton-euler"}) {
    const RunSummary summary = run(sled, {{"run.formulation", formulation}});
    CAPTURE(summary.message);
    CHECK(summary.status == Status::failed);
    CHECK(
        has(summary.message, "joints.rail.motor: =if(rail.velocity > 0 m/s, -1 N, 1 N) jumps back and forth with rail.velocity"));
    CHECK(has(summary.message, "use a friction law in its place, or one that turns smoothly, as tanh does"));
    CHECK(summary.time >= 1 - 1e-6);          // it comes to rest after 1 s
    CHECK(summary.counters.steps < 100'000);  // seconds
    const RunSummary smooth =
        run(sled, {{"run.formulation", formulation}, {"joints.rail.motor", "{force: \"=-1 N*tanh(rail.velocity/(1e-3 m/s))\"}"}});
    CHECK(smooth.status == Status::completed);
    CHECK(smooth.counters.steps < 100'000);
  }
}
