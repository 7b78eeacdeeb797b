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
  std::int64_t joined = 0;
  for (int i = 0; i < lane_count; ++i) joined |= a.bits[i];
  return joined != 0;
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

/// What has no vector form of ours goes through libm lane by lane: the digits of T = double.
inline Lanes atan2(const Lanes& y, const Lanes& x) {
  Lanes angle;
  for (int i = 0; i < lane_count; ++i) angle.v[i] = std::atan2(y.v[i], x.v[i]);
  return angle;
}
inline Lanes asin(const Lanes& x) {
  Lanes angle;
  for (int i = 0; i < lane_count; ++i) angle.v[i] = std::asin(x.v[i]);
  return angle;
}
inline Lanes acos(const Lanes& x) {
  Lanes angle;
  for (int i = 0; i < lane_count; ++i) angle.v[i] = std::acos(x.v[i]);
  return angle;
}
inline Lanes log(const Lanes& x) {
  Lanes y;
  for (int i = 0; i < lane_count; ++i) y.v[i] = std::log(x.v[i]);
  return y;
}
inline Lanes pow(const Lanes& a, const Lanes& b) {
  Lanes y;
  for (int i = 0; i < lane_count; ++i) y.v[i] = std::pow(a.v[i], b.v[i]);
  return y;
}

namespace detail {
[[gnu::always_inline]] inline Lanes::Bits bits_of(const Lanes& x) { return reinterpret_cast<Lanes::Bits>(x.v); }
[[gnu::always_inline]] inline Lanes from_bits(const Lanes::Bits& b) { return Lanes(reinterpret_cast<Lanes::Values>(b)); }
}  // namespace detail

[[gnu::always_inline]] inline Lanes abs(const Lanes& x) { return detail::from_bits(detail::bits_of(x) & INT64_MAX); }
[[gnu::always_inline]] inline void update_sincos(const Lanes& x, Lanes& sin_x, Lanes& cos_x) {
  const Lanes rounded = x * detail::two_over_pi + detail::round_magic;
  const Lanes::Bits k = detail::bits_of(rounded);
  Lanes s, c;
  detail::update_sincos_reduced(detail::calc_reduced(x, rounded - detail::round_magic), s, c);
  const Lanes::Bits odd = -(k & 1), bs = detail::bits_of(s), bc = detail::bits_of(c);
  sin_x = detail::from_bits(((bc & odd) | (bs & ~odd)) ^ ((k & 2) << 62));
  cos_x = detail::from_bits(((bs & odd) | (bc & ~odd)) ^ (((k + 1) & 2) << 62));
}

[[gnu::always_inline]] inline Lanes exp(const Lanes& x) {
  const Lanes y = min(Lanes(700.0), max(Lanes(-700.0), x));
  const Lanes rounded = y * detail::log2_e + detail::round_magic;
  const Lanes k = rounded - detail::round_magic;
  const Lanes r = (y - k * detail::ln2_high) - k * detail::ln2_low;
  return detail::from_bits(detail::bits_of(detail::calc_exp_reduced(r)) + (detail::bits_of(rounded) << 52));
}

}  // namespace pintle
