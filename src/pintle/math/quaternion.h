#pragma once
#include "pintle/math/mat3.h"

namespace pintle {

/// q_AB turns components in B into components in A, as R_AB does. Scalar part first; any length but zero.
template <class T>
struct Quaternion {
  T w, x, y, z;

  static Quaternion identity() { return {T(1.0), T(0.0), T(0.0), T(0.0)}; }
  Quaternion conjugate() const { return {w, -x, -y, -z}; }
  T norm2() const { return w * w + x * x + y * y + z * z; }

  friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
};

template <class T>
inline Quaternion<T> normalized(const Quaternion<T>& q) {
  const T s = 1.0 / sqrt(q.norm2());
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

/// R(q), exact for every length of q: the factor 2/|q|² takes care of it.
template <class T>
[[gnu::always_inline]] inline Mat3<T> to_matrix(const Quaternion<T>& q) {
  const T s = 2.0 / q.norm2();
  const T xs = s * q.x, ys = s * q.y, zs = s * q.z;
  const T wx = q.w * xs, wy = q.w * ys, wz = q.w * zs, xx = q.x * xs, xy = q.x * ys, xz = q.x * zs;
  const T yy = q.y * ys, yz = q.y * zs, zz = q.z * zs;
  return {1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx, xz - wy, yz + wx, 1.0 - (xx + yy)};
}

/// q̇ = ½ q ∘ (0, ω), with ω of B in A, in B's axes. This is N(q) of a ball joint.
template <class T>
[[gnu::always_inline]] inline Quaternion<T> calc_rate(const Quaternion<T>& q, const Vec3<T>& w) {
  return {-0.5 * (q.x * w.x + q.y * w.y + q.z * w.z), 0.5 * (q.w * w.x + q.y * w.z - q.z * w.y),
          0.5 * (q.w * w.y + q.z * w.x - q.x * w.z), 0.5 * (q.w * w.z + q.x * w.y - q.y * w.x)};
}

/// The quaternion of a rotation matrix, w ≥ 0; the largest of the four components is found first
/// [Shepperd 1978], so that no digit is lost at any angle. Double only: it branches on values.
Quaternion<double> to_quaternion(const Mat3<double>& R);

/// The sign of q is free; the one nearer to `last` keeps a signal continuous.
Quaternion<double> nearest_sign(const Quaternion<double>& q, const Quaternion<double>& last);

}  // namespace pintle
