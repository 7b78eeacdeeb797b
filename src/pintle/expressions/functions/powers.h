#pragma once
#include <algorithm>
#include <cmath>

#include "pintle/expressions/functions/function.h"
#include "pintle/math/dual.h"
#include "pintle/math/elementary.h"
#include "pintle/math/lanes.h"

/// The root, the exponential and its kin.
namespace pintle {

struct Sqrt : AnyFunction {
  static constexpr std::string_view name = "sqrt", usage = "sqrt(x)", says = "the root, of an area a length; nan below zero";
  static constexpr Takes takes = Takes::alike;
  static constexpr Gives gives = Gives::root;
  static constexpr bool is_short = true;
  static constexpr std::array breaks{Break{Break::Kind::edge}};

  static auto value(const auto& a) { return sqrt(a); }
  static Symbolic derive(const ChainRule& f) { return 0.5 * f.da / f.y; }
  static Interval bound(const Interval& a) {
    const Interval inside = clip(a, 0, Interval::infinity);
    if (inside.is_empty()) return Interval::none();
    Interval y = widen(std::sqrt(inside.low), std::sqrt(inside.high));
    y.nan = inside.nan;
    return y;
  }
  static bool is_tame(const Ranges& x) { return is_far_from_zero(x.a); }
};

struct Exp : AnyFunction {
  static constexpr std::string_view name = "exp", usage = "exp(x)", says = "eˣ";

  /// Where exp is held, as (e^(x/2))², which reaches infinity and zero.
  template <class T>
  static T value(const T& a) {
    const T half = exp(0.5 * a);
    return select(is_less(abs(a), T(700.0)), exp(a), half * half);
  }
  static Symbolic derive(const ChainRule& f) { return f.y * f.da; }
  static Interval bound(const Interval& a) { return bound_rising<Exp>(a); }
  static bool is_tame(const Ranges& x) { return x.a.width() <= most_change; }
};

struct Log : AnyFunction {
  static constexpr std::string_view name = "log", usage = "log(x)", says = "the natural logarithm; nan below zero";

  static auto value(const auto& a) { return log(a); }
  static Symbolic derive(const ChainRule& f) { return f.da / f.a; }
  static Interval bound(const Interval& a) { return bound_rising<Log>(clip(a, 0, Interval::infinity)); }
  static bool is_tame(const Ranges& x) { return is_far_from_zero(x.a); }
};

struct Tanh : AnyFunction {
  static constexpr std::string_view name = "tanh", usage = "tanh(x)", says = "a smooth step from −1 to 1";

  static auto value(const auto& a) { return tanh(a); }
  static Symbolic derive(const ChainRule& f) { return (1 - f.y * f.y) * f.da; }
  static Interval bound(const Interval& a) { return intersect(bound_rising<Tanh>(a), {-1, 1}); }
  static bool is_tame(const Ranges& x) { return x.a.width() <= most_change; }
};

}  // namespace pintle
