#pragma once
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace pintle {

/// A sparse symmetric positive semidefinite matrix in blocks of at most 6 × 6, factorized as A = L D Lᵀ. The order of the
/// blocks and the pattern of L are planned once.
///
/// A pivot that is not above `threshold` times the diagonal element it came from is rounding: what belongs to it depends on the
/// rows before it. It is dropped, its unknown is zero, and A x = b still holds for every b that A can give. The ratio of a
/// pivot to its diagonal element is sin² of an angle, to the span of those before, whatever the units of the rows: the
/// threshold is scale-aware by construction. A small pivot that is taken magnifies the rounding in all that it reaches by the
/// inverse of its ratio; there the threshold is as much higher.
class Semidefinite {
 public:
  static constexpr int width = 6;

  /// `coupled` are the pairs of blocks that may hold numbers.
  Semidefinite(std::vector<int> sizes, std::span<const std::pair<int, int>> coupled);

  void clear();
  /// A(i r, j c) += value for the pair of blocks i, j; of i ≠ j the transpose is meant too and must not be added again.
  void add(int i, int r, int j, int c, double value);
  /// A threshold of zero is for a matrix that is known to be definite: nothing is dropped.
  void factorize(double threshold);

  int rank() const { return rank_; }
  double least_ratio() const { return least_ratio_; }  // of the pivots that were taken; 1 if there is none
  /// A x = b, in place; x by blocks of `width`.
  void solve(std::span<double> x) const;

 private:
  using Block = std::array<double, width * width>;  // by rows
  struct Column {
    Block diagonal;                            // then L in its lower part
    std::array<double, width> pivot, inverse;  // D, D⁻¹; zero where dropped
    double worst;                              // least ratio that has reached it
    std::vector<int> later;                    // blocks below the diagonal …
    std::vector<int> places;                   // … in below_
    std::vector<int> targets;                  // where pairs of `later` lie: −1 − block for a diagonal one
  };
  void factorize_diagonal(Column& column, int size, double threshold);
  int find(int k, int j) const;

  std::vector<int> sizes_, order_, rank_of_;  // rank_of_: place of a block in the order
  std::vector<Column> columns_;               // by block
  std::vector<Block> below_;
  int rank_ = 0;
  double least_ratio_ = 1;
};

}  // namespace pintle
