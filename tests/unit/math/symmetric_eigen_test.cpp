#include "pintle/math/symmetric_eigen.h"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

namespace pintle {
namespace {

using Rows = std::vector<std::vector<double>>;

/// B Bᵀ for random B of n × rank: n − rank values are zero, and others may lie close together.
Rows draw_square(Random& random, std::size_t n, std::size_t rank) {
  Rows A(n, std::vector<double>(n, 0.0));
  for (std::size_t r = 0; r < rank; ++r) {
    std::vector<double> b(n);
    for (double& x : b) x = random.normal();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) A[i][j] += b[i] * b[j];
  }
  return A;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

TEST_CASE("symmetric eigen: vectors are unit vectors, perpendicular, and A x = λ x, whatever the rank") {
  Random random(41);
  for (std::size_t n : {1u, 2u, 3u, 6u, 20u})
    for (std::size_t rank : {n, n / 2}) {
      const Rows A = draw_square(random, n, rank);
      const SymmetricEigen eigen = calc_symmetric_eigen(A);
      const double small = 10 * static_cast<double>(n) * tests::rounding;  // a sum of n products, rounded in some ten sweeps
      const double size = std::max(1.0, eigen.values.back());
      CHECK(std::ranges::is_sorted(eigen.values));
      for (std::size_t k = 0; k < n; ++k) {
        const std::vector<double>& x = eigen.vectors[k];
        for (std::size_t i = 0; i < n; ++i) CHECK(std::fabs(dot(A[i], x) - eigen.values[k] * x[i]) < small * size);
        for (std::size_t j = 0; j < n; ++j) CHECK(std::fabs(dot(x, eigen.vectors[j]) - (j == k ? 1 : 0)) < small);
      }
      for (std::size_t k = 0; k < n - rank; ++k) CHECK(std::fabs(eigen.values[k]) < small * size);
    }
}

TEST_CASE("symmetric eigen: the values are those of another library") {
  Random random(42);
  for (int trial = 0; trial < 20; ++trial) {
    const Sym3<double> S = tests::draw_symmetric(random);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> other(tests::to_eigen(S));
    const PrincipalAxes own = calc_principal_axes(S);
    for (int k = 0; k < 3; ++k)
      CHECK(own.moments[static_cast<std::size_t>(k)] ==
            doctest::Approx(other.eigenvalues()(k)).epsilon(1e-13));  // a few roundings of values near 1
  }
}

TEST_CASE("symmetric eigen: what is diagonal comes back to the bit, in ascending order") {
  const PrincipalAxes own = calc_principal_axes({0.3, 0, 0, 0.1, 0, 0.7});
  CHECK(own.moments == std::array{0.1, 0.3, 0.7});
  CHECK(tests::distance(own.R.column(0), {0, 1, 0}) == 0);
  CHECK(tests::distance(own.R.column(1), {1, 0, 0}) == 0);
  CHECK(tests::distance(own.R.column(2), {0, 0, -1}) == 0);  // the hand of a rotation
  CHECK(calc_principal_axes(Sym3<double>::zero()).moments == std::array{0.0, 0.0, 0.0});
}

TEST_CASE("principal axes: they are a rotation, and turn the moments back into the tensor") {
  Random random(43);
  for (int trial = 0; trial < 20; ++trial) {
    const Sym3<double> I = tests::draw_inertia(random, 3);
    const PrincipalAxes own = calc_principal_axes(I);
    const auto [a, b, c] = own.moments;
    CHECK(tests::distance(turned(own.R, Sym3<double>{a, 0, 0, b, 0, c}).full(), I.full()) < 20 * tests::rounding);
    CHECK(dot(cross(own.R.column(0), own.R.column(1)), own.R.column(2)) == doctest::Approx(1));
  }
}

}  // namespace pintle
