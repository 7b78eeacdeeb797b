#pragma once
#include "pintle/math/scalar.h"

namespace pintle {

/// A value and its derivative in one direction: f(x + ε) = f(x) + f'(x) ε, ε² = 0. Exact derivatives for
/// tests and, later, for linearization.
struct Dual {
  double value = 0;
  double slope = 0;

  constexpr Dual() = default;
  constexpr Dual(double v, double s = 0) : value(v), slope(s) {}

  friend Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
  friend Dual operator/(Dual a, Dual b) {
    const double q = a.value / b.value;
    return {q, (a.slope - q * b.slope) / b.value};
  }
  friend Dual operator-(Dual a) { return {-a.value, -a.slope}; }
  Dual& operator+=(Dual b) { return *this = *this + b; }
  Dual& operator-=(Dual b) { return *this = *this - b; }
  Dual& operator*=(Dual b) { return *this = *this * b; }
};

template <>
struct Mask<Dual> {
  bool yes = false;
};

inline Mask<Dual> operator!(Mask<Dual> a) { return {!a.yes}; }
inline Mask<Dual> operator&(Mask<Dual> a, Mask<Dual> b) { return {a.yes && b.yes}; }
inline Mask<Dual> operator|(Mask<Dual> a, Mask<Dual> b) { return {a.yes || b.yes}; }
inline bool any(Mask<Dual> a) { return a.yes; }
inline bool all(Mask<Dual> a) { return a.yes; }

inline Mask<Dual> is_greater(Dual a, Dual b) { return {a.value > b.value}; }
inline Mask<Dual> is_less(Dual a, Dual b) { return {a.value < b.value}; }
inline Mask<Dual> is_less_equal(Dual a, Dual b) { return {a.value <= b.value}; }
inline Mask<Dual> is_equal(Dual a, Dual b) { return {a.value == b.value}; }
inline Dual select(Mask<Dual> choose, Dual a, Dual b) { return choose.yes ? a : b; }
inline double lane(Dual x, int) { return x.value; }
inline void set_lane(Dual& x, int, double value) { x = Dual(value); }

inline Dual sqrt(Dual x) {
  const double root = std::sqrt(x.value);
  return {root, root > 0 ? 0.5 * x.slope / root : 0.0};
}
inline Dual abs(Dual x) { return x.value < 0 ? -x : x; }
/// Where both are equal, max takes a and min takes b: parts clipped to neighbouring intervals keep the slope once.
inline Dual max(Dual a, Dual b) { return a.value >= b.value ? a : b; }
inline Dual min(Dual a, Dual b) { return a.value < b.value ? a : b; }
inline Dual log(Dual x) { return {log(x.value), x.slope / x.value}; }
/// (aᵇ)' = b aᵇ⁻¹ a' + log(a) aᵇ b'. A part whose slope is zero is left out: log(a) may not exist.
inline Dual pow(Dual a, Dual b) {
  Dual y(pow(a.value, b.value));
  if (a.slope != 0) y.slope += b.value * pow(a.value, b.value - 1) * a.slope;
  if (b.slope != 0) y.slope += log(a.value) * y.value * b.slope;
  return y;
}
inline Dual asin(Dual x) { return {asin(x.value), x.slope / std::sqrt(1 - x.value * x.value)}; }
inline Dual acos(Dual x) { return {acos(x.value), -x.slope / std::sqrt(1 - x.value * x.value)}; }
inline Dual atan2(Dual y, Dual x) {
  return {atan2(y.value, x.value), (x.value * y.slope - y.value * x.slope) / (x.value * x.value + y.value * y.value)};
}
inline Dual tanh(Dual x) {
  const double t = tanh(x.value);
  return {t, (1 - t * t) * x.slope};
}
inline Dual hypot(Dual x, Dual y, Dual z = 0.0) {
  const double h = hypot(x.value, y.value, z.value);
  return {h, h > 0 ? (x.value / h) * x.slope + (y.value / h) * y.slope + (z.value / h) * z.slope : 0.0};
}
inline void update_sincos(Dual x, Dual& sin_x, Dual& cos_x) {
  double s, c;
  update_sincos(x.value, s, c);
  sin_x = {s, c * x.slope};
  cos_x = {c, -s * x.slope};
}
inline Dual exp(Dual x) {
  const double e = exp(x.value);
  return {e, e * x.slope};
}

}  // namespace pintle
