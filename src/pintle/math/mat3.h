#pragma once
#include "pintle/math/vec3.h"

namespace pintle {

/// A general 3 × 3 matrix. As a rotation R_AB it turns components in B into components in A.
template <class T>
struct Mat3 {
  T xx, xy, xz, yx, yy, yz, zx, zy, zz;

  static Mat3 identity() { return diagonal(T(1.0)); }
  static Mat3 zero() { return diagonal(T(0.0)); }
  static Mat3 diagonal(const T& d) {
    const T o(0.0);
    return {d, o, o, o, d, o, o, o, d};
  }
  static Mat3 from_columns(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
    return {a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z};
  }

  [[gnu::always_inline]] Vec3<T> column(int j) const {
    return j == 0 ? Vec3<T>{xx, yx, zx} : j == 1 ? Vec3<T>{xy, yy, zy} : Vec3<T>{xz, yz, zz};
  }
  [[gnu::always_inline]] Vec3<T> row(int i) const {
    return i == 0 ? Vec3<T>{xx, xy, xz} : i == 1 ? Vec3<T>{yx, yy, yz} : Vec3<T>{zx, zy, zz};
  }
  T operator()(int i, int j) const { return row(i)[j]; }
  Mat3 transposed() const { return {xx, yx, zx, xy, yy, zy, xz, yz, zz}; }

  [[gnu::always_inline]] friend Vec3<T> operator*(const Mat3& A, const Vec3<T>& v) {
    return {A.xx * v.x + A.xy * v.y + A.xz * v.z, A.yx * v.x + A.yy * v.y + A.yz * v.z, A.zx * v.x + A.zy * v.y + A.zz * v.z};
  }
  [[gnu::always_inline]] friend Mat3 operator*(const Mat3& A, const Mat3& B) {
    const Vec3<T> a = A * B.column(0), b = A * B.column(1), c = A * B.column(2);
    return from_columns(a, b, c);
  }
  [[gnu::always_inline]] friend Mat3 operator+(const Mat3& A, const Mat3& B) {
    return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yx + B.yx, A.yy + B.yy, A.yz + B.yz, A.zx + B.zx, A.zy + B.zy, A.zz + B.zz};
  }
  [[gnu::always_inline]] friend Mat3 operator-(const Mat3& A, const Mat3& B) {
    return {A.xx - B.xx, A.xy - B.xy, A.xz - B.xz, A.yx - B.yx, A.yy - B.yy, A.yz - B.yz, A.zx - B.zx, A.zy - B.zy, A.zz - B.zz};
  }
  [[gnu::always_inline]] friend Mat3 operator*(const T& s, const Mat3& A) {
    return {s * A.xx, s * A.xy, s * A.xz, s * A.yx, s * A.yy, s * A.yz, s * A.zx, s * A.zy, s * A.zz};
  }
};

/// Aᵀ v
template <class T>
[[gnu::always_inline]] inline Vec3<T> transpose_times(const Mat3<T>& A, const Vec3<T>& v) {
  return {A.xx * v.x + A.yx * v.y + A.zx * v.z, A.xy * v.x + A.yy * v.y + A.zy * v.z, A.xz * v.x + A.yz * v.y + A.zz * v.z};
}
/// Aᵀ B
template <class T>
inline Mat3<T> transpose_times(const Mat3<T>& A, const Mat3<T>& B) {
  return Mat3<T>::from_columns(transpose_times(A, B.column(0)), transpose_times(A, B.column(1)), transpose_times(A, B.column(2)));
}
/// ã: skew(a) b = a × b
template <class T>
[[gnu::always_inline]] inline Mat3<T> skew(const Vec3<T>& a) {
  const T o(0.0);
  return {o, -a.z, a.y, a.z, o, -a.x, -a.y, a.x, o};
}

/// Rotation by an angle about a coordinate axis (0 = x, 1 = y, 2 = z), given its sine and cosine.
template <class T>
inline Mat3<T> rotation_about(int axis, const T& s, const T& c) {
  const T o(0.0), e(1.0);
  if (axis == 0) return {e, o, o, o, c, -s, o, s, c};
  if (axis == 1) return {c, o, s, o, e, o, -s, o, c};
  return {c, -s, o, s, c, o, o, o, e};
}
template <class T>
inline Mat3<T> rotation_about(int axis, const T& angle) {
  T s, c;
  update_sincos(angle, s, c);
  return rotation_about(axis, s, c);
}

/// A symmetric 3 × 3 matrix in six numbers.
template <class T>
struct Sym3 {
  T xx, xy, xz, yy, yz, zz;

  static Sym3 zero() { return diagonal(T(0.0)); }
  static Sym3 diagonal(const T& d) { return {d, T(0.0), T(0.0), d, T(0.0), d}; }
  Mat3<T> full() const { return {xx, xy, xz, xy, yy, yz, xz, yz, zz}; }

  [[gnu::always_inline]] friend Vec3<T> operator*(const Sym3& S, const Vec3<T>& v) {
    return {S.xx * v.x + S.xy * v.y + S.xz * v.z, S.xy * v.x + S.yy * v.y + S.yz * v.z, S.xz * v.x + S.yz * v.y + S.zz * v.z};
  }
  [[gnu::always_inline]] friend Sym3 operator+(const Sym3& A, const Sym3& B) {
    return {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
  }
  [[gnu::always_inline]] friend Sym3 operator*(const T& s, const Sym3& A) {
    return {s * A.xx, s * A.xy, s * A.xz, s * A.yy, s * A.yz, s * A.zz};
  }
};

/// R S Rᵀ: a symmetric tensor seen from turned axes.
template <class T>
[[gnu::always_inline]] inline Sym3<T> turned(const Mat3<T>& R, const Sym3<T>& S) {
  const Vec3<T> a = S * R.row(0), b = S * R.row(1), c = S * R.row(2);
  return {dot(R.row(0), a), dot(R.row(0), b), dot(R.row(0), c), dot(R.row(1), b), dot(R.row(1), c), dot(R.row(2), c)};
}
/// R A Rᵀ
template <class T>
[[gnu::always_inline]] inline Mat3<T> turned(const Mat3<T>& R, const Mat3<T>& A) {
  const Mat3<T> RA = R * A;
  return Mat3<T>::from_columns(RA * R.row(0), RA * R.row(1), RA * R.row(2));
}
/// S⁻¹ by cofactors; S must be regular.
template <class T>
[[gnu::always_inline]] inline Sym3<T> inverse(const Sym3<T>& S) {
  const T a = S.yy * S.zz - S.yz * S.yz, b = S.xz * S.yz - S.xy * S.zz, c = S.xy * S.yz - S.xz * S.yy;
  const T d = 1.0 / (S.xx * a + S.xy * b + S.xz * c);
  return {a * d, b * d, c * d, (S.xx * S.zz - S.xz * S.xz) * d, (S.xy * S.xz - S.xx * S.yz) * d, (S.xx * S.yy - S.xy * S.xy) * d};
}

}  // namespace pintle
