#include "pintle/system/held_motions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "pintle/math/symmetric_eigen.h"

namespace pintle {
namespace {

/// Independent columns of unit motions have singular values above this; rounding stays below.
constexpr double dependent = 1e-7;

/// What one closure says of a motion: rates that it forbids.
using Rates = std::vector<double>;

class Closures {
 public:
  Closures(const System& system, std::span<const Reached> order, std::span<const Pose<double>> X_WB)
      : system_(system), X_WB_(X_WB), of_body_(system.bodies.size()) {
    std::vector<bool> in_tree(system.joints.size(), false);
    for (const Reached& reached : order)
      if (reached.joint.exists()) in_tree[reached.joint.i] = true;
    for (int j = 0; const JointRecord& joint : system.joints) {
      if (joint.active && !in_tree[j])
        for (BodyIndex b : {joint.parent, joint.child}) of_body_[b.i].push_back(j);
      ++j;
    }
    for (int c = system.joint_count(); const ConstraintRecord& constraint : system.constraints) {
      if (constraint.active)
        for (BodyIndex b : constraint.bodies) of_body_[b.i].push_back(c);
      ++c;
    }
  }

  /// Calls visit(number, rates) for every closure of a body that moves. Numbers are those of joints, then constraints.
  template <class Visit>
  void visit(const Motions& moved, Visit&& visit_one) const {
    std::set<int> touched;
    for (const auto& [body, motion] : moved) touched.insert(of_body_[body].begin(), of_body_[body].end());
    for (int number : touched) visit_one(number, calc_rates(number, moved));
  }

 private:
  Rates calc_rates(int number, const Motions& moved) const {
    const int c = number - system_.joint_count();
    return c < 0 ? calc_joint_rates(static_cast<std::size_t>(number), moved)
                 : calc_constraint_rates(system_.constraints[c], moved);
  }
  const Pose<double>& pose(BodyIndex b) const { return X_WB_[b.i]; }
  Motion<double> motion_of(BodyIndex b, const Vec3<double>& point, const Motions& moved) const {
    const auto found = moved.find(b.i);
    return found == moved.end() ? Motion<double>::zero() : found->second.seen_from(point);
  }

  /// What is left of the relative motion when the free directions are taken out of it, lengths in units of L.
  Rates calc_joint_rates(std::size_t j, const Motions& moved) const {
    const JointRecord& joint = system_.joints[j];
    const Pose<double> X_WF = pose(joint.parent) * system_.nominal[joint.X_PF];
    const Vec3<double> point = pose(joint.child) * system_.nominal[joint.X_CM].p;
    const Motion<double> V = motion_of(joint.child, point, moved) - motion_of(joint.parent, point, moved);
    const Mat3<double> axes = X_WF.R * calc_rotation_axes(joint.type, system_.start.joints[j]);
    const Vec3<double> w = calc_rest(V.w, free_axes(j, axes, Direction::rx));
    const Vec3<double> v = (1 / system_.length) * calc_rest(V.v, free_axes(j, X_WF.R, Direction::tx));
    return {w.x, w.y, w.z, v.x, v.y, v.z};
  }

  std::vector<Vec3<double>> free_axes(std::size_t j, const Mat3<double>& frame, Direction first) const {
    std::vector<Vec3<double>> axes;
    for (int k = 0; k < 3; ++k)
      if (is_free(static_cast<int>(j), static_cast<Direction>(index_of(first) + k))) axes.push_back(frame.column(k));
    return axes;
  }

  /// v without its parts along some axes, which need not be perpendicular.
  static Vec3<double> calc_rest(Vec3<double> v, std::vector<Vec3<double>> axes) {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      for (std::size_t i = 0; i < k; ++i) axes[k] = axes[k] - dot(axes[k], axes[i]) * axes[i];
      const double size = norm(axes[k]);
      axes[k] = (size > 1e-9 ? 1 / size : 0.0) * axes[k];
      v = v - dot(v, axes[k]) * axes[k];
    }
    return v;
  }

  bool is_free(int j, Direction d) const {
    for (const Driver& driver : system_.drivers)
      if (driver.joint.i == j && driver.direction == d) return false;
    return system_.joints[j].type.free.has(d);
  }

  /// Rows whose coefficients only a run knows may hold whatever moves their bodies.
  Rates calc_constraint_rates(const ConstraintRecord& constraint, const Motions& moved) const {
    std::array<ConstraintRow<double>, most_rows> rows;
    const bool known = update_rows(constraint, rows);
    Rates rates;
    for (std::size_t e = 0; e < constraint.bodies.size() && !known; ++e) {
      const Motion<double> V = motion_of(constraint.bodies[e], pose(constraint.bodies[e]).p, moved);
      for (int k = 0; k < 3; ++k) rates.push_back(V.w[k]);
      for (int k = 0; k < 3; ++k) rates.push_back(V.v[k] / system_.length);
    }
    for (int r = 0; r < constraint.row_count() && known; ++r) {
      double rate = 0;
      for (std::size_t e = 0; e < constraint.bodies.size(); ++e) {
        const Motion<double> V = motion_of(constraint.bodies[e], pose(constraint.bodies[e]).p, moved);
        const Wrench<double>& on = rows[r].on[e];
        rate += dot(on.n, V.w) + dot(on.f, V.v);
      }
      rates.push_back(constraint.angular[r] ? rate : rate / system_.length);
    }
    return rates;
  }

  bool update_rows(const ConstraintRecord& constraint, std::span<ConstraintRow<double>> rows) const {
    const Vec3<double> zero = Vec3<double>::zero();
    std::vector<End<double>> ends;
    for (BodyIndex b : constraint.bodies) ends.push_back({pose(b).R, pose(b).p, zero, zero});
    std::vector<double> q;
    for (const CoordinateOf& one : constraint.reads) q.push_back(system_.start.joints[one.joint.i].value_of(one.direction));
    const ConstraintPlace<double> place{system_.nominal, ends, nullptr, q};
    const auto update = [&](const auto& kind) {
      if constexpr (requires { kind.find_lifeless(); }) {
        const auto lifeless = kind.find_lifeless();
        if (lifeless) lifeless->update_rows(place, rows);
        return lifeless.has_value();
      } else {
        kind.update_rows(place, rows);
        return true;
      }
    };
    if (!std::visit(update, constraint.kind)) return false;
    for (int r = 0; r < constraint.row_count(); ++r)
      for (std::size_t e = 0; e < constraint.bodies.size(); ++e) {
        const Wrench<double>& on = rows[r].on[e];
        if (!std::isfinite(dot(on.n, on.n) + dot(on.f, on.f))) return false;
      }
    return true;
  }

  const System& system_;
  std::span<const Pose<double>> X_WB_;
  std::vector<std::vector<int>> of_body_;
};

/// Sets of motions that closures connect.
class MotionSets {
 public:
  explicit MotionSets(std::size_t size) : above_(size) { std::iota(above_.begin(), above_.end(), 0); }
  std::size_t top(std::size_t k) {
    while (above_[k] != k) k = above_[k] = above_[above_[k]];
    return k;
  }
  void join(std::size_t a, std::size_t b) { above_[top(a)] = top(b); }

 private:
  std::vector<std::size_t> above_;
};

/// The column that takes most part in a combination that gives zero.
std::optional<std::size_t> find_dependent(const std::vector<Rates>& columns) {
  std::vector<Rates> products(columns.size(), Rates(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      products[i][j] = products[j][i] = std::inner_product(columns[i].begin(), columns[i].end(), columns[j].begin(), 0.0);
  const SymmetricEigen eigen = calc_symmetric_eigen(std::move(products));
  if (eigen.values[0] > dependent * dependent) return std::nullopt;
  const auto size = [](double x) { return std::fabs(x); };
  return static_cast<std::size_t>(std::ranges::max_element(eigen.vectors[0], {}, size) - eigen.vectors[0].begin());
}

}  // namespace

std::optional<std::size_t> find_motion_not_held(const System& system, std::span<const Reached> order,
                                                std::span<const Pose<double>> X_WB, std::span<const Motions> motions) {
  const Closures closures(system, order, X_WB);
  std::vector<std::map<int, Rates>> forbidden(motions.size());  // by motion: rates by closure, those that are not zero
  MotionSets sets(motions.size());
  std::map<int, std::size_t> first;  // by closure: the first motion that it forbids
  for (std::size_t k = 0; k < motions.size(); ++k) {
    double size = 0;
    for (const auto& [body, motion] : motions[k]) size = std::max(size, norm(motion.V.w) + norm(motion.V.v) / system.length);
    closures.visit(motions[k], [&](int number, Rates rates) {
      double largest = 0;
      for (double& rate : rates) largest = std::max(largest, std::fabs(rate /= size));
      if (largest < 0.01 * dependent) return;
      forbidden[k].emplace(number, std::move(rates));
      const auto [found, is_new] = first.try_emplace(number, k);
      if (!is_new) sets.join(k, found->second);
    });
  }

  std::map<std::size_t, std::vector<std::size_t>> together;
  for (std::size_t k = 0; k < motions.size(); ++k) together[sets.top(k)].push_back(k);
  for (const auto& [top, members] : together) {
    std::map<int, std::size_t> place;  // of a closure's rates among the rows
    std::size_t rows = 0;
    for (std::size_t k : members)
      for (const auto& [number, rates] : forbidden[k])
        if (place.try_emplace(number, rows).second) rows += rates.size();
    std::vector<Rates> columns(members.size(), Rates(rows, 0.0));
    for (std::size_t c = 0; c < members.size(); ++c)
      for (const auto& [number, rates] : forbidden[members[c]])
        std::ranges::copy(rates, columns[c].begin() + static_cast<std::ptrdiff_t>(place[number]));
    if (const auto c = find_dependent(columns)) return members[*c];
  }
  return std::nullopt;
}

}  // namespace pintle
