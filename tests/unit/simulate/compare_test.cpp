#include "pintle/simulate/compare.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

bool has_row(const CompareReport& report, const std::string& quantity, const std::string& state) {
  return std::any_of(report.rows.begin(), report.rows.end(),
                     [&](const CompareRow& row) { return row.quantity == quantity && row.state == state; });
}

}  // namespace

TEST_CASE("compare: looks at the start, at random states, along the run and at its events") {
  Model model = make_pendulum(3);
  add_lock(model, "latch", 0.5, "pin2");
  const System system = make_system(model);
  const CompareReport report = compare(system, {.until = 1}, {.formulations = {}, .states = 7, .along_run = 10});
  CHECK(report.agree);
  CHECK(has_row(report, "acceleration", "start"));
  CHECK(has_row(report, "load.moment", "random 7"));
  CHECK_FALSE(has_row(report, "load.moment", "random 8"));
  CHECK(has_row(report, "angular_acceleration", "t = 0.5 s"));
  CHECK(has_row(report, "impulse.moment", "event latch at 0.5 s"));
  CHECK(has_row(report, "velocity", "event latch at 0.5 s"));
  for (const CompareRow& row : report.rows) CHECK(row.difference <= report.worst.difference);
}

TEST_CASE("compare: what cannot be met is not met, and the worst row says where") {
  const System system = make_system(make_random_tree({.bodies = 8, .seed = 4, .springs = true}));
  const CompareReport report = compare(system, {.until = 0.1}, {.formulations = {}, .states = 5, .tolerance = 1e-18});
  CHECK_FALSE(report.agree);
  CHECK(report.worst.difference > 1e-18);
  CHECK_FALSE(report.worst.part.empty());
  CHECK(report.worst.formulation != "articulated-body");  // the reference
}

TEST_CASE("compare: the same seed gives the same digits, another seed other states") {
  const System system = make_system(make_random_tree({.bodies = 8, .seed = 4, .springs = true}));
  const auto differences = [&](std::uint64_t seed) {
    std::vector<double> all;
    for (const CompareRow& row : compare(system, {}, {.formulations = {}, .states = 10, .seed = seed, .along_run = 0}).rows)
      all.push_back(row.difference);
    return all;
  };
  CHECK(differences(1) == differences(1));
  CHECK(differences(1) != differences(2));
}

TEST_CASE("compare: nothing moves and nothing pushes, and yet they agree") {
  Model model = make_pendulum(2);
  model.gravity = Vec3<double>::zero();
  const System system = make_system(model);
  const CompareReport report = compare(system, {.until = 0.1}, {.formulations = {}, .states = 0, .along_run = 2});
  CHECK(report.agree);
  CHECK(report.worst.difference == 0);
}

TEST_CASE("compare: a formulation that does not exist is an error") {
  const System system = make_system(make_pendulum(1));
  CHECK_THROWS_AS(compare(system, {}, {.formulations = {"articulated-body", "lagrangian"}}), Error);
}

TEST_CASE("compare: a run that fails is told, and what was seen until then is compared") {
  Model model = make_free_pair();
  model.joint_starts[0].rotation = Quaternion<double>{std::sqrt(0.5), 0, std::sqrt(0.5), 0};
  add_lock(model, "latch", 0, "ball", Direction::rx);
  const System system = make_system(model);
  const CompareReport report = compare(system, {.until = 1}, {.formulations = {}, .states = 3});
  CHECK(report.agree);
  CHECK(report.message.find("cannot be locked") != std::string::npos);
}

TEST_CASE("compare: a constraint that does not hold has no multiplier, and where it closes without an impulse all agree") {
  const System system = make_system(read_model_text(
      "pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -0.5]}}\n"
      "joints: {j: {type: ball, between: [world, a], at: [0, 0, 0]}}\n"
      "constraints: {p: {type: point-on-plane, at: {world: [0, 0, -0.5], a: [0, 0, 0]}, normal: [0, 1, 0], active: false}}\n"
      "initial: {j: {angular_velocity: [0, 1, 0]}}\nevents: {c: {when: time >= 0.5 s, do: [close: p]}}\n",
      "m"));
  const CompareReport report = compare(system, {.until = 1}, {.formulations = {}, .states = 5, .along_run = 10});
  CHECK(report.agree);
  CHECK(std::ranges::any_of(report.rows,
                            [](const CompareRow& row) { return row.quantity == "multiplier" && row.state.starts_with("t = "); }));
  CHECK_FALSE(has_row(report, "multiplier", "start"));
}

TEST_CASE("compare: what a lock takes to stop a joint that stands still is rounding") {
  const System system = make_system(
      read_model_text("pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, -0.5]}, "
                      "b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.3, 0, -1.5]}}\n"
                      "joints: {j: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}, "
                      "k: {type: hinge, between: [a, b], at: [0, 0, -1], axis: [0, 1, 0.2]}}\n"
                      "initial: {j: {angle: 0.5, rate: 1}}\nevents: {c: {when: j.rate < 0, do: [lock: j]}}\n",
                      "m"));
  const CompareReport report = compare(system, {.until = 1}, {.formulations = {}, .states = 5, .along_run = 10});
  CHECK(report.agree);
  for (const CompareRow& row : report.rows)
    if (row.quantity == "impulse.force") CHECK(row.difference < 1e-11);  // 0.35 where impulses of 1e-16 judged each other
}
