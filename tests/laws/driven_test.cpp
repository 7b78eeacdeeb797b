#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/model/scope.h"
#include "pintle/simulate/simulate.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions fine(double until) {
  RunOptions options;
  options.until = until;
  options.integration.rtol = 1e-11;
  return options;
}

/// A rod on a hinge that hangs on a carriage; the carriage slides along the vertical.
Model make_lift() {
  Model model = make_pendulum(1);
  BodyPart carriage;
  carriage.name = "carriage";
  carriage.mass = 3;
  carriage.inertia = {0.1, 0, 0, 0.1, 0, 0.1};
  model.bodies.push_back(carriage);
  JointPart rail;
  rail.name = "rail";
  rail.type = *find_joint_type("slider");
  rail.parent = "world";
  rail.child = "carriage";
  rail.at = std::array<PointOn, 2>{PointOn{"world", {0, 0, 0}}, PointOn{"carriage", {0, 0, 0}}};
  model.joints[0].parent = "carriage";
  std::get<std::array<PointOn, 2>>(model.joints[0].at)[0].body = "carriage";
  model.joints.push_back(rail);
  return model;
}

}  // namespace

TEST_CASE("driven: a carriage that rises with an acceleration a makes a pendulum swing as gravity g + a does") {
  Model heavy = make_pendulum(1);
  heavy.gravity = {0, 0, -9.81 - 4};
  const double expected = run_model(heavy, "articulated-body", fine(2)).final.joints[0].angle.z;
  for (const bool by_rate : {false, true}) {
    Model lift = make_lift();
    lift.joints[1].drivers[Direction::tz] = by_rate ? DrivenLaw{true, make_number(lift, "4 m/s^2*time", "m/s")}
                                                    : DrivenLaw{false, make_number(lift, "0.5*4 m/s^2*time^2", "m")};
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      CAPTURE(by_rate);
      const RunSummary summary = run_model(lift, name, fine(2));
      CHECK(summary.status == Status::completed);
      CHECK(summary.final.joints[0].angle.z == doctest::Approx(expected).epsilon(1e-8));
      CHECK(summary.final.joints[1].displacement.z == doctest::Approx(8).epsilon(1e-9));
      CHECK(summary.final.joints[1].velocity.z == doctest::Approx(8).epsilon(1e-12));
      CHECK(std::fabs(summary.balance_error) < 1e-8);  // the driver's work is in the books
    }
  }
}

TEST_CASE("driven: a hinge turns to the bit as its law says, and takes no freedom") {
  Model model = make_pendulum(2);
  model.joint_starts.erase(model.joint_starts.begin());
  model.joints[0].drivers[Direction::rz] = {false, make_number(model, "0.5*sin(3 rad/s*time)", "rad")};
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, fine(1), watch);
    for (const Seen& seen : watch.observed) {
      CHECK(seen.freedoms == 1);
      CHECK(seen.state.joints[0].angle.z == doctest::Approx(0.5 * std::sin(3 * seen.t)).epsilon(1e-13));
      CHECK(seen.state.joints[0].rate.z == doctest::Approx(1.5 * std::cos(3 * seen.t)).epsilon(1e-13));
    }
  }
}

TEST_CASE("driven: laws that live read what drivers are told, rates too") {
  // Forces of 3 and 5 times a driven rate of 2 push a mass of 1 kg: a = 6, a = 10, in a second half of that.
  const char* const text = R"yaml(
pintle: 1
bodies:
  wheel: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}
  car: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}
  a: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}
  b: {mass: 1 kg, inertia: [1, 1, 1], at: [0, 0, 0]}
joints:
  crank: {type: hinge, between: [world, wheel], axis: [0, 0, 1], driven: {rate: =2 rad/s}}
  rail: {type: slider, between: [world, car], axis: [1, 0, 0], driven: {velocity: =2 m/s}}
  by_crank: {type: slider, between: [world, a], axis: [0, 1, 0], motor: {force: =3 N*s/rad*crank.rate}}
  by_rail: {type: slider, between: [world, b], axis: [0, 1, 0], motor: {force: =5 N*s/m*rail.velocity}}
run: {until: 1 s}
)yaml";
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = run_model(read_model_text(text, "driven.yaml"), name, fine(1));
    CHECK(summary.final.joints[2].displacement.z == doctest::Approx(3).epsilon(1e-12));
    CHECK(summary.final.joints[3].displacement.z == doctest::Approx(5).epsilon(1e-12));
  }
}

TEST_CASE("driven: any of three rotations in sequence, both formulations alike between two moving bodies") {
  for (const std::vector<Direction>& driven : {std::vector{Direction::rx},
                                               {Direction::ry},
                                               {Direction::rz},
                                               {Direction::rx, Direction::ry},
                                               {Direction::ry, Direction::rz}}) {
    Model model = make_pendulum(2);
    model.joints[1].type = make_joint_type({Direction::rx, Direction::ry, Direction::rz});
    model.bodies[1].inertia = {0.09, 0.01, -0.02, 0.08, 0.015, 0.03};
    model.joint_starts[1] = {"pin2", {}, {}, {}};
    for (Direction d : driven) model.joints[1].drivers[d] = {false, make_number(model, "0.5*sin(3 rad/s*time)", "rad")};
    for (Direction d : {Direction::rx, Direction::ry, Direction::rz})
      if (!model.joints[1].drivers.contains(d)) model.joint_starts[1].directions[d] = {0.3, 0.7};
    Watch a, b;
    const RunSummary one = run_model(model, "articulated-body", fine(0.7), a),
                     two = run_model(model, "newton-euler", fine(0.7), b);
    for (int k = 0; k < 3; ++k) {
      CHECK(one.final.joints[1].angle[k] == doctest::Approx(two.final.joints[1].angle[k]).epsilon(1e-8));
      CHECK(one.final.joints[1].rate[k] == doctest::Approx(two.final.joints[1].rate[k]).epsilon(1e-7));
    }
    CHECK(std::fabs(two.balance_error) < 1e-8);
  }
}

TEST_CASE("driven: a law whose rate jumps within the run is refused, one that goes on smoothly is not") {
  Model model = make_pendulum(1);
  model.joint_starts.clear();
  model.run.until = 1;
  model.joints[0].drivers[Direction::rz] = {true, make_number(model, "if(time < 0.5 s, 0 rad/s, 3 rad/s)", "rad/s")};
  CHECK_THROWS_WITH_AS(make_system(model), doctest::Contains("jumps at t = 0.5 s, from 0 to 3"), Error);
  model.joints[0].drivers[Direction::rz] = {false, make_number(model, "1 rad/s^2*max(0 s, time - 0.5 s)^2", "rad")};
  CHECK_NOTHROW(make_system(model));
}

namespace {

/// One body on three rotations, without gravity: who drives which, and what else acts, is said in `laws`.
Model make_gimbal(const std::string& laws, const std::string& initial, const std::string& more, const char* parent = "world") {
  return read_model_text("pintle: 1\nbodies:\n  a: {mass: 1, inertia: [1, 1.2, 0.9], at: [0, 0, 0]}\n" + more +
                             "  j: {type: [rx, ry, rz], between: [" + parent + ", a], " + laws + "}\ninitial: {" + initial +
                             "}\nrun: {until: 2, output_every: 1 ms, rtol: 1e-10}\n",
                         "gimbal.yaml");
}

}  // namespace

// The axes of rx and rz are not normal to each other, so what turns about one is met by the driver of the other. The axis of rz
// is M's z, about which the load is known: its driver works ∫ mz θ̇ dt, whatever part of mz is a spring's.
TEST_CASE("driven: the driver of one rotation in a list works against springs, dampers and motors of the others too") {
  for (const char* law :
       {"spring: {rx: {stiffness: 20, rest: 1}}", "spring: {rx: {stiffness: 5, damping: 2, rest: 1}}", "motor: {rx: {torque: 3}}",
        "spring: {ry: {stiffness: 4, rest: 1}}, motor: {rx: {torque: =2 N*m*sin(time/(1 s))}}"})
    for (const std::string& name : formulation_names()) {
      CAPTURE(law);
      CAPTURE(name);
      Model model = make_gimbal(std::string(law) + ", driven: {rz: {rate: 2 rad/s}}", "j: {ry: {angle: 0.7}}", "joints:\n");
      model.run.formulation = name;
      const Simulation run = simulate(model, {"j.load", "system.energy"});
      REQUIRE(run.summary.status == Status::completed);
      const auto& mz = run.series("j.load.mz");
      double work = 0;  // Simpson's rule: a step of 1 ms leaves 1e-10
      for (std::size_t k = 0; k + 2 < mz.size(); k += 2) work += 2 * 1e-3 / 3 * (mz[k] + 4 * mz[k + 1] + mz[k + 2]);
      CHECK(std::fabs(run.summary.balance_error) < 1e-8);  // was up to 0.5 in newton-euler
      if (std::string_view(law).starts_with("spring: {rx: {stiffness: 20")) {
        const auto& total = run.series("system.energy.total");
        CHECK(work == doctest::Approx(total.back() - total.front()).epsilon(1e-7));
      }
    }
}

TEST_CASE("driven: the books close for two driven rotations, a driven translation, a driver in a loop, whatever else acts") {
  // Bodies on balls about one point: the joint between them is cut.
  const std::string loop =
      "  b: {mass: 2, inertia: [0.5, 0.6, 0.7], at: [0, 0, 0]}\n"
      "joints:\n"
      "  near: {type: ball, between: [world, b]}\n"
      "  far: {type: ball, between: [world, a]}\n";
  struct Case {
    std::string laws, initial, more;
  };
  const Case cases[] = {
      {"spring: {rx: {stiffness: 20, damping: 1, rest: 1}}, driven: {ry: {angle: =0.6+0.3*sin(2*time/(1 s))}, rz: {rate: 2 "
       "rad/s}}",
       "j: {rx: {angle: 0.2}}", "joints:\n"},
      {"spring: {rx: {stiffness: 20, rest: 1}, rz: {stiffness: 3, rest: 0}}, driven: {ry: {angle: =0.6*sin(2*time/(1 s))}}",
       "j: {rx: {rate: 0.2}}", "joints:\n"},
      {"spring: {rz: {stiffness: 20, rest: 1}, ry: {stiffness: 3, rest: 0}}, driven: {rx: {angle: =0.6*sin(2*time/(1 s))}}",
       "j: {ry: {angle: 0.4}}", "joints:\n"},
      {"spring: {rx: {stiffness: 20, rest: 1}}, driven: {rz: {rate: 2 rad/s}}", "j: {ry: {angle: 0.7}}", loop}};
  for (const Case& one : cases)
    for (const std::string& name : formulation_names()) {
      CAPTURE(one.laws);
      CAPTURE(name);
      Model model = make_gimbal(one.laws, one.initial, one.more, one.more == loop ? "b" : "world");
      model.run.formulation = name;
      const Simulation run = simulate(model, {"j.load", "system.energy"});
      REQUIRE(run.summary.status == Status::completed);
      CHECK(std::fabs(run.summary.balance_error) < 1e-8);
    }
}

TEST_CASE(
    "driven: where nothing is free the work of drivers is all that is integrated, and the balance of energy closes with rtol") {
  // At rtol 1e-9; 1e-6 where the step asks for 1e-7 of the work, as it does where a motion is integrated beside it.
  const auto check = [](const std::string& name, const std::string& law) {
    CAPTURE(name);
    CAPTURE(law);
    const Model model = read_model_text(R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 1, inertia: [0.02, 0.02, 0.01], at: [0, 0, 0.15]}
  rod: {mass: 2, inertia: [0.05, 0.2, 0.2], at: [0.5, 0, 0.5]}
  rocker: {mass: 1.5, inertia: [0.03, 0.08, 0.01], at: [1, 0, 0.35]}
  arm: {mass: 1, inertia: [0.1, 0.1, 0.01], at: [3, 0, -0.5]}
joints:
  p: {type: hinge, between: [world, crank], at: [0, 0, 0], axis: [0, 1, 0], driven: {)" +
                                            law + R"(}}
  q: {type: hinge, between: [crank, rod], at: [0, 0, 0.3], axis: [0, 1, 0]}
  r: {type: hinge, between: [rod, rocker], at: [1, 0, 0.7], axis: [0, 1, 0]}
  s: {type: hinge, between: [world, rocker], at: [1, 0, 0], axis: [0, 1, 0]}
  alone: {type: hinge, between: [world, arm], at: [3, 0, 0], axis: [0, 1, 0], driven: {angle: =1 rad*sin(7 rad/s*time)}}
run: {until: 2, rtol: 1e-9}
)",
                                        "driven.yaml");
    const RunSummary summary = run_model(model, name, make_run_options(model.run));
    CHECK(summary.status == Status::completed);
    CHECK(summary.balance_error < 1e-7);
  };
  for (const std::string& name : formulation_names()) check(name, "angle: =20 rad/s*time");
  check("partitioned", "rate: =20 rad/s*(1 - exp(-time/0.1 s))");
}
