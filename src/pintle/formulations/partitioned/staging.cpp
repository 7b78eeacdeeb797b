#include <algorithm>
#include <cmath>

#include "pintle/formulations/partitioned/partitioned.h"

/// A stage of a linearly implicit method (stage.h). A has to be one matrix, whatever it is, for the method to have its order
/// (docs/theory/linearly_implicit.md): it acts on k of what is integrated and on nothing besides. Of the motions that bodies have,
/// those are H k. What rows tell of accelerations and drivers of rates is not of them, and is taken off,
///
///     H k_ν = x + (H c_ν − R γ),     H k_v = q̇ + (H c_v + R Φ_t) + g H k_ν,     Φ_u R = 1 of what is dependent      (1)
///
/// where H takes rates of coordinates by tree.h (2), and speeds by (5) there.
namespace pintle {

using namespace partitioned;

/// H c + R r: `c` by column, r by row of the tree; those of the closings have been eliminated with theirs.
void Partitioned::expand_given(const Dependents& dependents, std::span<const double> c, std::span<const double> right,
                               std::span<Motion<double>> motions) {
  std::ranges::copy(c, rates_.begin());
  motions[0] = Motion<double>::zero();
  if (closings_.any()) dependents.expand(0, motions[0], rates_);
  for (int i = 1; i < tree_.size(); ++i) {
    motions[i] = tree_.expand(i, motions[tree_.links[i].parent], right, rates_);
    if (closings_.any()) dependents.expand(i, motions[i], rates_);
  }
}

/// The brackets of (1), where rows have told what they tell.
void Partitioned::update_given(std::span<const double> c) {
  std::vector<double>&by_column = given_, &tree_right = given_tree_right_, &closing_right = given_closing_right_;
  std::ranges::fill(by_column, 0.0);
  if (stage_.asks_places()) {
    Dependents& dependents = of_position_ ? *of_position_ : dependents_;
    for (int i = 1; i < tree_.size(); ++i) {
      const partitioned::TreeLink& link = tree_.links[i];
      for (int k = 0; !c.empty() && k < link.free(); ++k)
        by_column[link.column + k] = (k < link.slides() ? 1 : 2) * c[link.column + k];
    }
    tree_.put_right(Tree::Right::told, tree_right);
    for (double& one : tree_right) one = -one;
    for (std::size_t r = 0; r < closing_right.size(); ++r) closing_right[r] = -closings_.rows()[r].told;
    tree_.turn_columns(Columns::coordinates);
    if (closings_.any()) dependents.eliminate(tree_, {closings_.rows(), closing_right, tree_right});
    expand_given(dependents, by_column, tree_right, given_q_);
    tree_.turn_columns(Columns::speeds);
  }
  for (std::size_t r = 0; r < tree_right.size(); ++r) tree_right[r] = -tree_right_[r];
  for (std::size_t r = 0; r < closing_right.size(); ++r) closing_right[r] = -closing_right_[r];
  if (closings_.any()) dependents_.eliminate(tree_, {closings_.rows(), closing_right, tree_right});
  if (c.empty())
    std::ranges::fill(by_column, 0.0);
  else
    std::ranges::copy(c.subspan(static_cast<std::size_t>(places()), by_column.size()), by_column.begin());
  expand_given(dependents_, by_column, tree_right, given_v_);
}

void Partitioned::update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c,
                               std::span<double> k, std::span<double> power) {
  const int n = 2 * places();
  const double *z = u.data() + n, *c_z = c.empty() ? nullptr : c.data() + n;
  double* zdot = k.data() + n;
  iterations_ = place(t, u);
  placed_ = iterations_ > 0 && !is_doubtful(t);
  count_stage();
  begin_accelerations(t, u, zdot, power);
  update_given(c);
  begin_pushes(power);
  const LawAround<double> around{living_.outputs(), friction_.loads(), z, zdot, stop_};
  laws_.add(remembered_, around, pushed(), power, {});
  driving_.put_rates(zdot);
  for (int i = 0; c_z && i < plan_->y.nz; ++i) zdot[i] += c_z[i];  // what lives in states and does not leave is explicit
  stage_.begin(g, given_q_, given_v_);
  stage_.drag_laws(parameters_, remembered_, around, tree_, wrenches_);
  elements_.add_in_stage(
      mode_, z, c_z, g,
      [&](int link, const PointDrag<double>& drag, const Vec3<double>& r) { return stage_.drag_point(link, drag, r); }, pushed(),
      zdot, power);
  factor_.solve(tree_, dependents_,
                {masses_, tree_right_, wrenches_, closings_.rows(), closing_right_, calc_holding(), stage_.drags()}, motions_);
  conditioning_ = calc_conditioning();
  stage_.settle(tree_, motions_, wrenches_);
  add_told_power(power);
  put_rates(k);
  put_stage(g, c, k);
  stage_.expand_bristles(tree_, motions_, zdot);
  elements_.expand(
      mode_, g,
      [&](int link, const Vec3<double>& r) {
        const Motion<double> of = stage_.calc_k(link, motions_);
        return of.v + cross(of.w, r);
      },
      zdot);
}

/// k of coordinates and speeds, with q̇ and those of x there; what is vacant stays zero.
void Partitioned::put_stage(double g, std::span<const double> c, std::span<double> k) {
  if (!placed_) return;
  const int n = places();
  const auto velocity = dependents_.is_dependent(), position = (of_position_ ? *of_position_ : dependents_).is_dependent();
  for (int i = 1; i < tree_.size(); ++i) {
    const Base& base = tree_.bases[i];
    const Motion<double> of = stage_.calc_k(i, motions_);
    const Vec3<double> rho = transpose_times(base.P, of.v);
    const Vec3<double> eta =
        calc_half_turn(tree_.where[i].eta, transpose_times(base.E, transpose_times(tree_.placed[i].R, of.w)));
    const partitioned::TreeLink& link = tree_.links[i];
    for (int j = 0; j < link.free(); ++j) {
      const int column = link.column + j;
      if (!velocity[column] && !c.empty()) k[n + column] += c[n + column];
      if (position[column]) continue;
      k[column] += g * (j < link.slides() ? rho[j] : eta[j - link.slides()]) + (c.empty() ? 0 : c[column]);
    }
  }
}

}  // namespace pintle
