#include "pintle/formulations/articulated_body/tree_loops.h"

#include <doctest/doctest.h>

#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/integrators/integrator.h"
#include "unit/formulations/articulated_body/closed.h"
#include "unit/formulations/articulated_body/dense.h"

/// Trees with loops and constraints, against equations without a recursion.
namespace pintle::tests {
namespace {

using Kernel64 = ArticulatedBody<double>;

/// `size` is what the tree would do without its closings: they may leave nothing of it.
double distance_of(const Eigen::VectorXd& got, const Eigen::VectorXd& expected, double size) {
  double most = 0;
  size = std::fmax(size, 1e-3);
  for (Eigen::Index b = 6; b < expected.size(); b += 3) {
    most = std::fmax(most, (got.segment<3>(b) - expected.segment<3>(b)).norm());
    size = std::fmax(size, expected.segment<3>(b).norm());
  }
  return most / size;
}

Eigen::VectorXd stacked(const Bench& bench, const std::vector<Motion<double>>& of_bodies) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * bench.system.body_count()));
  for (int b = 1; b < bench.system.body_count(); ++b)
    out.segment<6>(6 * b) << to_eigen(bench.state.X_WB[b].R * of_bodies[b].w), to_eigen(of_bodies[b].v);
  return out;
}

/// Constraint forces by multipliers, onto the bodies.
void add_constraints(const Bench& bench, const Plan& plan, const std::vector<double>& multiplier, Wrenches& sum) {
  ClosingRows rows(bench.system, plan);
  rows.update_held(bench.p, bench.state.joints);
  rows.update(bench.p, nullptr, {}, [&](int link) { return place_of(bench.state, plan.tree.links[link].body); });
  for (const Closing& closing : plan.closings) {
    if (!closing.constraint.exists()) continue;
    for (int r = 0; r < closing.rows; ++r) {
      const double lambda = multiplier[bench.system.constraints[closing.constraint.i].first + r];
      for (std::size_t e = 0; e < closing.links.size(); ++e) {
        const Wrench<double>& on = rows.rows()[closing.first + r].on[e];
        Wrench<double>& body = sum[plan.tree.links[closing.links[e]].body.i];
        body = {body.n + lambda * on.n, body.f + lambda * on.f};
      }
    }
  }
}

/// A jump onto the closings, then accelerations and loads there; how far the results are from the dense ones.
struct Distances {
  double jump, jump_row, impulse, acceleration, load;
  int rank, dense_rank;
  double condition;
};
Distances compare(Bench& bench) {
  const auto plan = bench.plan(Coordinates::joint);
  Kernel64 kernel(bench.system, plan, bench.p);
  Distances out{};
  const State<double> before = bench.state;
  const Impulse impulse{BodyIndex(1), {{0.1, 0.2, -0.3}, {1, -0.5, 0.2}}};
  const std::span<const Impulse> applied(&impulse, 1);
  const Eigen::VectorXd expected_jump = Dense(bench).calc_jump(before, applied);
  const JumpRecord<double> record = kernel.update_jump(applied, bench.state);
  out.jump = distance_of(stacked(bench, bench.state.V_WB), expected_jump, stacked(bench, before.V_WB).lpNorm<Eigen::Infinity>());

  const auto largest_rest = [&](const std::vector<Motion<double>>& change, Wrenches on, bool gyroscopic) {
    double most = 0, size = 1e-3;
    for (int b = 1; b < bench.system.body_count(); ++b) {
      const Mat3<double>& R = bench.state.X_WB[b].R;
      const Sym3<double>& I = bench.p[bench.system.bodies[b].inertia];
      const Vec3<double>& w = bench.state.V_WB[b].w;
      const Vec3<double> n = R * (I * change[b].w + (gyroscopic ? 1.0 : 0.0) * cross(w, I * w));
      most = std::fmax(most, std::fmax(norm(on[b].n - n), norm(on[b].f - bench.p[bench.system.bodies[b].mass] * change[b].v)));
      size = std::fmax(size, std::fmax(norm(on[b].n), norm(on[b].f)));
    }
    for (const Wrench<double>& w : record.impulse) size = std::fmax(size, norm(w.f));
    return most / size;
  };
  std::vector<Motion<double>> change = bench.state.V_WB;
  for (std::size_t b = 0; b < change.size(); ++b) change[b] = change[b] - before.V_WB[b];
  Wrenches impulses(bench.system.bodies.size(), Wrench<double>::zero());
  impulses[1] = impulse.value;
  add_joints(bench, bench.state, record.impulse, impulses);
  add_constraints(bench, *plan, record.multiplier, impulses);
  out.impulse = largest_rest(change, impulses, false);

  const Dense dense(bench);
  out.jump_row = dense.calc_velocity_error();
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(bench.state, y);
  View<double> view = make_view<double>(bench.system);
  view.multiplier.assign(static_cast<std::size_t>(bench.system.multipliers), 0.0);
  kernel.update_view(0, y, {true, true, true, true, false}, view);
  out.acceleration = distance_of(stacked(bench, view.A_WB), dense.calc_accelerations(), dense.calc_free_size());
  Wrenches forces = calc_applied(bench, bench.state);
  add_joints(bench, bench.state, view.load, forces);
  add_constraints(bench, *plan, view.multiplier, forces);
  out.load = largest_rest(view.A_WB, forces, true);
  out.rank = kernel.conditioning().rank;
  out.dense_rank = dense.rank();
  out.condition = kernel.conditioning().condition;
  return out;
}

void check(Bench& bench, double tolerance = 1e-10) {
  const Distances d = compare(bench);
  const double by_condition = std::fmax(1, 1e-4 * d.condition * d.condition);
  CAPTURE(d.condition);
  CHECK(d.jump < tolerance * by_condition);
  CHECK(d.jump_row < tolerance * by_condition);
  CHECK(d.acceleration < tolerance * by_condition);
  CHECK(d.impulse < tolerance * by_condition);
  CHECK(d.load < tolerance * by_condition);
  CHECK(d.rank == d.dense_rank);
}

}  // namespace

TEST_CASE(
    "articulated body: random trees closed by every kind of joint and constraint move as the dense equations say, to 1e-10") {
  std::vector<JointType> types;
  for (const char* name : {"hinge", "ball", "slider", "weld", "cylindrical", "universal", "planar"})
    types.push_back(*find_joint_type(name));
  using enum Direction;
  types.push_back(make_joint_type({rx, tz}));
  types.push_back(make_joint_type({rz, ry, rx}));
  types.push_back(make_joint_type({tx, ty, tz, rx, ry, rz}));
  for (const int bodies : {1, 2, 3, 5, 9, 20})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(bodies);
      CAPTURE(seed);
      Bench bench(make_random_tree({.bodies = bodies,
                                    .seed = 100 * seed + static_cast<std::uint64_t>(bodies),
                                    .springs = true,
                                    .dampers = true,
                                    .singular_inertia = false}));
      Random random(seed);
      bench.draw_state(random);
      const int closings = 1 + random.integer(1 + bodies / 3);
      for (int k = 0; k < closings; ++k) {
        const BodyIndex a(random.integer(bodies + 1));
        const BodyIndex b(1 + (a.i + random.integer(bodies)) % bodies);
        const int kind = random.integer(5);
        if (kind == 0)
          close_by_speed(bench, random, b, 0);
        else if (a == b)
          continue;
        else if (kind == 1)
          close_by_distance(bench, random, a, b);
        else
          close_by_joint(bench, random, types[static_cast<std::size_t>(random.integer(static_cast<int>(types.size())))], a, b,
                         seed % 2 == 0);
      }
      finish(bench, random);
      check(bench);
    }
}

TEST_CASE("articulated body: a told speed is that of the point and about the axis that were given, in the body's axes") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    Bench bench(make_random_tree({.bodies = 4, .seed = seed, .springs = true, .dampers = true, .singular_inertia = false}));
    Random random(seed);
    bench.draw_state(random);
    const BodyIndex b(2);
    close_by_speed(bench, random, b, 0.7);
    finish(bench, random);
    Kernel64 kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
    kernel.update_jump({}, bench.state);
    const auto& edge = std::get<VelocityRows>(bench.system.constraints.back().kind);
    const auto number = [&](Slot3 s, int k) { return bench.p.value[static_cast<std::size_t>(s.i + k)]; };
    // By hand, in the body's axes: c·(v + ω × p) + d·ω, v turned back from the world's.
    const Mat3<double>& R = bench.state.X_WB[b.i].R;
    const Motion<double>& V = bench.state.V_WB[b.i];
    double got = 0;
    for (int k = 0; k < 3; ++k) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      const double along = R(0, k) * V.v.x + R(1, k) * V.v.y + R(2, k) * V.v.z;
      const double turning = V.w[l] * number(edge.p_BP, m) - V.w[m] * number(edge.p_BP, l);
      got += number(edge.list[0].c, k) * (along + turning) + number(edge.list[0].d, k) * V.w[k];
    }
    CHECK(got == doctest::Approx(0.7).epsilon(1e-10));
  }
}

TEST_CASE("articulated body: planar loops of spatial hinges, three of five rows redundant, move as the dense equations say") {
  Random random(4);
  for (const int count : {1, 2, 5, 20}) {
    CAPTURE(count);
    Bench bench(make_parallelograms(count, draw_rotation(random), 0.4));
    finish(bench, random);
    check(bench);
    const Distances d = compare(bench);
    CHECK(d.rank == 2 * count);
  }
}

TEST_CASE("articulated body: loops of one hub leave one by one, whatever floats") {
  Random random(5);
  for (const bool floats : {false, true}) {
    Model model;
    const auto add = [&](const std::string& name, const std::string& on) {
      BodyPart body{.name = name,
                    .mass = random.uniform(0.5, 3),
                    .inertia = {},
                    .at = draw_vector(random),
                    .rotation = draw_rotation(random)};
      body.inertia = draw_inertia(random, body.mass);
      model.bodies.push_back(body);
      if (on.empty()) return;
      JointPart joint;
      joint.name = "to_" + name;
      joint.type = *find_joint_type(random.chance(0.5) ? "hinge" : "ball");
      joint.parent = on;
      joint.child = name;
      joint.at = draw_vector(random);
      if (!joint.type.ball) joint.axis = draw_vector(random);
      model.joints.push_back(joint);
    };
    add("hub", floats ? "" : "world");
    for (int k = 0; k < 12; ++k) add("arm" + std::to_string(k), "hub");
    Bench bench(model);
    for (int k = 0; k < 6; ++k)
      close_by_joint(bench, random, *find_joint_type(k % 2 ? "ball" : "universal"), BodyIndex(2 + 2 * k), BodyIndex(3 + 2 * k),
                     k % 3 == 0);
    finish(bench, random);
    const auto plan = bench.plan(Coordinates::joint);
    for (const auto& later : plan->order.later) CHECK(later.empty());
    check(bench);
  }
}

TEST_CASE(
    "articulated body: a chain of loops couples neighbours only, however long, so its cost is in proportion to its length") {
  for (const int count : {10, 200}) {
    Bench bench(make_parallelograms(count, Quaternion<double>::identity(), 0.4));
    const auto plan = bench.plan(Coordinates::joint);
    CHECK(static_cast<int>(plan->closings.size()) == count);
    for (const auto& later : plan->order.later) CHECK(later.size() <= 1);
    for (const auto& open : plan->order.open) CHECK(open.size() <= 2);
  }
}

TEST_CASE("articulated body: parallelograms pass through the configuration in which all their rods are in one line") {
  // They turn as one: J φ̈ = G sin φ, φ from the upright [iftomm A02].
  const int count = 4;
  const double J = (count + 1) * (1.001 / 12 + 0.25) + count, G = 9.81 * (0.5 * (count + 1) + count);
  Bench bench(make_parallelograms(count, Quaternion<double>::identity(), 0));
  Random random(1);
  finish(bench, random);
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const bool of_bar = bench.system.joint(JointIndex(j)).name.starts_with("leg");
    bench.state.joints[j].rate = {0, 0, of_bar ? 1.0 : -1.0};
  }
  update_bodies(bench.system, bench.p, bench.plan(Coordinates::joint)->tree, bench.state);
  Kernel64 kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(bench.state, y);
  const auto integrator = make_integrator<double>(*find_integrator("auto"), kernel, {.rtol = 1e-10});
  double upright = 0, largest = 1;
  for (double t = 0; t < 3;) {
    integrator->advance(kernel, t, y, 3);
    REQUIRE_FALSE(kernel.accept(t, y, {true}).failed.yes);
    if (upright == 0) upright = kernel.conditioning().condition;
    largest = std::fmax(largest, kernel.conditioning().condition);
  }
  State<double> end = bench.state;
  kernel.store(3, y, end);
  const double phi = -end.joints[0].angle.z, rate = -end.joints[0].rate.z;
  CHECK(phi > 6);  // twice through the line
  CHECK(largest > 5 * upright);
  CHECK(std::fabs(J * rate * rate / 2 + G * std::cos(phi) - J / 2 - G) < 1e-6 * G);
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    const bool of_leg = bench.system.joint(JointIndex(j)).name.starts_with("world");
    if (of_leg) CHECK(std::fabs(-end.joints[j].angle.z - phi) < 1e-7);
  }
}

}  // namespace pintle::tests
