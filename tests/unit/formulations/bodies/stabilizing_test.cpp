#include <doctest/doctest.h>

#include <algorithm>

#include "pintle/integrators/integrator.h"
#include "unit/formulations/bodies/closings.h"
#include "unit/formulations/bodies/dense.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

void disturb(Random& random, double size, std::span<double> y) {
  for (double& number : y) number += size * random.normal();
}
/// The constraint error of y after one more accept().
ConstraintError calc_error(Bench& bench, std::vector<double> y) {
  bench.kernel->accept(0, y, {true});
  return bench.kernel->constraint_error();
}

}  // namespace

TEST_CASE("newton-euler: projection brings states 1e-6 … 1e-2 off the rows back to rounding") {
  for (const bool singular : {false, true}) {
    for (int seed = 1; seed <= 8; ++seed) {
      for (const double size : {1e-6, 1e-4, 1e-2}) {
        CAPTURE(seed);
        CAPTURE(size);
        Random random(static_cast<std::uint64_t>(seed));
        Bench bench(make_random_model(random, {.bodies = 20, .floating = seed % 2 == 0, .singular = singular, .laws = true}));
        bench.randomize(random, true);
        std::vector<double> y = bench.load();
        disturb(random, size, y);
        CHECK_FALSE(bench.kernel->accept(0, y, {true}).failed.yes);
        CHECK(bench.kernel->constraint_error().position < 1e-13);
        const ConstraintError left = calc_error(bench, y);
        CHECK(left.position < 1e-13);  // ten times the rounding of places of some metres
        CHECK(left.velocity < 1e-12);
      }
    }
  }
}

TEST_CASE("newton-euler: projection is the least change in the sense of the masses") {
  Random random(3);
  Bench bench(make_random_model(random, {.bodies = 8}));
  bench.randomize(random, true);
  std::vector<double> y = bench.load();
  for (std::size_t i = bench.plan->y.nq; i < y.size(); ++i) y[i] += 1e-3 * random.normal();  // velocities only
  State<double> before, after;
  bench.kernel->store(0, y, before);
  bench.kernel->accept(0, y, {true});
  bench.kernel->store(0, y, after);
  bench.state.V_WB = before.V_WB;
  const Dense dense(bench);
  const DenseSolution s = dense.solve(DenseVector::Zero(dense.M().rows()), -dense.gdot());
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Vec3<double> dv = after.V_WB[b].v - before.V_WB[b].v, dw = before.X_WB[b].R * (after.V_WB[b].w - before.V_WB[b].w);
    for (int k = 0; k < 3; ++k) {
      CHECK(dv[k] == doctest::Approx(static_cast<double>(s.x[6 * b - 6 + k])).epsilon(1e-9));
      CHECK(dw[k] == doctest::Approx(static_cast<double>(s.x[6 * b - 3 + k])).epsilon(1e-9));
    }
  }
}

TEST_CASE("newton-euler: the work of projections is the change of energy: kinetic, of gravity and of springs, with loops too") {
  Random random(5);
  Bench bench(make_random_model(random, {.bodies = 10, .laws = true, .forces = true}));
  bench.randomize(random);
  add_joint_here(bench, *find_joint_type("ball"), 4, 9, random_pose(random));
  add_distance(random, bench);
  rebuild(bench);
  std::vector<double> y = bench.load();
  CHECK(bench.kernel->projection_work().front() == 0);
  double booked = 0;
  for (int step = 0; step < 3; ++step) {
    disturb(random, 1e-3, y);
    View<double> view = make_view<double>(bench.system);
    Ledger before, after;
    bench.kernel->update_view(0, y, {.elements = true}, view);
    update_energy(bench.system, bench.system.nominal, make_structure(bench.system), view.state, before);
    bench.kernel->accept(0, y, {true});
    bench.kernel->update_view(0, y, {.elements = true}, view);
    update_energy(bench.system, bench.system.nominal, make_structure(bench.system), view.state, after);
    booked += after.total() - before.total();
    CHECK(bench.kernel->projection_work().front() == doctest::Approx(booked).epsilon(1e-9));
  }
}

TEST_CASE("newton-euler: a state on the rows, and one not stepped, stay as they are") {
  Random random(9);
  Bench bench(make_random_model(random, {.bodies = 10}));
  bench.randomize(random);
  std::vector<double> y = bench.load();
  std::vector<double> kept = y;
  bench.kernel->accept(0, kept, {true});
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(kept[i] == doctest::Approx(y[i]).epsilon(1e-13));
  disturb(random, 1e-3, y);
  kept = y;
  bench.kernel->accept(0, kept, {false});
  CHECK(kept == y);
}

TEST_CASE("newton-euler: states 1e-6 … 1e-3 off loops and constraints come back to rounding; told rates are met") {
  for (int seed = 1; seed <= 8; ++seed) {
    for (const double size : {1e-6, 1e-3}) {
      CAPTURE(seed);
      CAPTURE(size);
      Random random(static_cast<std::uint64_t>(seed));
      Bench bench(make_random_model(random, {.floating = true}));
      bench.randomize(random);
      add_joint_here(bench, *find_joint_type(seed % 2 == 0 ? "hinge" : "universal"), 2, 7, random_pose(random));
      add_distance(random, bench);
      add_velocity_rows(random, bench);
      rebuild(bench);
      std::vector<double> y = bench.load();
      disturb(random, size, y);
      CHECK_FALSE(bench.kernel->accept(0, y, {true}).failed.yes);
      CHECK(bench.kernel->constraint_error().position < 1e-13);
      const ConstraintError left = calc_error(bench, y);
      CHECK(left.position < 1e-13);
      CHECK(left.velocity < 1e-12);
    }
  }
}

namespace {

/// Links of 1 m on two balls and a hinge [Aslanov 2011, section 4], or, with `closed`, on three hinges about z, the end of the
/// third pinned to the world.
Bench make_links(bool closed) {
  Model model;
  model.gravity = {0, -9.81, 0};
  const char* const names[] = {"world", "first", "second", "third"};
  for (int k = 1; k < 4; ++k) {
    model.bodies.push_back(make_body(names[k], 1, {0.013, 0, 0, 0.083, 0, 0.083}));
    const Vec3<double> on_parent{k == 1 ? 0 : 0.5, 0, 0};
    model.joints.push_back(make_joint("joint" + std::to_string(k), k == 3 || closed ? "hinge" : "ball", names[k - 1], names[k],
                                      on_parent, {-0.5, 0, 0}));
    if (k == 3 || closed) model.joints.back().axis = Vec3<double>{0, 0, 1};
  }
  Bench bench(model);
  bench.state.joints[0].angle.z = -0.3;
  bench.state.joints[1].angle.z = 1.2;
  bench.state.joints[2].angle.z = 0.9;
  update_bodies(bench.system, bench.system.nominal, bench.plan->tree, bench.state);
  if (closed)
    add_joint_here(bench, *find_joint_type("hinge"), 0, 3,
                   {Mat3<double>::identity(), calc_pose(bench, 3) * Vec3<double>{0.5, 0, 0}});
  return bench;
}

struct Outcome {
  double position = 0, velocity = 0;  // largest constraint errors
  double balance = 0;                 // largest change of the invariant of the ledger [J]
  long steps = 0;
};
Outcome run(Bench& bench, const char* method, double until) {
  std::vector<double> y = bench.load(), account(count_accounts(bench.system)), part(count_accounts(bench.system));
  IntegratorOptions options;
  options.rtol = 1e-9;
  const auto integrator = make_integrator<double>(*find_integrator(method), *bench.kernel, options);
  View<double> view = make_view<double>(bench.system);
  const auto calc_invariant = [&](double t) {
    Ledger ledger;
    bench.kernel->update_view(t, y, {}, view);
    update_energy(bench.system, bench.system.nominal, make_structure(bench.system), view.state, ledger);
    std::ranges::copy(account, ledger.integral.begin());
    ledger.projection = bench.kernel->projection_work().front();
    return ledger.invariant();
  };
  Outcome out;
  const double start = calc_invariant(0);
  double t = 0;
  while (t < until) {
    REQUIRE_FALSE(integrator->advance(*bench.kernel, t, y, until).failed.yes);
    integrator->interpolate(t, y, part);
    for (std::size_t k = 0; k < account.size(); ++k) account[k] += part[k];
    REQUIRE_FALSE(bench.kernel->accept(t, y, {true}).failed.yes);
    const ConstraintError error = bench.kernel->constraint_error();
    out.position = std::max(out.position, error.position);
    out.velocity = std::max(out.velocity, error.velocity);
    out.balance = std::max(out.balance, std::abs(calc_invariant(t) - start));
  }
  out.steps = integrator->counters().steps;
  return out;
}

Outcome run(bool closed, Stabilization stabilization, const char* method) {
  Bench bench = make_links(closed);
  rebuild(bench, stabilization);
  return run(bench, method, 10);
}

}  // namespace

TEST_CASE("newton-euler: over 10 s at 1e-9, three links and a four-bar drift less with Baumgarte's terms; the ledger is closed") {
  for (const bool closed : {false, true}) {
    for (const char* method : {"dop853", "rkf45"}) {
      CAPTURE(closed);
      CAPTURE(method);
      const Outcome off = run(closed, Stabilization::off, method), pulled = run(closed, Stabilization::baumgarte, method),
                    projected = run(closed, Stabilization::projection, method);
      CHECK(pulled.position < 3e-8);  // 30 rtol: a step's error is measured against the way covered, here some metres
      CHECK(pulled.position < 0.5 * off.position);
      CHECK(projected.position < 1e-9);                                                    // of one step
      for (const Outcome& one : {off, pulled, projected}) CHECK(one.balance < 1e-6 * 20);  // of the energy, about 20 J
      CHECK(pulled.steps < 1.5 * static_cast<double>(off.steps));                          // the terms do not rule the step
    }
  }
}

TEST_CASE("newton-euler: loads and accelerations carry no trace of drift or of its cure") {
  Bench bench = make_links(true);
  rebuild(bench);
  std::vector<double> y = bench.load();
  for (double& number : y) number += 1e-6;
  std::vector<double> met = y;
  bench.kernel->accept(0, met, {true});
  const Needs all{.state = false, .accelerations = true, .loads = true, .reactions = true};
  View<double> expected = make_view<double>(bench.system), found = expected;
  bench.kernel->update_view(0, met, all, expected);
  for (Stabilization one : {Stabilization::off, Stabilization::baumgarte}) {
    const auto kernel = newton_euler::make(bench.system, bench.plan, bench.system.nominal);
    kernel->set_stabilization(one);
    std::vector<double> start(y.size()), ydot(y.size()), plain(y.size()), power(count_accounts(bench.system));
    kernel->load(bench.state, start);
    kernel->update_rates(0.1, y, plain, power);
    kernel->accept(0.1, start, {true});  // a step of 0.1 s: Baumgarte's α is there
    kernel->update_rates(0.1, y, ydot, power);
    CHECK((ydot == plain) == (one == Stabilization::off));
    kernel->update_view(0.1, y, all, found);
    for (int b = 1; b < bench.system.body_count(); ++b) {
      CHECK(norm(found.A_WB[b].v - expected.A_WB[b].v) < 1e-10);
      CHECK(norm(found.A_WB[b].w - expected.A_WB[b].w) < 1e-10);
    }
    for (std::size_t j = 0; j < found.load.size(); ++j) CHECK(norm(found.load[j].f - expected.load[j].f) < 1e-10);
  }
}

TEST_CASE("newton-euler: a free mechanism with loops keeps its momentum, and its energy to the tolerance") {
  for (int seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 10, .floating = true, .gravity = false}));
    bench.randomize(random);
    add_joint_here(bench, *find_joint_type("ball"), 3, 8, random_pose(random));
    add_joint_here(bench, *find_joint_type("cylindrical"), 2, 10, random_pose(random));
    rebuild(bench);
    const Momentum before = calc_momentum(bench.system, bench.system.nominal, bench.state);
    const Outcome out = run(bench, "dop853", 0.3);
    CHECK(out.balance < 1e-7);
    std::vector<double> y = bench.load();
    View<double> view = make_view<double>(bench.system);
    const auto integrator = make_integrator<double>(*find_integrator("dop853"), *bench.kernel, {.rtol = 1e-9});
    for (double t = 0; t < 0.3;) {
      integrator->advance(*bench.kernel, t, y, 0.3);
      bench.kernel->accept(t, y, {true});
    }
    bench.kernel->update_view(0.3, y, {}, view);
    const Momentum after = calc_momentum(bench.system, bench.system.nominal, view.state);
    CHECK(norm(after.linear - before.linear) < 1e-9 * before.linear_sum);
    CHECK(norm(after.angular - before.angular) < 1e-8 * before.angular_sum);
  }
}

TEST_CASE("newton-euler: three bars pass through the line in which they could fold another way, and stay parallel") {
  Model model;  // two windows: bars on (0, 0), (1, 0), (2, 0), links between their tops; slender
  model.gravity = {0, -9.81, 0};
  const auto add_hinge = [&](const std::string& name, const std::string& a, const std::string& b, const Vec3<double>& on_a,
                             const Vec3<double>& on_b) {
    model.joints.push_back(make_joint(name, "hinge", a, b, on_a, on_b));
    model.joints.back().axis = Vec3<double>{0, 0, 1};
  };
  for (int k = 0; k < 3; ++k) {
    model.bodies.push_back(make_body("bar" + std::to_string(k), 1, {1. / 12, 0, 0, 0, 0, 1. / 12}));
    add_hinge("foot" + std::to_string(k), "world", "bar" + std::to_string(k), {1.0 * k, 0, 0}, {0, -0.5, 0});
  }
  for (int k = 1; k < 3; ++k) {
    const std::string link = "link" + std::to_string(k);
    model.bodies.push_back(make_body(link, 1, {0, 0, 0, 1. / 12, 0, 1. / 12}));
    add_hinge("start" + std::to_string(k), "bar" + std::to_string(k - 1), link, {0, 0.5, 0}, {-0.5, 0, 0});
    add_hinge("end" + std::to_string(k), link, "bar" + std::to_string(k), {0.5, 0, 0}, {0, 0.5, 0});
  }
  Bench bench(model);
  for (int b = 1; b < 4; ++b) bench.state.V_WB[b] = {{0, 0, -1}, {0.5, 0, 0}};
  for (int b = 4; b < 6; ++b) bench.state.V_WB[b] = {{0, 0, 0}, {1, 0, 0}};
  rebuild(bench);
  const Outcome out = run(bench, "dop853", 1.5);  // down, through the line at 0.71 s, and up through it at 1.2 s
  CHECK(out.balance < 1e-6 * 20);
  View<double> view = make_view<double>(bench.system);
  std::vector<double> y = bench.load();
  const auto integrator = make_integrator<double>(*find_integrator("dop853"), *bench.kernel, {.rtol = 1e-9});
  for (double t = 0; t < 1.5;) {
    integrator->advance(*bench.kernel, t, y, 1.5);
    bench.kernel->accept(t, y, {true});
  }
  bench.kernel->update_view(1.5, y, {}, view);
  CHECK(view.state.joints[0].angle.z < -4);
  for (int k = 1; k < 3; ++k) CHECK(std::abs(view.state.joints[k].angle.z - view.state.joints[0].angle.z) < 1e-9);
}
