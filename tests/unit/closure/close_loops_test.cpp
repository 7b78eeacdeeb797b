#include "pintle/closure/close_loops.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/body_rows.h"
#include "pintle/system/make_system.h"
#include "support/random_loops.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

using parts::make_body;
using parts::make_joint;
using parts::points;
using enum Direction;

/// Crank 0.2 m, coupler 0.5 m, rocker 0.4 m on pins 0.6 m apart, all along x in the reference configuration, where the last pin
/// is open.
Model make_four_bar() {
  Model m;
  m.gravity = {0, -9.81, 0};
  m.bodies = {make_body("crank", 1, {0.001, 0.01, 0.01}), make_body("coupler", 2, {0.001, 0.05, 0.05}),
              make_body("rocker", 1, {0.001, 0.02, 0.02})};
  m.joints = {make_joint("a", "hinge", "world", "crank"), make_joint("b", "hinge", "crank", "coupler"),
              make_joint("d", "hinge", "world", "rocker"), make_joint("c", "hinge", "coupler", "rocker")};
  m.joints[0].at = points("world", {0, 0, 0}, "crank", {-0.1, 0, 0});
  m.joints[1].at = points("crank", {0.1, 0, 0}, "coupler", {-0.25, 0, 0});
  m.joints[2].at = points("world", {0.6, 0, 0}, "rocker", {-0.2, 0, 0});
  m.joints[3].at = points("coupler", {0.25, 0, 0}, "rocker", {0.2, 0, 0});
  for (JointPart& joint : m.joints) joint.axis = Vec3<double>{0, 0, 1};
  return m;
}

JointStart guess(std::string joint, double value) {
  JointStart start;
  start.joint = std::move(joint);
  start.directions[rz].value = value;
  start.directions[rz].guess = true;
  return start;
}

State<double> assembled(const System& system) { return make_start(system, system.nominal, make_structure(system)); }

double calc_misfit(const System& system, const State<double>& state, bool velocity) {
  BodyRows rows(system, make_structure(system));
  rows.update(system.nominal, state);
  double worst = 0;
  for (const ConstraintRow<double>& row : rows.rows()) worst = std::max(worst, std::fabs(velocity ? row.gdot : row.g));
  return worst;
}

/// Where the tip of the coupler is: pin c.
Vec3<double> tip(const State<double>& state) { return state.X_WB[2] * Vec3<double>{0.25, 0, 0}; }

TEST_CASE("assembly: a four-bar closes on the side that the guess is on, and the given crank stays where it is") {
  for (double side : {1.0, -1.0}) {
    Model model = make_four_bar();
    model.joint_starts = {parts::start_of("a", rz, 1.0, 2.0), guess("d", side * 2.0)};
    model.joint_starts[0].directions[rz].rate = 2.0;
    const System system = make_system(model);
    const State<double> state = assembled(system);
    CHECK(state.joints[0].angle.z == 1.0);
    CHECK(state.joints[0].rate.z == 2.0);
    CHECK(calc_misfit(system, state, false) < 1e-14);
    CHECK(calc_misfit(system, state, true) < 1e-13);
    // Circles of 0.5 m about pin b and 0.4 m about pin d meet twice, on either side of the line between them.
    const Vec3<double> b{0.2 * std::cos(1.0), 0.2 * std::sin(1.0), 0}, d{0.6, 0, 0}, bd = d - b;
    const double l = norm(bd), x = (l * l + 0.5 * 0.5 - 0.4 * 0.4) / (2 * l), h = std::sqrt(0.5 * 0.5 - x * x);
    const Vec3<double> across{-bd.y / l, bd.x / l, 0}, expected = b + (x / l) * bd + (side * h) * across;
    CHECK(norm(tip(state) - expected) < 1e-13);
  }
}

TEST_CASE("assembly: rates that are not given change as little as the masses allow") {
  Model model = make_four_bar();
  model.joint_starts = {parts::start_of("a", rz, 1.0, 0.0), guess("d", 2.0)};
  model.joint_starts[0].directions[rz].rate.reset();
  model.joint_starts[1].directions[rz].rate = 3.0;
  const System system = make_system(model);
  const State<double> state = assembled(system);
  CHECK(state.joints[2].rate.z == 3.0);  // the rocker's was given, so all others follow
  CHECK(calc_misfit(system, state, true) < 1e-13);
}

TEST_CASE("assembly: too many given values are taken if they agree, and else the joint and its misfit are named") {
  Model model = make_four_bar();
  model.joint_starts = {parts::start_of("a", rz, 1.0, 0.0), guess("d", 2.0)};
  const State<double> closed = assembled(make_system(model));
  Model all = make_four_bar();
  for (int j = 0; j < 3; ++j)
    all.joint_starts.push_back(parts::start_of(all.joints[static_cast<std::size_t>(j)].name, rz,
                                               closed.joints[static_cast<std::size_t>(j)].angle.z, 0.0));
  CHECK_NOTHROW(assembled(make_system(all)));
  all.joint_starts[2].directions[rz].value = closed.joints[2].angle.z + 0.01;
  CHECK_THROWS_WITH_AS(assembled(make_system(all)), doctest::Contains("the mechanism does not close: joint c by 0.004 m"), Error);
  Model apart = make_four_bar();
  apart.joints[2].at = points("world", {2.0, 0, 0}, "rocker", {-0.2, 0, 0});
  CHECK_THROWS_WITH_AS(assembled(make_system(apart)), doctest::Contains("does not close: joint c by "), Error);
}

TEST_CASE("assembly: a loop joint that starts upside down is turned over, not accepted by its dot products") {
  Model m;
  m.bodies = {make_body("arm", 1, {0.1, 0.1, 0.1}), make_body("plate", 1, {0.1, 0.2, 0.3})};
  m.joints = {make_joint("ball", "ball", "world", "arm"), make_joint("wrist", "ball", "arm", "plate"),
              make_joint("pin", "hinge", "world", "plate")};
  m.joints[0].at = points("world", {0, 0, 0}, "arm", {-0.5, 0, 0});
  m.joints[1].at = points("arm", {0.5, 0, 0}, "plate", {-0.5, 0, 0});
  m.joints[2].at = points("world", {1.5, 0.2, 0}, "plate", {0.5, 0, 0});
  m.joints[2].axis = Vec3<double>{0, 0, 1};
  JointStart start;
  start.joint = "ball";
  start.directions = {};
  const System system = make_system(m);
  const Structure structure = make_structure(system);
  const Topology tree = make_file_topology(system, structure);
  for (double angle : {2.0, 3.0, 3.14159}) {
    CAPTURE(angle);
    State<double> state = make_state(system, system.nominal, tree);
    state.joints[1].rotation = parts::rotated({{0, angle}});
    update_bodies(system, system.nominal, tree, state);
    close_loops(system, system.nominal, structure, tree, {}, state);
    CHECK(calc_misfit(system, state, false) < 1e-13);
    CHECK(state.X_WB[2].R.zz > 0.999999);  // the plate's axis points up again
  }
}

TEST_CASE("assembly: 200 random mechanisms close again from a start that was shaken") {
  int closed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    const LoopKind kind = seed % 2 ? LoopKind::any : LoopKind::planar;
    const System system = make_system(make_random_loops({.bodies = 6, .closings = 2, .kind = kind, .seed = seed}));
    const Structure structure = make_structure(system);
    const Topology tree = make_file_topology(system, structure);
    State<double> state = make_state(system, system.nominal, tree);
    for (const Link& link : tree.links) {
      if (!link.joint.exists()) continue;
      JointCoordinates<double>& q = state.joints[static_cast<std::size_t>(link.joint.i)];
      for (Direction d : all_directions) {
        if (!structure.free_directions(link.joint).has(d)) continue;
        q.value_of(d) = 0.1 * std::sin(3.0 * link.joint.i + index_of(d));
      }
    }
    update_bodies(system, system.nominal, tree, state);
    try {
      close_loops(system, system.nominal, structure, tree, {}, state);
    } catch (const Error&) {
      continue;  // shaken out of what can close
    }
    ++closed;
    CHECK(calc_misfit(system, state, false) < 1e-9 * system.length);
  }
  CHECK(closed >= 190);
}

TEST_CASE("assembly: a spring without a rest rests where the assembled mechanism starts") {
  Model model = make_four_bar();
  model.joint_starts = {parts::start_of("a", rz, 1.0, 0.0), guess("d", 2.0)};
  SpringLaw spring;
  spring.stiffness = {{0.0, 5.0}};
  model.joints[2].springs[rz] = spring;
  System system = make_system(model);
  assemble(system);
  CHECK(system.nominal[system.laws[0].rest] == system.start.joints[2].angle.z);
  CHECK(std::fabs(system.start.joints[2].angle.z - 2.0) > 0.1);
}

}  // namespace
}  // namespace pintle
