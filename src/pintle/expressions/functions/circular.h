#pragma once
#include <algorithm>
#include <cmath>

#include "pintle/expressions/functions/function.h"
#include "pintle/math/dual.h"
#include "pintle/math/elementary.h"
#include "pintle/math/lanes.h"

/// Sines and angles.
namespace pintle {

namespace detail {

inline constexpr double pi = 3.14159265358979323846;

/// Whether offset + k·period, k whole, lies within a; rounding makes it yes rather than no.
inline bool has_multiple(const Interval& a, double offset, double period) {
  const double doubt = 4 * Interval::epsilon * std::max(a.magnitude(), period);
  return std::floor((a.high + doubt - offset) / period) >= std::ceil((a.low - doubt - offset) / period);
}

/// Of sin(a + shift), shift 0 or π/2.
template <class Kind>
Interval bound_sine(const Interval& a, double shift) {
  Interval y(-1, 1);
  if (!(a.magnitude() < Interval::infinity)) {
    y.nan = true;
    return y;
  }
  if (a.width() >= 2 * pi) return y;
  const double s = calc_call<Kind>(a.low), e = calc_call<Kind>(a.high);
  const double slack =
      8 * Interval::epsilon * (shift == 0 ? std::min(a.magnitude(), 1.0) : 1);  // for what is lost in a large angle
  if (!has_multiple(a, -pi / 2 - shift, 2 * pi)) y.low = std::max(-1.0, std::min(s, e) - slack);
  if (!has_multiple(a, pi / 2 - shift, 2 * pi)) y.high = std::min(1.0, std::max(s, e) + slack);
  return y;
}

}  // namespace detail

struct Cos;
struct Sqrt;

struct Sin : AnyFunction {
  static constexpr std::string_view name = "sin", usage = "sin(x)", says = "the sine of an angle";
  static constexpr Bend bend = Bend::wave;

  template <class T>
  static T value(const T& a) {
    T s, c;
    update_sincos(a, s, c);
    return s;
  }
  static Symbolic derive(const ChainRule& f) { return call<Cos>(f.a) * f.da; }
  static Interval bound(const Interval& a) { return detail::bound_sine<Sin>(a, 0); }
  static bool is_tame(const Ranges& x) { return x.a.width() <= most_change; }
};

struct Cos : Sin {
  static constexpr std::string_view name = "cos", usage = "cos(x)", says = "its cosine";

  template <class T>
  static T value(const T& a) {
    T s, c;
    update_sincos(a, s, c);
    return c;
  }
  static Symbolic derive(const ChainRule& f) { return -(call<Sin>(f.a) * f.da); }
  static Interval bound(const Interval& a) { return detail::bound_sine<Cos>(a, detail::pi / 2); }
};

struct Tan : AnyFunction {
  static constexpr std::string_view name = "tan", usage = "tan(x)", says = "its tangent";

  template <class T>
  static T value(const T& a) {
    T s, c;
    update_sincos(a, s, c);
    return s / c;
  }
  static Symbolic derive(const ChainRule& f) { return (1 + f.y * f.y) * f.da; }
  static Interval bound(const Interval& a) {
    if (!(a.magnitude() < Interval::infinity) || detail::has_multiple(a, detail::pi / 2, detail::pi)) {
      Interval y = Interval::all();
      y.jumps = true;
      y.nan = !(a.magnitude() < Interval::infinity);
      return y;
    }
    return widen(calc_call<Tan>(a.low), calc_call<Tan>(a.high), 2 * function_ulps);
  }
  static bool is_tame(const Ranges& x) { return !x.y.jumps && x.a.width() <= most_angle; }
};

struct Asin : AnyFunction {
  static constexpr std::string_view name = "asin", usage = "asin(x)", says = "the angle whose sine is x; nan beyond −1 and 1";
  static constexpr Gives gives = Gives::angle;
  static constexpr std::array breaks{Break{.kind = Break::Kind::edge, .at = -1}, Break{.kind = Break::Kind::edge, .at = 1}};

  static auto value(const auto& a) { return asin(a); }
  static Symbolic derive(const ChainRule& f) { return f.da / call<Sqrt>(1 - f.a * f.a); }
  static Interval bound(const Interval& a) { return bound_rising<Asin>(clip(a, -1, 1)); }
  static bool is_tame(const Ranges& x) { return x.a.magnitude() < 0.99; }  // at 1 its slope is infinite
};

struct Acos : Asin {
  static constexpr std::string_view name = "acos", usage = "acos(x)", says = "the angle whose cosine is x; nan beyond −1 and 1";

  static auto value(const auto& a) { return acos(a); }
  static Symbolic derive(const ChainRule& f) { return -Asin::derive(f); }
  static Interval bound(const Interval& a) {
    const Interval inside = clip(a, -1, 1);
    if (inside.is_empty()) return Interval::none();
    Interval y = widen(calc_call<Acos>(inside.high), calc_call<Acos>(inside.low), function_ulps);
    y.nan = inside.nan;
    return y;
  }
};

struct Atan2 : AnyFunction {
  static constexpr std::string_view name = "atan2", usage = "atan2(y, x)", says = "the angle of the point (x, y), −π to π";
  static constexpr int arity = 2;
  static constexpr Takes takes = Takes::alike;
  static constexpr std::array breaks{Break{Break::Kind::edge}};

  static auto value(const auto& a, const auto& b) { return atan2(a, b); }
  static Symbolic derive(const ChainRule& f) { return (f.b * f.da - f.a * f.db) / (f.b * f.b + f.a * f.a); }
  /// The angle of a rectangle that misses the origin is extreme in its corners; it jumps by 2π on the negative x axis.
  static Interval bound(const Interval& y, const Interval& x) {
    if (y.contains(0) && x.low <= 0) {
      Interval angle(-detail::pi, detail::pi);
      angle.jumps = true;
      return angle;
    }
    double low = Interval::infinity, high = -Interval::infinity;
    for (const double v : {y.low, y.high})
      for (const double u : {x.low, x.high}) {
        low = std::min(low, calc_call<Atan2>(v, u));
        high = std::max(high, calc_call<Atan2>(v, u));
      }
    return widen(low, high, function_ulps);
  }
  static bool is_tame(const Ranges& x) { return !x.y.jumps && x.y.width() <= most_angle; }
};

}  // namespace pintle
