#include "pintle/closure/body_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/joints/rows.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

int count_forces(const JointRows& rows) {
  return static_cast<int>(std::count_if(rows.row.begin(), rows.row.begin() + rows.count,
                                        [](const JointRow& row) { return row.kind == RowKind::point_on_plane; }));
}

Vec3<double> any_normal(const Vec3<double>& a) {
  const Vec3<double> guess = std::fabs(a.x) < 0.6 ? unit<double>(0) : unit<double>(1);
  const Vec3<double> n = guess - dot(guess, a) * a;
  return (1.0 / norm(n)) * n;
}

/// The turn that takes unit vector a to b.
Vec3<double> turn_between(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> n = cross(a, b);
  const double s = norm(n), c = dot(a, b);
  if (s > 1e-12) return (atan2(s, c) / s) * n;
  return c > 0 ? n : std::numbers::pi * any_normal(a);
}

/// The rotation vector of R.
Vec3<double> calc_turn(const Mat3<double>& R) {
  const Quaternion<double> q = to_quaternion(R);
  const Vec3<double> v{q.x, q.y, q.z};
  const double s = norm(v);
  if (s < 1e-12) return 2.0 * v;
  return (2 * atan2(s, q.w) / s) * v;  // w ≥ 0: at most π
}

/// Moment rows of a joint, world axes.
struct Turning {
  std::array<Vec3<double>, 3> e;
  Vec3<double> misfit;  // φ
};

/// `rows` are the dot-product rows of joints/rows.h from `first` on: none, one, two or three.
Turning calc_turning(const JointRows& rows, int first, const Mat3<double>& R_WF, const Mat3<double>& R_WM,
                     const Mat3<double>& R_FM_held) {
  const auto a = [&](int k) { return R_WF * rows.row[first + k].a_F; };
  const auto b = [&](int k) { return R_WM * rows.row[first + k].b_M; };
  Turning out{{unit<double>(0), unit<double>(1), unit<double>(2)}, Vec3<double>::zero()};
  switch (rows.count - first) {
    case 1: {  // two free axes a and b keep their angle
      const Vec3<double> e = cross(b(0), a(0));
      const double s = norm(e), c = rows.row[first].c;
      out.e[0] = s > 1e-12 ? (1.0 / s) * e : any_normal(a(0));
      out.misfit = (acos(std::clamp(c, -1.0, 1.0)) - atan2(s, dot(a(0), b(0)))) * out.e[0];
      break;
    }
    case 2: {  // the free axis, as F has it and as M has it
      const Vec3<double> f = cross(a(0), a(1));
      out.misfit = turn_between(f, b(0));
      out.e[0] = any_normal(f);
      out.e[1] = cross(f, out.e[0]);
      break;
    }
    case 3: {  // R_WM = turn(φ) R_WF R_held
      const Mat3<double> misfit = R_WM * (R_WF * R_FM_held).transposed();
      out.misfit = calc_turn(misfit);
      break;
    }
    default: break;
  }
  return out;
}

double calc_rate(const ConstraintRow<double>& row, const BodyRows::Group& group, const State<double>& state) {
  double sum = 0;
  for (std::size_t e = 0; e < group.bodies.size(); ++e) {
    const BodyPlace at = place_of(state, group.bodies[e]);
    sum += dot(row.on[e].n, at.w) + dot(row.on[e].f, at.v);
  }
  return sum;
}

}  // namespace

BodyRows::BodyRows(const System& system, const Structure& structure)
    : system_(system), structure_(structure), living_(system, system.living), driving_(system, structure_) {
  int count = 0;
  const Mechanisms& mechanisms = system.mechanisms;
  const auto add = [&](Group group) {
    if (group.rows == 0) return;
    group.first = count;
    group.L = mechanisms.length_of(group.bodies);
    count += group.rows;
    groups_.push_back(std::move(group));
  };
  for (int j = 0; j < system.joint_count(); ++j) {
    if (!structure.closed[j]) continue;
    const JointRecord& joint = system.joint(JointIndex(j));
    const JointRows rows = make_rows(joint.type, structure.free_directions(JointIndex(j)), {});
    add({JointIndex(j), {}, {joint.parent, joint.child}, 0, rows.count, count_forces(rows)});
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (structure.held[static_cast<int>(k)])
      add({{}, ConstraintIndex(static_cast<int>(k)), system.constraints[k].bodies, 0, system.constraints[k].row_count(), 0});
  rows_.resize(static_cast<std::size_t>(count));
  axes_.resize(rows_.size());
  scale_.assign(rows_.size(), 1.0);
  angular_.assign(rows_.size(), false);
}

void BodyRows::update(const Parameters<double>& p, const State<double>& state) {
  driving_.update(state.t, p, state.z.data());
  if (living_.any())
    living_.update(
        state.t, p,
        [&](BodyIndex b) {
          const auto i = static_cast<std::size_t>(b.i);
          return BodyMotion<double>{state.X_WB[i], state.V_WB[i].w, state.V_WB[i].v};
        },
        [&](JointIndex j) { return state.joints[j.i]; });
  for (const Group& group : groups_) group.joint.exists() ? update_joint(group, p, state) : update_constraint(group, p, state);
}

void BodyRows::update_joint(const Group& group, const Parameters<double>& p, const State<double>& state) {
  const JointRecord& joint = system_.joint(group.joint);
  const JointCoordinates<double>& held = state.joints[group.joint.i];
  const BodyPlace A = place_of(state, joint.parent), B = place_of(state, joint.child);
  const Pose<double> X_AF = p[joint.X_PF], X_BM = p[joint.X_CM];
  const Mat3<double> R_WF = A.R * X_AF.R, R_WM = B.R * X_BM.R;
  const Vec3<double> p_WF = A.p + A.R * X_AF.p, p_WM = B.p + B.R * X_BM.p, r = p_WM - A.p, s = p_WM - B.p;
  const DirectionSet free = structure_.free_directions(group.joint);
  const JointRows shapes = make_rows(joint.type, free, held);
  const Mat3<double> R_FM_held = calc_pose(joint.type, held).R;
  const Turning turning = calc_turning(shapes, group.forces, R_WF, R_WM, R_FM_held);
  // What a held direction is told to do: at rest, or as a driver or a given start says. The rates of a ball are those of its whole
  // rotation; where it is held in part, that part is at rest.
  Vec3<double> told_v = Vec3<double>::zero(), told_w = told_v;
  const bool held_in_part = joint.type.ball && (free.bits >> 3) != 0;
  for (Direction d : all_directions) {
    if (free.has(d) || (held_in_part && !is_translation(d))) continue;
    if (is_translation(d)) told_v[axis_of(d)] = held.velocity[axis_of(d)];
    if (!is_translation(d)) told_w[axis_of(d)] = held.rate[axis_of(d)];
  }
  told_w = R_WF * (calc_rotation_axes(joint.type, held) * told_w);
  for (int k = 0; k < group.rows; ++k) {
    const auto i = static_cast<std::size_t>(group.first + k);
    ConstraintRow<double>& row = rows_[i];
    if (k < group.forces) {
      const JointRow& shape = shapes.row[k];
      const Vec3<double> n = R_WF * shape.a_F;
      axes_[i] = n;
      row.on[0] = {-cross(r, n), -n};
      row.on[1] = {cross(s, n), n};
      row.g = dot(n, p_WM - p_WF) - shape.c;  // (1)
      row.told = dot(shape.a_F, told_v);
    } else {
      const Vec3<double> e = turning.e[k - group.forces], Le = group.L * e;
      axes_[i] = e;
      scale_[i] = group.L;
      angular_[i] = true;
      row.on[0] = {-Le, Vec3<double>::zero()};
      row.on[1] = {Le, Vec3<double>::zero()};
      row.g = dot(Le, turning.misfit);  // (2)
      row.told = dot(Le, told_w);
    }
    row.gdot = calc_rate(row, group, state) - row.told;
    row.gamma = 0;
  }
}

void BodyRows::update_constraint(const Group& group, const Parameters<double>& p, const State<double>& state) {
  const ConstraintRecord& record = system_.constraints[group.constraint.i];
  std::array<BodyPlace, most_ends> places;
  for (std::size_t e = 0; e < record.bodies.size(); ++e) places[e] = place_of(state, record.bodies[e]);
  const std::array<End<double>, most_ends> ends{places[0].end(), places[1].end(), places[2].end(), places[3].end()};
  std::array<double, most_ends> q{};
  for (std::size_t k = 0; k < record.reads.size(); ++k) {
    const JointCoordinates<double>& joint = state.joints[record.reads[k].joint.i];
    const Direction d = record.reads[k].direction;
    q[k] = joint.value_of(d);
  }
  const ConstraintPlace<double> place{p, std::span(ends).first(record.bodies.size()), living_.outputs(),
                                      std::span(q).first(record.reads.size())};
  const auto rows = std::span(rows_).subspan(static_cast<std::size_t>(group.first), static_cast<std::size_t>(group.rows));
  std::visit([&](const auto& kind) { kind.update_rows(place, rows); }, record.kind);
  for (int k = 0; k < group.rows; ++k) {
    if (!record.angular[k]) continue;
    const auto i = static_cast<std::size_t>(group.first + k);
    ConstraintRow<double>& row = rows_[i];
    scale_[i] = group.L;
    angular_[i] = true;
    for (std::size_t e = 0; e < group.bodies.size(); ++e) row.on[e] = {scale_[i] * row.on[e].n, scale_[i] * row.on[e].f};
    row.g *= scale_[i];
    row.gdot *= scale_[i];
    row.told *= scale_[i];
  }
}

}  // namespace pintle
