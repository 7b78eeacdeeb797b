#include "pintle/closure/held_joint.h"

namespace pintle {

HeldJoint::HeldJoint(const System& the_system, const Gauge& of_joint)
    : system(&the_system),
      gauge(of_joint),
      shapes(make_rows(gauge.joint->type, gauge.free, {})),
      drivers(find_drivers(the_system, gauge.index)) {}

void HeldJoint::update_held(const Parameters<double>& p, std::span<const JointCoordinates<double>> held) {
  update_gauge(p, held, gauge);
  shapes = make_rows(gauge.joint->type, gauge.free, held[gauge.index.i]);
}

void HeldJoint::drive(std::span<const Drive<double>> drives, JointCoordinates<double>& q) {
  if (drivers.empty()) return;
  for (int d : drivers) {
    const Direction direction = system->drivers[d].direction;
    q.value_of(direction) = drives[d].q;
    if (!is_translation(direction)) q.rate_of(direction) = drives[d].v;
  }
  shapes = make_rows(gauge.joint->type, gauge.free, q);
}

Vec3<double> HeldJoint::update_rows(std::span<const Drive<double>> drives, const JointCoordinates<double>& held,
                                    const BodyPlace& A, const BodyPlace& B, std::span<RowValue<double>> rows) const {
  const Mat3<double> R_WF = A.R * gauge.X_AF.R;
  const JointEnds<double> ends{
      A.p, B.p, A.v, B.v, A.w, B.w, R_WF, B.R * gauge.X_BM.R, A.p + A.R * gauge.X_AF.p, B.p + B.R * gauge.X_BM.p};
  const PointValue<double> point = calc_point(ends);
  for (int k = 0; k < shapes.count; ++k) {
    const JointRow& shape = shapes.row[k];
    rows[k] = shape.kind == RowKind::point_on_plane ? calc_point_row(shape, ends, point) : calc_axes_row(shape, ends);
  }
  if (drivers.empty()) return ends.p_WM;
  const ToldMotion told = calc_told_motion(*system, gauge.index, drivers, drives, calc_coordinates(gauge, held, A, B));
  const Vec3<double> turn_v = R_WF * told.turn_v, turn_a = R_WF * told.turn_a + cross(A.w, B.w - A.w);
  for (int k = 0; k < shapes.count; ++k) {
    RowValue<double>& row = rows[k];
    const Vec3<double>& n = shapes.row[k].a_F;
    const bool slides = shapes.row[k].kind == RowKind::point_on_plane;
    row.told = slides ? dot(n, told.slide_v) : told.turns ? dot(row.moment_B, turn_v) : 0.0;  // told_motion.h (1)
    row.gdot -= row.told;
    if (slides) row.gamma += dot(n, told.slide_a);  // told_motion.h (2)
    if (!slides && told.turns) row.gamma = dot(row.moment_B, turn_a);
  }
  return ends.p_WM;
}

}  // namespace pintle
