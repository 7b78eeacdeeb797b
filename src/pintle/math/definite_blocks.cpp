#include "pintle/math/definite_blocks.h"

#include <algorithm>
#include <numeric>

#include "pintle/base/check.h"
#include "pintle/math/fill_pattern.h"

namespace pintle {
namespace {

constexpr int w = DefiniteBlocks::width;
using Block = DefiniteBlocks::Block;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

/// A = L D Lᵀ, from the lower half and in it.
void factorize_diagonal(Block& A, std::array<double, w>& inverse) {
  for (int p = 0; p < w; ++p) {
    inverse[place(p)] = 1 / A[place(p * w + p)];
    for (int i = p + 1; i < w; ++i) {
      const double l = A[place(i * w + p)] * inverse[place(p)];
      for (int j = p + 1; j <= i; ++j) A[place(i * w + j)] -= l * A[place(j * w + p)];
    }
    for (int i = p + 1; i < w; ++i) A[place(i * w + p)] *= inverse[place(p)];
  }
}

/// X = L_ik D out of A_ik = X L_kkᵀ, and L_ik in place of A_ik.
void divide(const Block& L, const std::array<double, w>& inverse, Block& A, Block& X) {
  for (int r = 0; r < w; ++r) {
    std::array<double, w> x;
    for (int p = 0; p < w; ++p) {
      x[place(p)] = A[place(r * w + p)];
      for (int s = 0; s < p; ++s) x[place(p)] -= x[place(s)] * L[place(p * w + s)];
    }
    for (int p = 0; p < w; ++p) X[place(r * w + p)] = x[place(p)];
    for (int p = 0; p < w; ++p) A[place(r * w + p)] = x[place(p)] * inverse[place(p)];
  }
}

/// C −= X Yᵀ
template <bool lower_half>
void subtract_product(const Block& X, const Block& Y, Block& C) {
  for (int r = 0; r < w; ++r)
    for (int c = 0; c < (lower_half ? r + 1 : w); ++c) {
      double sum = X[place(r * w)] * Y[place(c * w)];
      for (int p = 1; p < w; ++p) sum += X[place(r * w + p)] * Y[place(c * w + p)];
      C[place(r * w + c)] -= sum;
    }
}

}  // namespace

DefiniteBlocks::DefiniteBlocks(int count, std::span<const std::pair<int, int>> coupled)
    : turn_(place(count)), columns_(place(count)) {
  FillPattern pattern(place(count));
  for (const auto& [a, b] : coupled) pattern.couple(a, b);
  std::vector<int> all(place(count));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> order = pattern.leave_fewest_first(all);
  for (std::size_t k = 0; k < order.size(); ++k) turn_[place(order[k])] = static_cast<int>(k);
  const auto later = pattern.take_later();
  std::size_t most = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    Column& column = columns_[k];
    column.own = order[k];
    column.first = static_cast<int>(row_.size());
    for (int j : later[place(column.own)]) row_.push_back(turn_[place(j)]);
    column.count = static_cast<int>(row_.size()) - column.first;
    std::sort(row_.begin() + column.first, row_.end());
    most = std::max(most, place(column.count));
  }
  blocks_.resize(row_.size());
  undivided_.resize(most);
  for (Column& column : columns_) {
    column.targets = static_cast<int>(targets_.size());
    for (int a = 0; a < column.count; ++a)
      for (int b = 0; b <= a; ++b) {
        const int i = row_[place(column.first + a)], j = row_[place(column.first + b)];
        targets_.push_back(a == b ? -1 - i : find(columns_[place(i)].own, columns_[place(j)].own).block);
      }
  }
  clear();
}

DefiniteBlocks::Place DefiniteBlocks::find(int i, int j) const {
  const int first = std::min(turn_[place(i)], turn_[place(j)]), second = std::max(turn_[place(i)], turn_[place(j)]);
  const Column& column = columns_[place(first)];
  const auto begin = row_.begin() + column.first, end = begin + column.count;
  const auto at = std::lower_bound(begin, end, second);
  PINTLE_CHECK(at != end && *at == second);
  return {static_cast<int>(at - row_.begin()), turn_[place(i)] < turn_[place(j)]};
}

void DefiniteBlocks::clear() {
  for (Column& column : columns_) column.diagonal.fill(0.0);
  for (Block& block : blocks_) block.fill(0.0);
}

void DefiniteBlocks::update_targets(const Column& column) {
  const int* target = targets_.data() + column.targets;
  for (int a = 0; a < column.count; ++a) {
    const Block& X = undivided_[place(a)];
    for (int b = 0; b < a; ++b) subtract_product<false>(X, blocks_[place(column.first + b)], blocks_[place(*target++)]);
    subtract_product<true>(X, blocks_[place(column.first + a)], columns_[place(-1 - *target++)].diagonal);
  }
}

void DefiniteBlocks::factorize() {
  for (Column& column : columns_) {
    factorize_diagonal(column.diagonal, column.inverse);
    for (int a = 0; a < column.count; ++a)
      divide(column.diagonal, column.inverse, blocks_[place(column.first + a)], undivided_[place(a)]);
    update_targets(column);
  }
}

void DefiniteBlocks::solve(std::span<double> x) const {
  const auto at = [&](const Column& column) { return x.data() + static_cast<std::ptrdiff_t>(column.own) * w; };
  for (const Column& column : columns_) {  // L y = b
    double* const y = at(column);
    for (int p = 1; p < w; ++p)
      for (int s = 0; s < p; ++s) y[p] -= column.diagonal[place(p * w + s)] * y[s];
    for (int a = column.first; a < column.first + column.count; ++a) {
      const Block& L = blocks_[place(a)];
      double* const into = at(columns_[place(row_[place(a)])]);
      for (int r = 0; r < w; ++r)
        for (int p = 0; p < w; ++p) into[r] -= L[place(r * w + p)] * y[p];
    }
    for (int p = 0; p < w; ++p) y[p] *= column.inverse[place(p)];
  }
  for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {  // Lᵀ x = D⁻¹ y
    double* const y = at(*column);
    for (int a = column->first; a < column->first + column->count; ++a) {
      const Block& L = blocks_[place(a)];
      const double* const from = at(columns_[place(row_[place(a)])]);
      for (int r = 0; r < w; ++r)
        for (int p = 0; p < w; ++p) y[p] -= L[place(r * w + p)] * from[r];
    }
    for (int p = w - 2; p >= 0; --p)
      for (int s = p + 1; s < w; ++s) y[p] -= column->diagonal[place(s * w + p)] * y[s];
  }
}

}  // namespace pintle
