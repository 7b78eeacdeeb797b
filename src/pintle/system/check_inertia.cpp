#include "pintle/system/check_inertia.h"

#include <fmt/core.h>

#include <array>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/math/articulated.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/system/held_motions.h"

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

using Inertia = Articulated<double>;  // its bias is zero

/// Below this share of the inertia at hand, an eigenvalue of D is rounding.
constexpr double rounding_share = 1e-13;
/// Below this share of the motion it comes from, a motion is rounding.
constexpr double rounding_motion = 1e-9;
/// The three axes of a sequence span less than this volume: two of them are in line. Its square is a share of the inertia, and
/// above rounding.
constexpr double singular_volume = 1e-6;

Inertia no_inertia() {
  const Vec3<double> zero = Vec3<double>::zero();
  return {Sym3<double>::zero(), Mat3<double>::zero(), Sym3<double>::zero(), zero, zero};
}

/// An inertia about p seen from another point.
Inertia shifted(Inertia I, const Vec3<double>& p, const Vec3<double>& to) {
  shift(I, p - to);
  return I;
}

Wrench<double> operator*(const Inertia& A, const Motion<double>& V) {
  return {A.I * V.w + A.H * V.v, transpose_times(A.H, V.w) + A.M * V.v};
}
double dot(const Wrench<double>& a, const Motion<double>& V) { return dot(a.n, V.w) + dot(a.f, V.v); }

/// A + s a aᵀ
Inertia plus_square(const Inertia& A, double s, const Wrench<double>& a) {
  const auto square = [](const Vec3<double>& v) {
    return Sym3<double>{v.x * v.x, v.x * v.y, v.x * v.z, v.y * v.y, v.y * v.z, v.z * v.z};
  };
  const Mat3<double> mixed = Mat3<double>::from_columns(a.f.x * a.n, a.f.y * a.n, a.f.z * a.n);
  return {A.I + s * square(a.n), A.H + s * mixed, A.M + s * square(a.f), A.n, A.f};
}

/// A body at the start: its pose, the point it turns about, and its free motions there.
struct BodyAtStart {
  Pose<double> X_WB = Pose<double>::identity();
  Vec3<double> point = Vec3<double>::zero();
  std::vector<Motion<double>> S;
};

Motion<double> turning(const Vec3<double>& w) { return {w, Vec3<double>::zero()}; }
Motion<double> moving(const Vec3<double>& v) { return {Vec3<double>::zero(), v}; }
bool is_turning(const Motion<double>& V) { return dot(V.w, V.w) > 0; }

/// By joint: what it leaves free, without what is driven.
std::vector<DirectionSet> calc_free(const System& system) {
  std::vector<DirectionSet> free;
  for (const JointRecord& joint : system.joints) free.push_back(joint.type.free);
  for (const Driver& driver : system.drivers) {
    DirectionSet& of_joint = free[driver.joint.i];
    of_joint = of_joint.without(driver.direction);
  }
  return free;
}

std::vector<Motion<double>> calc_free_motions(const JointRecord& joint, DirectionSet free, const JointCoordinates<double>& q,
                                              const Mat3<double>& R_WF) {
  const Mat3<double> axes = R_WF * calc_rotation_axes(joint.type, q);
  const double volume = dot(cross(axes.column(0), axes.column(1)), axes.column(2));
  if (!joint.type.ball && joint.type.free.bits >> 3 == 7 && std::fabs(volume) < singular_volume)
    throw Error("initial." + joint.name,
                fmt::format("two of the three rotations of joint {} turn about the same line here; start elsewhere, list the "
                            "rotations in another order, or take a ball",
                            joint.name));
  std::vector<Motion<double>> S;
  for (Direction d : all_directions)
    if (free.has(d)) S.push_back(is_translation(d) ? moving(R_WF.column(axis_of(d))) : turning(axes.column(axis_of(d))));
  return S;
}

BodyAtStart place_base(const Pose<double>& X_WB) {
  std::vector<Motion<double>> S;
  for (int k = 0; k < 3; ++k) S.push_back(turning(unit<double>(k)));
  for (int k = 0; k < 3; ++k) S.push_back(moving(unit<double>(k)));
  return {X_WB, X_WB.p, std::move(S)};
}

BodyAtStart place_by_joint(const System& system, const Reached& reached, DirectionSet free, const Pose<double>& X_WA) {
  const CarriedByJoint carried = carry_by_joint(system, reached, X_WA);
  const JointCoordinates<double>& q = system.start.joints[reached.joint.i];
  return {carried.X_WB, carried.X_WM.p, calc_free_motions(system.joint(reached.joint), free, q, carried.X_WF.R)};
}

Inertia calc_body_inertia(const System& system, BodyIndex body, const BodyAtStart& placed) {
  const BodyRecord& record = system.body(body);
  Inertia I = no_inertia();
  I.I = turned(placed.X_WB.R, system.nominal[record.inertia]);
  I.M = Sym3<double>::diagonal(system.nominal[record.mass]);
  return shifted(I, placed.X_WB.p, placed.point);
}

/// "joint pin leaves it free to turn about [1, 0, 0] in its own axes, where it has no inertia"
std::string describe(const System& system, const Reached& reached, const BodyAtStart& placed, const Motion<double>& motion) {
  const Vec3<double> w = transpose_times(placed.X_WB.R, motion.w);
  const std::string how =
      reached.joint.exists() ? fmt::format("joint {} leaves it free", system.joint(reached.joint).name) : "it is free";
  const auto is_rounding = [&](int k) { return std::fabs(w[k]) < 1e-9 * norm(w); };
  const int first = !is_rounding(0) ? 0 : !is_rounding(1) ? 1 : 2;
  const double size = std::copysign(norm(w), w[first]);  // of the two senses of an axis, the one that starts positive
  const auto tidy = [&](int k) { return is_rounding(k) ? 0.0 : w[k] / size; };
  return fmt::format("{} to turn about [{:.4g}, {:.4g}, {:.4g}] in its own axes, where it has no inertia", how, tidy(0), tidy(1),
                     tidy(2));
}

/// A free motion that has inertia.
struct Yielding {
  Motion<double> motion;
  Wrench<double> push;  // I^A times it
  double inertia;       // motion · push
};

/// A body in the sweep (1).
struct Swept {
  Inertia seen;                         // by the parent, when the free motions give way: the bracket in (1)
  std::vector<Yielding> yields;         // S D⁺ Sᵀ = Σ motion motionᵀ / inertia
  std::vector<Motion<double>> motions;  // without inertia

  /// V − S D⁺ Sᵀ I^A V: what the body makes of a motion of its parent.
  Motion<double> carried(const Motion<double>& V) const {
    Motion<double> own = V;
    for (const Yielding& one : yields) own = own - (dot(one.push, V) / one.inertia) * one.motion;
    return own;
  }
};

/// `whole` is I as it would be if the bodies that hang on this one did not give way; it says what rounding is.
Swept sweep(const BodyAtStart& placed, const Inertia& I, const Inertia& whole) {
  const auto trace = [](const Sym3<double>& A) { return A.xx + A.yy + A.zz; };
  const auto scale_of = [](double x) { return x > 0 ? 1.0 / std::sqrt(x) : 1.0; };
  const double by_angle = scale_of(trace(whole.I)), by_length = scale_of(trace(whole.M) / 3);
  std::vector<Motion<double>> S;
  for (const Motion<double>& free : placed.S) S.push_back((is_turning(free) ? by_angle : by_length) * free);
  std::vector<std::vector<double>> D(S.size(), std::vector<double>(S.size()));
  for (std::size_t i = 0; i < S.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) D[i][j] = D[j][i] = dot(I * S[i], S[j]);

  const SymmetricEigen eigen = calc_symmetric_eigen(std::move(D));
  Swept out{I, {}, {}};
  for (std::size_t k = 0; k < S.size(); ++k) {
    Motion<double> motion = Motion<double>::zero();
    for (std::size_t i = 0; i < S.size(); ++i) motion = motion + eigen.vectors[k][i] * S[i];
    if (eigen.values[k] < rounding_share) {
      out.motions.push_back(motion);
      continue;
    }
    out.yields.push_back({motion, I * motion, eigen.values[k]});
    out.seen = plus_square(out.seen, -1 / eigen.values[k], out.yields.back().push);
  }
  return out;
}

/// Bodies that hang on each body.
std::vector<std::vector<BodyIndex>> calc_children(const System& system, const std::vector<Reached>& order) {
  std::vector<std::vector<BodyIndex>> children(system.bodies.size());
  for (const Reached& r : order)
    if (r.joint.exists()) children[parent_of(system, r).i].push_back(r.body);
  return children;
}

/// A motion without inertia of one body, and of what hangs on it as far as it reaches.
Motions follow(const System& system, BodyIndex body, const Motion<double>& motion, const std::vector<BodyAtStart>& placed,
               const std::vector<Swept>& swept, const std::vector<std::vector<BodyIndex>>& children) {
  const auto at = [](BodyIndex b) { return static_cast<std::size_t>(b.i); };
  const auto size_of = [&](const Motion<double>& V) { return norm(V.w) + norm(V.v) / system.length; };
  Motions moved;
  moved[body.i] = {placed[at(body)].point, motion};
  std::vector<BodyIndex> open{body};
  while (!open.empty()) {
    const BodyIndex parent = open.back();
    open.pop_back();
    for (BodyIndex child : children[at(parent)]) {
      const Motion<double> own = swept[at(child)].carried(moved.at(parent.i).seen_from(placed[at(child)].point));
      if (size_of(own) < rounding_motion * size_of(motion)) continue;
      moved[child.i] = {placed[at(child)].point, own};
      open.push_back(child);
    }
  }
  return moved;
}

/// The sweep (1) over a tree, from the leaves to the root.
struct Sweep {
  std::vector<BodyAtStart> placed;  // by body
  std::vector<Swept> swept;         // by body
  std::vector<std::size_t> loose;   // places in the order of the bodies that move without inertia
};

Sweep sweep_tree(const System& system, std::span<const Reached> order, std::span<const DirectionSet> free) {
  const auto at = [](BodyIndex b) { return static_cast<std::size_t>(b.i); };
  const std::size_t n = system.bodies.size();
  Sweep out{std::vector<BodyAtStart>(n), std::vector<Swept>(n), {}};
  auto& [placed, swept, loose] = out;
  for (const Reached& r : order)
    placed[at(r.body)] = r.joint.exists() ? place_by_joint(system, r, free[r.joint.i], placed[at(parent_of(system, r))].X_WB)
                                          : place_base(system.start.X_WB[at(r.body)]);
  std::vector<Inertia> articulated(n, no_inertia()), whole = articulated;  // about the joint's point
  for (std::size_t i = order.size(); i-- > 0;) {
    const Reached& r = order[i];
    const std::size_t b = at(r.body), a = at(parent_of(system, r));
    const Inertia own = calc_body_inertia(system, r.body, placed[b]);
    articulated[b] += own;
    whole[b] += own;
    swept[b] = sweep(placed[b], articulated[b], whole[b]);
    if (!swept[b].motions.empty()) loose.push_back(i);
    articulated[a] += shifted(swept[b].seen, placed[b].point, placed[a].point);
    whole[a] += shifted(articulated[b], placed[b].point, placed[a].point);
  }
  return out;
}

}  // namespace

void check_inertia(const System& system) {
  const std::vector<Reached> order = calc_tree(system);
  const auto at = [](BodyIndex b) { return static_cast<std::size_t>(b.i); };
  const auto [placed, swept, loose] = sweep_tree(system, order, calc_free(system));
  if (loose.empty()) return;

  const auto children = calc_children(system, order);
  std::vector<Motions> motions;
  std::vector<std::size_t> from;
  for (std::size_t i : loose)
    for (const Motion<double>& motion : swept[at(order[i].body)].motions) {
      motions.push_back(follow(system, order[i].body, motion, placed, swept, children));
      from.push_back(i);
    }
  std::vector<Pose<double>> X_WB(system.bodies.size(), Pose<double>::identity());
  for (const Reached& r : order) X_WB[at(r.body)] = placed[at(r.body)].X_WB;
  if (const auto k = find_motion_not_held(system, order, X_WB, motions)) {
    const Reached& r = order[from[*k]];
    throw Error(where_of(PartKind::body, system.body(r.body).name),
                describe(system, r, placed[at(r.body)], motions[*k].at(r.body.i).V) +
                    "; give it a small inertia, or take a joint that does not leave that rotation free");
  }
}

InertiaCheck::InertiaCheck(const System& system) : system_(system), order_(calc_tree(system)), free_(calc_free(system)) {}

void InertiaCheck::go() {
  if (!is_plainly_heavy()) check_inertia(system_);
}

bool InertiaCheck::is_plainly_heavy() {
  carried_.resize(system_.bodies.size());
  carried_.front().X_WB = system_.start.X_WB.front();
  for (const Reached& r : order_) {
    CarriedByJoint& here = carried_[r.body.i];
    if (r.joint.exists())
      here = carry_by_joint(system_, r, carried_[parent_of(system_, r).i].X_WB);
    else
      here.X_WB = system_.start.X_WB[r.body.i];
  }
  subtree_.assign(carried_.size(), {});
  for (std::size_t i = order_.size(); i-- > 0;)
    if (!is_plainly_heavy(i)) return false;
  return true;
}

bool InertiaCheck::is_plainly_heavy(std::size_t place) {
  constexpr double plainly = 1e3 * rounding_share;
  const Reached& r = order_[place];
  const auto b = static_cast<std::size_t>(r.body.i), a = static_cast<std::size_t>(parent_of(system_, r).i);
  const CarriedByJoint& carried = carried_[b];
  const Pose<double>& X = carried.X_WB;
  const BodyRecord& record = system_.body(r.body);
  const double mass = system_.nominal[record.mass];
  const Sym3<double> own = system_.nominal[record.inertia];

  const auto add = [](Subtree& to, const Subtree& one) {
    const double sum = to.mass + one.mass;
    if (!(sum > 0)) return;
    const Vec3<double> apart = one.centre - to.centre;
    to.trace += one.trace + 2 * to.mass * one.mass / sum * dot(apart, apart);
    to.centre += (one.mass / sum) * apart;
    to.mass = sum;
  };
  Subtree& all = subtree_[b];
  add(all, {mass, own.xx + own.yy + own.zz, X.p});

  std::array<Motion<double>, 6> S;
  int n = 0;
  Vec3<double> point = X.p;
  if (r.joint.exists()) {
    const JointRecord& joint = system_.joint(r.joint);
    const JointCoordinates<double>& q = system_.start.joints[r.joint.i];
    const DirectionSet free = free_[r.joint.i];
    const unsigned turns = joint.type.free.bits >> 3;
    const bool is_single = !joint.type.ball && (turns & (turns - 1)) == 0;  // nothing turns its axis
    const Mat3<double> axes = is_single ? carried.X_WF.R : carried.X_WF.R * calc_rotation_axes(joint.type, q);
    const double volume = dot(cross(axes.column(0), axes.column(1)), axes.column(2));
    if (!joint.type.ball && joint.type.free.bits >> 3 == 7 && std::fabs(volume) < singular_volume) return false;
    for (Direction d : all_directions)
      if (free.has(d)) S[n++] = is_translation(d) ? moving(carried.X_WF.R.column(axis_of(d))) : turning(axes.column(axis_of(d)));
    point = carried.X_WM.p;
  } else {
    for (int k = 0; k < 3; ++k) S[n++] = turning(unit<double>(k));
    for (int k = 0; k < 3; ++k) S[n++] = moving(unit<double>(k));
  }
  const Vec3<double> arm = X.p - point, reach = all.centre - point;
  const double by_angle = 1 / std::sqrt(all.trace + 2 * all.mass * dot(reach, reach)), by_length = 1 / std::sqrt(all.mass);
  const Sym3<double> J = turned(X.R, own);
  std::array<std::array<double, 6>, 6> L{};  // of D = L Lᵀ
  double trace = 0;                          // of the inverse
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    Motion<double>& V = S[i];
    V = (is_turning(V) ? by_angle : by_length) * V;
    const Vec3<double> v = V.v + cross(V.w, arm), Jw = J * V.w;  // of the mass centre
    for (std::size_t k = 0; k <= i; ++k) {
      double d = dot(Jw, S[k].w) + mass * dot(v, S[k].v + cross(S[k].w, arm));
      for (std::size_t m = 0; m < k; ++m) d -= L[i][m] * L[k][m];
      if (k < i)
        L[i][k] = d / L[k][k];
      else if (!(d > plainly))
        return false;
      else
        L[i][i] = std::sqrt(d);
    }
  }
  for (std::size_t c = 0; c < static_cast<std::size_t>(n); ++c) {  // columns of L⁻¹
    std::array<double, 6> x{};
    for (std::size_t i = c; i < static_cast<std::size_t>(n); ++i) {
      double sum = i == c ? 1 : 0;
      for (std::size_t m = c; m < i; ++m) sum -= L[i][m] * x[m];
      x[i] = sum / L[i][i];
      trace += x[i] * x[i];
    }
  }
  if (a != 0) add(subtree_[a], all);
  return trace * plainly < 1;  // (1)
}

std::optional<std::string> find_massless_turn(const System& system, std::span<const Reached> order,
                                              std::span<const DirectionSet> free) {
  const Sweep sweep = sweep_tree(system, order, free);
  if (sweep.loose.empty()) return std::nullopt;
  const Reached& r = order[sweep.loose.back()];
  const auto b = static_cast<std::size_t>(r.body.i);
  return fmt::format("of body {}, {}, and only what closes a loop holds that rotation; give it a small inertia there",
                     system.body(r.body).name, describe(system, r, sweep.placed[b], sweep.swept[b].motions.front()));
}

}  // namespace pintle
