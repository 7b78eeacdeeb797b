#pragma once
#include <array>
#include <cmath>

#include "pintle/math/scalar.h"

namespace pintle {

/// Three numbers in some frame; the name says which: p_AB_W is expressed in W.
template <class T>
struct Vec3 {
  T x, y, z;

  static Vec3 zero() { return {T(0.0), T(0.0), T(0.0)}; }
  [[gnu::always_inline]] const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  [[gnu::always_inline]] T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }

  [[gnu::always_inline]] friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  [[gnu::always_inline]] friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  [[gnu::always_inline]] friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  [[gnu::always_inline]] friend Vec3 operator*(const T& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
  [[gnu::always_inline]] friend Vec3 operator*(const Vec3& a, const T& s) { return {s * a.x, s * a.y, s * a.z}; }
  [[gnu::always_inline]] Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  [[gnu::always_inline]] Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
};

template <class T>
[[gnu::always_inline]] inline T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
[[gnu::always_inline]] inline Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
inline T norm(const Vec3<T>& a) {
  return sqrt(dot(a, a));
}
/// ω × (ω × r), the centripetal acceleration of a point at r.
template <class T>
[[gnu::always_inline]] inline Vec3<T> centripetal(const Vec3<T>& w, const Vec3<T>& r) {
  const T wr = dot(w, r), ww = dot(w, w);
  return {wr * w.x - ww * r.x, wr * w.y - ww * r.y, wr * w.z - ww * r.z};
}
template <class T>
inline Vec3<T> unit(int axis) {
  return {T(axis == 0 ? 1.0 : 0.0), T(axis == 1 ? 1.0 : 0.0), T(axis == 2 ? 1.0 : 0.0)};
}
/// Two unit vectors u, v with u × v = f, a unit vector; along coordinate axes where f is one.
inline std::array<Vec3<double>, 2> calc_normals(const Vec3<double>& f) {
  const double ax = std::fabs(f.x), ay = std::fabs(f.y), az = std::fabs(f.z);
  const int largest = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0;
  const Vec3<double> guess = unit<double>((largest + 1) % 3);
  Vec3<double> u = guess - dot(guess, f) * f;
  u = (1.0 / norm(u)) * u;
  return {u, cross(f, u)};
}
inline Vec3<double> lane(const Vec3<double>& a, int) { return a; }

}  // namespace pintle
