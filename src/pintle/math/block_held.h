#pragma once
#include <array>
#include <limits>

#include "pintle/math/mat3.h"

/// Three unknowns x that k rows hold, one diagonal block of a saddle-point matrix:
///
///     [ A  Rᵀ ] [  x ]   [ b ]
///     [ R  0  ] [ −λ ] = [ r ],     A = Aᵀ ≥ 0 (3 × 3), R of full rank (k × 3)             (1)
///
/// A alone may be singular (a point mass has no inertia against turning); (1) is regular as long as no x ≠ 0 has both
/// A x = 0 and R x = 0. Adding w Rᵀ (R x − r) = 0 to the first line changes no solution and makes it definite:
///
///     Ā = A + w RᵀR,   Ā x = b + Rᵀ(λ + w r)                                               (2)
///     S = R Ā⁻¹ Rᵀ,    λ + w r = S⁻¹ (r − R Ā⁻¹ b)                                         (3)
///     x = P b + Q r,   Q = Ā⁻¹ Rᵀ S⁻¹,   P = Ā⁻¹ − Q R Ā⁻¹                                 (4)
///     Π = Q R = 1 − P A                                                                    (5)
///
/// P, Q, Π do not depend on w. P is what the rows leave soft (R P = 0); Π is the projector onto what they hold: x = Π y
/// where r = R y and b = 0. With w = ⅓ tr A the held directions are as stiff as the rest, and Ā is no worse conditioned
/// than the motion itself.
namespace pintle {

/// 1/d if the pivot d stands out of the rounding of the diagonal element it came from, else NaN: a motion that is not
/// determined ends as NaN and never as a large number.
[[gnu::always_inline]] inline double invert_pivot(double d, double diagonal) {
  constexpr double rounding = 1e-14;
  return d > rounding * diagonal ? 1.0 / d : std::numeric_limits<double>::quiet_NaN();
}

/// S⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ of a positive definite S = L D Lᵀ; NaN if it is not. Unlike cofactors, pivots lose no more digits
/// than the condition of S where two of its eigenvalues are small.
[[gnu::always_inline]] inline Sym3<double> inverse_positive(const Sym3<double>& S) {
  const double d0 = invert_pivot(S.xx, 0.0);
  const double l10 = S.xy * d0, l20 = S.xz * d0;
  const double d1 = invert_pivot(S.yy - l10 * S.xy, S.yy);
  const double u21 = S.yz - l10 * S.xz, l21 = u21 * d1;
  const double d2 = invert_pivot(S.zz - l20 * S.xz - l21 * u21, S.zz);
  const double k20 = l10 * l21 - l20;  // L⁻¹ = [1; −l10 1; k20 −l21 1]
  const double yz = -l21 * d2, xz = k20 * d2;
  return {d0 + l10 * l10 * d1 + k20 * xz, -l10 * d1 + k20 * yz, xz, d1 - l21 * yz, yz, d2};
}

/// A + s a aᵀ
[[gnu::always_inline]] inline Sym3<double> plus_dyad(const Sym3<double>& A, double s, const Vec3<double>& a) {
  const Vec3<double> b = s * a;
  return {A.xx + b.x * a.x, A.xy + b.x * a.y, A.xz + b.x * a.z, A.yy + b.y * a.y, A.yz + b.y * a.z, A.zz + b.z * a.z};
}
/// A − a bᵀ, known to be symmetric.
[[gnu::always_inline]] inline Sym3<double> minus_dyad(const Sym3<double>& A, const Vec3<double>& a, const Vec3<double>& b) {
  return {A.xx - a.x * b.x, A.xy - a.x * b.y, A.xz - a.x * b.z, A.yy - a.y * b.y, A.yz - a.y * b.z, A.zz - a.z * b.z};
}
/// a bᵀ
[[gnu::always_inline]] inline Mat3<double> dyad(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
}

/// P, the columns of Q, and Π of (4), (5), for k = 0 … 3 rows.
template <int k>
struct HeldBlock;

template <>
struct HeldBlock<0> {
  Sym3<double> P;

  [[gnu::always_inline]] HeldBlock(const Sym3<double>& A, const Vec3<double>*) : P(inverse_positive(A)) {}
};

template <>
struct HeldBlock<1> {
  Sym3<double> P;
  Vec3<double> Q0;
  Mat3<double> Pi;

  [[gnu::always_inline]] HeldBlock(const Sym3<double>& A, const Vec3<double>* R) {
    const double w = (1.0 / 3) * (A.xx + A.yy + A.zz);
    const Sym3<double> C = inverse_positive(plus_dyad(A, w, R[0]));  // (2)
    const Vec3<double> y = C * R[0];
    Q0 = (1.0 / dot(R[0], y)) * y;  // (3), (4)
    P = minus_dyad(C, Q0, y);
    Pi = dyad(Q0, R[0]);  // (5)
  }
  [[gnu::always_inline]] Vec3<double> Q_times(const Vec3<double>& r) const { return r.x * Q0; }
};

template <>
struct HeldBlock<2> {
  Sym3<double> P;
  Vec3<double> Q0, Q1;
  Mat3<double> Pi;

  [[gnu::always_inline]] HeldBlock(const Sym3<double>& A, const Vec3<double>* R) {
    const double w = (1.0 / 3) * (A.xx + A.yy + A.zz);
    const Sym3<double> C = inverse_positive(plus_dyad(plus_dyad(A, w, R[0]), w, R[1]));  // (2)
    const Vec3<double> y0 = C * R[0], y1 = C * R[1];
    const double s00 = dot(R[0], y0), s01 = dot(R[0], y1), s11 = dot(R[1], y1);  // (3)
    const double d = 1.0 / (s00 * s11 - s01 * s01);
    Q0 = (d * s11) * y0 - (d * s01) * y1;  // (4)
    Q1 = (d * s00) * y1 - (d * s01) * y0;
    P = minus_dyad(minus_dyad(C, Q0, y0), Q1, y1);
    Pi = dyad(Q0, R[0]) + dyad(Q1, R[1]);  // (5)
  }
  [[gnu::always_inline]] Vec3<double> Q_times(const Vec3<double>& r) const { return r.x * Q0 + r.y * Q1; }
};

/// Three rows leave nothing soft: P = 0, Π = 1, Q = R⁻¹; A does not enter.
template <>
struct HeldBlock<3> {
  Vec3<double> Q0, Q1, Q2;

  [[gnu::always_inline]] HeldBlock(const Sym3<double>&, const Vec3<double>* R) {
    const Vec3<double> a = cross(R[1], R[2]), b = cross(R[2], R[0]), c = cross(R[0], R[1]);
    const double d = 1.0 / dot(R[0], a);
    Q0 = d * a;
    Q1 = d * b;
    Q2 = d * c;
  }
  [[gnu::always_inline]] Vec3<double> Q_times(const Vec3<double>& r) const { return r.x * Q0 + r.y * Q1 + r.z * Q2; }
};

}  // namespace pintle
