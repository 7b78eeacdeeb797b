#pragma once
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace pintle {

/// A sparse symmetric positive definite matrix in blocks of 6 × 6, factorized as A = L D Lᵀ. Order and pattern of L are planned
/// once, and where a block lies is asked once: what is left for every new matrix are loops over numbers.
class DefiniteBlocks {
 public:
  static constexpr int width = 6;
  using Block = std::array<double, width * width>;  // by rows
  /// Of a block beside the diagonal. `swapped`: its rows are those of the second of the two that were asked for.
  struct Place {
    int block;
    bool swapped;
  };

  /// `coupled` are the pairs of blocks that may hold numbers.
  DefiniteBlocks(int count, std::span<const std::pair<int, int>> coupled);

  Place find(int i, int j) const;
  void clear();
  Block& diagonal(int i) { return columns_[turn_[i]].diagonal; }  // lower half
  Block& beside(int block) { return blocks_[block]; }

  void factorize();
  /// A x = b, in place; x by blocks.
  void solve(std::span<double> x) const;

 private:
  struct Column {                       // in the order of elimination
    int own;                            // its block of x
    Block diagonal;                     // then L in its lower half
    std::array<double, width> inverse;  // D⁻¹
    int first = 0, count = 0;           // its blocks below the diagonal
    int targets = 0;                    // where pairs of them lie
  };
  void update_targets(const Column& column);

  std::vector<int> turn_;         // by block of x: place among the columns
  std::vector<Column> columns_;   // in the order in which they leave
  std::vector<Block> blocks_;     // below the diagonal, by column
  std::vector<int> row_;          // of such a block: the column that it reaches
  std::vector<int> targets_;      // by pair of blocks of a column: block; −1 − column for a diagonal one
  std::vector<Block> undivided_;  // scratch: L D of one column
};

}  // namespace pintle
