#include "pintle/system/mechanisms.h"

#include <doctest/doctest.h>

#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"

using namespace pintle;

TEST_CASE("mechanisms: joints, constraints and springs connect bodies, active or not; the world does not") {
  const System system = make_system(read_model_text(R"(
pintle: 1
bodies:
  a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, -2]}
  b: {mass: 1, inertia: [1, 1, 1], at: [10, 0, -0.5]}
  c: {mass: 1, inertia: [1, 1, 1], at: [0, 0, -5]}
  d: {mass: 1, inertia: [1, 1, 1], at: [20, 0, 0]}
  e: {mass: 1, inertia: [1, 1, 1], at: [21, 0, 0]}
joints:
  ja: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}
  jb: {type: hinge, between: [world, b], at: [10, 0, 0], axis: [0, 1, 0]}
  jc: {type: hinge, between: [a, c], at: [0, 0, -4], axis: [0, 1, 0]}
  jd: {type: slider, between: [world, d], at: [20, 0, 0], axis: [1, 0, 0]}
forces: {spring: {at: {d: [0, 0, 0], e: [0, 0, 0]}, spring: {stiffness: 1 N/m, free_length: 1 m}, active: false}}
)",
                                                    "mechanisms.yaml"));
  const Mechanisms& m = system.mechanisms;
  REQUIRE(m.count() == 3);
  CHECK(m.of(BodyIndex(1)) == m.of(BodyIndex(3)));
  CHECK(m.of(BodyIndex(4)) == m.of(BodyIndex(5)));
  CHECK(m.of(BodyIndex(1)) != m.of(BodyIndex(2)));
  CHECK(m.of(BodyIndex(2)) != m.of(BodyIndex(4)));
  CHECK(m.lengths[static_cast<std::size_t>(m.of(BodyIndex(1)))] == doctest::Approx(4));    // from hinge to hinge
  CHECK(m.lengths[static_cast<std::size_t>(m.of(BodyIndex(2)))] == doctest::Approx(0.5));  // to the mass centre
  CHECK(m.lengths[static_cast<std::size_t>(m.of(BodyIndex(4)))] == 1);                     // has none of its own
}
