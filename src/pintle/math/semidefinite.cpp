#include "pintle/math/semidefinite.h"

#include <algorithm>
#include <numeric>

#include "pintle/base/check.h"
#include "pintle/math/fill_pattern.h"

namespace pintle {
namespace {

constexpr int w = Semidefinite::width;
constexpr double rounding = 1e-14;  // of a diagonal element, after the sums of a few dozen rows

/// into(r, c) −= Σ_p scaled(r, p) Y(c, p), or its transpose.
template <int size>
void subtract_products(const double* scaled, const double* Y, double* into, int rows, int columns, int by_row, int by_column) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      double sum = 0;
      for (int p = 0; p < size; ++p) sum += scaled[r * w + p] * Y[c * w + p];
      into[r * by_row + c * by_column] -= sum;
    }
}
constexpr decltype(&subtract_products<1>) subtract_products_of[] = {&subtract_products<1>, &subtract_products<2>,
                                                                    &subtract_products<3>, &subtract_products<4>,
                                                                    &subtract_products<5>, &subtract_products<6>};

}  // namespace

Semidefinite::Semidefinite(std::vector<int> sizes, std::span<const std::pair<int, int>> coupled) : sizes_(std::move(sizes)) {
  const std::size_t n = sizes_.size();
  FillPattern pattern(n);
  for (const auto& [a, b] : coupled) pattern.couple(a, b);
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  order_ = pattern.leave_fewest_first(all);
  rank_of_.resize(n);
  for (std::size_t i = 0; i < n; ++i) rank_of_[order_[i]] = static_cast<int>(i);
  const auto later = pattern.take_later();
  columns_.resize(n);
  int blocks = 0;
  for (std::size_t k = 0; k < n; ++k) {
    columns_[k].later = later[k];
    for (std::size_t i = 0; i < later[k].size(); ++i) columns_[k].places.push_back(blocks++);
  }
  below_.resize(static_cast<std::size_t>(blocks));
  for (Column& column : columns_)
    for (std::size_t a = 0; a < column.later.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b)
        column.targets.push_back(a == b ? -1 - column.later[a] : find(column.later[a], column.later[b]));
  clear();
}

/// The place of the block between k and j, in the column of the one that leaves first.
int Semidefinite::find(int k, int j) const {
  const bool k_first = rank_of_[k] < rank_of_[j];
  const Column& column = columns_[k_first ? k : j];
  const auto at = std::ranges::lower_bound(column.later, k_first ? j : k);
  PINTLE_CHECK(at != column.later.end() && *at == (k_first ? j : k));
  return column.places[at - column.later.begin()];
}

void Semidefinite::clear() {
  for (Column& column : columns_) column.diagonal.fill(0.0);
  for (Block& block : below_) block.fill(0.0);
}

void Semidefinite::add(int i, int r, int j, int c, double value) {
  if (i == j) {
    columns_[i].diagonal[r * w + c] += value;
    return;
  }
  // A block stands below the diagonal: its rows belong to the block that leaves later.
  const bool i_later = rank_of_[i] > rank_of_[j];
  Block& block = below_[find(i, j)];
  block[i_later ? r * w + c : c * w + r] += value;
}

void Semidefinite::factorize_diagonal(Column& column, int size, double threshold) {
  Block& A = column.diagonal;
  for (int p = 0; p < size; ++p) {
    const double d = A[p * w + p];
    const double own = column.pivot[p];  // the diagonal element as it was
    const bool taken = threshold == 0 || (d > std::max(threshold, rounding / column.worst) * own && own > 0);
    const double inverse = taken ? 1.0 / d : 0.0;
    if (taken) {
      ++rank_;
      column.worst = std::min(column.worst, d / own);
      least_ratio_ = std::min(least_ratio_, d / own);
    }
    column.pivot[p] = taken ? d : 0.0;
    column.inverse[p] = inverse;
    for (int i = p + 1; i < size; ++i) {
      const double l = A[i * w + p] * inverse;
      for (int j = p + 1; j <= i; ++j) A[i * w + j] -= l * A[j * w + p];
    }
    for (int i = p + 1; i < size; ++i) A[i * w + p] *= inverse;
  }
}

void Semidefinite::factorize(double threshold) {
  rank_ = 0;
  least_ratio_ = 1;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    columns_[k].worst = 1;
    for (int p = 0; p < sizes_[k]; ++p) columns_[k].pivot[p] = columns_[k].diagonal[p * w + p];
  }
  for (int k : order_) {
    Column& column = columns_[k];
    const int size = sizes_[k];
    factorize_diagonal(column, size, threshold);
    for (int j : column.later) {
      double& worst = columns_[j].worst;
      worst = std::min(worst, column.worst);
    }
    // Below: A_ik = L_ik D L_kkᵀ, so L_ik D comes by substitution from the left; it is kept undivided for the update.
    for (int place : column.places) {
      Block& X = below_[place];
      for (int r = 0; r < w; ++r)
        for (int p = 0; p < size; ++p) {
          double sum = X[r * w + p];
          for (int s = 0; s < p; ++s) sum -= X[r * w + s] * column.diagonal[p * w + s];
          X[r * w + p] = column.inverse[p] == 0 ? 0.0 : sum;
        }
    }
    std::size_t pair = 0;
    for (std::size_t a = 0; size > 0 && a < column.later.size(); ++a) {
      const Block& X = below_[column.places[a]];
      const int i = column.later[a], rows = sizes_[i];
      Block scaled;
      for (int r = 0; r < rows; ++r)
        for (int p = 0; p < size; ++p) scaled[r * w + p] = X[r * w + p] * column.inverse[p];
      for (std::size_t b = 0; b <= a; ++b) {
        const int target = column.targets[pair++], j = column.later[b];
        const bool straight = target < 0 || rank_of_[i] > rank_of_[j];
        Block& into = target < 0 ? columns_[-1 - target].diagonal : below_[target];
        subtract_products_of[size - 1](scaled.data(), below_[column.places[b]].data(), into.data(), rows, sizes_[j],
                                       straight ? w : 1, straight ? 1 : w);
      }
    }
    for (int place : column.places) {
      Block& X = below_[place];
      for (int r = 0; r < w; ++r)
        for (int p = 0; p < size; ++p) X[r * w + p] *= column.inverse[p];
    }
  }
}

void Semidefinite::solve(std::span<double> x) const {
  const auto at = [&](int block) { return x.data() + static_cast<std::ptrdiff_t>(block) * w; };
  for (int k : order_) {  // L y = b
    const Column& column = columns_[k];
    const int size = sizes_[k];
    double* y = at(k);
    for (int p = 0; p < size; ++p)
      for (int s = 0; s < p; ++s) y[p] -= column.diagonal[p * w + s] * y[s];
    for (std::size_t a = 0; a < column.later.size(); ++a) {
      const Block& X = below_[column.places[a]];
      double* into = at(column.later[a]);
      for (int r = 0; r < sizes_[column.later[a]]; ++r)
        for (int p = 0; p < size; ++p) into[r] -= X[r * w + p] * y[p];
    }
    for (int p = 0; p < size; ++p) y[p] *= column.inverse[p];
  }
  for (auto k = order_.rbegin(); k != order_.rend(); ++k) {  // Lᵀ x = D⁻¹ y
    const Column& column = columns_[*k];
    const int size = sizes_[*k];
    double* y = at(*k);
    for (std::size_t a = 0; a < column.later.size(); ++a) {
      const Block& X = below_[column.places[a]];
      const double* from = at(column.later[a]);
      for (int p = 0; p < size; ++p)
        for (int r = 0; r < sizes_[column.later[a]]; ++r) y[p] -= X[r * w + p] * from[r];
    }
    for (int p = size - 1; p >= 0; --p)
      for (int s = p + 1; s < size; ++s) y[p] -= column.diagonal[s * w + p] * y[s];
  }
}

}  // namespace pintle
