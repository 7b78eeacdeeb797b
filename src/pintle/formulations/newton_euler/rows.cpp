#include "pintle/formulations/newton_euler/rows.h"

#include <cmath>

namespace pintle::newton_euler {

RowCount count_rows(const JointType& type, DirectionSet free) {
  const JointRows rows = make_rows(type, free, {});
  RowCount count;
  for (int k = 0; k < rows.count; ++k) {
    const bool point = rows.row[k].kind == RowKind::point_on_plane;
    ++(point ? count.points : count.axes);
  }
  return count;
}

HeldJoint make_held_joint(const System& system, const Plan& plan, const Parameters<double>& p, int i,
                          const JointCoordinates<double>& held) {
  const Link& link = plan.tree.links[i];
  const JointRecord& record = system.joint(link.joint);
  const Pose<double> X_AF = p[record.X_PF], X_BM = p[record.X_CM];
  const JointRows rows = make_rows(record.type, plan.structure.free_directions(link.joint), held);
  HeldJoint out;
  out.a = link.reversed ? i : link.parent;
  out.b = link.reversed ? link.parent : i;
  out.sign = link.reversed ? -1 : 1;
  out.p_BM = X_BM.p;
  out.p_AF = X_AF.p;
  for (int k = 0; k < rows.count; ++k) {
    const JointRow& row = rows.row[k];
    const Vec3<double> a = X_AF.R * row.a_F;
    if (row.kind == RowKind::point_on_plane) {
      out.p_AF += row.c * a;
      if (out.points < 2) out.normal[out.points] = a;
      ++out.points;
    } else {
      out.axis[out.axes++] = {row.kind, a, X_BM.R * row.b_M, row.c};
    }
  }
  return out;
}

void update_held_joints(const System& system, const Plan& plan, const Parameters<double>& p,
                        std::span<const JointCoordinates<double>> held, std::span<HeldJoint> joints) {
  for (std::size_t i = 1; i < joints.size(); ++i) {
    const Link& link = plan.tree.links[i];
    joints[i] = {.a = 0, .b = static_cast<int>(i)};  // a floating base
    if (link.joint.exists()) joints[i] = make_held_joint(system, plan, p, static_cast<int>(i), held[link.joint.i]);
  }
}

namespace {

template <Level level>
[[gnu::always_inline]] inline double right_side(const RowValue<double>& row) {
  return level == Level::position ? -row.g : level == Level::velocity ? -row.gdot : row.gamma;
}

/// What is told to the rows E.
template <Level level>
void update_driven_turn(const HeldJoint& joint, const Placed& A, const Placed& B, LinkRows& rows) {
  if (level == Level::position) return;
  const Vec3<double> w_d = A.R * joint.turn_v, al_d = A.R * joint.turn_a + cross(A.w, B.w - A.w);
  for (int k = 0; k < joint.axes; ++k)
    rows.gamma_E[k] =
        level == Level::velocity ? rows.gamma_E[k] + joint.sign * dot(rows.e[k], w_d) : joint.sign * dot(rows.e[k], al_d);
}

template <Level level>
[[gnu::always_inline]] inline void update_row(const HeldJoint& joint, const Placed& A, const Placed& B, LinkRows& rows) {
  const JointEnds<double> ends{A.p, B.p, A.v, B.v, A.w, B.w, A.R, B.R, A.p + A.R * joint.p_AF, B.p + B.R * joint.p_BM};
  const PointValue<double> point = calc_point(ends);
  Vec3<double> right = level == Level::position ? -point.g : level == Level::velocity ? -point.gdot : point.gamma;
  if (joint.slides && level == Level::velocity) right += A.R * joint.slide_v;
  if (joint.slides && level == Level::acceleration) right += A.R * joint.slide_a;
  rows.at = ends.p_WM;
  rows.gamma_N = joint.sign * right;
  for (int k = 0; k < joint.axes; ++k) {
    const RowValue<double> row = calc_axes_row(joint.axis[k], ends);
    rows.e[k] = row.moment_B;
    rows.gamma_E[k] = joint.sign * right_side<level>(row);
  }
  if (joint.turns) update_driven_turn<level>(joint, A, B, rows);
  if (joint.points == 3) return;
  for (int k = 0; k < joint.points; ++k) rows.n[k] = A.R * joint.normal[k];
}

}  // namespace

template <Level level>
void update_rows(std::span<const HeldJoint> joints, std::span<const Placed> placed, std::span<LinkRows> rows) {
  rows[0].at = Vec3<double>::zero();
  for (std::size_t i = 1; i < joints.size(); ++i) {
    const HeldJoint& joint = joints[i];
    if (joint.points + joint.axes > 0) {
      update_row<level>(joint, placed[joint.a], placed[joint.b], rows[i]);
    } else {
      rows[i].at = placed[i].p;  // nothing holds it: a floating base, or a joint with six free directions
    }
  }
}
template void update_rows<Level::position>(std::span<const HeldJoint>, std::span<const Placed>, std::span<LinkRows>);
template void update_rows<Level::velocity>(std::span<const HeldJoint>, std::span<const Placed>, std::span<LinkRows>);
template void update_rows<Level::acceleration>(std::span<const HeldJoint>, std::span<const Placed>, std::span<LinkRows>);

void add_pull(std::span<const HeldJoint> joints, std::span<const Placed> placed, double alpha, std::span<LinkRows> rows) {
  for (std::size_t i = 1; i < joints.size(); ++i) {
    const HeldJoint& joint = joints[i];
    if (joint.points + joint.axes == 0) continue;
    LinkRows g, gdot;  // right-hand sides: −g, −ġ
    update_row<Level::position>(joint, placed[joint.a], placed[joint.b], g);
    update_row<Level::velocity>(joint, placed[joint.a], placed[joint.b], gdot);
    rows[i].gamma_N += alpha * (2 * gdot.gamma_N + alpha * g.gamma_N);
    for (int k = 0; k < joint.axes; ++k) rows[i].gamma_E[k] += alpha * (2 * gdot.gamma_E[k] + alpha * g.gamma_E[k]);
  }
}

double calc_largest(std::span<const HeldJoint> joints, std::span<const LinkRows> rows, double L) {
  double largest = 0;
  const auto see = [&](double row) {
    if (!(std::fabs(row) <= largest) && !std::isnan(largest)) largest = std::fabs(row);
  };
  for (std::size_t i = 1; i < joints.size(); ++i) {
    const HeldJoint& joint = joints[i];
    if (joint.points == 3) {
      see(norm(rows[i].gamma_N));
    } else {
      for (int k = 0; k < joint.points; ++k) see(dot(rows[i].n[k], rows[i].gamma_N));
    }
    for (int k = 0; k < joint.axes; ++k) see(L * rows[i].gamma_E[k]);
  }
  return largest;
}

}  // namespace pintle::newton_euler
