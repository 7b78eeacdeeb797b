#include "pintle/closure/branch.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"

namespace pintle {
namespace {

/// Cranks of 1 m, 2 m apart, upright at the start; flat, where branches cross, at a quarter turn.
constexpr const char* parallelogram = R"yaml(
pintle: 1
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.01], at: [0, 0, 0.5]}
  b: {mass: 2, inertia: [0.01, 0.3, 0.3], at: [1, 0, 1]}
  c: {mass: 1, inertia: [0.1, 0.1, 0.01], at: [2, 0, 0.5]}
joints:
  A: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}
  B: {type: hinge, between: [a, b], at: [0, 0, 1], axis: [0, 1, 0]}
  C: {type: hinge, between: [b, c], at: [2, 0, 1], axis: [0, 1, 0]}
  D: {type: hinge, between: [world, c], at: [2, 0, 0], axis: [0, 1, 0]}
run: {until: 1 s}
)yaml";

constexpr const char* four_bar = R"yaml(
pintle: 1
bodies:
  a: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [0.1, 0, 0.5]}
  b: {mass: 2, inertia: [0.01, 0.2, 0.2], at: [0.7, 0, 1]}
  c: {mass: 1.5, inertia: [0.01, 0.15, 0.15], at: [1.4, 0, 0.6]}
joints:
  A: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}
  B: {type: hinge, between: [a, b], at: [0.25, 0, 1], axis: [0, 1, 0]}
  C: {type: hinge, between: [c, b], at: [1.25, 0, 1.125], axis: [0, 1, 0]}
  D: {type: hinge, between: [world, c], at: [1.5, 0, 0], axis: [0, 1, 0]}
run: {until: 1 s}
)yaml";

/// A slider, far out at the start, pulls a crank round.
constexpr const char* slider_crank = R"yaml(
pintle: 1
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.3, 0.3, 0]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.3, 0.3, 0]}
  c: {mass: 3, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}
joints:
  S: {type: slider, between: [world, c], at: [2, 0, 0], axis: [1, 0, 0]}
  A: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}
  B: {type: hinge, between: [a, b], at: [0.6, 0.6, 0], axis: [0, 0, 1]}
  C: {type: hinge, between: [b, c], at: [2, 0, 0], axis: [0, 0, 1]}
run: {until: 1 s}
)yaml";

/// Two shafts that are not in one plane, and a rod between them; then a second rod and a third shaft behind.
constexpr const char* spatial = R"yaml(
pintle: 1
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.2, 0, 0]}
  b: {mass: 1, inertia: [0.1, 0.2, 0.2], at: [0.3, 0.5, 0]}
  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.2, 1, -0.4]}
  d: {mass: 1, inertia: [0.1, 0.2, 0.2], at: [0.2, 1.6, 0.4]}
  e: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [-0.2, 2.4, 0.8]}
joints:
  A: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}
  B: {type: universal, between: [a, b], at: [0.4, 0, 0], axis: [0, 0, 1], second_axis: [1, 0, 0]}
  C: {type: ball, between: [b, c], at: [0.2, 1, 0]}
  D: {type: hinge, between: [world, c], at: [0.2, 1, -1], axis: [1, 0, 0]}
  E: {type: universal, between: [c, d], at: [0.2, 1.2, -0.3], axis: [1, 0, 0], second_axis: [0, 0, 1]}
  F: {type: ball, between: [d, e], at: [0.2, 2.2, 1]}
  G: {type: hinge, between: [world, e], at: [-0.6, 2.6, 0.4], axis: [0, 1, 0]}
run: {until: 1 s}
)yaml";

/// A five-bar: two angles are given.
constexpr const char* five_bar = R"yaml(
pintle: 1
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 1.5, 0]}
  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 1.5, 0]}
  d: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}
joints:
  A: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 0, 1]}
  B: {type: hinge, between: [a, b], at: [0, 1, 0], axis: [0, 0, 1]}
  C: {type: hinge, between: [b, c], at: [1, 2, 0], axis: [0, 0, 1]}
  D: {type: hinge, between: [c, d], at: [2, 1, 0], axis: [0, 0, 1]}
  E: {type: hinge, between: [world, d], at: [2, 0, 0], axis: [0, 0, 1]}
run: {until: 1 s}
)yaml";

struct Told {
  const char* joint;
  double value;
};

Direction direction_of(const System& system, JointIndex j) {
  for (Direction d : all_directions)
    if (system.joint(j).type.free.has(d)) return d;
  return Direction::rz;
}

/// All joints, given values of some.
JointPoint start_at(const char* text, const std::vector<Told>& told) {
  Model model = read_model_text(text, "test.yaml");
  const System plain = make_system(model);
  for (const Told& one : told) {
    JointStart start;
    start.joint = one.joint;
    const JointIndex j(static_cast<int>(std::ranges::find(plain.joints, one.joint, &JointRecord::name) - plain.joints.begin()));
    start.directions[direction_of(plain, j)].value = one.value;
    model.joint_starts.push_back(start);
  }
  const System system = make_system(model);
  return make_start(system, system.nominal, make_structure(system)).joints;
}

/// The same by 400 starts, each from where the one before is.
JointPoint walk_to(const char* text, const std::vector<Told>& told) {
  Model model = read_model_text(text, "test.yaml");
  System system = make_system(model);
  constexpr int parts = 400;
  for (int k = 1; k <= parts; ++k) {
    for (const Told& one : told) {
      const auto i =
          static_cast<std::size_t>(std::ranges::find(system.joints, one.joint, &JointRecord::name) - system.joints.begin());
      const Direction d = direction_of(system, JointIndex(static_cast<int>(i)));
      JointCoordinates<double>& q = system.start.joints[i];
      q.value_of(d) = one.value * k / parts;
      system.start.given[i].value = system.start.given[i].value.with(d);
    }
    system.start.joints = make_start(system, system.nominal, make_structure(system)).joints;
  }
  return system.start.joints;
}

}  // namespace

TEST_CASE("assembly: a parallelogram stays one, however far its crank is turned") {
  for (const double angle : {0.3, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.2, 3.1, 4.5, 6.0, 12.0, -1.2, -3.0}) {
    CAPTURE(angle);
    const JointPoint q = start_at(parallelogram, {{"A", angle}});
    CHECK(q[0].angle.z == angle);
    // Next to where branches cross, lengths to 1e-15 give angles to 1e-7.
    CHECK(std::abs(q[1].angle.z + angle) < 1e-7);
    CHECK(std::abs(q[2].angle.z - angle) < 1e-7);
    CHECK(std::abs(q[3].angle.z - angle) < 1e-7);
  }
}

TEST_CASE("assembly: a four-bar starts on the branch of its reference configuration, with the turns that lead there") {
  const JointPoint near = start_at(four_bar, {{"A", 1.8}}), far = start_at(four_bar, {{"A", 2.0}});
  CHECK(near[3].angle.z == doctest::Approx(-0.9911246082522844).epsilon(1e-12));  // circles that meet, followed from zero
  CHECK(far[3].angle.z == doctest::Approx(-1.1156249920587484).epsilon(1e-12));
}

TEST_CASE(
    "assembly: what is given at once starts where many small starts lead: sliders, loops in space, several loops and angles") {
  struct Case {
    std::string name;
    const char* text;
    std::vector<Told> told;
  };
  for (const Case& one :
       {Case{"parallelogram", parallelogram, {{"A", 1.3}}}, Case{"four-bar", four_bar, {{"A", 1.9}}},
        Case{"four-bar, backwards", four_bar, {{"D", -0.9}}}, Case{"slider", slider_crank, {{"S", -1.2}}},
        Case{"slider, out", slider_crank, {{"S", 0.3}}}, Case{"spatial", spatial, {{"A", 2.5}}},
        Case{"spatial, back", spatial, {{"A", -2.8}}}, Case{"spatial, two turns", spatial, {{"A", 12.0}}},
        Case{"five-bar", five_bar, {{"A", 1.1}, {"E", 0.7}}}, Case{"five-bar, apart", five_bar, {{"A", -0.6}, {"E", 2.0}}}}) {
    CAPTURE(one.name);
    const System system = make_system(read_model_text(one.text, "test.yaml"));
    CHECK(calc_distance(system, start_at(one.text, one.told), walk_to(one.text, one.told)) < 1e-7);
  }
}

TEST_CASE("assembly: a guess still picks the other branch of a mechanism that closes as it is drawn") {
  Model model = read_model_text(parallelogram, "test.yaml");
  JointStart crank, rocker;
  crank.joint = "A", rocker.joint = "D";
  crank.directions[Direction::rz].value = 1.2;
  rocker.directions[Direction::rz].value = 2.6;
  rocker.directions[Direction::rz].guess = true;
  model.joint_starts = {crank, rocker};
  const System system = make_system(model);
  const State<double> state = make_start(system, system.nominal, make_structure(system));
  CHECK(state.joints[3].angle.z == doctest::Approx(2.596).epsilon(1e-3));
}

}  // namespace pintle
