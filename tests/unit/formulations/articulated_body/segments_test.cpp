#include "pintle/formulations/articulated_body/segments.h"

#include <doctest/doctest.h>

#include "pintle/base/check.h"
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/math/lanes.h"
#include "pintle/model/makers.h"
#include "support/small_models.h"
#include "unit/formulations/articulated_body/bench.h"

namespace pintle::tests {
namespace {

using articulated_body::Code;
using articulated_body::Segments;
using articulated_body::Spin;

Segments make_coded(const Bench& bench) {
  const auto plan = bench.plan(Coordinates::joint);
  Segments segments = articulated_body::make_segments(bench.system, *plan);
  articulated_body::choose_codes(bench.system, *plan, bench.p, segments);
  return segments;
}

BodyPart make_body(const std::string& name) {
  return {.name = name, .mass = 1, .inertia = {0.1, 0, 0, 0.2, 0, 0.3}, .at = {}, .rotation = {}};
}

JointPart make_joint(const JointType& type, const std::string& parent, const std::string& child, const Vec3<double>& at,
                     const Vec3<double>& axis, const Vec3<double>& x_axis) {
  JointPart joint;
  joint.name = parent + "_" + child;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.at = std::array<PointOn, 2>{PointOn{parent, at}, PointOn{child, {0.1, -0.2, 0.3}}};
  joint.axis = axis;
  joint.x_axis = x_axis;
  return joint;
}

/// Poses and velocities that the kernel finds are those of forward kinematics.
void check_poses(const Bench& bench, double tolerance) {
  ArticulatedBody<double> kernel(bench.system, bench.plan(Coordinates::joint), bench.p);
  std::vector<double> y(static_cast<std::size_t>(kernel.size()));
  kernel.load(bench.state, y);
  State<double> found;
  kernel.store(0, y, found);
  for (int b = 1; b < bench.system.body_count(); ++b) {
    CHECK(distance(found.X_WB[b].R, bench.state.X_WB[b].R) < tolerance);
    CHECK(distance(found.X_WB[b].p, bench.state.X_WB[b].p) < tolerance);
    CHECK(distance(found.V_WB[b].w, bench.state.V_WB[b].w) < tolerance * (1 + norm(found.V_WB[b].w)));
    CHECK(distance(found.V_WB[b].v, bench.state.V_WB[b].v) < tolerance * (1 + norm(found.V_WB[b].v)));
  }
}

}  // namespace

TEST_CASE("segments: a chain of hinges about y, z, y, z takes the fast path: Rx(α), p = (a, 0, 0), in one run") {
  const Bench bench(make_chain(20));
  const Segments segments = make_coded(bench);
  CHECK(segments.size() == 21);
  for (int i = 2; i < segments.size(); ++i) CHECK(segments.list[i].code == Code::hinge_xa);
  CHECK(segments.runs.size() <= 2);  // the first hinge has the world before it
  CHECK(segments.runs.back().last == 20);
}

TEST_CASE("segments: parallel hinges need no turn at all") {
  const Bench bench(make_pendulum(6));
  const Segments segments = make_coded(bench);
  for (int i = 2; i < segments.size(); ++i) CHECK(segments.list[i].code == Code::hinge_0a);
}

TEST_CASE("segments: every joint becomes one segment per freedom, one for a quaternion, one for a weld; the last has the body") {
  Random random(1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Bench bench(make_random_tree({.bodies = 12, .seed = seed}));
    if (seed % 2) bench.lock(random, 0.4);
    const auto plan = bench.plan(Coordinates::joint);
    const Segments segments = make_coded(bench);
    int speeds = 0;
    for (int i = 1; i < plan->tree.size(); ++i) {
      const Link& link = plan->tree.links[i];
      const auto& chain = segments.chain[i];
      CHECK(segments.list[chain.last].link == i);
      const int length = chain.last - chain.first + 1;
      for (int k = chain.first; k <= chain.last; ++k) {
        const Code code = segments.list[k].code;
        speeds += code == Code::base ? 6 : code == Code::ball ? 3 : code == Code::weld ? 0 : 1;
        CHECK(segments.list[k].parent < k);
      }
      if (!link.joint.exists()) {
        CHECK(length == 1);
        CHECK(segments.list[chain.last].code == Code::base);
      }
    }
    CHECK(speeds == plan->freedoms);
    int covered = 0;
    for (const auto& run : segments.runs) {
      CHECK(run.first == covered + 1);
      covered = run.last;
      for (int k = run.first; k < run.last; ++k) CHECK(segments.list[k].code == segments.list[k + 1].code);
    }
    CHECK(covered == segments.size() - 1);
  }
}

TEST_CASE("segments: what hangs behind a locked value takes the general code, and only that") {
  Bench bench(make_chain(8));
  bench.structure.set_free(JointIndex(3), Direction::rz, false);  // the fourth hinge is a weld now
  const Segments locked = make_coded(bench);
  CHECK(locked.list[4].code == Code::weld);
  for (const int i : {2, 3, 6, 7, 8}) CHECK(locked.list[i].code == Code::hinge_xa);

  using enum Direction;
  Model model;
  for (const char* name : {"a", "b", "c"}) model.bodies.push_back(make_body(name));
  model.joints.push_back(make_joint(*find_joint_type("hinge"), "world", "a", {0, 0, 0}, {0, 0, 1}, {1, 0, 0}));
  model.joints.push_back(make_joint(make_joint_type({ry, rz}), "a", "b", {1, 0, 0}, {0, 0, 1}, {1, 0, 0}));
  model.joints.push_back(make_joint(*find_joint_type("hinge"), "b", "c", {1, 0, 0}, {0, 1, 0}, {1, 0, 0}));
  Bench list(model);
  list.structure.set_free(JointIndex(1), ry, false);
  const Segments before = make_coded(list);
  CHECK(before.list[2].code == Code::hinge_zx);  // rz behind the locked ry
  CHECK(before.list[1].spin == Spin::none);      // nor may the frame before it be spun for it
  CHECK(before.list[3].code != Code::hinge_zx);
}

// A sine of 1e-10 between two axes leaves six digits for the directions in which they differ: those must not enter twice.
TEST_CASE("segments: axes that are parallel but for 1e-16 … 1e-3 rad lose no digit, on a side branch and behind a lock") {
  Random random(2);
  for (double tilt = 1e-17; tilt < 1e-2; tilt *= 10)
    for (int n = 0; n < 6; ++n) {
      CAPTURE(tilt);
      const Vec3<double> across = draw_vector(random), x = draw_vector(random);
      const Vec3<double> tilted{tilt * std::cos(n), tilt * std::sin(n), n % 2 ? 1.0 : -1.0};
      Model model;
      for (const char* name : {"trunk", "main", "tip", "side", "twig"}) model.bodies.push_back(make_body(name));
      const JointType hinge = *find_joint_type("hinge"), list = make_joint_type({Direction::ry, Direction::rz});
      model.joints.push_back(make_joint(hinge, "world", "trunk", {0, 0, 0}, {0, 0, 1}, {1, 0, 0}));
      model.joints.push_back(make_joint(hinge, "trunk", "main", {1, 0, 0}, across, x));
      model.joints.push_back(make_joint(hinge, "main", "tip", {1, 0, 0}, x, across));
      model.joints.push_back(make_joint(hinge, "trunk", "side", {0, 1, 1}, tilted, x));
      model.joints.push_back(make_joint(list, "side", "twig", {0, 0.5, 0}, tilted, x));
      Bench bench(model);
      bench.draw_state(random);
      check_poses(bench, 1e-14);
      bench.structure.set_free(JointIndex(4), Direction::ry, false);
      bench.draw_state(random);
      bench.state.joints[4].angle.y = tilt;
      update_bodies(bench.system, bench.p, bench.plan(Coordinates::joint)->tree, bench.state);
      check_poses(bench, 1e-14);
    }
}

TEST_CASE("segments: where one joint is held elsewhere, placing it and what hangs on it gives the bits of placing all") {
  Random random(4);
  Bench bench(make_chain(5));
  bench.structure.set_free(JointIndex(2), Direction::rz, false);
  const auto plan = bench.plan(Coordinates::joint);
  ArticulatedBody<double> kernel(bench.system, plan, bench.p);
  for (double angle : {0.3, -1.2, 2.5}) {
    bench.draw_state(random);
    bench.state.joints[2].angle.z = angle;
    update_bodies(bench.system, bench.p, plan->tree, bench.state);
    const auto rates = [&](ArticulatedBody<double>& one) {
      std::vector<double> y(static_cast<std::size_t>(one.size())), ydot(y.size()), power(count_accounts(bench.system));
      one.load(bench.state, y);
      one.update_rates(0, y, ydot, power);
      return ydot;
    };
    ArticulatedBody<double> fresh(bench.system, plan, bench.p);
    CHECK(rates(kernel) == rates(fresh));
  }
}

TEST_CASE("segments: numbers that no longer fit their code are our own mistake, never a wrong answer; doubles choose again") {
  Bench bench(make_chain(4));
  const auto plan = bench.plan(Coordinates::joint);
  const Segments segments = make_coded(bench);
  REQUIRE(segments.list[3].code == Code::hinge_xa);
  bench.p.value[static_cast<std::size_t>(bench.system.joints[2].X_PF.i + 9)] += 0.1;  // along the link: still p = (a, 0, 0)
  articulated_body::Geometry<double> geometry(segments.size());
  CHECK_NOTHROW(articulated_body::update_geometry(bench.system, *plan, segments, bench.p, bench.state.joints, geometry));
  bench.p.value[static_cast<std::size_t>(bench.system.joints[2].X_PF.i + 10)] += 0.1;
  bench.p.value[static_cast<std::size_t>(bench.system.joints[2].X_PF.i + 11)] += 0.1;  // aside
  CHECK_THROWS_AS(articulated_body::update_geometry(bench.system, *plan, segments, bench.p, bench.state.joints, geometry),
                  InternalError);
  CHECK_NOTHROW(ArticulatedBody<double>(bench.system, plan, bench.p));
  const Parameters<Lanes> lanes = broadcast<Lanes>(bench.p);
  CHECK_THROWS_AS(ArticulatedBody<Lanes>(bench.system, plan, lanes), InternalError);
}

}  // namespace pintle::tests
