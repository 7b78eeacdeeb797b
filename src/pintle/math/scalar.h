#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

#include "pintle/math/elementary.h"

/// The scalar T of the engine is double, Lanes (one case per SIMD lane) or Dual (value and derivative).
/// This file gives double the few functions that every T has; lanes.h and dual.h give them to the other two.
namespace pintle {

/// The answer to a question about a T, one yes or no per lane. It does not convert to bool, so code for
/// every T cannot branch on a value: it computes both sides and selects.
template <class T>
struct Mask;

template <>
struct Mask<double> {
  bool yes = false;
};

inline Mask<double> operator!(Mask<double> a) { return {!a.yes}; }
inline Mask<double> operator&(Mask<double> a, Mask<double> b) { return {a.yes && b.yes}; }
inline Mask<double> operator|(Mask<double> a, Mask<double> b) { return {a.yes || b.yes}; }
/// Some lane says yes; all lanes say yes. They may end a loop, never enter a value.
inline bool any(Mask<double> a) { return a.yes; }
inline bool all(Mask<double> a) { return a.yes; }

inline Mask<double> is_greater(double a, double b) { return {a > b}; }
inline Mask<double> is_less(double a, double b) { return {a < b}; }
inline Mask<double> is_less_equal(double a, double b) { return {a <= b}; }
inline Mask<double> is_equal(double a, double b) { return {a == b}; }
inline double select(Mask<double> choose, double a, double b) { return choose.yes ? a : b; }

/// How many cases a T carries.
template <class T>
inline constexpr int width = 1;

inline double lane(double x, int) { return x; }
inline void set_lane(double& x, int, double value) { x = value; }
inline bool lane(Mask<double> m, int) { return m.yes; }
inline void set_lane(Mask<double>& m, int, bool value) { m.yes = value; }

inline double sqrt(double x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
inline double max(double a, double b) { return a > b ? a : b; }
inline double min(double a, double b) { return a < b ? a : b; }
inline bool is_finite(double x) { return std::isfinite(x); }

namespace detail {

/// sin and cos of |r| ≤ π/4, the minimax polynomials of [fdlibm k_sin.c, k_cos.c]; error below 1 ulp.
template <class T>
[[gnu::always_inline]] inline void update_sincos_reduced(const T& r, T& sin_r, T& cos_r) {
  const T z = r * r;
  const T s = 8.33333333332248946124e-03 +
              z * (-1.98412698298579493134e-04 +
                   z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  sin_r = r + r * z * (-1.66666666666666324348e-01 + z * s);
  const T c = 4.16666666666666019037e-02 +
              z * (-1.38888888888741095749e-03 +
                   z * (2.48015872894767294178e-05 +
                        z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11))));
  cos_r = 1.0 - 0.5 * z + z * z * c;
}

/// x − k π/2 with π/2 in three parts of 33 bits [Cody & Waite 1980]; k comes as a T.
template <class T>
[[gnu::always_inline]] inline T calc_reduced(const T& x, const T& k) {
  T r = x - k * 1.57079632673412561417e+00;
  r = r - k * 6.07710050630396597660e-11;
  return r - k * 2.02226624879595063154e-21;
}

inline constexpr double round_magic = 6755399441055744.0;  // 1.5·2⁵²: adding it rounds to an integer in the low bits
inline constexpr double two_over_pi = 0.63661977236758134308;

/// [rad] Below it k has no more than 20 bits, and the products in calc_reduced are exact, fused or not.
inline constexpr double far_angle = 1e6;
/// x mod 2π, with 2π rounded to a double: a relative error of 4·10⁻¹⁷.
double calc_near_angle(double x);

/// a + (exp(r) − 1 − r) for |r| ≤ ln2/2, Taylor to r¹³ in Estrin's order; with a = 1 + r the error is below 2 ulp.
template <class T>
[[gnu::always_inline]] inline T add_exp_rest(const T& a, const T& r) {
  const T r2 = r * r, r4 = r2 * r2;
  const T b = 1.0 / 2 + r * (1.0 / 6), c = 1.0 / 24 + r * (1.0 / 120), d = 1.0 / 720 + r * (1.0 / 5040);
  const T e = 1.0 / 40320 + r * (1.0 / 362880), f = 1.0 / 3628800 + r * (1.0 / 39916800);
  const T g = 1.0 / 479001600 + r * (1.0 / 6227020800);
  return (a + r2 * b) + r4 * ((c + r2 * d) + r4 * ((e + r2 * f) + r4 * g));
}

inline constexpr double log2_e = 1.4426950408889634, ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

}  // namespace detail

/// sin x and cos x together. Our own, because libm picks variants by processor and Lanes need the same digits in every
/// lane. Right to 2.5 ulp up to far_angle; beyond, it is that of an angle less than half an ulp away from x.
[[gnu::always_inline]] inline void update_sincos(double x, double& sin_x, double& cos_x) {
  if (abs(x) >= detail::far_angle) [[unlikely]]
    x = detail::calc_near_angle(x);
  const double rounded = x * detail::two_over_pi + detail::round_magic;
  const auto k = std::bit_cast<std::int64_t>(rounded);
  double s, c;
  detail::update_sincos_reduced(detail::calc_reduced(x, rounded - detail::round_magic), s, c);
  const double a = (k & 1) ? c : s, b = (k & 1) ? s : c;
  sin_x = std::bit_cast<double>(std::bit_cast<std::int64_t>(a) ^ ((k & 2) << 62));
  cos_x = std::bit_cast<double>(std::bit_cast<std::int64_t>(b) ^ (((k + 1) & 2) << 62));
}

/// eˣ for x in [−700, 700]; outside, the value at the nearer end. Smaller numbers are left out on purpose: half of them have
/// no full mantissa, and processors are slow with those.
[[gnu::always_inline]] inline double exp(double x) {
  x = min(700.0, max(-700.0, x));  // in this order NaN stays NaN
  const double rounded = x * detail::log2_e + detail::round_magic;
  const double k = rounded - detail::round_magic;
  const double r = (x - k * detail::ln2_high) - k * detail::ln2_low;
  const double e = detail::add_exp_rest(1.0 + r, r);
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(e) + (std::bit_cast<std::int64_t>(rounded) << 52));
}

}  // namespace pintle
