#include "pintle/simulate/change.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
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
  const Structure before = make_structure(system), after = make_change(system, before, all_events(system)).next;
  CHECK(after.free_directions(JointIndex(0)) == before.free_directions(JointIndex(0)));
  CHECK(after.free_directions(JointIndex(1)) == before.free_directions(JointIndex(1)));
  CHECK(after.free_directions(JointIndex(2)).count() == 0);
  CHECK(holds_more(system, before, after));
  CHECK_FALSE(holds_more(system, after, before));
  CHECK_FALSE(holds_more(system, before, before));
}

TEST_CASE("change: a rod that is locked in full swing gives its whole momentum to the pin") {
  for (const Formulation& formulation : formulations()) {
    CAPTURE(formulation.name);
    Model model = make_pendulum(1);
    model.joint_starts[0].directions[Direction::rz] = {0.0, 3.0};  // hanging down, 3 rad/s
    add_lock(model, "latch", 0, "pin1");
    const System system = make_system(model);
    const Structure from = make_structure(system);
    const Change change = make_change(system, from, all_events(system));
    const auto plan = [&](const Structure& s) { return std::make_shared<const Plan>(make_plan(system, s, formulation.family)); };
    const auto free = formulation.make(system, plan(from), system.nominal),
               held = formulation.make(system, plan(change.next), system.nominal);
    Watch watch;
    run_model(model, std::string(formulation.name), {.until = 0}, watch);
    REQUIRE(watch.events.size() == 1);
    State<double> state = watch.events[0].before;
    CHECK(calc_kinetic_energy(system, system.nominal, state) == doctest::Approx(0.5 * (1. / 12 + 0.25) * 9));
    JumpRecord<double> jump;
    update_jump(system, change, *held, state, jump);
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
  const Structure from = make_structure(system), to = make_change(system, from, all_events(system)).next;
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

TEST_CASE(
    "change: whatever becomes held jumps, a joint that closes and a constraint too, and so does an impulse into what stays as it "
    "is") {
  // Two carriages of 1 and 2 kg on parallel rails; the first runs at 3 m/s. Coupled by a joint or a gear they go on at m₁ v/(m₁ + m₂).
  const std::string rails =
      "pintle: 1\nbodies:\n  a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}\n  b: {mass: 2, inertia: [1, 1, 1], at: [0, 1, 0]}\n"
      "joints:\n  ra: {type: slider, between: [world, a], at: [0, 0, 0], axis: [1, 0, 0]}\n"
      "  rb: {type: slider, between: [world, b], at: [0, 1, 0], axis: [1, 0, 0]}\n";
  const Model by_joint = read_model_text(
      rails + "  hook: {type: weld, between: [a, b], at: [0, 0.5, 0], active: false}\ninitial: {ra: {velocity: 3}}\n",
      "rails.yaml");
  const Model by_gear = read_model_text(rails +
                                            "constraints:\n  pair: {type: gear, joints: [ra, rb], ratio: 1, active: false}\n"
                                            "initial: {ra: {velocity: 3}}\n",
                                        "rails.yaml");
  for (const Formulation& formulation : formulations())
    for (const Model* model : {&by_joint, &by_gear}) {
      CAPTURE(formulation.name);
      const System system = make_system(*model);
      const Structure from = make_structure(system);
      Change change{.during = from, .next = from};
      change.next.apply({model == &by_joint ? BitEdit::Of::closed : BitEdit::Of::held, model == &by_joint ? 2 : 0, true});
      change.during = change.next;
      CHECK(holds_more(system, from, change.next));
      CHECK_FALSE(holds_more(system, change.next, from));
      change.jumps = true;

      Watch watch;
      run_model(*model, std::string(formulation.name), {.until = 0}, watch);
      State<double> state = watch.rows.front().state;
      const auto kernel_of = [&](const Structure& s) {
        return formulation.make(system, std::make_shared<const Plan>(make_plan(system, s, formulation.family)), system.nominal);
      };
      JumpRecord<double> jump;
      update_jump(system, change, *kernel_of(change.during), state, jump);
      for (int b : {1, 2}) CHECK(state.V_WB[static_cast<std::size_t>(b)].v.x == doctest::Approx(1).epsilon(1e-12));

      const Change push{.during = from, .next = from, .applied = {{BodyIndex(2), {{0, 0, 0}, {5, 7, 0}}}}, .jumps = true};
      state = watch.rows.front().state;
      update_jump(system, push, *kernel_of(from), state, jump);
      CHECK(state.V_WB[1].v.x == doctest::Approx(3).epsilon(1e-12));
      CHECK(state.V_WB[2].v.x ==
            doctest::Approx(2.5).epsilon(1e-12));  // 5 N s on 2 kg along the rail; the rail takes the other 7
      CHECK(norm(jump.impulse[1].f) == doctest::Approx(7).epsilon(1e-12));
    }
}
