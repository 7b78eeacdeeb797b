#include "pintle/math/articulated.h"

#include <doctest/doctest.h>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

/// (n, f) = A (α, a) + bias, all in one matrix.
struct Dense {
  Matrix6 A;
  Vector6 bias;
};

Articulated<double> draw(Random& random) {
  return {draw_symmetric(random), draw_matrix(random), draw_symmetric(random), draw_vector(random), draw_vector(random)};
}

Dense dense(const Articulated<double>& a) {
  Dense d;
  d.A << to_eigen(a.I), to_eigen(a.H), to_eigen(a.H).transpose(), to_eigen(a.M);
  d.bias << to_eigen(a.n), to_eigen(a.f);
  return d;
}

/// A wrench about the old origin in the old axes → about the new one in the new axes; motions go by the transpose back.
Dense seen(const Dense& d, const Eigen::Matrix3d& R, const Eigen::Vector3d& r) {
  Eigen::Matrix3d cross;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  Matrix6 T = Matrix6::Zero();
  T.topLeftCorner<3, 3>() = T.bottomRightCorner<3, 3>() = R;
  T.topRightCorner<3, 3>() = cross * R;
  return {T * d.A * T.transpose(), T * d.bias};
}

void check_same(const Articulated<double>& got, const Dense& expected) {
  const Dense d = dense(got);
  const double few_roundings = 1e-13 * (1 + expected.A.norm());  // some ten roundings of sums of products
  CHECK((d.A - expected.A).norm() < few_roundings);
  CHECK((d.bias - expected.bias).norm() < few_roundings);
}

}  // namespace

TEST_CASE("articulated inertia: turns about z, x and in general are R A Rᵀ of the 6 × 6 matrix") {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Articulated<double> a = draw(random);
    const double angle = random.uniform(-4, 4), c = std::cos(angle), s = std::sin(angle);
    const Turn<double> t = Turn<double>::of(c, s);
    const Eigen::Matrix3d Rz = to_eigen(rotation_about(2, s, c)), Rx = to_eigen(rotation_about(0, s, c));
    check_same({turned_z(t, a.I), turned_z(t, a.H), turned_z(t, a.M), turned_z(c, s, a.n), turned_z(c, s, a.f)},
               seen(dense(a), Rz, Eigen::Vector3d::Zero()));
    check_same({turned_x(t, a.I), turned_x(t, a.H), turned_x(t, a.M), turned_x(c, s, a.n), turned_x(c, s, a.f)},
               seen(dense(a), Rx, Eigen::Vector3d::Zero()));
    const Mat3<double> R = to_matrix(draw_rotation(random));
    Articulated<double> general = a;
    turn(general, R);
    check_same(general, seen(dense(a), to_eigen(R), Eigen::Vector3d::Zero()));
    CHECK(distance(turned_back_z(c, s, turned_z(c, s, a.n)), a.n) < 1e-14);
    CHECK(distance(turned_back_x(c, s, turned_x(c, s, a.n)), a.n) < 1e-14);
  }
}

TEST_CASE("articulated inertia: shifts of the origin are those of the 6 × 6 matrix, along x too") {
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const Articulated<double> a = draw(random);
    const Vec3<double> r = draw_vector(random);
    Articulated<double> general = a, along = a;
    shift(general, r);
    check_same(general, seen(dense(a), Eigen::Matrix3d::Identity(), to_eigen(r)));
    shift_x(along, r.x);
    check_same(along, seen(dense(a), Eigen::Matrix3d::Identity(), {r.x, 0, 0}));
    Articulated<double> back = general;
    shift(back, -r);
    check_same(back, dense(a));
  }
}

TEST_CASE("articulated inertia: sums are sums of the 6 × 6 matrices") {
  Random random(3);
  Articulated<double> a = draw(random);
  const Articulated<double> b = draw(random);
  const Dense da = dense(a), db = dense(b);
  a += b;
  check_same(a, {da.A + db.A, da.bias + db.bias});
}
