#include "pintle/simulate/check_start.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

/// Two bars in line between fixed pins, as long together as the pins are apart.
Model make_stretched(const std::string& gravity, const std::string& formulation, const std::string& initial = "{}") {
  Model model = read_model_text(fmt::format(R"yaml(
pintle: 1
gravity: {}
bodies:
  a: {{mass: 1, inertia: [0.001, 0.0833, 0.0833], at: [0.5, 0, 0]}}
  b: {{mass: 2, inertia: [0.001, 0.0833, 0.0833], at: [1.5, 0, 0]}}
joints:
  A: {{type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}}
  B: {{type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}}
  C: {{type: hinge, between: [world, b], at: [2, 0, 0], axis: [0, 1, 0]}}
initial: {}
run: {{until: 0.2 s}}
)yaml",
                                            gravity, initial),
                                "stretched.yaml");
  model.run.formulation = formulation;
  return model;
}

/// Legs of one length, upright or lying in line with what they carry.
Model make_parallelogram(bool in_line, const std::string& formulation, const std::string& initial = "{}") {
  const char* const upright = R"yaml(
bodies:
  l: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.5]}
  r: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0.5]}
  t: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 1]}
joints:
  A: {type: hinge, between: [world, l], at: [0, 0, 0], axis: [0, 1, 0]}
  B: {type: hinge, between: [world, r], at: [1, 0, 0], axis: [0, 1, 0]}
  C: {type: hinge, between: [l, t], at: [0, 0, 1], axis: [0, 1, 0]}
  D: {type: hinge, between: [r, t], at: [1, 0, 1], axis: [0, 1, 0]}
)yaml";
  const char* const lying = R"yaml(
bodies:
  l: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}
  r: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 0, 0]}
  t: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 0, 0]}
joints:
  A: {type: hinge, between: [world, l], at: [0, 0, 0], axis: [0, 1, 0]}
  B: {type: hinge, between: [world, r], at: [1, 0, 0], axis: [0, 1, 0]}
  C: {type: hinge, between: [l, t], at: [1, 0, 0], axis: [0, 1, 0]}
  D: {type: hinge, between: [r, t], at: [2, 0, 0], axis: [0, 1, 0]}
)yaml";
  Model model = read_model_text(fmt::format("pintle: 1\ngravity: [0, 0, -9.81]\n{}initial: {}\nrun: {{until: 0.2 s}}\n",
                                            in_line ? lying : upright, initial),
                                "parallelogram.yaml");
  model.run.formulation = formulation;
  return model;
}

const std::vector<std::string> all = formulation_names();

}  // namespace

TEST_CASE("start: two bars stretched between pins are refused where weight pulls them across, with the joints and a way out") {
  for (const std::string& formulation : all) {
    CAPTURE(formulation);
    CHECK_THROWS_WITH_AS(simulate(make_stretched("[0, 0, -9.81]", formulation)), doctest::Contains("joints A, B, C"), Error);
    CHECK_THROWS_WITH_AS(simulate(make_stretched("[0, 0, -9.81]", formulation)), doctest::Contains("start a little beside"),
                         Error);
  }
}

TEST_CASE("start: a mechanism at rest is looked at for itself, whatever moves beside it") {
  for (const std::string& formulation : all) {
    CAPTURE(formulation);
    Model model = make_stretched("[0, 0, -9.81]", formulation);
    BodyPart body = model.bodies.front();
    body.name = "p";
    body.at = Vector{10, 0, -50};
    JointPart joint = model.joints.front();
    joint.name = "P";
    joint.child = "p";
    joint.at = Vector{10, 0, 0};
    model.bodies.push_back(body);
    model.joints.push_back(joint);
    model.joint_starts.push_back(parts::start_of("P", Direction::rz, 0, 1));
    CHECK_THROWS_WITH_AS(simulate(model), doctest::Contains("joints A, B, C"), Error);
  }
}

TEST_CASE("start: two bars stretched between pins stay where they are if nothing pushes them across; statics shares the load") {
  for (const std::string& formulation : all) {
    CAPTURE(formulation);
    const Simulation run =
        simulate(make_stretched("[-9.81, 0, 0]", formulation), {"A", "B", "C", "A.load", "C.load", "system.energy"});
    REQUIRE(run.summary.status == Status::completed);
    CHECK(std::fabs(run.final("A.angle")) < 1e-12);
    CHECK(std::fabs(run.final("A.rate")) < 1e-12);
    // Three springs of one stiffness in a row carry 1 kg and 2 kg between them: the least norm of forces.
    //   f_A − f_B = 9.81,  f_B − f_C = 19.62,  f_A + f_B + f_C = 0
    CHECK(run.final("A.load.force") == doctest::Approx((2 * 9.81 + 19.62) / 3));
    CHECK(run.final("C.load.force") == doctest::Approx((9.81 + 2 * 19.62) / 3));
  }
}

TEST_CASE("start: two bars stretched between pins are refused with any rate, fast or slow: they would have to grow") {
  for (const std::string& formulation : all)
    for (const std::string gravity : {"[0, 0, 0]", "[0, 0, -9.81]", "[-9.81, 0, 0]"})
      for (const std::string rate : {"1 rad/s", "-20 rad/s", "0.001 rad/s"}) {
        CAPTURE(formulation);
        CAPTURE(gravity);
        CAPTURE(rate);
        const Model model = make_stretched(gravity, formulation, fmt::format("{{A: {{rate: {}}}}}", rate));
        CHECK_THROWS_WITH_AS(simulate(model), doctest::Contains("joints A, B, C"), Error);
        CHECK_THROWS_WITH_AS(simulate(model), doctest::Contains("initial: the mechanism cannot go on with the rates"), Error);
      }
}

TEST_CASE("start: what moves across a rod that it cannot turn is refused, if it slides, floats or is two bars in line") {
  // A row that vanishes altogether, and no body that turns: right-hand sides are v²/L then.
  const char* const slides = R"yaml(
bodies: {b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}}
joints: {S: {type: slider, between: [world, b], at: [1, 0, 0], axis: [0, 1, 0]}}
constraints: {rod: {type: distance, at: {world: [0, 0, 0], b: [0, 0, 0]}, length: 1 m}}
initial: {S: {velocity: 1 mm/s}}
)yaml";
  const char* const floats = R"yaml(
bodies: {b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}}
constraints:
  rod: {type: distance, at: {world: [0, 0, 0], b: [0, 0, 0]}, length: 1 m}
  other: {type: distance, at: {world: [2, 0, 0], b: [0, 0, 0]}, length: 1 m}
initial: {b: {velocity: [0, 1, 0]}}
)yaml";
  // The rod goes along both bars: it forbids that they bend, and says nothing wherever they are.
  const char* const bends = R"yaml(
bodies:
  a: {mass: 1, inertia: [0.001, 0.0833, 0.0833], at: [0.5, 0, 0]}
  b: {mass: 2, inertia: [0.001, 0.0833, 0.0833], at: [1.5, 0, 0]}
  far: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1000]}
joints:
  A: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}
  B: {type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}
  F: {type: hinge, between: [world, far], at: [0, 0, 1000], axis: [0, 1, 0]}
constraints: {rod: {type: distance, at: {world: [0, 0, 0], b: [0.5, 0, 0]}, length: 2 m}}
initial: {A: {rate: 1 rad/s}, B: {rate: -2 rad/s}, F: {rate: 1e4 rad/s}}
)yaml";
  for (const std::string& formulation : all)
    for (const char* const parts : {slides, floats, bends}) {
      CAPTURE(formulation);
      CAPTURE(parts);
      Model model =
          read_model_text(fmt::format("pintle: 1\ngravity: [0, 0, 0]\n{}run: {{until: 0.2 s}}\n", parts), "across.yaml");
      model.run.formulation = formulation;
      CHECK_THROWS_WITH_AS(simulate(model), doctest::Contains("initial: the mechanism cannot go on with the rates"), Error);
      CHECK_THROWS_WITH_AS(simulate(model), doctest::Contains("rod"), Error);
    }
}

TEST_CASE("start: a parallelogram in line goes on with rates of one of its two ways, and is refused with any other") {
  for (const std::string& formulation : all) {
    CAPTURE(formulation);
    const auto run = [&](const std::string& rates) { return simulate(make_parallelogram(true, formulation, rates), {"A.rate"}); };
    CHECK(run("{A: {rate: 1 rad/s}, B: {rate: 1 rad/s}}").summary.status == Status::completed);
    CHECK(run("{A: {rate: 3 rad/s}, B: {rate: 3 rad/s}}").summary.drift_error < 1e-6);
    CHECK_THROWS_WITH_AS(run("{A: {rate: 1 rad/s}, B: {rate: 0.5 rad/s}}"), doctest::Contains("cannot go on"), Error);
    CHECK_THROWS_WITH_AS(run("{A: {rate: 1 rad/s}, B: {rate: 0 rad/s}}"), doctest::Contains("one of the ways out"), Error);
  }
}

TEST_CASE("start: a parallelogram in line at rest is refused, with a rate and upright it is not") {
  for (const std::string& formulation : all) {
    CAPTURE(formulation);
    CHECK_THROWS_WITH_AS(simulate(make_parallelogram(true, formulation)),
                         doctest::Contains("initial: the mechanism is at rest where"), Error);
    CHECK(simulate(make_parallelogram(true, formulation, "{A: {rate: 1 rad/s}, B: {rate: 1 rad/s}}")).summary.status ==
          Status::completed);
    CHECK(simulate(make_parallelogram(false, formulation)).summary.status == Status::completed);
  }
}

}  // namespace pintle
