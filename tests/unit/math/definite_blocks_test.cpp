#include "pintle/math/definite_blocks.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "pintle/base/random.h"

namespace pintle {
namespace {

constexpr int w = DefiniteBlocks::width;
const std::vector<std::pair<int, int>> ring{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1, 3}, {5, 2}};

/// A = Σ g gᵀ over random rows g that touch two coupled blocks each, plus a part of the unit matrix.
Eigen::MatrixXd draw(int count, std::uint64_t seed) {
  Random random(seed);
  Eigen::MatrixXd A = 0.1 * Eigen::MatrixXd::Identity(w * count, w * count);
  for (const auto& [a, b] : ring)
    for (int k = 0; k < 5; ++k) {
      Eigen::VectorXd g = Eigen::VectorXd::Zero(A.rows());
      for (int block : {a, b})
        for (int i = 0; i < w; ++i) g(w * block + i) = random.normal();
      A += g * g.transpose();
    }
  return A;
}

}  // namespace

TEST_CASE("definite blocks: a ring of blocks is solved as a dense matrix is, whichever way a block is asked for") {
  constexpr int count = 6;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    const Eigen::MatrixXd A = draw(count, seed);
    DefiniteBlocks blocks(count, ring);
    for (int round = 0; round < 2; ++round) {  // the second time in the same places
      blocks.clear();
      for (int i = 0; i < count; ++i)
        for (int r = 0; r < w; ++r)
          for (int c = 0; c <= r; ++c) blocks.diagonal(i)[static_cast<std::size_t>(r * w + c)] = A(w * i + r, w * i + c);
      for (const auto& [a, b] : ring) {
        const auto [i, j] = round == 0 ? std::pair(a, b) : std::pair(b, a);
        const DefiniteBlocks::Place place = blocks.find(i, j);
        for (int r = 0; r < w; ++r)
          for (int c = 0; c < w; ++c)
            blocks.beside(place.block)[static_cast<std::size_t>(place.swapped ? c * w + r : r * w + c)] = A(w * i + r, w * j + c);
      }
      blocks.factorize();
      Random random(seed + 100);
      Eigen::VectorXd b(A.rows());
      for (int i = 0; i < b.size(); ++i) b(i) = random.normal();
      std::vector<double> x(b.data(), b.data() + b.size());
      blocks.solve(x);
      const Eigen::VectorXd expected = A.ldlt().solve(b);
      // condition of some hundred times rounding
      CHECK((Eigen::Map<Eigen::VectorXd>(x.data(), b.size()) - expected).cwiseAbs().maxCoeff() < 1e-12);
    }
  }
}

}  // namespace pintle
