#pragma once
#include <cmath>
#include <limits>

#include "pintle/base/random.h"
#include "pintle/math/dual.h"
#include "pintle/math/spatial.h"

/// Random vectors and rotations, and how far two of them are apart.
namespace pintle::tests {

inline constexpr double rounding = std::numeric_limits<double>::epsilon();

inline Vec3<double> draw_vector(Random& random, double size = 1) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return {size * x, size * y, size * z};
}
inline Quaternion<double> draw_rotation(Random& random) {
  const double w = random.normal(), x = random.normal(), y = random.normal(), z = random.normal();
  return normalized(Quaternion<double>{w, x, y, z});
}
inline Pose<double> draw_pose(Random& random, double size = 1) {
  const Quaternion<double> q = draw_rotation(random);
  return {to_matrix(q), draw_vector(random, size)};
}
inline Mat3<double> draw_matrix(Random& random) {
  const Vec3<double> a = draw_vector(random), b = draw_vector(random), c = draw_vector(random);
  return Mat3<double>::from_columns(a, b, c);
}
inline Sym3<double> draw_symmetric(Random& random) {
  const Vec3<double> a = draw_vector(random), b = draw_vector(random);
  return {a.x, a.y, a.z, b.x, b.y, b.z};
}
/// Off-axis inertia about the mass centre that a body of this mass can have: second moments a, b, c > 0, then turned.
inline Sym3<double> draw_inertia(Random& random, double mass) {
  const auto moment = [&] { return mass * random.uniform(0.01, 0.1); };
  const double a = moment(), b = moment(), c = moment();
  return turned(to_matrix(draw_rotation(random)), Sym3<double>{b + c, 0, 0, a + c, 0, a + b});
}

inline double distance(const Vec3<double>& a, const Vec3<double>& b) { return norm(a - b); }
inline double distance(const Mat3<double>& A, const Mat3<double>& B) {
  return std::hypot(norm(A.row(0) - B.row(0)), norm(A.row(1) - B.row(1)), norm(A.row(2) - B.row(2)));
}
inline double distance(const Quaternion<double>& a, const Quaternion<double>& b) {
  return std::sqrt(Quaternion<double>{a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z}.norm2());
}

/// x + ẋ ε, and what came out of it.
inline Vec3<Dual> seeded(const Vec3<double>& x, const Vec3<double>& xdot) {
  return {{x.x, xdot.x}, {x.y, xdot.y}, {x.z, xdot.z}};
}
inline Quaternion<Dual> seeded(const Quaternion<double>& q, const Quaternion<double>& qdot) {
  return {{q.w, qdot.w}, {q.x, qdot.x}, {q.y, qdot.y}, {q.z, qdot.z}};
}
inline Vec3<double> value_of(const Vec3<Dual>& v) { return {v.x.value, v.y.value, v.z.value}; }
inline Vec3<double> slope_of(const Vec3<Dual>& v) { return {v.x.slope, v.y.slope, v.z.slope}; }
inline Mat3<double> value_of(const Mat3<Dual>& A) {
  return Mat3<double>::from_columns(value_of(A.column(0)), value_of(A.column(1)), value_of(A.column(2)));
}
inline Mat3<double> slope_of(const Mat3<Dual>& A) {
  return Mat3<double>::from_columns(slope_of(A.column(0)), slope_of(A.column(1)), slope_of(A.column(2)));
}
/// ω of Ṙ = ω̃ R.
inline Vec3<double> spin_of(const Mat3<double>& R, const Mat3<double>& Rdot) {
  const Mat3<double> W = Rdot * R.transposed();
  return 0.5 * Vec3<double>{W.zy - W.yz, W.xz - W.zx, W.yx - W.xy};
}

}  // namespace pintle::tests
