#pragma once
#include "pintle/math/lanes.h"
#include "pintle/math/scalar.h"

/// The little algebra of the floor: vectors, symmetric and general 3 × 3 matrices, rotations about a coordinate axis.
/// Numbers that belong to the model are double, numbers that belong to the state are T, a product of both is a T.
///
/// Everything is inlined into the sweeps and has to live in registers, so entries are written out and indices are
/// constants: with loops over the entries GCC 12 left the matrices on the stack, at 1.5 times the time and more.
///
/// Below, k is the axis of a rotation, and i = k + 1, j = k + 2 (modulo 3) span the plane that it turns.
namespace pintle::floor {

constexpr int next(int k) { return (k + 1) % 3; }
constexpr int prev(int k) { return (k + 2) % 3; }

template <class T>
struct Vec3 {
  T a[3];
  [[gnu::always_inline]] T& operator[](int r) { return a[r]; }
  [[gnu::always_inline]] const T& operator[](int r) const { return a[r]; }
};

template <class T>
struct Mat3 {
  Vec3<T> row[3];
  [[gnu::always_inline]] T& operator()(int r, int c) { return row[r][c]; }
  [[gnu::always_inline]] const T& operator()(int r, int c) const { return row[r][c]; }
};

/// Six numbers: xx xy xz yy yz zz.
template <class T>
struct Sym3 {
  T a[6];
  [[gnu::always_inline]] static constexpr int index(int r, int c) {
    const int low = r < c ? r : c, high = r < c ? c : r;
    return low == 0 ? high : low + high + 1;
  }
  [[gnu::always_inline]] T& operator()(int r, int c) { return a[index(r, c)]; }
  [[gnu::always_inline]] const T& operator()(int r, int c) const { return a[index(r, c)]; }
  [[gnu::always_inline]] Vec3<T> row(int r) const { return {(*this)(r, 0), (*this)(r, 1), (*this)(r, 2)}; }
};

/// double times double is double; if one of them is a T, the product is.
template <class A, class B>
using Product = decltype(A() * B());

template <class T>
[[gnu::always_inline]] inline void operator+=(Vec3<T>& x, const Vec3<T>& y) {
  x[0] += y[0];
  x[1] += y[1];
  x[2] += y[2];
}

template <class T>
[[gnu::always_inline]] inline void operator+=(Sym3<T>& A, const Sym3<T>& B) {
  A.a[0] += B.a[0];
  A.a[1] += B.a[1];
  A.a[2] += B.a[2];
  A.a[3] += B.a[3];
  A.a[4] += B.a[4];
  A.a[5] += B.a[5];
}

template <class T>
[[gnu::always_inline]] inline void operator+=(Mat3<T>& A, const Mat3<T>& B) {
  A.row[0] += B.row[0];
  A.row[1] += B.row[1];
  A.row[2] += B.row[2];
}

template <class T>
[[gnu::always_inline]] inline Vec3<T> operator+(const Vec3<T>& x, const Vec3<T>& y) {
  return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}

template <class T>
[[gnu::always_inline]] inline Vec3<T> operator-(const Vec3<T>& x, const Vec3<T>& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}

template <class A, class B>
[[gnu::always_inline]] inline Vec3<Product<A, B>> operator*(const A& s, const Vec3<B>& x) {
  return {s * x[0], s * x[1], s * x[2]};
}

template <class A, class B>
[[gnu::always_inline]] inline Product<A, B> dot(const Vec3<A>& x, const Vec3<B>& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

template <class A, class B>
[[gnu::always_inline]] inline Vec3<Product<A, B>> cross(const Vec3<A>& x, const Vec3<B>& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

/// Entry r of x × y.
template <int r, class A, class B>
[[gnu::always_inline]] inline Product<A, B> cross_entry(const Vec3<A>& x, const Vec3<B>& y) {
  return x[next(r)] * y[prev(r)] - x[prev(r)] * y[next(r)];
}

/// ω × (ω × r) = (ω·r) ω − (ω·ω) r
template <class T>
[[gnu::always_inline]] inline Vec3<T> calc_centripetal(const Vec3<T>& w, const Vec3<double>& r) {
  return dot(w, r) * w - dot(w, w) * r;
}

template <class A, class B>
[[gnu::always_inline]] inline Vec3<Product<A, B>> operator*(const Mat3<A>& R, const Vec3<B>& x) {
  return {dot(R.row[0], x), dot(R.row[1], x), dot(R.row[2], x)};
}

template <class A, class B>
[[gnu::always_inline]] inline Vec3<Product<A, B>> operator*(const Sym3<A>& S, const Vec3<B>& x) {
  return {dot(S.row(0), x), dot(S.row(1), x), dot(S.row(2), x)};
}

/// Aᵀ x
template <class A, class B>
[[gnu::always_inline]] inline Vec3<Product<A, B>> transpose_times(const Mat3<A>& M, const Vec3<B>& x) {
  return x[0] * M.row[0] + x[1] * M.row[1] + x[2] * M.row[2];
}

/// A − x yᵀ, where x and y are parallel.
template <class T>
[[gnu::always_inline]] inline Sym3<T> subtract_outer(const Sym3<T>& A, const Vec3<T>& x, const Vec3<T>& y) {
  const auto& a = A.a;
  return {a[0] - x[0] * y[0], a[1] - x[0] * y[1], a[2] - x[0] * y[2], a[3] - x[1] * y[1], a[4] - x[1] * y[2], a[5] - x[2] * y[2]};
}

/// R A Rᵀ
template <class T>
[[gnu::always_inline]] inline Sym3<T> rotate(const Mat3<double>& R, const Sym3<T>& A) {
  const auto& [x, y, z] = R.row;
  const Vec3<T> Ax = A * x, Ay = A * y, Az = A * z;
  return {dot(Ax, x), dot(Ax, y), dot(Ax, z), dot(Ay, y), dot(Ay, z), dot(Az, z)};
}

/// xᵀ A y of an A whose row and column k are zero and are not read.
template <int k, class T>
[[gnu::always_inline]] inline T dot_flat(const Vec3<double>& x, const Sym3<T>& A, const Vec3<double>& y) {
  constexpr int i = next(k), j = prev(k);
  return (A(i, i) * x[i] + A(i, j) * x[j]) * y[i] + (A(i, j) * x[i] + A(j, j) * x[j]) * y[j];
}

/// R A Rᵀ of an A whose row and column k are zero and are not read.
template <int k, class T>
[[gnu::always_inline]] inline Sym3<T> rotate_flat(const Mat3<double>& R, const Sym3<T>& A) {
  const auto& [x, y, z] = R.row;
  return {dot_flat<k>(x, A, x), dot_flat<k>(x, A, y), dot_flat<k>(x, A, z),
          dot_flat<k>(y, A, y), dot_flat<k>(y, A, z), dot_flat<k>(z, A, z)};
}

/// R A Rᵀ of an A whose row k is zero and is not read.
template <int k, class T>
[[gnu::always_inline]] inline Mat3<T> rotate_flat(const Mat3<double>& R, const Mat3<T>& A) {
  constexpr int i = next(k), j = prev(k);
  const auto& [x, y, z] = R.row;
  return {R * (x[i] * A.row[i] + x[j] * A.row[j]),  //
          R * (y[i] * A.row[i] + y[j] * A.row[j]),  //
          R * (z[i] * A.row[i] + z[j] * A.row[j])};
}

/// A rotation about axis k by q.
template <class T>
struct Turn {
  T c, s;  // cos q, sin q
};

/// R x: from the turned frame to the frame in which it turns.
template <int k, class T>
[[gnu::always_inline]] inline Vec3<T> turn_out(const Turn<T>& R, const Vec3<T>& x) {
  constexpr int i = next(k), j = prev(k);
  Vec3<T> y;
  y[i] = R.c * x[i] - R.s * x[j];
  y[j] = R.s * x[i] + R.c * x[j];
  y[k] = x[k];
  return y;
}

/// Rᵀ x: into the turned frame.
template <int k, class T>
[[gnu::always_inline]] inline Vec3<T> turn_in(const Turn<T>& R, const Vec3<T>& x) {
  constexpr int i = next(k), j = prev(k);
  Vec3<T> y;
  y[i] = R.c * x[i] + R.s * x[j];
  y[j] = R.c * x[j] - R.s * x[i];
  y[k] = x[k];
  return y;
}

/// What B = R A Rᵀ adds to A in the plane (i, j), with t = A_ii − A_jj and x = A_ij + A_ji:
///
///     d = s² t + cs x,   e = cs t − s² x
///     B_ii = A_ii − d,   B_jj = A_jj + d,   B_ij = A_ij + e,   B_ji = A_ji + e
template <class T>
struct PlaneTurn {
  T d, e;
  [[gnu::always_inline]] PlaneTurn(const Turn<T>& R, const T& t, const T& x) {
    const T ss = R.s * R.s, cs = R.c * R.s;
    d = ss * t + cs * x;
    e = cs * t - ss * x;
  }
};

/// R A Rᵀ of an A whose row and column k are zero and are not read.
template <int k, class T>
[[gnu::always_inline]] inline Sym3<T> turn_out_flat(const Turn<T>& R, const Sym3<T>& A) {
  constexpr int i = next(k), j = prev(k);
  const PlaneTurn<T> plane(R, A(i, i) - A(j, j), A(i, j) + A(i, j));
  Sym3<T> B;
  B(i, i) = A(i, i) - plane.d;
  B(j, j) = A(j, j) + plane.d;
  B(i, j) = A(i, j) + plane.e;
  B(i, k) = B(j, k) = B(k, k) = T(0.0);
  return B;
}

/// R A Rᵀ
template <int k, class T>
[[gnu::always_inline]] inline Sym3<T> turn_out(const Turn<T>& R, const Sym3<T>& A) {
  constexpr int i = next(k), j = prev(k);
  Sym3<T> B = turn_out_flat<k>(R, A);
  B(i, k) = R.c * A(i, k) - R.s * A(j, k);
  B(j, k) = R.s * A(i, k) + R.c * A(j, k);
  B(k, k) = A(k, k);
  return B;
}

/// R A Rᵀ of an A whose row k is zero and is not read.
template <int k, class T>
[[gnu::always_inline]] inline Mat3<T> turn_out_flat(const Turn<T>& R, const Mat3<T>& A) {
  constexpr int i = next(k), j = prev(k);
  const PlaneTurn<T> plane(R, A(i, i) - A(j, j), A(i, j) + A(j, i));
  Mat3<T> B;
  B(i, i) = A(i, i) - plane.d;
  B(j, j) = A(j, j) + plane.d;
  B(i, j) = A(i, j) + plane.e;
  B(j, i) = A(j, i) + plane.e;
  B(i, k) = R.c * A(i, k) - R.s * A(j, k);
  B(j, k) = R.s * A(i, k) + R.c * A(j, k);
  B.row[k] = {T(0.0), T(0.0), T(0.0)};
  return B;
}

}  // namespace pintle::floor
