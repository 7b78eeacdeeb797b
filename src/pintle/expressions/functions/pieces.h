#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "pintle/expressions/functions/function.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

/// What is made of straight pieces. NaN stays NaN: it must end a run and not vanish in it.
namespace pintle {

struct Piecewise : AnyFunction {
  static constexpr Takes takes = Takes::alike;
  static constexpr Gives gives = Gives::same;
  static constexpr Bend bend = Bend::pieces;
};

struct Min : Piecewise {
  static constexpr std::string_view name = "min", usage = "min(a, b, …)", says = "the smallest of two or more, or over `all.`";
  static constexpr int arity = 2;
  static constexpr bool folds = true, chooses = true, is_short = true;
  static constexpr std::array breaks{Break{.kind = Break::Kind::kink, .r = 1}};

  static auto value(const auto& a, const auto& b) { return select(is_less(a, b), a, select(is_less_equal(b, a), b, a + b)); }
  static Symbolic derive(const ChainRule& f) { return select(is_less(f.a, f.b), f.da, f.db); }
  /// Of two that meet, either may be the one; jumps of the other do not count.
  static Interval bound(const Interval& a, const Interval& b) {
    Interval y(std::min(a.low, b.low), std::min(a.high, b.high));
    y.jumps = (a.jumps && !(b.high < a.low)) || (b.jumps && !(a.high < b.low));
    return y;
  }
  static Expr find_folded(const Graph&, Expr a, Expr b) { return a == b ? a : Expr{}; }
};

struct Max : Min {
  static constexpr std::string_view name = "max", usage = "max(a, b, …)", says = "the largest of two or more, or over `all.`";

  static auto value(const auto& a, const auto& b) { return select(is_less(a, b), b, select(is_less_equal(b, a), a, a + b)); }
  static Symbolic derive(const ChainRule& f) { return select(is_less(f.a, f.b), f.db, f.da); }
  static Interval bound(const Interval& a, const Interval& b) {
    Interval y(std::max(a.low, b.low), std::max(a.high, b.high));
    y.jumps = (a.jumps && !(b.low > a.high)) || (b.jumps && !(a.low > b.high));
    return y;
  }
};

struct Sqrt;

struct Abs : Piecewise {
  static constexpr std::string_view name = "abs", usage = "abs(x)", says = "x without its sign";
  static constexpr bool is_short = true;
  static constexpr std::array breaks{Break{Break::Kind::kink}};

  static auto value(const auto& a) { return abs(a); }
  static Symbolic derive(const ChainRule& f) { return select(is_less(f.a, f.a.number(0)), -f.da, f.da); }
  static Interval bound(const Interval& a) { return {a.least_magnitude(), a.magnitude()}; }
  static Expr find_folded(const Graph& graph, Expr a, Expr) {
    return is_call<Abs>(graph, a) || is_call<Sqrt>(graph, a) || graph.is_truth(a) ? a : Expr{};
  }
};

struct Sign : Piecewise {
  static constexpr std::string_view name = "sign", usage = "sign(x)", says = "−1, 0 or 1";
  static constexpr Gives gives = Gives::pure;
  static constexpr bool is_short = true;
  static constexpr std::array breaks{Break{Break::Kind::jump}};

  template <class T>
  static T value(const T& a) {
    return select(is_less(a, T(0.0)), T(-1.0), select(is_less(T(0.0), a), T(1.0), a * T(0.0)));
  }
  static Interval bound(const Interval& a) { return bound_steps(a.low < 0 ? -1 : a.low > 0, a.high < 0 ? -1 : a.high > 0); }
};

struct Floor : Piecewise {
  static constexpr std::string_view name = "floor", usage = "floor(x)", says = "the largest whole number that is not above x";
  static constexpr Takes takes = Takes::pure;
  static constexpr Gives gives = Gives::pure;
  static constexpr std::array breaks{Break{.kind = Break::Kind::jump, .whole = true}};

  /// In every lane; flat, so that a Dual has no slope.
  template <class T>
  static T value(const T& a) {
    T whole(0.0);
    for (int i = 0; i < width<T>; ++i) set_lane(whole, i, std::floor(lane(a, i)));
    return whole;
  }
  static Interval bound(const Interval& a) { return bound_steps(std::floor(a.low), std::floor(a.high)); }
  static bool is_tame(const Ranges& x) { return x.a.width() <= most_steps; }
  static Expr find_folded(const Graph& graph, Expr a, Expr) { return is_call<Floor>(graph, a) || graph.is_truth(a) ? a : Expr{}; }
};

/// a − b⌊a/b⌋
struct Modulo : Piecewise {
  static constexpr std::string_view name = "mod", usage = "mod(a, b)", says = "a − b·floor(a/b), from 0 up to b";
  static constexpr int arity = 2;
  static constexpr std::array breaks{Break{.kind = Break::Kind::jump, .r = 1, .whole = true}};

  /// Without rounding: from 0 up to b, b excluded.
  static double calc_rest(double a, double b) {
    const double rest = std::fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
  template <class T>
  static T value(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, Dual>) {
      return {calc_rest(a.value, b.value), (a - b * Floor::value(a / b)).slope};
    } else {
      T rest(0.0);
      for (int i = 0; i < width<T>; ++i) set_lane(rest, i, calc_rest(lane(a, i), lane(b, i)));
      return rest;
    }
  }
  static Symbolic derive(const ChainRule& f) { return f.da - call<Floor>(f.a / f.b) * f.db; }
  /// The floor must be the same throughout; else it is anything from 0 to b.
  static Interval bound(const Interval& a, const Interval& b) {
    const Interval quotient = a / b;
    const double k = std::floor(quotient.low);
    if (!quotient.nan && std::isfinite(k) && k == std::floor(quotient.high)) return a + b * -k;
    Interval y(std::min(b.low, 0.0), std::max(b.high, 0.0));
    y.jumps = true;
    y.nan = quotient.nan || b.contains(0) || !(a.magnitude() < Interval::infinity);
    return y;
  }
  static bool is_tame(const Ranges& x) { return is_far_from_zero(x.b) && x.a.width() <= most_steps * x.b.least_magnitude(); }
};

}  // namespace pintle
