#include "pintle/joints/rows.h"

namespace pintle {
namespace {

void add(JointRows& rows, RowKind kind, const Vec3<double>& a_F, const Vec3<double>& b_M, double c) {
  rows.row[rows.count++] = {kind, a_F, b_M, c};
}

}  // namespace

JointRows make_rows(const JointType& type, DirectionSet free, const JointCoordinates<double>& held) {
  JointRows rows;
  for (int k = 0; k < 3; ++k)
    if (!free.has(static_cast<Direction>(k)))
      add(rows, RowKind::point_on_plane, unit<double>(k), Vec3<double>::zero(), held.displacement[k]);
  if (is_quaternion(type, free)) return rows;

  const Vec3<double> angle = type.ball ? calc_sequence_angles(type.sequence, to_matrix(held.rotation)).angle : held.angle;
  // The free rotation axes: the first as fixed in F, the last as fixed in M, and the cosine between two of them.
  Mat3<double> before = Mat3<double>::identity();  // fixed rotations since F, until a free one comes
  Mat3<double> after = Mat3<double>::identity();   // fixed rotations since the last free one
  int count = 0;
  Vec3<double> first_F{}, last{};
  double cosine = 0;
  for (int axis : type.sequence) {
    if (!free.has(static_cast<Direction>(3 + axis))) {
      after = after * rotation_about(axis, angle[axis]);
      continue;
    }
    if (count == 0) {
      before = after;
      first_F = before.column(axis);
    } else {
      cosine = dot(last, after.column(axis));
    }
    last = unit<double>(axis);
    after = Mat3<double>::identity();
    ++count;
  }
  const auto in_M = [&](const Vec3<double>& v) { return transpose_times(after, v); };
  switch (count) {
    case 0:
      add(rows, RowKind::axes_at_angle, unit<double>(2), in_M(unit<double>(1)), 0);
      add(rows, RowKind::axes_at_angle, unit<double>(0), in_M(unit<double>(2)), 0);
      add(rows, RowKind::axes_at_angle, unit<double>(1), in_M(unit<double>(0)), 0);
      break;
    case 1: {
      const auto [u, v] = calc_normals(first_F);
      add(rows, RowKind::axes_at_angle, -v, in_M(last), 0);
      add(rows, RowKind::axes_at_angle, u, in_M(last), 0);
      break;
    }
    case 2: add(rows, RowKind::axes_at_angle, first_F, in_M(last), cosine); break;
    default:  // three free rotations in sequence: nothing forbidden
      break;
  }
  return rows;
}

}  // namespace pintle
