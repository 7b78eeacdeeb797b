#include "pintle/structure/loop_length.h"

#include <doctest/doctest.h>

#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"

namespace pintle {
namespace {

/// A pendulum of 100 m; a crane of 10 m with a triangle of millimetres at its tip; two bodies that a rod joins; one that floats.
constexpr const char* yard = R"yaml(
pintle: 1
bodies:
  p: {mass: 1, inertia: [1, 1, 1], at: [0, 0, -100]}
  boom: {mass: 1, inertia: [1, 1, 1], at: [5, 0, 0]}
  x: {mass: 1, inertia: [1, 1, 1], at: [10.0005, 0, 0.001]}
  y: {mass: 1, inertia: [1, 1, 1], at: [10.0015, 0, 0.001]}
  c: {mass: 1, inertia: [1, 1, 1], at: [20, 0, 0]}
  d: {mass: 1, inertia: [1, 1, 1], at: [22, 0, 0]}
  loose: {mass: 1, inertia: [1, 1, 1], at: [30, 0, 0]}
joints:
  P: {type: hinge, between: [world, p], at: [0, 0, 0], axis: [0, 1, 0]}
  foot: {type: hinge, between: [world, boom], at: [0, 0, 0], axis: [0, 1, 0]}
  X: {type: hinge, between: [boom, x], at: [10, 0, 0], axis: [0, 1, 0]}
  XY: {type: hinge, between: [x, y], at: [10.001, 0, 0.002], axis: [0, 1, 0]}
  Y: {type: hinge, between: [boom, y], at: [10.002, 0, 0], axis: [0, 1, 0]}
constraints:
  rod: {type: distance, at: {c: [0, 0, 0], d: [0, 0, 0]}, length: 2 m}
)yaml";

}  // namespace

TEST_CASE("mechanisms: what joints and constraints connect belongs together, the world joins nothing") {
  const System system = make_system(read_model_text(yard, "yard.yaml"));
  const Mechanisms& mechanisms = system.mechanisms;
  CHECK(mechanisms.of_body == std::vector<int>{0, 0, 1, 1, 1, 2, 2, 3});
  REQUIRE(mechanisms.count() == 4);
  CHECK(mechanisms.lengths[0] == doctest::Approx(100));
  CHECK(mechanisms.lengths[1] == doctest::Approx(10.002));
  CHECK(mechanisms.lengths[2] == 1);  // no joint, no length
  CHECK(mechanisms.lengths[3] == 1);
}

TEST_CASE("loop length: a small loop at the tip of a crane has its own length") {
  const System system = make_system(read_model_text(yard, "yard.yaml"));
  const Plan plan = make_plan(system, make_structure(system), Coordinates::joint);
  const std::vector<double> lengths = calc_loop_lengths(system, plan);
  REQUIRE(lengths.size() == 2);  // the triangle; the rod, which closes in the world
  CHECK(lengths[0] == doctest::Approx(std::sqrt(5.0) * 1e-3));
  CHECK(lengths[1] == 1);
}

}  // namespace pintle
