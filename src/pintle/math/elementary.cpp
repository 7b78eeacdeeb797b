#include "pintle/math/elementary.h"

#include <limits>
#include <numbers>

#include "pintle/math/scalar.h"

/// Where 53 bits do not suffice, a number is the sum of two doubles [Dekker 1971], and factors are cut to 26 bits: their
/// product is exact, with and without fused multiply-add, and what was cut off is so small that its products may be rounded.
/// Nothing here leans on the rounding of a product before it is added.
namespace pintle {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

/// high + low, |low| ≪ |high|.
struct Sum {
  double high, low;
  double value() const { return high + low; }
};

/// The first 26 bits of x.
double cut(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~std::uint64_t{0x7ffffff}); }

/// a + b without error [Møller 1965].
Sum add(double a, double b) {
  const double sum = a + b, b_in_sum = sum - a;
  return {sum, (a - (sum - b_in_sum)) + (b - b_in_sum)};
}
Sum add(const Sum& a, const Sum& b) {
  const Sum sum = add(a.high, b.high);
  return add(sum.high, sum.low + (a.low + b.low));
}

Sum negate(const Sum& a) { return {-a.high, -a.low}; }

Sum square(double x) {
  const double x1 = cut(x);
  return {x1 * x1, (x - x1) * (x + x1)};
}

/// n/d to 75 bits; `high` has 26.
Sum divide(const Sum& n, const Sum& d) {
  const double inverse = 1 / d.high, q = cut(n.high * inverse), d1 = cut(d.high), d2 = (d.high - d1) + d.low;
  return {q, (((n.high - q * d1) - q * d2) + n.low) * inverse};
}

/// √x for a sum out of add: the root of `high`, and one step of Newton's.
Sum calc_root(const Sum& x) {
  const double root = std::sqrt(x.high);
  if (!(root > 0)) return {root, 0};
  const Sum back = square(root);
  return {root, (((x.high - back.high) - back.low) + x.low) / (2 * root)};
}

/// ln x to about 68 bits, for 0 < x < ∞:
///
///     x = 2ᵏ m, √½ ≤ m < √2,   ln x = k ln 2 + 2 artanh s,   s = (m − 1)/(m + 1), |s| < 0.172          (1)
///     artanh s = s + s w,   w = u/3 + u² (1/5 + u/7 + u²/9 + …),   u = s²                               (2)
Sum calc_log(double x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, fraction = 0x000fffffffffffff;
  constexpr double third = 1.0 / 3, third1 = 0x1.555554p-2, third2 = 0x1.5555555555555p-26;
  const bool is_subnormal = x < std::numeric_limits<double>::min();
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(is_subnormal ? x * 0x1p54 : x) - root_half;
  const auto k = static_cast<double>((static_cast<std::int64_t>(shifted) >> 52) - (is_subnormal ? 54 : 0));
  const double f = std::bit_cast<double>((shifted & fraction) + root_half) - 1;  // m − 1, exact

  const Sum s = divide({f, 0}, add(2, f));  // (1)
  const double product = s.high * s.high, cross = s.low * (s.value() + s.high), u = product + cross, v = u * u;
  const double even = 1. / 5 + v * (1. / 9 + v * (1. / 13 + v * (1. / 17 + v * (1. / 21 + v * (1. / 25)))));
  const double odd = 1. / 7 + v * (1. / 11 + v * (1. / 15 + v * (1. / 19 + v * (1. / 23))));
  const double u1 = cut(product), u2 = (product - u1) + cross;
  const double rest = u1 * third2 + (u2 * third + v * (even + u * odd));
  const double w1 = cut(u1 * third1 + rest), w2 = (u1 * third1 - w1) + rest;  // (2)

  const Sum artanh = add(s.high, s.high * w1);
  const Sum sum = add(k * detail::ln2_high, 2 * artanh.high);
  return {sum.high, sum.low + (2 * (artanh.low + (s.low + (s.high * w2 + s.low * (w1 + w2)))) + k * detail::ln2_low)};
}

double calc_power_of_two(std::int64_t n) { return std::bit_cast<double>((n + 1023) << 52); }

/// e^(high + low), |high| < 746, as exp in scalar.h, but only the last sum is rounded at full size.
double calc_exp(const Sum& x) {
  const double k = std::rint(x.high * detail::log2_e);
  const double r1 = x.high - k * detail::ln2_high, r2 = x.low - k * detail::ln2_low, r = r1 + r2;
  const Sum sum = add(1, r1);
  const auto n = static_cast<std::int64_t>(k), half = n >> 1;  // 2ⁿ may be no double where eˣ is one
  return (sum.high + detail::add_exp_rest(sum.low + r2, r)) * calc_power_of_two(half) * calc_power_of_two(n - half);
}

bool is_whole(double x) { return x == std::floor(x); }
bool is_odd(double x) { return is_whole(x) && !is_whole(0.5 * x); }

/// |x|ʸ where one of them is zero or infinite.
double calc_limit_of_power(double x, double y) {
  if (std::isinf(y) && x == 1) return 1;
  return (x > 1) == (y > 0) ? inf : 0;
}

/// |x|ʸ for finite numbers, x ≠ 0.
double calc_finite_power(double x, double y) {
  const Sum log_x = calc_log(x);
  const double about = y * log_x.high;
  if (std::fabs(about) > 745.5) return about > 0 ? inf : 0;
  const double y1 = cut(y), log1 = cut(log_x.high), log2 = (log_x.high - log1) + log_x.low;
  return calc_exp(add(y1 * log1, y1 * log2 + (y - y1) * log_x.value()));
}

/// arctan(n/d) for 0 ≤ n ≤ d, d ≠ 0:
///
///     arctan(n/d) = arctan t + arctan z,   z = (n − t d)/(d + t n),   t = 0, ½ or 1, |z| < 7/16         (3)
///
/// with the polynomial of [fdlibm s_atan.c].
Sum calc_arctan(const Sum& n, const Sum& d) {
  double t = 0;
  Sum arctan_t{0, 0};
  if (n.high >= 0.6875 * d.high) {
    t = 1;
    arctan_t = {7.85398163397448278999e-01, 3.06161699786838301793e-17};
  } else if (n.high >= 0.4375 * d.high) {
    t = 0.5;
    arctan_t = {4.63647609000806093515e-01, 2.26987774529616870924e-17};
  }
  const Sum below = add(d.high, t * n.high);
  const Sum z = divide({n.high - t * d.high, n.low - t * d.low}, {below.high, below.low + (d.low + t * n.low)});  // (3)
  const double about = z.value(), u = about * about, v = u * u;
  const double even =
      3.33333333333329318027e-01 +
      v * (1.42857142725034663711e-01 +
           v * (9.09088713343650656196e-02 +
                v * (6.66107313738753120669e-02 + v * (4.97687799461593236017e-02 + v * 1.62858201153657823623e-02))));
  const double odd =
      -1.99999999998764832476e-01 +
      v * (-1.11111104054623557880e-01 +
           v * (-7.69187620504482999495e-02 + v * (-5.83357013379057348645e-02 + v * -3.65315727442169155270e-02)));
  const Sum sum = add(arctan_t.high, z.high);
  return {sum.high, sum.low + (arctan_t.low + (z.low - about * (u * (even + u * odd))))};
}

/// The angle of the point (x, y) in the upper half plane, y ≥ 0. A zero x has a sign, too. A tangent below 2⁻⁶⁰ is its angle.
double calc_angle(const Sum& y, const Sum& x) {
  constexpr Sum half_pi{1.57079632679489655800e+00, 6.12323399573676603587e-17};
  const bool is_left = std::signbit(x.high);
  const Sum size = is_left ? negate(x) : x;
  const bool is_steep = y.high > size.high;
  const Sum small = is_steep ? size : y, large = is_steep ? y : size;
  const Sum part = small.high < 0x1p-60 * large.high ? Sum{small.high / large.high, 0} : calc_arctan(small, large);
  const double quarters = is_steep ? 1 : is_left ? 2 : 0;
  return add({quarters * half_pi.high, quarters * half_pi.low}, is_steep != is_left ? negate(part) : part).value();
}

/// √(1 − x²); near 1 from the distance d = 1 − |x|, which is exact: 1 − x² = 2 d − d².
Sum calc_cosine(double x) {
  const double d = 1 - std::fabs(x);
  return calc_root(d < 0.5 ? add({2 * d, 0}, negate(square(d))) : add({1, 0}, negate(square(x))));
}

/// tanh x, x ≥ 0; near zero the rational function of [Cody & Waite 1980].
double calc_positive_tanh(double x) {
  if (x < 0.549) {
    const double z = x * x;
    const double p = -0.16134119023996228053e+4 + z * (-0.99225929672236083313e+2 + z * -0.96437492777225469787);
    const double q = 0.48402357071988688686e+4 + z * (0.22337720718962312926e+4 + z * (0.11274474380534949335e+3 + z));
    return x + x * (z * p / q);
  }
  const Sum rest = divide({2, 0}, add(1, calc_exp({2 * min(20.0, x), 0})));  // 2/(1 + e²ˣ)
  return (1 - rest.high) - rest.low;
}

}  // namespace

double detail::calc_near_angle(double x) { return std::fmod(x, 2 * std::numbers::pi); }

double log(double x) {
  if (x > 0 && x < inf) return calc_log(x).value();
  return x == 0 ? -inf : x > 0 ? inf : nan;
}

double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (std::isnan(x) || std::isnan(y)) return nan;
  const double size = std::fabs(x);
  const bool is_finite_case = size > 0 && size < inf && std::fabs(y) < inf;
  if (is_finite_case && x < 0 && !is_whole(y)) return nan;
  const double power = is_finite_case ? calc_finite_power(size, y) : calc_limit_of_power(size, y);
  return std::signbit(x) && is_odd(y) ? -power : power;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return nan;
  if (std::isinf(x) || std::isinf(y)) {  // only directions are left
    x = std::copysign(std::isinf(x) ? 1.0 : 0.0, x);
    y = std::copysign(std::isinf(y) ? 1.0 : 0.0, y);
  } else if (x == 0 && y == 0) {
    x = std::copysign(1.0, x);
  }
  const double largest = max(std::fabs(x), std::fabs(y));
  const double scale = largest > 0x1p800 ? 0x1p-200 : largest < 0x1p-800 ? 0x1p200 : 1;
  return std::copysign(calc_angle({std::fabs(y) * scale, 0}, {x * scale, 0}), y);
}

double asin(double x) { return std::copysign(calc_angle({std::fabs(x), 0}, calc_cosine(x)), x); }

double acos(double x) { return calc_angle(calc_cosine(x), {x, 0}); }

double tanh(double x) { return std::copysign(calc_positive_tanh(std::fabs(x)), x); }

double hypot(double x, double y) { return hypot(x, y, 0); }

double hypot(double x, double y, double z) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z)) return inf;
  const double largest = max(max(std::fabs(x), std::fabs(y)), std::fabs(z));
  const double scale = largest > 0x1p500 ? 0x1p-600 : largest < 0x1p-400 ? 0x1p600 : 1;
  return calc_root(add(square(x * scale), add(square(y * scale), square(z * scale)))).value() / scale;
}

}  // namespace pintle
