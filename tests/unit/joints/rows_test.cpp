#include "pintle/joints/rows.h"

#include <doctest/doctest.h>

#include <numbers>

#include "unit/math/draw.h"

using namespace pintle;
using namespace pintle::tests;
using enum Direction;

namespace {

/// Parent at the origin at rest, child with M at its mass centre.
JointEnds<double> ends_at(const Mat3<double>& R_WM, const Vec3<double>& p_WM) {
  const Vec3<double> o = Vec3<double>::zero();
  return {o, p_WM, o, o, o, o, Mat3<double>::identity(), R_WM, o, p_WM};
}

}  // namespace

TEST_CASE("rows of a weld held off zero: each says how far the child is from the held place, and which way it turned") {
  JointCoordinates<double> held;
  held.displacement = {1, 2, 3};
  const JointRows rows = make_rows(*find_joint_type("free"), {}, held);
  REQUIRE(rows.count == 6);
  for (int k = 0; k < 3; ++k) {
    const JointEnds<double> ends = ends_at(Mat3<double>::identity(), held.displacement + 0.25 * unit<double>(k));
    for (int i = 0; i < 3; ++i) CHECK(calc_row(rows.row[static_cast<std::size_t>(i)], ends).g == (i == k ? 0.25 : 0));
  }
  for (int axis = 0; axis < 3; ++axis) {
    const JointEnds<double> ends = ends_at(rotation_about(axis, 0.25), held.displacement);
    int felt = 0;
    for (int i = 3; i < 6; ++i) {
      const RowValue<double> row = calc_row(rows.row[static_cast<std::size_t>(i)], ends);
      if (row.g == doctest::Approx(std::sin(0.25)))
        ++felt;
      else
        CHECK(std::fabs(row.g) < 1e-15);
    }
    CHECK(felt == 1);  // positive about each axis, one row each
  }
}

TEST_CASE("rows of a hinge: three of position, two of attitude, none against the turn") {
  const JointRows rows = make_rows(*find_joint_type("hinge"), DirectionSet{}.with(rz), {});
  REQUIRE(rows.count == 5);
  for (int i = 0; i < 5; ++i) {
    const JointRow& row = rows.row[static_cast<std::size_t>(i)];
    CHECK(row.kind == (i < 3 ? RowKind::point_on_plane : RowKind::axes_at_angle));
    CHECK(std::fabs(calc_row(row, ends_at(rotation_about(2, 1.0), Vec3<double>::zero())).g) < 1e-15);
  }
}

TEST_CASE("rows of a universal locked at its middle angle: the cosine of the two free axes is held") {
  JointCoordinates<double> held;
  held.angle.y = std::numbers::pi / 6;
  const JointRows rows = make_rows(make_joint_type({rx, ry, rz}), DirectionSet{}.with(rx).with(rz), held);
  REQUIRE(rows.count == 4);
  CHECK(rows.row[3].c == doctest::Approx(0.5));  // x · Ry(30°) z = sin 30°
}

TEST_CASE("rows of a ball with two rotations locked: the free axis is where the attitude has brought it") {
  Random random(1);
  const JointType ball = *find_joint_type("ball");
  for (int n = 0; n < 50; ++n) {
    JointCoordinates<double> held;
    held.rotation = draw_rotation(random);
    const SequenceAngles at = calc_sequence_angles(ball.sequence, to_matrix(held.rotation));
    if (at.middle_cosine < 0.1) continue;
    for (const Direction left : {rx, ry, rz}) {
      const JointRows rows = make_rows(ball, DirectionSet{}.with(left), held);
      REQUIRE(rows.count == 5);
      for (int i = 3; i < 5; ++i) {
        // Turning on about the free axis stays on the rows.
        JointCoordinates<double> on = held;
        on.angle = at.angle;
        on.angle[axis_of(left)] += 2;
        const Mat3<double> R = calc_pose(as_sequence(ball), on).R;
        CHECK(std::fabs(calc_row(rows.row[static_cast<std::size_t>(i)], ends_at(R, Vec3<double>::zero())).g) < 1e-14);
      }
    }
  }
}

TEST_CASE("a point on a turntable: γ is Coriolis' and the centripetal acceleration, by hand") {
  // F turns with 2 rad/s about z at its origin; M is at x = 3 and moves outward at 5 m/s as seen from F.
  JointEnds<double> ends = ends_at(Mat3<double>::identity(), {3, 0, 0});
  ends.w_A = {0, 0, 2};
  ends.v_B = {5, 6, 0};  // relative 5 x and carried ω r = 6 y
  const PointValue<double> point = calc_point(ends);
  CHECK(distance(point.gdot, {5, 0, 0}) == 0);
  CHECK(distance(point.gamma, {-12, 20, 0}) == 0);  // −ω² r, 2 ω v: what the point needs to stay on its line
}
