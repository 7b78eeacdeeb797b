#include "pintle/math/block_held.h"

#include <doctest/doctest.h>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

/// x of [A Rᵀ; R 0] [x; −λ] = [b; r], dense.
Eigen::Vector3d solve_dense(const Eigen::Matrix3d& A, const Eigen::MatrixXd& R, const Eigen::Vector3d& b,
                            const Eigen::VectorXd& r) {
  const Eigen::Index k = R.rows();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(3 + k, 3 + k);
  K.topLeftCorner(3, 3) = A;
  K.topRightCorner(3, k) = R.transpose();
  K.bottomLeftCorner(k, 3) = R;
  Eigen::VectorXd s(3 + k);
  s << b, r;
  return K.fullPivLu().solve(s).head(3);
}

template <int k>
Vec3<double> solve_block(const Sym3<double>& A, const Vec3<double>* R, const Vec3<double>& b, const Vec3<double>& r) {
  const HeldBlock<k> block(A, R);
  if constexpr (k == 0) {
    return block.P * b;
  } else if constexpr (k == 3) {
    return block.Q_times(r);
  } else {
    CHECK(distance(block.Pi * b, block.Q_times({dot(R[0], b), k > 1 ? dot(R[1], b) : 0, 0})) < 1e-12 * norm(b));  // Π = Q R
    return block.P * b + block.Q_times(r);
  }
}

template <int k>
void check_block(const Sym3<double>& A, Random& random) {
  Vec3<double> R[3];
  Eigen::MatrixXd rows(k, 3);
  Eigen::VectorXd right(k);
  const Vec3<double> b = draw_vector(random), r = draw_vector(random);
  for (int i = 0; i < k; ++i) {
    const Vec3<double> v = draw_vector(random);
    R[i] = (1 / norm(v)) * v;
    rows.row(i) = to_eigen(R[i]);
    right[i] = r[i];
  }
  // Rows drawn at random may be nearly parallel: the dense solution loses as many digits.
  const double spread = k == 0 ? 1 : 1 / Eigen::JacobiSVD<Eigen::MatrixXd>(rows).singularValues()(k - 1);
  if (spread > 100) return;
  const Eigen::Vector3d expected = solve_dense(to_eigen(A), rows, to_eigen(b), right);
  const Vec3<double> x = solve_block<k>(A, R, b, r);
  CHECK((to_eigen(x) - expected).norm() < 1e-12 * spread * spread * (1 + expected.norm()));
}

}  // namespace

TEST_CASE("held block: three unknowns under none to three rows are those of the dense saddle-point system") {
  Random random(1);
  for (int n = 0; n < 200; ++n) {
    const Sym3<double> A = draw_inertia(random, 20);
    check_block<0>(A, random);
    check_block<1>(A, random);
    check_block<2>(A, random);
    check_block<3>(A, random);
  }
}

TEST_CASE("held block: a rod's missing inertia is no trouble where a row holds it, a point mass needs all three") {
  Random random(2);
  for (int n = 0; n < 100; ++n) {
    const Vec3<double> v = draw_vector(random), u = (1 / norm(v)) * v;
    const Sym3<double> rod{1 - u.x * u.x, -u.x * u.y, -u.x * u.z, 1 - u.y * u.y, -u.y * u.z, 1 - u.z * u.z};
    const Vec3<double> R[1] = {u};
    const HeldBlock<1> block(rod, R);
    const Vec3<double> b = draw_vector(random), x = block.P * b + block.Q_times({0.7, 0, 0});
    CHECK(dot(u, x) == doctest::Approx(0.7).epsilon(1e-12));
    CHECK(distance(x - dot(u, x) * u, b - dot(u, b) * u) < 1e-12);  // unit inertia across the rod
    check_block<3>(Sym3<double>::zero(), random);
  }
}

TEST_CASE("held block: a motion that is not determined is NaN, never a large number") {
  const HeldBlock<0> rod({1, 0, 0, 1, 0, 0}, nullptr);
  CHECK(std::isnan(rod.P.zz));
  const Vec3<double> R[1] = {{1, 0, 0}};
  const HeldBlock<1> point(Sym3<double>::zero(), R);
  CHECK(std::isnan(point.P.yy));
}
