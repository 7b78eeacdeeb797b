#include <doctest/doctest.h>

#include <cmath>

#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

/// Stops where rounding could decide: mechanisms that cannot move, starts that were assembled, stops that throw each other back
/// in no time, loads that are zero. All were met by tests/cli/random_stops.py.
namespace {

RunOptions until(double t) {
  RunOptions options{.until = t};
  options.integration.rtol = 1e-9;
  return options;
}

}  // namespace

TEST_CASE("stops: a mechanism without freedoms takes an impulse, and no stop in it is driven anywhere") {
  const Model model = read_model_text(R"(pintle: 1
bodies:
  a: {mass: 1.13, inertia: [0.12, 0.23, 0.21], at: [-0.05, 0.05, 0.5]}
  b: {mass: 1.97, inertia: [0.43, 0.38, 0.57], at: [1.78, -0.16, -0.5]}
joints:
  j0: {type: hinge, between: [world, a], at: [0.03, -0.45, 0.6], axis: [0, 0, 1]}
  j1: {type: hinge, between: [a, b], at: [1.8, -0.56, -0.54], axis: [0, 0, 1], limits: {low: 0, restitution: 0.06}}
  c0: {type: hinge, between: [world, b], at: [-0.62, -0.72, -0.5], axis: [0, 0, 1], limits: {high: 0, restitution: 0}}
  c1: {type: hinge, between: [world, b], at: [-0.94, 0.66, 0.73], axis: [0, 0, 1], limits: {low: 0, high: 0.33, restitution: 0}}
events:
  push: {when: time >= 0 s, do: [impulse: {at: {a: [0.29, -0.06, 0.13]}, value: [-1.12, 1.93, -0.69], moment: [0.3, 0.3, -1.3]}]}
  pull: {when: time >= 0.2 s, do: [impulse: {at: {a: [0.29, -0.06, 0.13]}, value: [1.12, -1.93, 0.69], moment: [0.3, 0.3, 1.3]}]}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const RunSummary summary = run_model(model, formulation, until(0.5));
    CAPTURE(summary.message);
    CHECK(summary.status == Status::completed);
    for (const Motion<double>& V : summary.final.V_WB) CHECK(norm(V.v) + norm(V.w) < 1e-11);  // of some 1 m/s, were it free
  }
}

TEST_CASE("stops: a start at a stop may be off by what assembly leaves, and no more") {
  const auto make = [](const char* start) {
    return read_model_text(std::string(R"(pintle: 1
gravity: [0, 0, -9.81]
bodies: {a: {mass: 2 kg, inertia: [1, 1, 1], at: [0, 0, 0]}}
joints: {rail: {type: slider, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1], limits: {low: 0, restitution: 0.5}}}
initial: {rail: {displacement: )") +
                               start + "}}\n",
                           "m");
  };
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Watch watch;
    const RunSummary summary = run_model(make("-1e-12 m"), formulation, until(1), watch);
    CHECK(summary.status == Status::completed);
    CHECK(summary.final.joints[0].displacement.z == doctest::Approx(-1e-12));
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].actions.front() == "rests on its stop");
  }
  System beyond = make_system(make("-1e-6 m"));
  CHECK_THROWS(assemble(beyond));
}

TEST_CASE("stops: two of one joint that throw each other back in no time are hit together; gimbal lock behind it is told") {
  // rx is thrown back, rz with e = 0 throws it on: a hundred thousand impacts, less than 1e-12 s apart.
  const Model model = read_model_text(R"(pintle: 1
gravity: [0, 0, -9.81]
bodies:
  b0: {mass: 1.36783, inertia: {xx: 1.056217521193538, yy: 0.3735211420830862, zz: 0.8415111203995269, xy: 0.04889463968475581,
       xz: 0.11488644466954823, yz: -0.10906322134386773}, at: [0.870627, 0.330866, 0.493612],
       quaternion: {w: -2.053219296330161, x: 0.9828341879767503, y: 0.3160099701632006, z: -2.2181550094546165}}
  b1: {mass: 2.572022, inertia: {xx: 0.8966297981588446, yy: 0.6916108001442558, zz: 0.6346792015335427,
       xy: 0.01705519425827944, xz: 0.19853283563809773, yz: -0.21736276390104925}, at: [1.068854, -0.929116, 0.967457],
       quaternion: {w: 0.11380314179761813, x: 0.04757661651276294, y: -0.9443308119772286, z: -0.060172682874506014}}
joints:
  j0: {type: hinge, between: [world, b0], at: [0.69453, 0.358367, 0.814504], axis: [0.163375, 0.022415, 1.525177],
       spring: {stiffness: 7.590171, damping: 0.649426}, limits: {high: 0.814647, restitution: 0.196836}}
  j1: {type: [rx, ry, rz], between: [b0, b1], at: [0.673824, -0.780384, 0.73421], axis: [1.855385, -0.361431, -0.995006],
       limits: {rx: {high: 0.327182, restitution: 0.965335}, rz: {low: -0.100749, high: 1.163915, restitution: 0}}}
forces:
  f0: {at: {b0: [-0.085593, -0.25917, 0.201895]}, force: [0.494824, 3.028436, -1.763713]}
  f1: {at: {b1: [-0.272066, 0.192869, 0.122734]}, force: [0.617837, 6.214876, -4.667108]}
events:
  push: {when: time >= 0 s, do: [
    {impulse: {at: {b1: [0.090279, -0.277797, -0.213903]}, value: [4.695305, 1.306829, 3.758845],
               moment: [-0.241983, 0.698919, 0.428083]}},
    {impulse: {at: {b0: [-0.213122, -0.078402, 0.257056]}, value: [0.568119, 1.666576, 5.438889],
               moment: [-0.290498, 0.449238, 0.812145]}}]}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    Watch watch;
    watch.stop_after = 20000;
    const RunSummary summary = run_model(model, formulation, until(1.5), watch);
    CHECK(watch.events.size() < 500);
    for (const EventLog& log : watch.events) {
      if (log.event != "push") CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-9));
    }
    if (summary.status != Status::completed) CHECK(summary.message.find("gimbal lock of joint j1") != std::string::npos);
  }
}

TEST_CASE("stops: a lever that presses on its stop, and starts with a speed of rounding, comes to rest within thirty bounces") {
  // Bounces no higher than rounding of the angle did not end: each began as much deeper as it was high. 14,610 in 10 ms.
  for (const char* rate : {"1e-15", "-1e-15", "1e-12"})
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(rate);
      CAPTURE(formulation);
      const Model model = read_model_text(std::string(R"(pintle: 1
gravity: [0, 0, -9.81]
bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0.7, 0, 0]}}
joints: {j: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0], limits: {high: 0 deg, restitution: 0.9}}}
initial: {j: {rate: )") + rate + "}}\n",
                                          "m");
      const RunSummary summary = run_model(model, formulation, until(1));
      CHECK(summary.status == Status::completed);
      CHECK(summary.counters.events < 40);
      CHECK(summary.final.joints[0].rate.z == 0);
      CHECK(std::fabs(summary.final.joints[0].angle.z) < 1e-9);
    }
}

TEST_CASE("stops: what hangs on a body that cannot move stays on its stop when that body is struck") {
  const Model model = read_model_text(R"(pintle: 1
gravity: [0, 0, -9.81]
bodies: {w: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}, a: {mass: 1, inertia: [1, 1, 1], at: [0.7, 0, 0]}}
joints:
  l: {type: ball, between: [world, w], at: [0.1, 0.2, -0.3]}
  r: {type: ball, between: [world, w], at: [-0.3, 0.1, 0.2]}
  q: {type: ball, between: [world, w], at: [0.3, -0.4, 0.25]}
  j: {type: hinge, between: [w, a], at: [0, 0, 0], axis: [0, 1, 0], limits: {high: 0 deg, restitution: 0.9}}
events: {push: {when: time >= 0 s, do: [impulse: {at: {w: [0.1, 0.3, 0.2]}, value: [1, 2, 3]}]}}
)",
                                      "m");
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const RunSummary summary = run_model(model, formulation, until(1));
    CHECK(summary.status == Status::completed);
    CHECK(summary.counters.events <= 2);  // the push, and that it rests
    CHECK(norm(summary.final.V_WB[2].w) < 1e-12);
  }
}
