#include "pintle/joints/motion.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>

#include "unit/math/draw.h"

using namespace pintle;
using namespace pintle::tests;
using enum Direction;

namespace {
constexpr double right_angle = std::numbers::pi / 2;
constexpr double few_roundings = 1e-15;
}  // namespace

TEST_CASE("universal joint at 90 degrees: rx about F's x, then ry about the turned y") {
  const JointType type = *find_joint_type("universal");
  JointCoordinates<double> q;
  q.angle = {right_angle, right_angle, 0};
  q.rate = {2, 3, 0};
  // Rx(90°) takes y to z; the second turn is about it.
  CHECK(distance(calc_rotation_axes(type, q).column(1), {0, 0, 1}) < few_roundings);
  CHECK(distance(calc_velocity(type, q).w, {2, 0, 3}) < 4 * few_roundings);
  // ω̇ = a₁ × a₂ θ̇₁ θ̇₂ = x × z · 6 = −6 y
  CHECK(distance(calc_rotation_bias(type, q), {0, -6, 0}) < 8 * few_roundings);
  // M's z: Ry(90°) z = x, and Rx leaves x alone.
  CHECK(distance(calc_pose(type, q).R.column(2), {1, 0, 0}) < few_roundings);
}

TEST_CASE("a list moves by its translations first, along F's axes, whatever the order listed") {
  const JointType type = make_joint_type({rz, tx});
  JointCoordinates<double> q;
  q.angle.z = right_angle;
  q.displacement.x = 2;
  const Pose<double> X = calc_pose(type, q);
  CHECK(distance(X.p, {2, 0, 0}) == 0);  // not along the turned x
  CHECK(distance(X.R.column(0), {0, 1, 0}) < few_roundings);
}

TEST_CASE("ball: the rate is the angular velocity in M's axes") {
  const JointType type = *find_joint_type("ball");
  JointCoordinates<double> q;
  q.rotation = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};  // 90 degrees about z
  q.rate = {1, 0, 0};
  CHECK(distance(calc_velocity(type, q).w, {0, 1, 0}) < few_roundings);
  CHECK(distance(calc_rotation_bias(type, q), Vec3<double>::zero()) == 0);
}

TEST_CASE("sequence angles: all six orders, up to the edge of the singularity, where the cosine says so") {
  Random random(1);
  std::array<std::uint8_t, 3> order{0, 1, 2};
  do {
    for (int n = 0; n < 100; ++n) {
      Vec3<double> angle{random.uniform(-3.1, 3.1), random.uniform(-3.1, 3.1), random.uniform(-3.1, 3.1)};
      angle[order[1]] = random.uniform(-1.57, 1.57);
      Mat3<double> R = Mat3<double>::identity();
      for (int axis : order) R = R * rotation_about(axis, angle[axis]);
      const SequenceAngles found = calc_sequence_angles(order, R);
      const double c = std::cos(angle[order[1]]);
      REQUIRE(found.middle_cosine == doctest::Approx(c).epsilon(1e-12));
      REQUIRE(distance(found.angle, angle) < 4e-16 / c + 2e-15);  // rounding of R over the cosine
    }
    Mat3<double> R = Mat3<double>::identity();
    for (int axis : order) R = R * rotation_about(axis, axis == order[1] ? right_angle : 0.3);
    CHECK(calc_sequence_angles(order, R).middle_cosine < 1e-15);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("efforts: a spring on one axis of a universal at 60 degrees is a moment that the other axis does not feel") {
  // Axes of rx and rz with ry locked at 60° between them are 30° apart.
  const JointType type = make_joint_type({rx, ry, rz});
  JointCoordinates<double> q;
  q.angle = {0.4, std::numbers::pi / 3, 0.2};
  const DirectionSet free = DirectionSet{}.with(rx).with(rz);
  const Mat3<double> axes = calc_rotation_axes(type, q);
  CHECK(dot(axes.column(0), axes.column(2)) == doctest::Approx(std::sqrt(0.75)));
  const Wrench<double> w = calc_effort_wrench(type, free, q, Vec3<double>::zero(), {5, 7, 0});
  CHECK(dot(w.n, axes.column(0)) == doctest::Approx(5));
  CHECK(std::fabs(dot(w.n, axes.column(2))) < 1e-13);
  CHECK(norm(w.n) == doctest::Approx(5 / std::sin(std::numbers::pi / 6)));  // the least moment that does it
}

TEST_CASE("a ball by its sequence has the same axes as the ball, and is a quaternion only while whole") {
  const JointType ball = *find_joint_type("ball");
  CHECK(is_quaternion(ball, ball.free));
  CHECK_FALSE(is_quaternion(ball, ball.free.without(ry)));
  CHECK_FALSE(as_sequence(ball).ball);
  CHECK(as_sequence(ball).sequence == ball.sequence);
  const JointType free = *find_joint_type("free");
  CHECK(is_quaternion(free, free.free.without(tx)));
}
