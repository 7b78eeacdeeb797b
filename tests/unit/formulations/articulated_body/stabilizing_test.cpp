#include "pintle/formulations/articulated_body/articulated_body.h"

#include <doctest/doctest.h>

#include "pintle/closure/closing_rows.h"
#include "pintle/integrators/integrator.h"
#include "unit/formulations/articulated_body/closed.h"

/// Runs of mechanisms with loops: drift, books, momentum.
namespace pintle::tests {
namespace {

using Kernel64 = ArticulatedBody<double>;

struct Course {
  double position = 0, velocity = 0;  // largest errors of the rows before they are projected
  double kept = 0;                    // largest position error of what is stored after accepted steps
  double balance = 0;                 // largest change of the ledger's invariant [J]
  double energy = 0;                  // largest kinetic energy [J]
  double momentum = 0;                // largest change of linear and angular momentum, in parts of the sums of magnitudes
  double stabilized = 0;              // work of projections and of constraint forces on drift [J]
  State<double> end;
};

Course run(Bench& bench, Stabilization how, double until, double rtol) {
  const auto plan = bench.plan(Coordinates::joint);
  Kernel64 kernel(bench.system, plan, bench.p);
  ClosingRows rows(bench.system, *plan);
  rows.update_held(bench.p, bench.state.joints);
  kernel.set_stabilization(how);
  std::vector<double> y(static_cast<std::size_t>(kernel.size())), account(count_accounts(bench.system));
  kernel.load(bench.state, y);
  const auto integrator = make_integrator<double>(*find_integrator("auto"), kernel, {.rtol = rtol});
  View<double> view = make_view<double>(bench.system);
  Ledger ledger;
  Course out;
  double t = 0, start = 0;
  Momentum first;
  const auto look = [&] {
    kernel.store(t, y, view.state);
    update_energy(bench.system, bench.p, make_structure(bench.system), view.state, ledger);
    ledger.projection = kernel.projection_work().front();
    rows.update(bench.p, nullptr, {}, [&](int link) { return place_of(view.state, plan->tree.links[link].body); });
    out.kept = std::fmax(out.kept, rows.calc_position_error());
    out.energy = std::fmax(out.energy, ledger.kinetic);
    out.stabilized = std::fmax(out.stabilized, std::fabs(ledger.projection) + std::fabs(ledger.stabilization()));
    return ledger.invariant();
  };
  start = look();
  first = calc_momentum(bench.system, bench.p, view.state);
  while (t < until) {
    const double from = t;
    const Step<double> step = integrator->advance(kernel, t, y, until);
    REQUIRE(t > from);
    static_cast<void>(step);
    std::vector<double> at = y;
    integrator->interpolate(t, at, account);
    for (std::size_t k = 0; k < account.size(); ++k) ledger.integral[k % account_count] += account[k];
    REQUIRE_FALSE(kernel.accept(t, y, {true}).failed.yes);
    out.position = std::fmax(out.position, kernel.constraint_error().position);
    out.velocity = std::fmax(out.velocity, kernel.constraint_error().velocity);
    out.balance = std::fmax(out.balance, std::fabs(look() - start));
    const Momentum now = calc_momentum(bench.system, bench.p, view.state);
    out.momentum = std::fmax(out.momentum, norm(now.linear - first.linear) / (1e-9 + now.linear_sum));
    out.momentum = std::fmax(out.momentum, norm(now.angular - first.angular) / (1e-9 + now.angular_sum));
  }
  out.end = view.state;
  return out;
}

/// Velocities that the closings allow.
void settle(Bench& bench) { Kernel64(bench.system, bench.plan(Coordinates::joint), bench.p).update_jump({}, bench.state); }

}  // namespace

// They hang and swing, far from where bars come in line: there drift decides where a mechanism goes, and rounding what drift
// there is (laws/change_points_test.cpp). Angles of true parallelograms are linear in each other, which every integrator keeps.
TEST_CASE(
    "four-bars in a row: projection holds redundant loops to rounding, Baumgarte better than nothing, and all work is in the "
    "books") {
  Random random(3);
  Bench bench(make_parallelograms(3, draw_rotation(random), std::numbers::pi - 0.2, 0.2));
  finish(bench, random);
  settle(bench);
  const Course off = run(bench, Stabilization::off, 10, 1e-7), pulled = run(bench, Stabilization::baumgarte, 10, 1e-7),
               projected = run(bench, Stabilization::projection, 10, 1e-7);
  CHECK(off.kept > 1e-8);  // else nothing is proved
  CHECK(pulled.kept < off.kept);
  CHECK(projected.kept < 1e-13);
  CHECK(projected.position < 1e-13);
  for (const Course* one : {&off, &pulled, &projected}) CHECK(one->balance < 1e-5 * one->energy);
}

TEST_CASE("random loops: the books close to the tolerance in every way of stabilization, and all ways end alike") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Bench bench(make_random_tree(
        {.bodies = 5, .seed = seed, .springs = true, .dampers = true, .singular_inertia = false, .moves = false}));
    Random random(seed);
    close_by_joint(bench, random, *find_joint_type("ball"), BodyIndex(1), BodyIndex(4), false);
    close_by_distance(bench, random, BodyIndex(2), BodyIndex(5));
    close_by_speed(bench, random, BodyIndex(3), 0);
    finish(bench, random);
    settle(bench);
    const Course projected = run(bench, Stabilization::projection, 0.5, 1e-9), off = run(bench, Stabilization::off, 0.5, 1e-9),
                 pulled = run(bench, Stabilization::baumgarte, 0.5, 1e-9);
    CHECK(projected.kept < 1e-12);
    for (const Course* one : {&off, &pulled, &projected}) CHECK(one->balance < 1e-6 * (1 + one->energy));
    for (std::size_t b = 1; b < bench.system.bodies.size(); ++b) {
      CHECK(distance(projected.end.X_WB[b].p, off.end.X_WB[b].p) < 1e-5);
      CHECK(distance(projected.end.X_WB[b].p, pulled.end.X_WB[b].p) < 1e-5);
    }
  }
}

TEST_CASE("a floating chain closed to a ring keeps its momentum and, without dampers, its energy") {
  Random random(8);
  Model model;
  for (int k = 0; k < 6; ++k) {
    BodyPart body{.name = "b" + std::to_string(k),
                  .mass = random.uniform(0.5, 2),
                  .inertia = {},
                  .at = draw_vector(random),
                  .rotation = {}};
    body.inertia = draw_inertia(random, body.mass);
    model.bodies.push_back(body);
    if (k == 0) continue;
    JointPart joint;
    joint.name = "j" + std::to_string(k);
    joint.type = *find_joint_type(k % 2 ? "ball" : "hinge");
    if (!joint.type.ball) joint.axis = draw_vector(random);
    joint.parent = "b" + std::to_string(k - 1);
    joint.child = body.name;
    joint.at = draw_vector(random);
    model.joints.push_back(joint);
  }
  Bench bench(model);
  close_by_joint(bench, random, *find_joint_type("ball"), BodyIndex(6), BodyIndex(1), false);
  finish(bench, random);
  bench.state.V_WB[1] = {draw_vector(random), draw_vector(random)};
  update_bodies(bench.system, bench.p, bench.plan(Coordinates::joint)->tree, bench.state);
  settle(bench);
  const Course course = run(bench, Stabilization::projection, 2, 1e-10);
  CHECK(course.momentum < 1e-7);
  CHECK(course.balance < 1e-7 * course.energy);
}

}  // namespace pintle::tests
