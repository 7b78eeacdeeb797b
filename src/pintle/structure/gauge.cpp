#include "pintle/structure/gauge.h"

#include "pintle/joints/rows.h"

namespace pintle {
namespace {

constexpr DirectionSet rotations{0b111000};
constexpr int count_rotations(DirectionSet free) { return __builtin_popcount(free.bits & rotations.bits); }

struct Frames {
  Mat3<double> R_WF;
  PointValue<double> point;  // M's origin seen from A
  Vec3<double> r, s;         // from the mass centres to M's origin
};
Frames calc_frames(const Gauge& gauge, const BodyPlace& A, const BodyPlace& B) {
  const Vec3<double> s = B.R * gauge.X_BM.p, p_WM = B.p + s;
  const JointEnds<double> ends{A.p, B.p, A.v, B.v, A.w, B.w, {}, {}, A.p + A.R * gauge.X_AF.p, p_WM};
  return {A.R * gauge.X_AF.R, calc_point(ends), p_WM - A.p, s};
}

}  // namespace

Vec3<double> calc_driven_turn(const Gauge& gauge, const JointCoordinates<double>& q, const Vec3<double>& rate) {
  Vec3<double> told = Vec3<double>::zero();
  for (int k = 0; k < 3; ++k)
    if (gauge.driven.has(static_cast<Direction>(3 + k))) told[k] = rate[k];
  return calc_rotation_axes(gauge.joint->type, q) * told;
}

std::vector<Gauge> make_gauges(const System& system, const Plan& plan) {
  constexpr DirectionSet all{0b111111};
  std::vector<Gauge> gauges(system.joints.size());
  for (int k = 0; k < system.joint_count(); ++k) {
    const JointRecord& joint = system.joint(JointIndex(k));
    Gauge& gauge = gauges[k];
    gauge.joint = &joint;
    gauge.index = JointIndex(k);
    gauge.free = plan.structure.closed[k] ? plan.structure.free_directions(JointIndex(k)) : all;
    gauge.a = plan.tree.link_of_body[joint.parent.i];
    gauge.b = plan.tree.link_of_body[joint.child.i];
    for (const Driver& driver : system.drivers)
      if (driver.joint == JointIndex(k) && plan.structure.closed[k]) gauge.driven = gauge.driven.with(driver.direction);
    if (joint.type.ball || count_rotations(gauge.driven) > 0 || count_rotations(gauge.free) != 1) continue;
    gauge.turn = gauge.free.has(Direction::rx) ? 0 : gauge.free.has(Direction::ry) ? 1 : 2;
  }
  return gauges;
}

void update_gauge(const Parameters<double>& p, std::span<const JointCoordinates<double>> held, Gauge& gauge) {
  gauge.X_AF = p[gauge.joint->X_PF];
  gauge.X_BM = p[gauge.joint->X_CM];
  if (gauge.turn < 0) return;
  Mat3<double> R_A = gauge.X_AF.R, R_BM = gauge.X_BM.R;  // held rotations before the free one go with A, others with B
  Mat3<double> after = Mat3<double>::identity();
  bool passed = false;
  for (int axis : gauge.joint->type.sequence) {
    if (axis == gauge.turn) {
      passed = true;
    } else {
      Mat3<double>& R = passed ? after : R_A;
      R = R * rotation_about(axis, held[gauge.index.i].angle[axis]);
    }
  }
  gauge.axis = R_A.column(gauge.turn);
  gauge.x = R_A.column((gauge.turn + 1) % 3);
  gauge.y = R_A.column((gauge.turn + 2) % 3);
  gauge.u = (R_BM * after.transposed()).column((gauge.turn + 1) % 3);
}

JointCoordinates<double> calc_coordinates(const Gauge& gauge, const JointCoordinates<double>& held, const BodyPlace& A,
                                          const BodyPlace& B) {
  const JointType& type = gauge.joint->type;
  const Frames at = calc_frames(gauge, A, B);
  const Pose<double> X_FM{gauge.turn >= 0 ? Mat3<double>::identity() : transpose_times(at.R_WF, B.R * gauge.X_BM.R),
                          transpose_times(at.R_WF, at.point.g)};
  const Motion<double> V_FM{transpose_times(at.R_WF, B.w - A.w), transpose_times(at.R_WF, at.point.gdot)};
  JointCoordinates<double> q = held;
  q.velocity = Vec3<double>::zero();
  if (gauge.turn < 0) {
    q = calc_coordinates(type, gauge.free, q, X_FM, V_FM, gauge.since);  // (1)
    if (count_rotations(gauge.driven) > 0)
      q = calc_coordinates(type, gauge.free, q, X_FM, {V_FM.w - calc_driven_turn(gauge, q, held.rate), V_FM.v});
    if (type.ball && count_rotations(gauge.free) == 0) q.rotation = held.rotation, q.rate = Vec3<double>::zero();
    return q;
  }
  q.rate = Vec3<double>::zero();
  for (int k = 0; k < 3; ++k) {
    if (!gauge.free.has(static_cast<Direction>(k))) continue;
    q.displacement[k] = X_FM.p[k];
    q.velocity[k] = V_FM.v[k];
  }
  q.angle[gauge.turn] = gauge.calc_angle(A, B, held);
  q.rate[gauge.turn] = dot(A.R * gauge.axis, B.w - A.w);  // (5)
  return q;
}

JointAcceleration calc_acceleration(const Gauge& gauge, const JointCoordinates<double>& q, const BodyPlace& A, const BodyPlace& B,
                                    const Motion<double>& A_A, const Motion<double>& A_B, const Vec3<double>& driven) {
  const JointType& type = gauge.joint->type;
  JointAcceleration out{Vec3<double>::zero(), Vec3<double>::zero()};
  const Frames at = calc_frames(gauge, A, B);
  const Vec3<double> apart = A_B.v + cross(A_B.w, at.s) - A_A.v - cross(A_A.w, at.r) - at.point.gamma;
  const Vec3<double> d = transpose_times(at.R_WF, apart);  // (2)
  for (int k = 0; k < 3; ++k)
    if (gauge.free.has(static_cast<Direction>(k))) out.displacement[k] = d[k];

  const Vec3<double> turn = A_B.w - A_A.w - cross(A.w, B.w);
  if (gauge.turn >= 0) {
    out.angle[gauge.turn] = dot(A.R * gauge.axis, turn);  // (5)
  } else if (type.ball && count_rotations(gauge.free) > 0) {
    out.angle = transpose_times(B.R * gauge.X_BM.R, turn);  // (4)
  } else if (count_rotations(gauge.free) > 0) {
    const Vec3<double> known = calc_rotation_bias(type, q) + calc_driven_turn(gauge, q, driven);
    const Vec3<double> rest = transpose_times(at.R_WF, turn) - known;  // (3)
    for (int k = 0; k < 3; ++k) {
      if (!gauge.free.has(static_cast<Direction>(3 + k))) continue;
      // The moment that does the work of θₖ alone is dual to the axes: times the axis of θⱼ it is δₖⱼ.
      out.angle[k] = dot(rest, calc_effort_wrench(type, gauge.free, q, Vec3<double>::zero(), unit<double>(k)).n);
    }
  }
  return out;
}

}  // namespace pintle
