#pragma once
#include "pintle/math/spatial.h"

/// The articulated inertia of a body with all that hangs on it, about its frame's origin, and its bias wrench:
///
///     n = I α + H a + n₀                                                              (1)
///     f = Hᵀ α + M a + f₀
///
/// is the wrench that gives the body the acceleration (α, a). 21 numbers for the inertia, not a 6 × 6 matrix: I and M
/// are symmetric [Featherstone 2008, section 7.2]. The turns below are the ones a sweep over screw frames needs: about z
/// (the joint's axis) and about x (the fixed part between two axes); each is R A Rᵀ written out.
namespace pintle {

/// Sine and cosine of one angle with the products that turning a tensor needs.
template <class T>
struct Turn {
  T c, s, ss, cs;

  [[gnu::always_inline]] static Turn of(const T& c, const T& s) { return {c, s, s * s, c * s}; }
};

template <class T>
struct Articulated {
  Sym3<T> I;
  Mat3<T> H;
  Sym3<T> M;
  Vec3<T> n, f;  // bias

  [[gnu::always_inline]] Articulated& operator+=(const Articulated& b) {
    I = I + b.I;
    H = H + b.H;
    M = M + b.M;
    n += b.n;
    f += b.f;
    return *this;
  }
};

/// (1) without the bias.
template <class T>
[[gnu::always_inline]] inline Wrench<T> operator*(const Articulated<T>& A, const Motion<T>& x) {
  return {A.I * x.w + A.H * x.v, transpose_times(A.H, x.w) + A.M * x.v};
}
/// A + s F Fᵀ, F = (n, f); the bias stays.
template <class T>
[[gnu::always_inline]] inline void add_dyad(Articulated<T>& A, const T& s, const Wrench<T>& F) {
  const Vec3<T>&n = F.n, &f = F.f, gn = s * n, gf = s * f;
  A.I = A.I + Sym3<T>{gn.x * n.x, gn.x * n.y, gn.x * n.z, gn.y * n.y, gn.y * n.z, gn.z * n.z};
  A.M = A.M + Sym3<T>{gf.x * f.x, gf.x * f.y, gf.x * f.z, gf.y * f.y, gf.y * f.z, gf.z * f.z};
  A.H = A.H + Mat3<T>{gn.x * f.x, gn.x * f.y, gn.x * f.z, gn.y * f.x, gn.y * f.y, gn.y * f.z, gn.z * f.x, gn.z * f.y, gn.z * f.z};
}

template <class T>
[[gnu::always_inline]] inline Vec3<T> turned_z(const T& c, const T& s, const Vec3<T>& v) {
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}
template <class T>
[[gnu::always_inline]] inline Vec3<T> turned_back_z(const T& c, const T& s, const Vec3<T>& v) {
  return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
}
template <class T>
[[gnu::always_inline]] inline Vec3<T> turned_x(const T& c, const T& s, const Vec3<T>& v) {
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}
template <class T>
[[gnu::always_inline]] inline Vec3<T> turned_back_x(const T& c, const T& s, const Vec3<T>& v) {
  return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
}

template <class T>
[[gnu::always_inline]] inline Sym3<T> turned_z(const Turn<T>& a, const Sym3<T>& S) {
  const T t = S.xx - S.yy, w = S.xy + S.xy;
  const T d = a.ss * t + a.cs * w, e = a.cs * t - a.ss * w;
  return {S.xx - d, S.xy + e, a.c * S.xz - a.s * S.yz, S.yy + d, a.s * S.xz + a.c * S.yz, S.zz};
}
template <class T>
[[gnu::always_inline]] inline Sym3<T> turned_x(const Turn<T>& a, const Sym3<T>& S) {
  const T t = S.yy - S.zz, w = S.yz + S.yz;
  const T d = a.ss * t + a.cs * w, e = a.cs * t - a.ss * w;
  return {S.xx, a.c * S.xy - a.s * S.xz, a.s * S.xy + a.c * S.xz, S.yy - d, S.yz + e, S.zz + d};
}
template <class T>
[[gnu::always_inline]] inline Mat3<T> turned_z(const Turn<T>& a, const Mat3<T>& A) {
  const T t = A.xx - A.yy, w = A.xy + A.yx;
  const T d = a.ss * t + a.cs * w, e = a.cs * t - a.ss * w;
  return {A.xx - d,
          A.xy + e,
          a.c * A.xz - a.s * A.yz,
          A.yx + e,
          A.yy + d,
          a.s * A.xz + a.c * A.yz,
          a.c * A.zx - a.s * A.zy,
          a.s * A.zx + a.c * A.zy,
          A.zz};
}
template <class T>
[[gnu::always_inline]] inline Mat3<T> turned_x(const Turn<T>& a, const Mat3<T>& A) {
  const T t = A.yy - A.zz, w = A.yz + A.zy;
  const T d = a.ss * t + a.cs * w, e = a.cs * t - a.ss * w;
  return {A.xx,
          a.c * A.xy - a.s * A.xz,
          a.s * A.xy + a.c * A.xz,
          a.c * A.yx - a.s * A.zx,
          A.yy - d,
          A.yz + e,
          a.s * A.yx + a.c * A.zx,
          A.zy + e,
          A.zz + d};
}

/// About a parallel frame whose origin sees the present one at r:
///     H' = H + r̃ M,   I' = I + r̃ Hᵀ − H' r̃,   n' = n + r × f                         (2)
template <class T>
[[gnu::always_inline]] inline void shift(Articulated<T>& A, const Vec3<T>& r) {
  const Mat3<T> H = A.H;
  const Sym3<T>& M = A.M;
  Mat3<T>& P = A.H;
  P.xx = H.xx + r.y * M.xz - r.z * M.xy;
  P.xy = H.xy + r.y * M.yz - r.z * M.yy;
  P.xz = H.xz + r.y * M.zz - r.z * M.yz;
  P.yx = H.yx + r.z * M.xx - r.x * M.xz;
  P.yy = H.yy + r.z * M.xy - r.x * M.yz;
  P.yz = H.yz + r.z * M.xz - r.x * M.zz;
  P.zx = H.zx + r.x * M.xy - r.y * M.xx;
  P.zy = H.zy + r.x * M.yy - r.y * M.xy;
  P.zz = H.zz + r.x * M.yz - r.y * M.xz;
  A.I.xx += (r.y * H.xz - r.z * H.xy) - (r.z * P.xy - r.y * P.xz);
  A.I.xy += (r.y * H.yz - r.z * H.yy) - (r.x * P.xz - r.z * P.xx);
  A.I.xz += (r.y * H.zz - r.z * H.zy) - (r.y * P.xx - r.x * P.xy);
  A.I.yy += (r.z * H.yx - r.x * H.yz) - (r.x * P.yz - r.z * P.yx);
  A.I.yz += (r.z * H.zx - r.x * H.zz) - (r.y * P.yx - r.x * P.yy);
  A.I.zz += (r.x * H.zy - r.y * H.zx) - (r.y * P.zx - r.x * P.zy);
  A.n += cross(r, A.f);
}
/// (2) for r = (a, 0, 0).
template <class T>
[[gnu::always_inline]] inline void shift_x(Articulated<T>& A, const T& a) {
  Mat3<T>& H = A.H;
  const Sym3<T>& M = A.M;
  const T yz = H.yz, zz = H.zz, zy = H.zy;
  H.yx = H.yx - a * M.xz;
  H.yy = H.yy - a * M.yz;
  H.yz = H.yz - a * M.zz;
  H.zx = H.zx + a * M.xy;
  H.zy = H.zy + a * M.yy;
  H.zz = H.zz + a * M.yz;
  A.I.xy = A.I.xy - a * H.xz;
  A.I.xz = A.I.xz + a * H.xy;
  A.I.yy = A.I.yy - a * (yz + H.yz);
  A.I.yz = A.I.yz + a * (H.yy - zz);
  A.I.zz = A.I.zz + a * (zy + H.zy);
  A.n.y = A.n.y - a * A.f.z;
  A.n.z = A.n.z + a * A.f.y;
}
/// Seen from axes turned by a general R.
template <class T>
[[gnu::always_inline]] inline void turn(Articulated<T>& A, const Mat3<T>& R) {
  A.I = turned(R, A.I);
  A.H = turned(R, A.H);
  A.M = turned(R, A.M);
  A.n = R * A.n;
  A.f = R * A.f;
}

}  // namespace pintle
