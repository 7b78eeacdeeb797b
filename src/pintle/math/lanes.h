#pragma once
#include "pintle/math/scalar.h"

namespace pintle {

inline constexpr int lane_count = PINTLE_LANES;  // by the processor that is built for: cmake/processor.cmake

/// One case per SIMD lane: as many doubles as the target's registers hold, computed side by side.
/// GCC's vector extension, not std::experimental::simd: the same speed, and the one maths function that
/// matters (sin and cos together) is ours anyway.
struct Lanes {
  using Values = double __attribute__((vector_size(8 * lane_count)));
  using Bits = std::int64_t __attribute__((vector_size(8 * lane_count)));
  Values v;

  Lanes() = default;
  [[gnu::always_inline]] Lanes(double x) : v(x - Values{}) {}
  [[gnu::always_inline]] explicit Lanes(Values values) : v(values) {}

  [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(a.v + b.v); }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(a.v - b.v); }
  [[gnu::always_inline]] friend Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(a.v * b.v); }
  [[gnu::always_inline]] friend Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(a.v / b.v); }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a) { return Lanes(-a.v); }
  [[gnu::always_inline]] Lanes& operator+=(const Lanes& b) { return v += b.v, *this; }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& b) { return v -= b.v, *this; }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& b) { return v *= b.v, *this; }
};

template <>
inline constexpr int width<Lanes> = lane_count;

template <>
struct Mask<Lanes> {
  Lanes::Bits bits{};  // all ones: yes
};

[[gnu::always_inline]] inline Mask<Lanes> operator!(const Mask<Lanes>& a) { return {~a.bits}; }
[[gnu::always_inline]] inline Mask<Lanes> operator&(const Mask<Lanes>& a, const Mask<Lanes>& b) { return {a.bits & b.bits}; }
[[gnu::always_inline]] inline Mask<Lanes> operator|(const Mask<Lanes>& a, const Mask<Lanes>& b) { return {a.bits | b.bits}; }
inline bool any(const Mask<Lanes>& a) {
#if PINTLE_LANES == 8 && defined(__AVX512DQ__)  // the one instruction that compilers do not make of the loop
  using Words = long long __attribute__((vector_size(64)));
  return __builtin_ia32_cvtq2mask512(reinterpret_cast<Words>(a.bits)) != 0;
#elif PINTLE_LANES == 4 && defined(__AVX__)
  return __builtin_ia32_movmskpd256(reinterpret_cast<Lanes::Values>(a.bits)) != 0;
#else
  std::int64_t joined = 0;
  for (int i = 0; i < lane_count; ++i) joined |= a.bits[i];
  return joined != 0;
#endif
}
inline bool all(const Mask<Lanes>& a) { return !any(!a); }

[[gnu::always_inline]] inline Mask<Lanes> is_greater(const Lanes& a, const Lanes& b) { return {a.v > b.v}; }
[[gnu::always_inline]] inline Mask<Lanes> is_less(const Lanes& a, const Lanes& b) { return {a.v < b.v}; }
[[gnu::always_inline]] inline Mask<Lanes> is_less_equal(const Lanes& a, const Lanes& b) { return {a.v <= b.v}; }
[[gnu::always_inline]] inline Mask<Lanes> is_equal(const Lanes& a, const Lanes& b) { return {a.v == b.v}; }
[[gnu::always_inline]] inline Lanes select(const Mask<Lanes>& choose, const Lanes& a, const Lanes& b) {
  return Lanes(choose.bits ? a.v : b.v);
}

inline double lane(const Lanes& x, int i) { return x.v[i]; }
inline void set_lane(Lanes& x, int i, double value) { x.v[i] = value; }
inline bool lane(const Mask<Lanes>& m, int i) { return m.bits[i] != 0; }
inline void set_lane(Mask<Lanes>& m, int i, bool value) { m.bits[i] = value ? -1 : 0; }

[[gnu::always_inline]] inline Lanes sqrt(const Lanes& x) {
  Lanes root;
  for (int i = 0; i < lane_count; ++i) root.v[i] = __builtin_sqrt(x.v[i]);
  return root;
}
[[gnu::always_inline]] inline Lanes max(const Lanes& a, const Lanes& b) { return Lanes(a.v > b.v ? a.v : b.v); }
[[gnu::always_inline]] inline Lanes min(const Lanes& a, const Lanes& b) { return Lanes(a.v < b.v ? a.v : b.v); }

namespace detail {
/// What has no vector form goes lane by lane: the digits of T = double.
template <class Function, class... Arguments>
Lanes calc_each(Function function, const Arguments&... x) {
  Lanes y;
  for (int i = 0; i < lane_count; ++i) y.v[i] = function(x.v[i]...);
  return y;
}
}  // namespace detail

inline Lanes log(const Lanes& x) {
  return detail::calc_each([](double a) { return log(a); }, x);
}
inline Lanes pow(const Lanes& x, const Lanes& y) {
  return detail::calc_each([](double a, double b) { return pow(a, b); }, x, y);
}
inline Lanes asin(const Lanes& x) {
  return detail::calc_each([](double a) { return asin(a); }, x);
}
inline Lanes acos(const Lanes& x) {
  return detail::calc_each([](double a) { return acos(a); }, x);
}
inline Lanes atan2(const Lanes& y, const Lanes& x) {
  return detail::calc_each([](double a, double b) { return atan2(a, b); }, y, x);
}
inline Lanes tanh(const Lanes& x) {
  return detail::calc_each([](double a) { return tanh(a); }, x);
}
inline Lanes hypot(const Lanes& x, const Lanes& y) {
  return detail::calc_each([](double a, double b) { return hypot(a, b); }, x, y);
}
inline Lanes hypot(const Lanes& x, const Lanes& y, const Lanes& z) {
  return detail::calc_each([](double a, double b, double c) { return hypot(a, b, c); }, x, y, z);
}

namespace detail {
[[gnu::always_inline]] inline Lanes::Bits bits_of(const Lanes& x) { return reinterpret_cast<Lanes::Bits>(x.v); }
[[gnu::always_inline]] inline Lanes from_bits(const Lanes::Bits& b) { return Lanes(reinterpret_cast<Lanes::Values>(b)); }
}  // namespace detail

[[gnu::always_inline]] inline Lanes abs(const Lanes& x) { return detail::from_bits(detail::bits_of(x) & INT64_MAX); }

namespace detail {
[[gnu::always_inline]] inline void update_near_sincos(const Lanes& x, Lanes& sin_x, Lanes& cos_x) {
  const Lanes rounded = x * two_over_pi + round_magic;
  const Lanes::Bits k = bits_of(rounded);
  Lanes s, c;
  update_sincos_reduced(calc_reduced(x, rounded - round_magic), s, c);
  const Lanes::Bits odd = -(k & 1), bs = bits_of(s), bc = bits_of(c);
  sin_x = from_bits(((bc & odd) | (bs & ~odd)) ^ ((k & 2) << 62));
  cos_x = from_bits(((bs & odd) | (bc & ~odd)) ^ (((k + 1) & 2) << 62));
}

struct SineAndCosine {
  Lanes s, c;
};
[[gnu::noinline, gnu::cold]] inline SineAndCosine calc_far_sincos(Lanes x) {
  SineAndCosine y;
  update_near_sincos(calc_each([](double a) { return abs(a) < far_angle ? a : calc_near_angle(a); }, x), y.s, y.c);
  return y;
}
}  // namespace detail

/// Far angles are looked for last: the common case does not wait.
[[gnu::always_inline]] inline void update_sincos(Lanes x, Lanes& sin_x, Lanes& cos_x) {
  detail::update_near_sincos(x, sin_x, cos_x);
  if (any(is_less_equal(Lanes(detail::far_angle), abs(x)))) [[unlikely]] {
    const detail::SineAndCosine far = detail::calc_far_sincos(x);
    sin_x = far.s;
    cos_x = far.c;
  }
}

[[gnu::always_inline]] inline Lanes exp(const Lanes& x) {
  const Lanes y = min(Lanes(700.0), max(Lanes(-700.0), x));
  const Lanes rounded = y * detail::log2_e + detail::round_magic;
  const Lanes k = rounded - detail::round_magic;
  const Lanes r = (y - k * detail::ln2_high) - k * detail::ln2_low;
  return detail::from_bits(detail::bits_of(detail::add_exp_rest(1.0 + r, r)) + (detail::bits_of(rounded) << 52));
}

}  // namespace pintle
