#include "pintle/math/symmetric_eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

/// Jacobi's method [Golub & Van Loan 2013, section 8.5]: plane rotations A ← Jᵀ A J, each of which turns one pair of
/// off-diagonal elements into zero, in sweeps over all pairs. With the tangent of the rotation's angle
///
///     t² + 2 τ t − 1 = 0,   τ = (a_qq − a_pp) / 2 a_pq,   |t| ≤ 1                     (1)
///
/// the pair becomes a_pp − t a_pq, a_qq + t a_pq. What is left off the diagonal shrinks quadratically, so a few sweeps
/// suffice. Our matrices are small, and this is the most accurate way; each sum has one order on every machine.
namespace pintle {
namespace {

using Rows = std::vector<std::vector<double>>;

constexpr int most_sweeps = 60;  // rounding is reached after less than ten; what is not finite never gets there

/// True if adding `x` to both changes neither.
bool is_negligible(double x, double a, double b) { return a + std::fabs(x) == a && b + std::fabs(x) == b; }

/// An element of row p and its neighbour in row q.
void turn(double& at_p, double& at_q, double c, double s) {
  const double old = at_p;
  at_p = c * old - s * at_q;
  at_q = s * old + c * at_q;
}

/// One rotation; the rows of X become the vectors. False if the pair is zero already.
bool rotate(Rows& A, Rows& X, std::size_t p, std::size_t q) {
  const double a = A[p][q];
  if (is_negligible(a, std::fabs(A[p][p]), std::fabs(A[q][q]))) {
    A[p][q] = A[q][p] = 0;
    return false;
  }
  const double tau = (A[q][q] - A[p][p]) / (2 * a);
  const double t = std::copysign(1, tau) / (std::fabs(tau) + std::sqrt(1 + tau * tau));  // (1)
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  A[p][p] -= t * a;
  A[q][q] += t * a;
  A[p][q] = A[q][p] = 0;
  for (std::size_t k = 0; k < A.size(); ++k) {
    turn(X[p][k], X[q][k], c, s);
    if (k == p || k == q) continue;
    turn(A[p][k], A[q][k], c, s);
    A[k][p] = A[p][k];
    A[k][q] = A[q][k];
  }
  return true;
}

}  // namespace

SymmetricEigen calc_symmetric_eigen(std::vector<std::vector<double>> A) {
  const std::size_t n = A.size();
  Rows X(n, std::vector<double>(n, 0.0));
  for (std::size_t k = 0; k < n; ++k) X[k][k] = 1;
  bool turned = true;
  for (int sweep = 0; sweep < most_sweeps && turned; ++sweep) {
    turned = false;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) turned |= rotate(A, X, p, q);
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return A[k][k]; });
  SymmetricEigen out;
  for (std::size_t k : order) {
    out.values.push_back(A[k][k]);
    out.vectors.push_back(std::move(X[k]));
  }
  return out;
}

PrincipalAxes calc_principal_axes(const Sym3<double>& I) {
  const SymmetricEigen eigen = calc_symmetric_eigen({{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}});
  const auto axis = [&](std::size_t k) { return Vec3<double>{eigen.vectors[k][0], eigen.vectors[k][1], eigen.vectors[k][2]}; };
  const Vec3<double> x = axis(0), y = axis(1), z = axis(2);
  const double hand = dot(cross(x, y), z) < 0 ? -1 : 1;
  return {{eigen.values[0], eigen.values[1], eigen.values[2]}, Mat3<double>::from_columns(x, y, hand * z)};
}

}  // namespace pintle
