#include "pintle/formulations/articulated_body/observing.h"

#include <doctest/doctest.h>

#include "unit/formulations/articulated_body/dense.h"

namespace pintle::tests {
namespace {

using Kernel64 = ArticulatedBody<double>;

Model draw_model(int bodies, std::uint64_t seed) {
  Model model = make_random_tree({.bodies = bodies, .seed = seed, .springs = true, .dampers = true});
  Random random(seed);
  add_contacts(model, random, 2);
  return model;
}

std::vector<double> load(Kernel64& kernel, const State<double>& state) {
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(state, y);
  return y;
}

}  // namespace

TEST_CASE("articulated body: y → state → y gives the same bits, but for the turn of a reversed ball (1e-15)") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Bench bench(draw_model(10, seed));
    Random random(seed);
    if (seed % 2) bench.lock(random, 0.3);
    bench.draw_state(random);
    Kernel64 kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
    const std::vector<double> y = load(kernel, bench.state);
    State<double> state = bench.state;  // the sign of an attitude is the one nearer to what the carrier has
    for (JointCoordinates<double>& q : state.joints) q = {};
    kernel.store(2.5, y, state);
    CHECK(state.t == 2.5);
    const std::vector<double> again = load(kernel, state);
    for (std::size_t i = 0; i < y.size(); ++i) CHECK(std::fabs(again[i] - y[i]) <= 1e-14 * (1 + std::fabs(y[i])));
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      if (bench.system.joint(JointIndex(j)).type.ball) continue;
      CHECK(distance(state.joints[j].displacement, bench.state.joints[j].displacement) == 0);
      CHECK(distance(state.joints[j].angle, bench.state.joints[j].angle) == 0);
      CHECK(distance(state.joints[j].velocity, bench.state.joints[j].velocity) == 0);
      CHECK(distance(state.joints[j].rate, bench.state.joints[j].rate) == 0);
    }
    CHECK(state.z == bench.state.z);
  }
}

TEST_CASE("articulated body: a ball keeps its attitude, rate and sign while rotations are locked and freed again") {
  using enum Direction;
  Random random(7);
  for (const bool reversed : {false, true})
    for (const auto& locks : std::vector<std::vector<Direction>>{{rx}, {ry}, {rz}, {rx, ry}, {ry, rz}, {rx, rz}, {rx, ry, rz}}) {
      Model model;
      for (const char* name : {"inner", "outer"})
        model.bodies.push_back(
            {.name = name, .mass = 1, .inertia = draw_inertia(random, 1), .at = {}, .rotation = draw_rotation(random)});
      JointPart ball;
      ball.name = "ball";
      ball.type = *find_joint_type("ball");
      ball.parent = reversed ? "outer" : "inner";
      ball.child = reversed ? "inner" : "outer";
      ball.at = std::array<PointOn, 2>{PointOn{ball.parent, {0.1, 0.2, 0.3}}, PointOn{ball.child, {-0.3, 0.1, 0}}};
      model.joints.push_back(ball);
      Bench bench(model);
      Kernel64 whole(bench.system, bench.plan(Coordinates::joint), bench.p);
      for (const Direction d : locks) bench.structure.set_free(JointIndex(0), d, false);
      Kernel64 locked(bench.system, bench.plan(Coordinates::joint), bench.p);
      bench.draw_state(random);  // rates that the locks allow
      Quaternion<double>& r = bench.state.joints[0].rotation;
      if (random.chance(0.5)) r = {-r.w, -r.x, -r.y, -r.z};
      State<double> state = bench.state;
      for (Kernel64* kernel : {&whole, &locked, &whole}) {
        const std::vector<double> y = load(*kernel, state);
        kernel->store(0, y, state);
        CHECK(distance(to_matrix(state.joints[0].rotation), to_matrix(r)) < 1e-14);
        CHECK(distance(state.joints[0].rate, bench.state.joints[0].rate) < 1e-13);
        for (int b = 1; b <= 2; ++b) {
          CHECK(distance(state.X_WB[b].p, bench.state.X_WB[b].p) < 1e-14);
          CHECK(distance(state.V_WB[b].v, bench.state.V_WB[b].v) < 1e-13);
        }
      }
      CHECK(distance(nearest_sign(state.joints[0].rotation, r), r) < 1e-14);
      CHECK(distance(state.joints[0].rotation, r) < 1e-14);  // also the sign: a signal must not jump at a lock
    }
}

TEST_CASE("articulated body: the velocities after a jump are those of the dense equations, impulses from outside included") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Bench bench(draw_model(1 + static_cast<int>(seed % 10), seed));
    Random random(seed);
    bench.draw_state(random);
    const State<double> before = bench.state;
    bench.lock(random, 0.4);
    // A ball locked at its singular attitude is refused before a kernel sees it.
    bool singular = false;
    for (int j = 0; j < bench.system.joint_count(); ++j) {
      const JointType& type = bench.system.joint(JointIndex(j)).type;
      if (type.ball && !is_quaternion(type, bench.structure.free_directions(JointIndex(j))))
        singular = singular || calc_sequence_angles(type.sequence, to_matrix(before.joints[j].rotation)).middle_cosine < 0.2;
    }
    if (singular) continue;
    Kernel64 kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
    const Impulse impulse{BodyIndex(1), {draw_vector(random), draw_vector(random)}};
    const std::span<const Impulse> applied(&impulse, seed % 3 ? 1 : 0);
    const Dense dense(bench);
    const Eigen::VectorXd expected = dense.calc_jump(before, applied);
    State<double> after = before;
    kernel.update_jump(applied, after);
    const double tolerance = 1e-10 * std::fmax(1, 1e-6 * dense.condition()) * (1 + expected.norm());
    for (int b = 1; b < bench.system.body_count(); ++b) {
      CHECK((to_eigen(after.X_WB[b].R * after.V_WB[b].w) - expected.segment<3>(6 * b)).norm() < tolerance);
      CHECK((to_eigen(after.V_WB[b].v) - expected.segment<3>(6 * b + 3)).norm() < tolerance);
      CHECK(distance(after.X_WB[b].p, before.X_WB[b].p) < 1e-12);
      CHECK(distance(after.X_WB[b].R, before.X_WB[b].R) < 1e-12);
    }
  }
}

TEST_CASE("articulated body: a view has the same bits whatever else is asked for") {
  Bench bench(draw_model(8, 11));
  Random random(11);
  bench.draw_state(random);
  Kernel64 kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
  const std::vector<double> y = load(kernel, bench.state);
  View<double> all = make_view<double>(bench.system), one = all;
  kernel.update_view(0, y, {true, true, true, true, true}, all);
  kernel.update_view(0, y, {.state = false, .loads = true}, one);
  for (int j = 0; j < bench.system.joint_count(); ++j) {
    CHECK(distance(one.load[j].n, all.load[j].n) == 0);
    CHECK(distance(one.load[j].f, all.load[j].f) == 0);
    CHECK(std::isnan(one.reaction[j].f.x));
  }
  CHECK(std::isnan(one.A_WB[1].v.x));
  kernel.update_view(0, y, {.state = false, .accelerations = true}, one);
  for (int b = 1; b < bench.system.body_count(); ++b) CHECK(distance(one.A_WB[b].v, all.A_WB[b].v) == 0);
  kernel.update_view(0, y, {.state = false, .elements = true}, one);
  CHECK(one.element == all.element);
}

}  // namespace pintle::tests
