#include <algorithm>
#include <cmath>

#include "pintle/formulations/partitioned/partitioned.h"

/// A stage of a linearly implicit method (stage.h). c of coordinates is taken to a motion of the bodies as speeds are, by
/// ν = 2 η̇/w: the inverse of tree.h (5) for a body that has turned about the axis that it turns about, and for others a matrix A
/// that is as good (docs/theory/linearly_implicit.md: any will do for the order).
namespace pintle {

using namespace partitioned;

/// H c: `c` by column.
void Partitioned::expand_given(std::span<const double> c, std::span<Motion<double>> motions) {
  std::ranges::copy(c, rates_.begin());
  motions[0] = Motion<double>::zero();
  if (closings_.any()) dependents_.expand(0, motions[0], rates_);
  for (int i = 1; i < tree_.size(); ++i) {
    motions[i] = tree_.expand(i, motions[tree_.links[i].parent], no_right_, rates_);
    if (closings_.any()) dependents_.expand(i, motions[i], rates_);
  }
}

void Partitioned::update_given(std::span<const double> c) {
  if (c.empty()) {
    for (auto* list : {&given_q_, &given_v_}) std::ranges::fill(*list, Motion<double>::zero());
    return;
  }
  const int n = places();
  std::vector<double>& by_column = given_;
  if (closings_.any()) dependents_.eliminate(tree_, {closings_.rows(), no_right_, no_right_});
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    const double w = std::sqrt(1 - dot(tree_.where[i].eta, tree_.where[i].eta));
    for (int k = 0; k < link.free(); ++k) by_column[link.column + k] = (k < link.slides() ? 1 : 2 / w) * c[link.column + k];
  }
  expand_given(by_column, given_q_);
  expand_given(c.subspan(static_cast<std::size_t>(n), rates_.size()), given_v_);
}

void Partitioned::update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c,
                               std::span<double> k, std::span<double> power) {
  const int n = 2 * places();
  const double *z = u.data() + n, *c_z = c.empty() ? nullptr : c.data() + n;
  double* zdot = k.data() + n;
  iterations_ = place(t, u);
  placed_ = iterations_ > 0 && !is_doubtful(t);
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
