#include "pintle/math/complementarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/rank.h"

namespace pintle {
namespace {

constexpr double independent = rank::least_firm_square;  // s of (3)
constexpr double met = 1e-6;                             // of the largest q: a row that depends on others is met by them
constexpr double open = 1e-6;                            // part of a unit vector in the null space
constexpr double rounding = 1e-12, pivot_rounding = 1e-13;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A = L Lᵀ by rows, in place; A is regular. The least pivot: rounding of all that follows is magnified by its inverse.
double factorize(std::vector<double>& A, int n) {
  double least = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = A[i * n + j];
      for (int k = 0; k < j; ++k) sum -= A[i * n + k] * A[j * n + k];
      A[i * n + j] = i == j ? std::sqrt(std::max(sum, independent)) : sum / A[j * n + j];
      if (i == j) least = std::min(least, sum);
    }
  return std::max(least, independent);
}

void solve_factorized(const std::vector<double>& L, int n, std::vector<double>& x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[i * n + k] * x[k];
    x[i] /= L[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= L[k * n + i] * x[k];
    x[i] /= L[i * n + i];
  }
}

}  // namespace

void Complementarity::solve(std::span<const double> W, std::span<const double> q, std::span<const double> noise) {
  pivot(W, q, noise);
  find_dependent();
  spread();
  undo_scales();
}

void Complementarity::pivot(std::span<const double> W, std::span<const double> q, std::span<const double> noise) {
  const auto n = static_cast<int>(q.size());
  q_.assign(q.begin(), q.end());
  noise_.assign(noise.begin(), noise.end());
  W_.assign(W.begin(), W.end());
  scale_.assign(q.size(), 1.0);
  for (int i = 0; i < n; ++i)
    if (const double d = at(i, i); d > 0) scale_[i] = 1 / std::sqrt(d);
  for (int i = 0; i < n; ++i) {
    q_[i] *= scale_[i];
    noise_[i] *= scale_[i];
    for (int j = 0; j < n; ++j) at(i, j) *= scale_[i] * scale_[j];
  }
  x_.assign(q.size(), 0.0);
  stress_ = x_;
  w_ = q_;
  basic_.assign(q.size(), false);
  P_.clear();
  blocked_ = -1;
  double largest = 0;
  for (double one : q_) largest = std::max(largest, std::abs(one));
  for (double& one : noise_) one = std::max(one, rounding * largest);
  std::vector<bool> settled(q.size(), false);
  const auto first = [&] {
    for (int i = 0; i < n; ++i)
      if (!basic_[i] && !settled[i] && w_[i] < -noise_[i]) return i;
    return -1;
  };
  int left = 100 + 50 * n;  // rounding could lead round in circles
  for (int r = first(); r >= 0 && left > 0; r = first(), --left) {
    if (drive(r)) continue;
    settled[r] = true;
    if (w_[r] < -std::max(noise_[r], met * largest) && blocked_ < 0) blocked_ = r;
    update_basic_values();
  }
}

void Complementarity::undo_scales() {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    x_[i] *= scale_[i];
    stress_[i] *= scale_[i];
    w_[i] /= scale_[i];
  }
}

/// (3) for all of a stretch; false if nothing ends it.
bool Complementarity::drive(int r) {
  while (true) {
    update_direction(r);
    const auto n = static_cast<int>(P_.size());
    const double slope = calc_slope(r);
    double way = slope > 0 ? -w_[r] / slope : infinity;
    int leaves = -1;
    for (int k = 0; k < n; ++k) {
      if (!(dx_[k] < 0)) continue;
      const double until = std::max(x_[P_[k]], 0.0) / -dx_[k];
      if (until < way) way = until, leaves = k;
    }
    if (!(way < infinity)) return false;
    x_[r] += way;
    for (int k = 0; k < n; ++k) x_[P_[k]] += way * dx_[k];
    for (int i = 0; i < size(); ++i) {
      w_[i] += way * at(i, r);
      for (int k = 0; k < n; ++k) w_[i] += way * dx_[k] * at(i, P_[k]);
    }
    if (leaves < 0) {
      basic_[r] = true;
      P_.insert(std::ranges::lower_bound(P_, r), r);
      update_basic_values();
      return true;
    }
    x_[P_[leaves]] = 0;
    basic_[P_[leaves]] = false;
    P_.erase(P_.begin() + leaves);
  }
}

void Complementarity::update_direction(int r) {
  const auto n = static_cast<int>(P_.size());
  factor_.resize(static_cast<std::size_t>(n * n));
  dx_.resize(P_.size());
  for (int i = 0; i < n; ++i) {
    dx_[i] = -at(P_[i], r);
    for (int j = 0; j < n; ++j) factor_[i * n + j] = at(P_[i], P_[j]);
  }
  least_pivot_ = factorize(factor_, n);
  solve_factorized(factor_, n, dx_);
}

double Complementarity::calc_slope(int r) {
  double slope = at(r, r);
  for (std::size_t k = 0; k < P_.size(); ++k) slope += at(r, P_[k]) * dx_[k];
  return slope > std::max(independent, pivot_rounding / least_pivot_) ? slope : 0;
}

/// From P alone, so that no rounding of the way there is left.
void Complementarity::update_basic_values() {
  const auto n = static_cast<int>(P_.size());
  factor_.resize(static_cast<std::size_t>(n * n));
  dx_.resize(P_.size());
  for (int i = 0; i < n; ++i) {
    dx_[i] = -q_[P_[i]];
    for (int j = 0; j < n; ++j) factor_[i * n + j] = at(P_[i], P_[j]);
  }
  factorize(factor_, n);
  solve_factorized(factor_, n, dx_);
  std::ranges::fill(x_, 0.0);
  for (int k = 0; k < n; ++k) x_[P_[k]] = std::max(dx_[k], 0.0);
  for (int i = 0; i < size(); ++i) {
    w_[i] = q_[i];
    for (int k = 0; k < n; ++k) w_[i] += at(i, P_[k]) * dx_[k];
  }
  for (int k : P_) w_[k] = 0;
}

void Complementarity::find_dependent() {
  dependent_.assign(q_.size(), false);
  for (int r = 0; r < size(); ++r) {
    if (basic_[r]) continue;
    update_direction(r);
    dependent_[r] = calc_slope(r) == 0;
  }
}

/// N of (5): its columns are made of Z's, so that W N is zero but for rounding even where N itself is not known to as much.
std::vector<double> Complementarity::calc_null_projector(const std::vector<int>& A) {
  const auto n = static_cast<int>(A.size());
  const auto place = [&](int i) { return static_cast<int>(std::ranges::lower_bound(A, i) - A.begin()); };
  std::vector<std::vector<double>> Z;  // by columns
  for (int r : A) {
    if (!dependent_[r]) continue;
    update_direction(r);
    std::vector<double>& z = Z.emplace_back(A.size(), 0.0);
    z[place(r)] = 1;
    for (std::size_t k = 0; k < P_.size(); ++k) z[place(P_[k])] = dx_[k];
  }
  const auto d = static_cast<int>(Z.size());
  std::vector<double> ZtZ(static_cast<std::size_t>(d * d), 0.0), N(static_cast<std::size_t>(n * n), 0.0), y(Z.size());
  for (int a = 0; a < d; ++a)
    for (int b = 0; b < d; ++b)
      for (int i = 0; i < n; ++i) ZtZ[a * d + b] += Z[a][i] * Z[b][i];
  factorize(ZtZ, d);
  for (int k = 0; k < n; ++k) {
    for (int a = 0; a < d; ++a) y[a] = Z[a][k];
    solve_factorized(ZtZ, d, y);
    for (int i = 0; i < n; ++i)
      for (int a = 0; a < d; ++a) N[i * n + k] += Z[a][i] * y[a];
  }
  return N;
}

/// (4)
void Complementarity::spread() {
  std::vector<int> A;
  for (int i = 0; i < size(); ++i)
    if (at(i, i) > 0 && (basic_[i] || dependent_[i]) && std::abs(w_[i]) <= std::max(noise_[i], met * std::abs(q_[i])))
      A.push_back(i);
  const auto n = static_cast<int>(A.size());
  if (n < 2 || std::ranges::none_of(A, [&](int i) { return dependent_[i]; })) return;
  const std::vector<double> N = calc_null_projector(A);
  std::vector<double> N_open = N;  // without rows that no x in the null space reaches, but for rounding
  for (int i = 0; i < n; ++i)
    if (N[i * n + i] < open * open)
      for (int k = 0; k < n; ++k) N_open[i * n + k] = N_open[k * n + i] = 0;
  std::vector<double> shortest(A.size()), noise(A.size());
  for (int i = 0; i < n; ++i) {
    shortest[i] = x_[A[i]];
    double mixed = 0;
    for (int k = 0; k < n; ++k) {
      shortest[i] -= N[i * n + k] * x_[A[k]];
      mixed += N_open[i * n + k] * std::sqrt(2.0 + k);  // no two directions cancel
    }
    noise[i] = rounding * std::abs(x_[A[i]]);
    stress_[A[i]] = std::abs(mixed) > open ? mixed : 0;
  }
  Complementarity inner;
  inner.pivot(N_open, shortest, noise);
  inner.undo_scales();
  for (int i = 0; i < n; ++i) {
    double x = shortest[i];
    for (int k = 0; k < n; ++k) x += N[i * n + k] * inner.x_[k];
    x_[A[i]] = std::max(x, 0.0);
  }
  meet_basic_rows();
}

/// Rounding that was cut off at zero is large where x is: basic rows that carry more than that make it good.
void Complementarity::meet_basic_rows() {
  dx_.resize(P_.size());
  for (std::size_t k = 0; k < P_.size(); ++k) {
    dx_[k] = -q_[P_[k]];
    for (int j = 0; j < size(); ++j) dx_[k] -= at(P_[k], j) * x_[j];
  }
  solve_factorized(factor_, static_cast<int>(P_.size()), dx_);  // of W_PP since find_dependent()
  for (std::size_t k = 0; k < P_.size(); ++k)
    if (x_[P_[k]] + dx_[k] < 0) return;
  for (std::size_t k = 0; k < P_.size(); ++k) x_[P_[k]] += dx_[k];
}

void solve_definite(std::span<const double> W, std::vector<double>& x) {
  const auto n = static_cast<int>(x.size());
  std::vector<double> L(W.begin(), W.end()), scale(x.size());
  for (int i = 0; i < n; ++i) scale[i] = 1 / std::sqrt(W[i * n + i]);
  for (int i = 0; i < n; ++i) {
    x[i] *= scale[i];
    for (int k = 0; k < n; ++k) L[i * n + k] *= scale[i] * scale[k];
  }
  factorize(L, n);
  solve_factorized(L, n, x);
  for (int i = 0; i < n; ++i) x[i] *= scale[i];
}

}  // namespace pintle
