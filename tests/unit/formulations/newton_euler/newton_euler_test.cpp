#include "pintle/formulations/newton_euler/newton_euler.h"

#include <doctest/doctest.h>

#include "support/ground.h"
#include "unit/formulations/bodies/dense.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

Model make_double_pendulum() {
  Model model;
  model.gravity = {0, -9.81, 0};
  for (const char* name : {"upper", "lower"}) model.bodies.push_back(make_body(name, 1, {0.01, 0, 0, 0.08, 0, 0.08}));
  model.joints.push_back(make_joint("shoulder", "hinge", "world", "upper", {0, 0, 0}, {-0.5, 0, 0}));
  model.joints.push_back(make_joint("elbow", "hinge", "upper", "lower", {0.5, 0, 0}, {-0.5, 0, 0}));
  model.joints[0].axis = Vec3<double>{0, 0, 1};
  model.joints[1].axis = Vec3<double>{0, 0.6, 0.8};  // not planar
  return model;
}

void step_rk4(Kernel<double>& kernel, double dt, std::vector<double>& y) {
  const std::size_t n = y.size();
  std::vector<double> k(n), sum(n), at = y, power(static_cast<std::size_t>(kernel.accounts()));
  constexpr double weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6}, place[] = {0.5, 0.5, 1};
  for (std::size_t s = 0; s < 4; ++s) {
    kernel.update_rates(0, at, k, power);
    for (std::size_t i = 0; i < n; ++i) {
      sum[i] += weight[s] * k[i];
      if (s < 3) at[i] = y[i] + place[s] * dt * k[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) y[i] += dt * sum[i];
}

double calc_total_energy(Bench& bench, std::span<const double> y) {
  View<double> view = make_view<double>(bench.system);
  bench.kernel->update_view(0, y, {.elements = true}, view);
  Ledger ledger;
  update_energy(bench.system, bench.system.nominal, make_structure(bench.system), view.state, ledger);
  return ledger.total();
}

double calc_energy_error(double dt) {
  Bench bench(make_double_pendulum());
  std::vector<double> y = bench.load();
  const double start = calc_total_energy(bench, y);
  for (int k = 0; k < static_cast<int>(std::lround(1 / dt)); ++k) {
    step_rk4(*bench.kernel, dt, y);
    bench.kernel->accept(0, y, {true});
  }
  return std::abs(calc_total_energy(bench, y) - start);
}

}  // namespace

TEST_CASE("newton-euler: the energy of a spatial double pendulum is kept to the order of the method, with projection") {
  const double coarse = calc_energy_error(0.01), fine = calc_energy_error(0.005);
  CHECK(coarse < 1e-5);
  CHECK(coarse / fine > 12);  // fourth order: 16 and more (energy often has one order to spare)
}

TEST_CASE("newton-euler: power accounts are the rate of energy: Ė = applied − damping") {
  for (int seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 12, .floating = seed % 2 == 0, .laws = true, .forces = true}));
    bench.randomize(random);
    std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system)), up = y, down = y;
    bench.kernel->update_rates(0, y, ydot, power);
    constexpr double h = 1e-6;
    for (std::size_t i = 0; i < y.size(); ++i) up[i] += h * ydot[i], down[i] -= h * ydot[i];
    const double rate = (calc_total_energy(bench, up) - calc_total_energy(bench, down)) / (2 * h);
    CHECK(rate == doctest::Approx(power[1] - power[0]).epsilon(1e-6));
    CHECK(power[0] >= 0);
    CHECK(power[2] == 0);
  }
}

TEST_CASE("newton-euler: rates are pure: other evaluations in between change no bit") {
  Random random(11);
  Bench bench(make_random_model(random, {.bodies = 30, .laws = true, .forces = true}));
  bench.randomize(random);
  const std::vector<double> y = bench.load();
  std::vector<double> first(y.size()), second(y.size()), power(count_accounts(bench.system)), other = y;
  bench.kernel->update_rates(0, y, first, power);
  for (double& number : other) number += 0.3 * random.normal();
  bench.kernel->update_rates(0, other, second, power);
  View<double> view = make_view<double>(bench.system);
  bench.kernel->update_view(0, other, {true, true, true, true, true}, view);
  bench.kernel->store(0, other, view.state);
  bench.kernel->update_rates(0, y, second, power);
  CHECK(first == second);
}

TEST_CASE("newton-euler: store and load are inverse, and turns are counted") {
  Random random(13);
  Bench bench(make_random_model(random, {.bodies = 30, .trees = 2}));
  bench.randomize(random, true);
  for (JointCoordinates<double>& q : bench.state.joints)
    q.angle = q.angle + Vec3<double>{0, 0, 6 * std::acos(-1.0)};  // three turns
  update_bodies(bench.system, bench.system.nominal, bench.plan->tree, bench.state);
  bench.state.t = 2.5;
  const std::vector<double> y = bench.load();
  State<double> state;
  bench.kernel->store(2.5, y, state);
  CHECK(state.t == 2.5);
  const auto near = [](const Vec3<double>& a, const Vec3<double>& b) { return norm(a - b) < 1e-10; };  // 30 joints deep
  for (std::size_t j = 0; j < state.joints.size(); ++j) {
    CAPTURE(j);
    const JointCoordinates<double>&a = state.joints[j], &b = bench.state.joints[j];
    CHECK(near(a.displacement, b.displacement));
    CHECK(near(a.angle, b.angle));
    CHECK(near(a.velocity, b.velocity));
    CHECK(near(a.rate, b.rate));
    const DirectionSet free = bench.structure.free_directions(JointIndex(static_cast<int>(j)));
    for (int k = 0; k < 3; ++k) {
      if (!free.has(static_cast<Direction>(k))) CHECK(a.displacement[k] == b.displacement[k]);  // held: to the bit
      if (!free.has(static_cast<Direction>(3 + k))) CHECK(a.angle[k] == b.angle[k]);
    }
  }
  std::vector<double> again(y.size());
  bench.kernel->load(state, again);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(again[i] == doctest::Approx(y[i]).epsilon(1e-14));
}

TEST_CASE("newton-euler: a hinge driven over many turns counts them") {
  Model model;
  model.bodies.push_back(make_body("rotor", 1, Sym3<double>::diagonal(0.1)));
  model.joints.push_back(make_joint("hinge", "hinge", "rotor", "world", {0, 0, 0}, {0, 0, 0}));  // against the tree
  model.joints[0].axis = Vec3<double>{1, 2, 3};
  model.joint_starts.push_back(
      {.joint = "hinge", .directions = {{Direction::rz, {.value = 1, .rate = 10}}}, .rotation = {}, .angular_velocity = {}});
  Bench bench(model);
  std::vector<double> y = bench.load();
  for (int k = 0; k < 300; ++k) {
    step_rk4(*bench.kernel, 0.01, y);
    bench.kernel->accept(0.01 * (k + 1), y, {true});
  }
  State<double> state;
  bench.kernel->store(3, y, state);
  CHECK(state.joints[0].angle.z == doctest::Approx(31).epsilon(1e-6));  // RK4 of the quaternion at 0.1 rad per step
  CHECK(state.joints[0].rate.z == doctest::Approx(10).epsilon(1e-12));
}

TEST_CASE("newton-euler: joint accelerations are the second derivatives of joint coordinates") {
  for (int seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 15, .floating = seed % 2 == 0}));
    bench.randomize(random, true);
    std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system)), up = y, down = y;
    bench.kernel->update_rates(0, y, ydot, power);
    constexpr double h = 1e-6;
    for (std::size_t i = 0; i < y.size(); ++i) up[i] += h * ydot[i], down[i] -= h * ydot[i];
    View<double> view = make_view<double>(bench.system);
    bench.kernel->update_view(0, y, {.accelerations = true}, view);
    State<double> before, after;
    bench.kernel->store(0, up, after);
    bench.kernel->store(0, down, before);
    for (std::size_t j = 0; j < bench.state.joints.size(); ++j) {
      const Vec3<double> d = (0.5 / h) * (after.joints[j].velocity - before.joints[j].velocity);
      const Vec3<double> r = (0.5 / h) * (after.joints[j].rate - before.joints[j].rate);
      CHECK(norm(d - view.displacement_acceleration[j]) < 1e-5 * (1 + norm(d)));
      CHECK(norm(r - view.angle_acceleration[j]) < 1e-5 * (1 + norm(r)));
    }
  }
}

TEST_CASE("newton-euler: a jump solves M (V⁺ − V⁻) = Gᵀ Λ + applied, G V⁺ = 0, and reports Λ") {
  for (int seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Random random(static_cast<std::uint64_t>(seed));
    Bench bench(make_random_model(random, {.bodies = 12, .floating = seed % 2 == 0, .singular = seed > 4}));
    bench.randomize(random);
    for (int j = 0; j < bench.system.joint_count(); ++j)  // lock about half of what moves
      for (Direction d : all_directions)
        if (random.chance(0.5)) bench.structure.set_free(JointIndex(j), d, false);
    const State<double> before = bench.state;
    bench.make_kernel();
    bench.state = before;
    const Dense dense(bench);
    const Impulse impulse{BodyIndex(3), {random_vector(random), random_vector(random)}};
    DenseVector applied = DenseVector::Zero(dense.M().rows());
    for (int k = 0; k < 3; ++k) applied[12 + k] = impulse.value.f[k], applied[15 + k] = impulse.value.n[k];
    const DenseSolution s = dense.solve(applied, -dense.gdot());

    State<double> after = before;
    const JumpRecord<double> record = bench.kernel->update_jump(std::span(&impulse, 1), after);
    for (int b = 1; b < bench.system.body_count(); ++b) {
      const Vec3<double> dv = after.V_WB[b].v - before.V_WB[b].v, dw = before.X_WB[b].R * (after.V_WB[b].w - before.V_WB[b].w);
      for (int k = 0; k < 3; ++k) {
        CHECK(std::abs(dv[k] - static_cast<double>(s.x[6 * b - 6 + k])) < 1e-11);
        CHECK(std::abs(dw[k] - static_cast<double>(s.x[6 * b - 3 + k])) < 1e-11);
      }
    }
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      const JointRecord& joint = bench.system.joint(JointIndex(j));
      const Mat3<double> R_WM = before.X_WB[joint.child.i].R * bench.system.nominal[joint.X_CM].R;
      const Wrench<double> expected = dense.calc_reaction(j, s), &found = record.impulse[j];
      CHECK(norm(R_WM * found.f - expected.f) < 1e-10);
      CHECK(norm(R_WM * found.n - expected.n) < 1e-10);
      const DirectionSet free = bench.structure.free_directions(JointIndex(j));
      for (int k = 0; k < 3; ++k) {
        if (!free.has(static_cast<Direction>(k))) CHECK(after.joints[j].velocity[k] == 0);
        if (!free.has(static_cast<Direction>(3 + k)) && !joint.type.ball) CHECK(after.joints[j].rate[k] == 0);
      }
    }
  }
}

TEST_CASE("newton-euler: what a joint does to the world is reported on the world, if the world is its child") {
  Model model = make_double_pendulum();
  Bench on_world(model);
  std::swap(model.joints[0].parent, model.joints[0].child);
  Bench on_pendulum(model);
  View<double> a = make_view<double>(on_world.system), b = make_view<double>(on_pendulum.system);
  on_world.kernel->update_view(0, on_world.load(), {.loads = true, .reactions = true}, a);
  on_pendulum.kernel->update_view(0, on_pendulum.load(), {.loads = true, .reactions = true}, b);
  CHECK(norm(a.load[0].f) > 1);
  CHECK(norm(a.load[0].f + b.load[0].f) < 1e-13);
  CHECK(norm(a.load[0].n + b.load[0].n) < 1e-13);
  CHECK(norm(a.load[1].f - b.load[1].f) < 1e-13);
  CHECK(a.reaction[0].n.z == doctest::Approx(0));
}

TEST_CASE("newton-euler: a body dropped on a plane pushes as the contact's law says; touch and lift-off ask for a restart") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies.push_back(make_body("box", 2, Sym3<double>::diagonal(0.1)));
  model.surfaces.push_back(make_ground(1000, 500, 10, {0.5, 0.4, 100, 1, 0, 0.1}));
  model.contacts.push_back({.name = "foot", .at = {"box", {0, 0, -0.5}}, .surface = "ground", .scale = 1});
  model.body_starts.push_back(
      {.body = "box", .at = Vec3<double>{0, 0, 0.51}, .rotation = {}, .velocity = Vec3<double>{1, 0, 0}, .angular_velocity = {}});
  Bench bench(model);
  std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
  CHECK_FALSE(bench.kernel->accept(0, y, {true}).restart.yes);
  const int height = bench.plan->y.q[1] + 2;
  const int vz = bench.plan->y.nq + bench.plan->y.v[1] + 2;
  y[height] = 0.49;
  CHECK(bench.kernel->accept(0, y, {true}).restart.yes);
  CHECK_FALSE(bench.kernel->accept(0, y, {true}).restart.yes);
  bench.kernel->update_rates(0, y, ydot, power);
  CHECK(ydot[vz] == doctest::Approx(-9.81 + 1000 * 0.01 / 2));
  CHECK(ydot[bench.plan->y.nq + bench.plan->y.nv] == doctest::Approx(1000 * 0.01 / 10));  // ε̇_v
  CHECK(power[2] < 0);                                                                    // friction brakes
  View<double> view = make_view<double>(bench.system);
  bench.kernel->update_view(0, y, {.elements = true}, view);
  CHECK(view.element[0] == doctest::Approx(10));
  CHECK(view.element[4] == 1);
  y[height] = 0.6;
  y.back() = 0.1;
  CHECK(bench.kernel->accept(0, y, {true}).restart.yes);
  CHECK(y.back() == 0);
}
