#include <algorithm>
#include <cmath>
#include <cstring>

#include "pintle/formulations/partitioned/partitioned.h"

/// The dependent part. Positions [Negrut 2010, (10)]: joint by joint in the tree (tree.h), and around it, for coordinates that rows
/// which close loops decide,
///
///     Φ_u Δu = −Φ(u, v, t),   u += Δu        until Δu is rounding                                           (1)
///
/// with the elimination of dependents.h, on which velocities go by Φ_u u̇ = −Φ_v v̇ − Φ_t too. The last accepted state itself is
/// not solved for again: bodies stand there as they stood, whoever asks.
namespace pintle {

using namespace partitioned;

void Partitioned::update_living() const {
  if (!living_.any()) return;
  living_.update(
      time_, parameters_,
      [&](BodyIndex b) {
        const Placed& at = tree_.placed[link_of(b)];
        return BodyMotion<double>{{at.R, at.p}, transpose_times(at.R, at.w), at.v};
      },
      [&](JointIndex j) { return calc_coordinates(j); });
}

void Partitioned::tell(double t, const double* z) const {
  time_ = t;
  tree_.set_since(t - step_time_);
  closings_.set_since(t - step_time_);
  if (!driving_.any()) return;
  driving_.update(t, parameters_, z);
  driving_.put_coordinates(remembered_);
  tree_.drive(driving_.all(), remembered_);
}

void Partitioned::update_closings() const {
  if (!closings_.any()) return;
  update_living();
  closings_.update(parameters_, living_.outputs(), driving_.all(),
                   [&](int link) -> const BodyPlace& { return tree_.placed[link]; });
}

int Partitioned::solve_positions(double t, std::span<const double> y) const {
  const double tau = t - known_.t;
  const auto dependent = (of_position_ ? *of_position_ : dependents_).is_dependent();
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    BodyCoordinates& c = tree_.where[i];
    const BodyCoordinates &at = known_.at[i], &rate = known_.rate[i], &second = known_.second[i];
    c.rho = at.rho + tau * (rate.rho + (0.5 * tau) * second.rho);
    c.eta = at.eta + tau * (rate.eta + (0.5 * tau) * second.eta);
    for (int k = 0; k < link.free(); ++k)
      if (!dependent[link.column + k]) tree_.at(c, i, k) = y[link.column + k];
    tree_.placed[i].v = tree_.placed[i].w = Vec3<double>::zero();
  }
  if (!closings_.any()) return tree_.solve(Columns::speeds);
  const int first = tree_.solve(Columns::coordinates), rounds = first == 0 ? 0 : close_loops();
  tree_.turn_columns(Columns::speeds);
  return rounds == 0 ? 0 : std::max(first, rounds);
}

int Partitioned::close_loops() const {
  constexpr int most = 20;
  constexpr double enough = 1e-8;  // of the last correction, which leaves its square
  Dependents& dependents = of_position_ ? *of_position_ : dependents_;
  const auto dependent = dependents.is_dependent();
  for (int round = 1;; ++round) {
    update_closings();
    const double off = closings_.calc_position_error();
    if (!std::isfinite(off)) return 0;
    if (off < 1e-15 * system_.length) return round;
    for (std::size_t r = 0; r < closing_right_.size(); ++r) closing_right_[r] = -closings_.rows()[r].g;
    dependents.eliminate(tree_, {closings_.rows(), closing_right_, no_right_});
    std::ranges::fill(rates_, 0.0);
    motions_[0] = Motion<double>::zero();
    dependents.expand(0, motions_[0], rates_);
    for (int i = 1; i < tree_.size(); ++i) {
      motions_[i] = tree_.expand(i, motions_[tree_.links[i].parent], no_right_, rates_);
      dependents.expand(i, motions_[i], rates_);
    }
    double size = 0;
    for (std::size_t c = 0; c < rates_.size(); ++c)
      if (dependent[c]) size = std::max(size, std::fabs(rates_[c]) / column_length_[c]);
    if (!std::isfinite(size) || round == most) return 0;
    const double share = size > 0.3 ? 0.3 / size : 1;
    for (int i = 1; i < tree_.size(); ++i)
      for (int k = 0; k < tree_.links[i].free(); ++k)
        if (const int c = tree_.links[i].column + k; dependent[c])
          tree_.at(tree_.where[i], i, k) += (k < tree_.links[i].slides() ? share : 0.5 * share) * rates_[c];
    if (tree_.solve(Columns::coordinates) == 0) return 0;
    if (size < enough) return round;
  }
}

void Partitioned::solve_velocities(double t, std::span<const double> y) const {
  const double tau = t - known_.t;
  const auto dependent = dependents_.is_dependent();
  const int n = places();
  update_closings();
  eliminate_velocities();
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    for (int k = 0; k < link.free(); ++k) {
      const int c = link.column + k;
      rates_[c] = dependent[c] ? tree_.at(known_.speed[i], i, k) + tau * tree_.at(known_.push[i], i, k) : y[n + c];
    }
  }
  if (closings_.any()) dependents_.expand(0, Motion<double>::zero(), rates_);
  for (int i = 1; i < tree_.size(); ++i) {
    const Placed& parent = tree_.placed[tree_.links[i].parent];
    const Motion<double> V = tree_.expand(i, {parent.w, parent.v}, tree_right_, rates_);
    tree_.placed[i].w = V.w;
    tree_.placed[i].v = V.v;
    if (closings_.any()) dependents_.expand(i, V, rates_);
  }
}

int Partitioned::place(double t, std::span<const double> y) const {
  tell(t, states(y));
  if (t == known_.t && y.size() == known_.y.size() && std::memcmp(y.data(), known_.y.data(), y.size_bytes()) == 0) {
    go_back();
    return 1;
  }
  const int iterations = solve_positions(t, y);
  if (iterations == 0) {
    for (int i = 1; i < tree_.size(); ++i) tree_.placed[i].v = std::nan("") * unit<double>(0);
    return 0;
  }
  solve_velocities(t, y);
  update_closings();
  return iterations;
}

/// Where rows are nearly dependent another branch of the mechanism is near: s away. Newton's method ends on that which is nearest
/// to where it started, and the coordinates that are integrated tell how far off such a start may be.
bool Partitioned::is_doubtful(double t) const {
  constexpr double most = 0.2;
  if (!closings_.any()) return false;
  const double tau = t - known_.t;
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    for (int k = 0; k < link.free(); ++k) {
      const double start =
          tree_.at(known_.at[i], i, k) + tau * (tree_.at(known_.rate[i], i, k) + (0.5 * tau) * tree_.at(known_.second[i], i, k));
      rates_[link.column + k] = (k < link.slides() ? 1 : 2) * (tree_.at(tree_.where[i], i, k) - start);
    }
  }
  return dependents_.calc_doubt(rates_) > most;
}

void Partitioned::go_back() const {
  for (int i = 1; i < tree_.size(); ++i) {
    const Stand& stand = known_.stand[i];
    tree_.where[i] = known_.at[i];
    tree_.q[i] = stand.q;
    Placed& at = tree_.placed[i];
    at.R = to_matrix(stand.q);
    at.p = stand.p;
    at.v = stand.v;
    at.w = stand.w;
  }
  tree_.update_columns(Columns::speeds);
  if (!closings_.any()) return;
  update_closings();
  eliminate_velocities();
}

/// What rows of the tree are told goes into those that close loops.
void Partitioned::eliminate_velocities() const {
  if (driving_.any()) {
    tree_.update_rows(driving_.all(), remembered_);
    tree_.put_right(Tree::Right::told, tree_right_);
  } else {
    std::ranges::fill(tree_right_, 0.0);
  }
  for (std::size_t r = 0; r < closing_right_.size(); ++r) closing_right_[r] = closings_.rows()[r].told;
  if (closings_.any()) dependents_.eliminate(tree_, {closings_.rows(), closing_right_, tree_right_});
}

ConstraintError Partitioned::calc_error() const {
  ConstraintError error{closings_.calc_position_error(), closings_.calc_velocity_error()};
  const auto take = [](double off, double& largest) {
    if (!(off <= largest)) largest = off;  // NaN stays
  };
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    for (int k = 0; k < link.count(); ++k) {
      const RowValue<double>& row = tree_.rows[link.first + k];
      const double length = k < link.points ? 1 : system_.length;
      take(length * std::fabs(row.g), error.position);
      take(length * std::fabs(row.gdot), error.velocity);
    }
  }
  return error;
}

Conditioning Partitioned::calc_conditioning() const {
  constexpr double rounding = 1e-16;
  const double sine = std::max(dependents_.least_sine(), rounding);
  return {dependents_.rank(bends()), 1 / sine, sine >= (bends() ? rank::full_firm_sine : rank::full_sine)};
}

}  // namespace pintle
