#include "pintle/simulate/change.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

std::vector<EventIndex> all_events(const System& system) {
  std::vector<EventIndex> list;
  for (std::size_t e = 0; e < system.events.size(); ++e) list.emplace_back(static_cast<int>(e));
  return list;
}

}  // namespace

TEST_CASE("change: actions edit the bits in file order; lock and unlock of the same joint leave what was") {
  Model model = make_pendulum(3);
  add_lock(model, "a", 1, "pin2");
  add_lock(model, "b", 1, "pin3");
  add_lock(model, "c", 1, "pin2", {}, false);
  const System system = make_system(model);
  const Structure before = make_structure(system), after = edit_structure(system, before, all_events(system));
  CHECK(after.free_directions(JointIndex(0)) == before.free_directions(JointIndex(0)));
  CHECK(after.free_directions(JointIndex(1)) == before.free_directions(JointIndex(1)));
  CHECK(after.free_directions(JointIndex(2)).count() == 0);
  CHECK(has_lock(system, before, after));
  CHECK_FALSE(has_lock(system, after, before));
  CHECK_FALSE(has_lock(system, before, before));
}

TEST_CASE("change: a rod that is locked in full swing gives its whole momentum to the pin") {
  for (const Formulation& formulation : formulations()) {
    CAPTURE(formulation.name);
    Model model = make_pendulum(1);
    model.joint_starts[0].directions[Direction::rz] = {0.0, 3.0};  // hanging down, 3 rad/s
    add_lock(model, "latch", 0, "pin1");
    const System system = make_system(model);
    const Structure from = make_structure(system), to = edit_structure(system, from, all_events(system));
    const auto plan = [&](const Structure& s) { return std::make_shared<const Plan>(make_plan(system, s, formulation.family)); };
    const auto free = formulation.make(system, plan(from), system.nominal),
               held = formulation.make(system, plan(to), system.nominal);
    Watch watch;
    run_model(model, std::string(formulation.name), {.until = 0}, watch);
    REQUIRE(watch.events.size() == 1);
    State<double> state = watch.events[0].before;
    CHECK(calc_kinetic_energy(system, system.nominal, state) == doctest::Approx(0.5 * (1. / 12 + 0.25) * 9));
    const auto jump = update_change(system, from, to, *held, state);
    CHECK(calc_kinetic_energy(system, system.nominal, state) == 0);
    // v of the mass centre is (ω × r)_x = 3·(−0.5); the pin takes m v at its own place, and I ω there:
    const Wrench<double>& impulse = jump.impulse[0];
    CHECK(std::sqrt(dot(impulse.f, impulse.f)) == doctest::Approx(1.5));
    CHECK(impulse.n.z == doctest::Approx(-(1. / 12 + 0.25) * 3));
  }
}

TEST_CASE("change: a ball refuses a lock only within a millionth of its sequence's singularity") {
  Model model = make_free_pair();
  add_lock(model, "latch", 1, "ball", Direction::rz);
  const System system = make_system(model);
  const Structure from = make_structure(system), to = edit_structure(system, from, all_events(system));
  Watch watch;
  run_model(make_free_pair(), "auto", {.until = 0}, watch);
  State<double> state = watch.rows.front().state;
  for (const double gap : {1e-3, 1e-5, 1e-7, 0.}) {
    CAPTURE(gap);
    const double half = std::acos(-1.) / 4 - gap / 2;
    state.joints[0].rotation = {std::cos(half), 0, std::sin(half), 0};
    CHECK_NOTHROW(check_sequences(system, from, state));
    if (gap > 1e-6)
      CHECK_NOTHROW(check_sequences(system, to, state));
    else
      CHECK_THROWS_AS(check_sequences(system, to, state), Error);
  }
}
