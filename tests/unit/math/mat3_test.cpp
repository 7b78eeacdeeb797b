#include "pintle/math/mat3.h"

#include <doctest/doctest.h>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

using namespace pintle;
using namespace pintle::tests;

namespace {
constexpr double few_roundings = 1e-14;  // sums of three products of numbers of size one
}

TEST_CASE("mat3: products, sums and turns are those of Eigen") {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    const Mat3<double> A = draw_matrix(random), B = draw_matrix(random), R = to_matrix(draw_rotation(random));
    const Sym3<double> S = draw_symmetric(random);
    const Vec3<double> v = draw_vector(random);
    const Eigen::Matrix3d a = to_eigen(A), b = to_eigen(B), r = to_eigen(R), s = to_eigen(S);
    CHECK((to_eigen(A * B) - a * b).norm() < few_roundings);
    CHECK((to_eigen(A + B) - (a + b)).norm() < few_roundings);
    CHECK((to_eigen(A - B) - (a - b)).norm() < few_roundings);
    CHECK((to_eigen(2.5 * A) - 2.5 * a).norm() < few_roundings);
    CHECK((to_eigen(A * v) - a * to_eigen(v)).norm() < few_roundings);
    CHECK((to_eigen(transpose_times(A, v)) - a.transpose() * to_eigen(v)).norm() < few_roundings);
    CHECK((to_eigen(transpose_times(A, B)) - a.transpose() * b).norm() < few_roundings);
    CHECK((to_eigen(A.transposed()) - a.transpose()).norm() == 0);
    CHECK((to_eigen(S * v) - s * to_eigen(v)).norm() < few_roundings);
    CHECK((to_eigen(turned(R, S)) - r * s * r.transpose()).norm() < few_roundings);
    CHECK((to_eigen(turned(R, A)) - r * a * r.transpose()).norm() < few_roundings);
    CHECK(distance(skew(v) * A.column(0), cross(v, A.column(0))) < few_roundings);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        REQUIRE(A(i, j) == a(i, j));
        REQUIRE(A.row(i)[j] == a(i, j));
        REQUIRE(A.column(j)[i] == a(i, j));
      }
  }
}

TEST_CASE("mat3: a rotation about a coordinate axis turns the next axis towards the one after it") {
  for (int axis = 0; axis < 3; ++axis) {
    const int next = (axis + 1) % 3, after = (axis + 2) % 3;
    for (const double angle : {0.0, 0.3, -1.2, 1.5707963267948966, 3.0, 1000.0}) {
      const Mat3<double> R = rotation_about(axis, angle);
      const Vec3<double> expected = std::cos(angle) * unit<double>(next) + std::sin(angle) * unit<double>(after);
      CHECK(distance(R.column(next), expected) < 4 * rounding);
      CHECK(distance(R.column(axis), unit<double>(axis)) == 0);
      CHECK(std::fabs(to_eigen(R).determinant() - 1) < 4 * rounding);
    }
  }
}

TEST_CASE("sym3: the inverse is right to the condition of the matrix") {
  Random random(2);
  for (int k = 0; k < 500; ++k) {
    const Mat3<double> R = to_matrix(draw_rotation(random));
    const double spread = std::pow(10.0, random.uniform(0, 6));
    const double signs = random.chance(0.5) ? 1 : -1;  // regular is enough, definite it need not be
    const Sym3<double> S = turned(R, Sym3<double>{1, 0, 0, signs * spread, 0, random.uniform(1, spread)});
    const Eigen::Matrix3d product = to_eigen(S) * to_eigen(inverse(S));
    // Cofactors square the ratio of the two small eigenvalues to the large one.
    CHECK((product - Eigen::Matrix3d::Identity()).norm() < 16 * rounding * spread * spread);
  }
}

TEST_CASE("sym3: the inverse's derivative is that of the matrix: −S⁻¹ Ṡ S⁻¹") {
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const Sym3<double> S = draw_inertia(random, 10), D = draw_symmetric(random);
    const Sym3<Dual> X{{S.xx, D.xx}, {S.xy, D.xy}, {S.xz, D.xz}, {S.yy, D.yy}, {S.yz, D.yz}, {S.zz, D.zz}};
    const Mat3<Dual> Y = inverse(X).full();
    const Eigen::Matrix3d inv = to_eigen(S).inverse(), expected = -inv * to_eigen(D) * inv;
    CHECK((to_eigen(value_of(Y)) - inv).norm() < 1e-12 * inv.norm());  // condition below 100
    CHECK((to_eigen(slope_of(Y)) - expected).norm() < 1e-12 * expected.norm());
  }
}
