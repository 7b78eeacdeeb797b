#include "pintle/closure/assemble.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pintle/system/make_system.h"
#include "support/ground.h"
#include "support/random_tree.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

/// A system with the tree of its file and the state in which it starts.
struct Assembled {
  System system;
  Topology tree;
  State<double> state;

  explicit Assembled(const Model& model)
      : system(make_system(model)),
        tree(make_plan(system, make_structure(system), Coordinates::joint).tree),
        state(make_state(system, system.nominal, tree)) {}
  void update() { update_bodies(system, system.nominal, tree, state); }
};

Assembled make_random_assembled(std::uint64_t seed) {
  return Assembled(make_random_tree({.bodies = 12, .seed = seed, .springs = false, .dampers = false}));
}

double difference(const Mat3<double>& A, const Mat3<double>& B) {
  return std::max({parts::difference(A.column(0), B.column(0)), parts::difference(A.column(1), B.column(1)),
                   parts::difference(A.column(2), B.column(2))});
}

/// q ∘ exp(½ h w).
Quaternion<double> turned_by(const Quaternion<double>& q, const Vec3<double>& w, double h) {
  const double angle = h * norm(w);
  if (angle == 0) return q;
  const Vec3<double> e = (std::sin(angle / 2) / norm(w)) * w;
  return q * Quaternion<double>{std::cos(angle / 2), e.x, e.y, e.z};
}

/// The same system a moment later: joints and floating bases move on at their present rates.
State<double> calc_moved(const Assembled& now, double h) {
  State<double> later = now.state;
  for (JointCoordinates<double>& q : later.joints) {
    q.displacement = q.displacement + h * q.velocity;
    q.angle = q.angle + h * q.rate;
    q.rotation = turned_by(q.rotation, q.rate, h);
  }
  for (std::size_t b = 1; b < later.X_WB.size(); ++b) {
    later.X_WB[b].p = later.X_WB[b].p + h * later.V_WB[b].v;
    later.X_WB[b].R = to_matrix(turned_by(to_quaternion(later.X_WB[b].R), later.V_WB[b].w, h));
  }
  update_bodies(now.system, now.system.nominal, now.tree, later);
  return later;
}

/// Pose and velocity of M in F, in F's axes, from the motions of the two bodies.
struct Across {
  Pose<double> X;
  Motion<double> V;
};
Across calc_across(const Assembled& a, JointIndex j) {
  const JointRecord& joint = a.system.joint(j);
  const JointFrames frames = calc_joint_frames(a.system, a.system.nominal, j, a.state.X_WB);
  const auto w_of = [&](BodyIndex b) { return a.state.X_WB[b.i].R * a.state.V_WB[b.i].w; };
  const auto v_of = [&](BodyIndex b) {  // of the body's point at M's origin
    return a.state.V_WB[b.i].v + cross(w_of(b), frames.X_WM.p - a.state.X_WB[b.i].p);
  };
  const Mat3<double>& R_WF = frames.X_WF.R;
  return {inverse(frames.X_WF) * frames.X_WM,
          {transpose_times(R_WF, w_of(joint.child) - w_of(joint.parent)),
           transpose_times(R_WF, v_of(joint.child) - v_of(joint.parent))}};
}

}  // namespace

TEST_CASE("update_bodies: across every joint, reversed or not, the bodies stand and move as its coordinates say") {
  int reversed = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const Assembled a = make_random_assembled(seed);
    for (const Link& link : a.tree.links) {
      if (!link.joint.exists()) continue;
      reversed += link.reversed;
      const JointRecord& joint = a.system.joint(link.joint);
      CAPTURE(joint.name);
      const Across found = calc_across(a, link.joint);
      const JointCoordinates<double>& q = a.state.joints[link.joint.i];
      const Pose<double> X = calc_pose(joint.type, q);
      const Motion<double> V = calc_velocity(joint.type, q);
      // rounding: a dozen joints of lengths and rates of a few units
      CHECK(difference(found.X.R, X.R) < 1e-13);
      CHECK(parts::difference(found.X.p, X.p) < 1e-13);
      CHECK(parts::difference(found.V.w, V.w) < 1e-12);
      CHECK(parts::difference(found.V.v, V.v) < 1e-12);
    }
  }
  CHECK(reversed > 100);
}

TEST_CASE("update_bodies: velocities are the derivatives of poses, in random trees in motion") {
  const double h = 1e-5;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const Assembled a = make_random_assembled(seed);
    const State<double> next = calc_moved(a, h), last = calc_moved(a, -h);
    for (std::size_t b = 1; b < a.state.X_WB.size(); ++b) {
      const Vec3<double> v = (0.5 / h) * (next.X_WB[b].p - last.X_WB[b].p);
      const Quaternion<double> turn = to_quaternion(last.X_WB[b].R.transposed() * next.X_WB[b].R);
      const Vec3<double> w = (1 / h) * Vec3<double>{turn.x, turn.y, turn.z};
      // central differences: h² times the third derivative, which is the cube of a dozen rates
      const double scale = 1 + norm(a.state.V_WB[b].v) + norm(a.state.V_WB[b].w);
      CHECK(parts::difference(v, a.state.V_WB[b].v) < 1e-8 * scale * scale * scale);
      CHECK(parts::difference(w, a.state.V_WB[b].w) < 1e-8 * scale * scale * scale);
    }
  }
}

TEST_CASE("update_bodies: a hinge from the bar to the world, turned back, is the hinge from the world to the bar") {
  Model forth = parts::make_pendulum(), back = forth;
  std::swap(back.joints[0].parent, back.joints[0].child);
  back.joints[0].at = parts::points("bar", {-0.5, 0, 0}, "world", {0, 0, 0});
  forth.joint_starts = {parts::start_of("pin", Direction::rz, 0.7, 2)};
  back.joint_starts = {parts::start_of("pin", Direction::rz, -0.7, -2)};
  const Assembled a(forth), b(back);
  CHECK_FALSE(a.tree.links[1].reversed);
  CHECK(b.tree.links[1].reversed);
  CHECK(parts::difference(a.state.X_WB[1].p, {0.5 * std::cos(0.7), 0, -0.5 * std::sin(0.7)}) < 1e-15);
  CHECK(parts::difference(a.state.V_WB[1].v, {-std::sin(0.7), 0, -std::cos(0.7)}) < 1e-15);
  CHECK(parts::difference(a.state.V_WB[1].w, {0, 2, 0}) < 1e-15);
  CHECK(parts::difference(a.state.X_WB[1].p, b.state.X_WB[1].p) < 1e-15);
  CHECK(parts::difference(a.state.V_WB[1].v, b.state.V_WB[1].v) < 1e-15);
  CHECK(parts::difference(a.state.V_WB[1].w, b.state.V_WB[1].w) < 1e-15);
}

TEST_CASE("update_bodies: a floating base keeps its motion, and what hangs on it rides along") {
  Model model = parts::make_pendulum();
  model.bodies.insert(model.bodies.begin(), parts::make_body("base", 1, {1, 1, 1}));
  model.joints[0].parent = "base";
  model.joints[0].at = parts::points("base", {0, 0, 0}, "bar", {-0.5, 0, 0});
  model.body_starts = {{"base", Vec3<double>{1, 2, 3}, {}, Vec3<double>{4, 0, 0}, Vec3<double>{0, 0, 2}}};
  const Assembled a(model);
  CHECK(parts::difference(a.state.X_WB[1].p, {1, 2, 3}) == 0);
  CHECK(parts::difference(a.state.V_WB[1].v, {4, 0, 0}) == 0);
  CHECK(parts::difference(a.state.V_WB[1].w, {0, 0, 2}) == 0);
  CHECK(parts::difference(a.state.X_WB[2].p, {1.5, 2, 3}) < 1e-15);
  CHECK(parts::difference(a.state.V_WB[2].v, {4, 1, 0}) < 1e-15);  // 2 rad/s half a metre away
  CHECK(parts::difference(a.state.V_WB[2].w, {0, 0, 2}) < 1e-15);
}

TEST_CASE("update_bodies: a body's quaternion is continuous, and opposite after one turn") {
  Assembled a(parts::make_pendulum());
  const Quaternion<double> start = a.state.q_WB[1];
  for (int k = 1; k <= 64; ++k) {
    const Quaternion<double> last = a.state.q_WB[1];
    a.state.joints[0].angle.z = k * 3.141592653589793 / 32;
    a.update();
    const Quaternion<double> q = a.state.q_WB[1];
    CHECK(q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z > 0.99);
  }
  CHECK(a.state.q_WB[1].w == doctest::Approx(-start.w).epsilon(1e-14));
}

TEST_CASE("make_state: the start is at time zero with the coordinates as given and quaternions with w ≥ 0") {
  const Assembled a(parts::make_seven_bodies());
  CHECK(a.state.t == 0);
  CHECK(a.state.joints[5].angle.z == 7);  // more than a turn
  CHECK(a.state.joints[2].displacement.z == -0.25);
  for (std::size_t b = 0; b < a.state.q_WB.size(); ++b) {
    CHECK(a.state.q_WB[b].w >= 0);
    CHECK(difference(to_matrix(a.state.q_WB[b]), a.state.X_WB[b].R) < 1e-15);
  }
}

TEST_CASE("make_state: the world stands still at its origin, and contacts start open and unloaded") {
  Model model = parts::make_pendulum();
  model.surfaces = {make_ground(1, 1, 1)};
  model.contacts = {{"left", {"bar", {0, 0, 0}}, "ground", 1}, {"right", {"bar", {0.5, 0, 0}}, "ground", 1}};
  const Assembled a(model);
  CHECK(difference(a.state.X_WB[0].R, Mat3<double>::identity()) == 0);
  CHECK(norm(a.state.X_WB[0].p) + norm(a.state.V_WB[0].v) + norm(a.state.V_WB[0].w) == 0);
  CHECK(a.state.z == std::vector<double>(2, 0.0));
  REQUIRE(a.state.mode.size() == 2);
  CHECK_FALSE((a.state.mode[0].yes || a.state.mode[1].yes));
}

}  // namespace pintle
