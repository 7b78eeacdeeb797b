#include "pintle/math/quaternion.h"

#include <doctest/doctest.h>

#include <numbers>
#include <vector>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

using namespace pintle;
using namespace pintle::tests;

namespace {

constexpr double pi = std::numbers::pi;

Quaternion<double> about(const Vec3<double>& axis, double angle) {
  const double s = std::sin(angle / 2) / norm(axis);
  return {std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}

/// Axes on the edges of all four branches of the conversion.
std::vector<Vec3<double>> hard_axes() {
  std::vector<Vec3<double>> axes;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z)
        if (x || y || z) axes.push_back({double(x), double(y), double(z)});
  axes.push_back({1, 1e-9, -1e-9});
  axes.push_back({1e-9, 1, 1e-17});
  axes.push_back({1e-300, -1e-8, 1});
  return axes;
}

std::vector<double> hard_angles() {
  return {
      0,          1e-300, 1e-17, 1e-9,      1e-4,    pi / 2,     2 * pi / 3,    -2 * pi / 3,        pi - 1e-4,         pi - 1e-9,
      pi - 1e-15, pi,     -pi,   pi + 1e-9, -pi / 2, 3 * pi / 2, 2 * pi - 1e-9, 2 * pi / 3 + 1e-12, 2 * pi / 3 - 1e-12};
}

}  // namespace

TEST_CASE("quaternion ↔ matrix: no digit lost at any angle, half turns included, and w ≥ 0") {
  for (const Vec3<double>& axis : hard_axes())
    for (const double angle : hard_angles()) {
      CAPTURE(axis.x);
      CAPTURE(axis.y);
      CAPTURE(axis.z);
      CAPTURE(angle);
      const Quaternion<double> q = about(axis, angle), back = to_quaternion(to_matrix(q));
      CHECK(back.w >= 0);
      CHECK(back.norm2() == doctest::Approx(1).epsilon(4 * rounding));
      CHECK(distance(nearest_sign(back, q), q) < 8 * rounding);
      CHECK(distance(to_matrix(back), to_matrix(q)) < 8 * rounding);
    }
}

TEST_CASE("quaternion → matrix: Rodrigues' formula, and exact for every length") {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Vec3<double> axis = draw_vector(random), n = (1 / norm(axis)) * axis;
    const double angle = random.uniform(-7, 7);
    const Eigen::Matrix3d expected = Eigen::AngleAxisd(angle, to_eigen(n)).toRotationMatrix();
    const Quaternion<double> q = about(n, angle), longer{3e5 * q.w, 3e5 * q.x, 3e5 * q.y, 3e5 * q.z};
    CHECK((to_eigen(to_matrix(q)) - expected).norm() < 8 * rounding);
    CHECK((to_eigen(to_matrix(longer)) - expected).norm() < 8 * rounding);
    CHECK(distance(normalized(longer), q) < 4 * rounding);
  }
}

TEST_CASE("quaternion: products and conjugates are those of matrices") {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const Quaternion<double> a = draw_rotation(random), b = draw_rotation(random);
    CHECK(distance(to_matrix(a * b), to_matrix(a) * to_matrix(b)) < 16 * rounding);
    CHECK(distance(to_matrix(a.conjugate()), to_matrix(a).transposed()) < 4 * rounding);
    CHECK(distance(a * a.conjugate(), Quaternion<double>::identity()) < 4 * rounding);
  }
}

TEST_CASE("quaternion: its rate turns the matrix with ω in the body's axes, and keeps the length") {
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    const double length = random.uniform(0.5, 2);
    const Quaternion<double> one = draw_rotation(random), q{length * one.w, length * one.x, length * one.y, length * one.z};
    const Vec3<double> w = draw_vector(random);
    const Quaternion<double> rate = calc_rate(q, w);
    CHECK(std::fabs(q.w * rate.w + q.x * rate.x + q.y * rate.y + q.z * rate.z) < 4 * rounding * norm(w) * length * length);
    const Mat3<Dual> R = to_matrix(seeded(q, rate));
    const Mat3<double> expected = to_matrix(q) * skew(w);  // Ṙ = R ω̃
    CHECK(distance(slope_of(R), expected) < 16 * rounding * norm(w));
    // One small turn: q(t + dt) ≈ q ∘ (1, ½ ω dt).
    const Quaternion<double> turned = q * Quaternion<double>{1, 0.5e-6 * w.x, 0.5e-6 * w.y, 0.5e-6 * w.z};
    CHECK(turned.x == doctest::Approx(q.x + 1e-6 * rate.x).epsilon(1e-13));
  }
}

TEST_CASE("quaternion: the sign nearer to the last one keeps a signal continuous over many turns") {
  Random random(4);
  const Vec3<double> axis = draw_vector(random);
  Quaternion<double> last = Quaternion<double>::identity();
  for (int k = 0; k <= 4000; ++k) {
    const double angle = 0.01 * k;  // six turns
    const Quaternion<double> q = nearest_sign(to_quaternion(to_matrix(about(axis, angle))), last);
    REQUIRE(distance(q, last) < 0.006);
    REQUIRE(distance(q, about(axis, angle)) < 1e-14);
    last = q;
  }
  CHECK(last.w < 0.5);  // 40 rad: cos 20 = 0.41 on the way, and negative in between
}
