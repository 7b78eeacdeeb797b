#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/system/held_motions.h"
#include "pintle/system/make_parts.h"
#include "pintle/system/place.h"

/// Is there a motion without inertia at the start? The mass matrix of a tree factors into one block per joint
/// [Featherstone 2008, section 7.2]: with S the free motions of body i across its joint,
///
///     D = Sᵀ I^A S,   I^A = I + Σ over the bodies that hang on it (I^A − I^A S D⁻¹ Sᵀ I^A)           (1)
///
/// and is singular if and only if some D is. So one sweep from the leaves to the root finds the body that turns without
/// inertia: a point mass on a ball, a slender rod that may spin about itself. Everything in world axes, the angular part
/// first, about the point of the joint.
///
/// A null vector x of D is the motion S x of the body, with rates −D⁺ Sᵀ I^A V of what hangs on it; such motions span the null
/// space N of the mass matrix. Loops and constraints hold them if G N has full rank (held_motions.h).
namespace pintle {
namespace {

using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

/// Below this share of the inertia at hand, an eigenvalue of D is rounding.
constexpr double rounding_share = 1e-13;
/// Below this share of the motion it comes from, a motion is rounding.
constexpr double rounding_motion = 1e-9;
/// The three axes of a sequence span less than this volume: two of them are in line.
constexpr double singular_volume = 1e-8;

Eigen::Matrix3d to_eigen(const Mat3<double>& A) {
  Eigen::Matrix3d B;
  B << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return B;
}

/// An inertia about p seen from another point: I_to = Tᵀ I T, where T turns motions at `to` into motions at p.
Matrix6 shifted(const Matrix6& I, const Vec3<double>& p, const Vec3<double>& to) {
  Matrix6 T = Matrix6::Identity();
  T.bottomLeftCorner<3, 3>() = -to_eigen(skew(p - to));
  return T.transpose() * I * T;
}

/// A body at the start: its pose, the point it turns about, and its free motions there.
struct Placed {
  Pose<double> X_WB = Pose<double>::identity();
  Vec3<double> point = Vec3<double>::zero();
  Columns S;
};

/// What a joint leaves free, without what is driven.
DirectionSet calc_free(const System& system, JointIndex j) {
  DirectionSet free = system.joint(j).type.free;
  for (const Driver& driver : system.drivers)
    if (driver.joint == j) free = free.without(driver.direction);
  return free;
}

Columns calc_free_motions(const System& system, JointIndex j, const JointCoordinates<double>& q, const Mat3<double>& R_WF) {
  const JointRecord& joint = system.joint(j);
  const DirectionSet free = calc_free(system, j);
  const Eigen::Matrix3d axes = to_eigen(R_WF * calc_rotation_axes(joint.type, q)), F = to_eigen(R_WF);
  if (!joint.type.ball && joint.type.free.bits >> 3 == 7 && std::fabs(axes.determinant()) < singular_volume)
    throw Error("initial." + joint.name,
                fmt::format("two of the three rotations of joint {} turn about the same line here; start elsewhere, list the "
                            "rotations in another order, or take a ball",
                            joint.name));
  Columns S = Columns::Zero(6, free.count());
  for (int column = 0; Direction d : all_directions) {
    if (!free.has(d)) continue;
    if (is_translation(d))
      S.col(column++).tail<3>() = F.col(axis_of(d));
    else
      S.col(column++).head<3>() = axes.col(axis_of(d));
  }
  return S;
}

Placed place_base(const Pose<double>& X_WB) { return {X_WB, X_WB.p, Columns::Identity(6, 6)}; }

Placed place_by_joint(const System& system, const Reached& reached, const Pose<double>& X_WA) {
  const CarriedByJoint carried = carry_by_joint(system, reached, X_WA);
  const JointCoordinates<double>& q = system.start.joints[reached.joint.i];
  return {carried.X_WB, carried.X_WM.p, calc_free_motions(system, reached.joint, q, carried.X_WF.R)};
}

Matrix6 calc_body_inertia(const System& system, BodyIndex body, const Placed& placed) {
  const BodyRecord& record = system.body(body);
  Matrix6 I = Matrix6::Zero();
  I.topLeftCorner<3, 3>() = to_eigen(turned(placed.X_WB.R, system.nominal[record.inertia]).full());
  I.bottomRightCorner<3, 3>() = system.nominal[record.mass] * Eigen::Matrix3d::Identity();
  return shifted(I, placed.X_WB.p, placed.point);
}

[[noreturn]] void fail(const System& system, const Reached& reached, const Placed& placed, const Vector6& motion) {
  const BodyRecord& body = system.body(reached.body);
  const std::string way_out = "give it a small inertia, or take a joint that does not leave that rotation free";
  const Eigen::Vector3d w = to_eigen(placed.X_WB.R).transpose() * motion.head<3>();
  const std::string how =
      reached.joint.exists() ? fmt::format("joint {} leaves it free", system.joint(reached.joint).name) : "it is free";
  const auto tidy = [&](int k) { return std::fabs(w(k)) < 1e-9 * w.norm() ? 0.0 : w(k) / w.norm(); };
  throw Error(where_of(PartKind::body, body.name),
              fmt::format("{} to turn about [{:.4g}, {:.4g}, {:.4g}] in its own axes, where it has no inertia; {}", how, tidy(0),
                          tidy(1), tidy(2), way_out));
}

/// A body in the sweep (1).
struct Swept {
  Matrix6 seen;                  // by the parent, when the free motions give way: the bracket in (1)
  Matrix6 gives;                 // −S D⁺ Sᵀ I^A: how the body gives way to a motion of its parent
  std::vector<Vector6> motions;  // without inertia
};

/// `whole` is I as it would be if the bodies that hang on this one did not give way; it says what rounding is.
Swept sweep(const Placed& placed, const Matrix6& I, const Matrix6& whole) {
  const Columns& S = placed.S;
  Swept out{I, Matrix6::Zero(), {}};
  if (S.cols() == 0) return out;
  const auto scale_of = [](double x) { return x > 0 ? 1.0 / std::sqrt(x) : 1.0; };
  const double by_angle = scale_of(whole.topLeftCorner<3, 3>().trace());
  const double by_length = scale_of(whole.bottomRightCorner<3, 3>().trace() / 3);
  Columns scaled = S;
  for (int k = 0; k < S.cols(); ++k) scaled.col(k) *= S.col(k).head<3>().isZero() ? by_length : by_angle;
  const Square D = scaled.transpose() * I * scaled;
  const Eigen::SelfAdjointEigenSolver<Square> eigen(D);
  for (int k = 0; k < S.cols(); ++k) {
    const Vector6 motion = scaled * eigen.eigenvectors().col(k);
    if (eigen.eigenvalues()(k) < rounding_share) {
      out.motions.push_back(motion);
      continue;
    }
    const Vector6 push = I * motion;
    out.gives -= motion * push.transpose() / eigen.eigenvalues()(k);
    out.seen -= push * push.transpose() / eigen.eigenvalues()(k);
  }
  return out;
}

/// Bodies that hang on each body.
std::vector<std::vector<BodyIndex>> calc_children(const System& system, const std::vector<Reached>& order) {
  std::vector<std::vector<BodyIndex>> children(system.bodies.size());
  for (const Reached& r : order)
    if (r.joint.exists()) children[static_cast<std::size_t>(parent_of(system, r).i)].push_back(r.body);
  return children;
}

/// A motion without inertia of one body, and of what hangs on it as far as it reaches.
Motions follow(const System& system, BodyIndex body, const Vector6& motion, const std::vector<Placed>& placed,
               const std::vector<Swept>& swept, const std::vector<std::vector<BodyIndex>>& children) {
  const auto at = [](BodyIndex b) { return static_cast<std::size_t>(b.i); };
  const auto size_of = [&](const Vector6& V) { return V.head<3>().norm() + V.tail<3>().norm() / system.length; };
  Motions moved;
  moved[body.i] = {placed[at(body)].point, motion};
  std::vector<BodyIndex> open{body};
  while (!open.empty()) {
    const BodyIndex parent = open.back();
    open.pop_back();
    for (BodyIndex child : children[at(parent)]) {
      const Vector6 carried = moved.at(parent.i).seen_from(placed[at(child)].point);
      const Vector6 own = carried + swept[at(child)].gives * carried;
      if (size_of(own) < rounding_motion * size_of(motion)) continue;
      moved[child.i] = {placed[at(child)].point, own};
      open.push_back(child);
    }
  }
  return moved;
}

}  // namespace

void check_inertia(const System& system) {
  const std::vector<Reached> order = calc_tree(system);
  const auto at = [](BodyIndex b) { return static_cast<std::size_t>(b.i); };
  const auto parent_of = [&](const Reached& r) { return pintle::parent_of(system, r); };

  std::vector<Placed> placed(system.bodies.size());
  for (const Reached& r : order)
    placed[at(r.body)] =
        r.joint.exists() ? place_by_joint(system, r, placed[at(parent_of(r))].X_WB) : place_base(system.start.X_WB[at(r.body)]);

  std::vector<Matrix6> articulated(system.bodies.size(), Matrix6::Zero()), whole = articulated;  // about the joint's point
  std::vector<Swept> swept(system.bodies.size());
  std::vector<std::size_t> loose;  // places in the order of the bodies that move without inertia
  for (std::size_t i = order.size(); i-- > 0;) {
    const Reached& r = order[i];
    const std::size_t b = at(r.body), a = at(parent_of(r));
    const Matrix6 own = calc_body_inertia(system, r.body, placed[b]);
    articulated[b] += own;
    whole[b] += own;
    swept[b] = sweep(placed[b], articulated[b], whole[b]);
    if (!swept[b].motions.empty()) loose.push_back(i);
    articulated[a] += shifted(swept[b].seen, placed[b].point, placed[a].point);
    whole[a] += shifted(articulated[b], placed[b].point, placed[a].point);
  }
  if (loose.empty()) return;

  const auto children = calc_children(system, order);
  std::vector<Motions> motions;
  std::vector<std::size_t> from;
  for (std::size_t i : loose)
    for (const Vector6& motion : swept[at(order[i].body)].motions) {
      motions.push_back(follow(system, order[i].body, motion, placed, swept, children));
      from.push_back(i);
    }
  std::vector<Pose<double>> X_WB(system.bodies.size(), Pose<double>::identity());
  for (const Reached& r : order) X_WB[at(r.body)] = placed[at(r.body)].X_WB;
  if (const auto k = find_motion_not_held(system, order, X_WB, motions)) {
    const Reached& r = order[from[*k]];
    fail(system, r, placed[at(r.body)], motions[*k].at(r.body.i).V);
  }
}

}  // namespace pintle
