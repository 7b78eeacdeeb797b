#include "pintle/math/semidefinite.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "pintle/base/random.h"

namespace pintle {
namespace {

/// A = Σ g gᵀ over random rows g that touch two neighbouring blocks each.
struct Case {
  std::vector<int> sizes;
  std::vector<std::pair<int, int>> coupled;
  Eigen::MatrixXd A;
  std::vector<int> first;

  Case(std::vector<int> of, std::vector<std::pair<int, int>> pairs, int rows_each, std::uint64_t seed)
      : sizes(std::move(of)), coupled(std::move(pairs)) {
    int n = 0;
    for (int s : sizes) first.push_back(n), n += s;
    A = Eigen::MatrixXd::Zero(n, n);
    Random random(seed);
    for (const auto& [a, b] : coupled)
      for (int k = 0; k < rows_each; ++k) {
        Eigen::VectorXd g = Eigen::VectorXd::Zero(n);
        for (int block : {a, b})
          for (int i = 0; i < sizes[static_cast<std::size_t>(block)]; ++i)
            g(first[static_cast<std::size_t>(block)] + i) = random.normal();
        A += g * g.transpose();
      }
  }
  Semidefinite make() const {
    Semidefinite m(sizes, coupled);
    const auto put = [&](int i, int j) {
      for (int r = 0; r < sizes[static_cast<std::size_t>(i)]; ++r)
        for (int c = 0; c < sizes[static_cast<std::size_t>(j)]; ++c)
          m.add(i, r, j, c, A(first[static_cast<std::size_t>(i)] + r, first[static_cast<std::size_t>(j)] + c));
    };
    for (int i = 0; i < static_cast<int>(sizes.size()); ++i) put(i, i);
    for (const auto& [a, b] : coupled) put(a, b);
    return m;
  }
  double calc_error(const Semidefinite& m, std::uint64_t seed) const {
    Random random(seed);
    Eigen::VectorXd x(A.rows());
    for (int i = 0; i < x.size(); ++i) x(i) = random.normal();
    const Eigen::VectorXd b = A * x;
    std::vector<double> y(sizes.size() * Semidefinite::width, 0.0);
    for (std::size_t k = 0; k < sizes.size(); ++k)
      for (int i = 0; i < sizes[k]; ++i) y[k * Semidefinite::width + static_cast<std::size_t>(i)] = b(first[k] + i);
    m.solve(y);
    Eigen::VectorXd back(A.rows());
    for (std::size_t k = 0; k < sizes.size(); ++k)
      for (int i = 0; i < sizes[k]; ++i) back(first[k] + i) = y[k * Semidefinite::width + static_cast<std::size_t>(i)];
    return (A * back - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
  }
};

const std::vector<std::pair<int, int>> ring{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1, 3}};

TEST_CASE("a definite matrix in blocks solves to rounding") {
  for (std::uint64_t seed : {1, 2, 3}) {
    const Case one({6, 3, 5, 1, 6}, ring, 6, seed);
    Semidefinite m = one.make();
    m.factorize(1e-12);
    CHECK(m.rank() == 21);
    CHECK(one.calc_error(m, seed) < 1e-9);  // condition of the draw times rounding
  }
}

TEST_CASE("a singular matrix has the rank of its rows, and whatever it can give is solved") {
  for (std::uint64_t seed : {1, 2, 3}) {
    const Case one({6, 3, 5, 1, 6}, ring, 2, seed);
    Semidefinite m = one.make();
    m.factorize(1e-12);
    CHECK(m.rank() == Eigen::FullPivLU<Eigen::MatrixXd>(one.A).setThreshold(1e-11).rank());
    CHECK(m.rank() < 21);
    CHECK(one.calc_error(m, seed) < 1e-8);
  }
}

TEST_CASE("the rank does not depend on the units of a block") {
  Case one({6, 3, 5, 1, 6}, ring, 2, 7);
  for (int i = 0; i < 6; ++i) {
    one.A.row(i) *= 1e-5;
    one.A.col(i) *= 1e-5;
  }
  Semidefinite m = one.make();
  m.factorize(1e-12);
  CHECK(m.rank() == 12);
}

}  // namespace
}  // namespace pintle
