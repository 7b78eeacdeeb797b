#include "pintle/expressions/interval.h"

#include <algorithm>
#include <cmath>

#include "pintle/base/check.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double pi = 3.14159265358979323846;

/// Bounds moved outwards by some ulps. Zero stays zero: products and underflow make it exactly.
Interval widen(double low, double high, double ulps = 1) {
  const auto margin = [&](double x) { return std::isfinite(x) ? ulps * epsilon * std::fabs(x) : 0; };
  return {low - margin(low), high + margin(high)};
}
constexpr double function_ulps = 4;  // more than any function of op.cpp is off by

Interval with_doubts(Interval x, const Interval& a, const Interval& b = {}) {
  if (a.is_empty() || b.is_empty()) x = Interval::none();
  x.nan = x.nan || a.nan || b.nan;
  x.jumps = x.jumps || a.jumps || b.jumps;
  return x;
}

Interval hull(const Interval& a, const Interval& b) {
  Interval x(std::min(a.low, b.low), std::max(a.high, b.high));
  x.nan = a.nan || b.nan;
  x.jumps = a.jumps || b.jumps;
  return x;
}

/// The part of a that a function is defined on; beyond it is NaN.
Interval clip(Interval a, double low, double high) {
  if (a.low < low || a.high > high) a.nan = true;
  a.low = std::max(a.low, low);
  a.high = std::min(a.high, high);
  return a;
}

Interval calc_sum(const Interval& a, const Interval& b) {
  Interval x = widen(a.low + b.low, a.high + b.high);
  if (std::isnan(x.low)) x.low = -infinity, x.nan = true;  // ∞ − ∞
  if (std::isnan(x.high)) x.high = infinity, x.nan = true;
  return x;
}

Interval calc_product(const Interval& a, const Interval& b) {
  double low = infinity, high = -infinity;
  bool nan = false;
  for (const double p : {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}) {
    const bool is_nan = std::isnan(p);  // 0·∞
    nan = nan || is_nan;
    low = std::min(low, is_nan ? 0 : p);
    high = std::max(high, is_nan ? 0 : p);
  }
  Interval x = widen(low, high);
  x.nan = nan;
  return x;
}

Interval calc_square(const Interval& a) {
  const double far = a.magnitude(), near = a.contains(0) ? 0 : std::min(std::fabs(a.low), std::fabs(a.high));
  return widen(near * near, far * far);
}

Interval calc_quotient(const Interval& a, const Interval& b) {
  if (b.low < 0 && b.high > 0) {
    Interval x = Interval::all();
    x.jumps = true;
    x.nan = a.contains(0) || a.magnitude() == infinity;
    return x;
  }
  if (b.low == 0 && b.high == 0) {
    Interval x = Interval::all();
    x.nan = true;
    return x;
  }
  // 1/b, with zero at an end taken from its side
  const Interval inverse(b.high == 0 ? -infinity : 1 / b.high, b.low == 0 ? infinity : 1 / b.low);
  Interval x = calc_product(a, inverse);
  const double ends[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
  if (b.low != 0 && b.high != 0 && std::ranges::none_of(ends, [](double e) { return std::isnan(e); }))
    x = widen(*std::ranges::min_element(ends), *std::ranges::max_element(ends));
  x.nan = x.nan || ((b.low == 0 || b.high == 0) && a.contains(0));
  return x;
}

/// Whether offset + k·period, k whole, lies within a; rounding makes it yes rather than no.
bool has_multiple(const Interval& a, double offset, double period) {
  const double doubt = 4 * epsilon * std::max(a.magnitude(), period);
  return std::floor((a.high + doubt - offset) / period) >= std::ceil((a.low - doubt - offset) / period);
}

Interval calc_sine(const Interval& a, double shift) {  // sin(a + shift), shift 0 or π/2
  Interval x(-1, 1);
  if (!(a.magnitude() < infinity)) {
    x.nan = true;
    return x;
  }
  if (a.width() >= 2 * pi) return x;
  const Op op = shift == 0 ? Op::sin : Op::cos;
  const double s = calc_function<double>(op, a.low, 0), e = calc_function<double>(op, a.high, 0);
  const double slack = 8 * epsilon * (shift == 0 ? std::min(a.magnitude(), 1.0) : 1);  // for what is lost in a large angle
  if (!has_multiple(a, -pi / 2 - shift, 2 * pi)) x.low = std::max(-1.0, std::min(s, e) - slack);
  if (!has_multiple(a, pi / 2 - shift, 2 * pi)) x.high = std::min(1.0, std::max(s, e) + slack);
  return x;
}

Interval calc_tangent(const Interval& a) {
  if (!(a.magnitude() < infinity) || has_multiple(a, pi / 2, pi)) {
    Interval x = Interval::all();
    x.jumps = true;
    x.nan = !(a.magnitude() < infinity);
    return x;
  }
  return widen(calc_function<double>(Op::tan, a.low, 0), calc_function<double>(Op::tan, a.high, 0), 2 * function_ulps);
}

/// A function that rises throughout.
Interval calc_rising(Op op, const Interval& a) {
  if (a.is_empty()) return Interval::none();
  Interval x = widen(calc_function<double>(op, a.low, 0), calc_function<double>(op, a.high, 0), function_ulps);
  x.nan = a.nan;
  return x;
}

/// aᵇ. For a > 0 it is exp(b log a), and b log a over a rectangle is largest and smallest in corners.
Interval calc_power(const Interval& a, const Interval& b) {
  const auto corners = [&](double from, double to) {
    double low = infinity, high = -infinity;
    for (const double base : {from, to})
      for (const double exponent : {b.low, b.high}) {
        const double p = pow(base, exponent);
        low = std::min(low, p);
        high = std::max(high, p);
      }
    return widen(low, high, function_ulps);
  };
  if (a.low > 0 || (a.low == 0 && b.low > 0)) return corners(a.low, a.high);
  const bool whole = b.low == b.high && b.low == std::floor(b.low);
  if (!whole || b.low < 0) {
    Interval x = Interval::all();
    x.nan = !whole;
    x.jumps = true;
    return x;
  }
  Interval x = corners(a.low, a.high);  // a whole power rises, or falls and rises
  if (a.contains(0) && b.low > 0) x = hull(x, 0.0);
  return x;
}

/// The angle of a rectangle that misses the origin is extreme in its corners; it jumps by 2π on the negative x axis.
Interval calc_angle(const Interval& y, const Interval& x) {
  if (y.contains(0) && x.low <= 0) {
    Interval angle(-pi, pi);
    angle.jumps = true;
    return angle;
  }
  double low = infinity, high = -infinity;
  for (const double v : {y.low, y.high})
    for (const double u : {x.low, x.high}) {
      low = std::min(low, atan2(v, u));
      high = std::max(high, atan2(v, u));
    }
  return widen(low, high, function_ulps);
}

/// a − b k with k = ⌊a/b⌋, which must be the same throughout; else anything from 0 to b.
Interval calc_rest(const Interval& a, const Interval& b) {
  const Interval quotient = calc_quotient(a, b);
  const double k = std::floor(quotient.low);
  if (!quotient.nan && std::isfinite(k) && k == std::floor(quotient.high)) return calc_sum(a, calc_product(b, -k));
  Interval x(std::min(b.low, 0.0), std::max(b.high, 0.0));
  x.jumps = true;
  x.nan = quotient.nan || b.contains(0) || !(a.magnitude() < infinity);
  return x;
}

/// Flat, with steps.
Interval calc_steps(double low, double high) {
  Interval x(low, high);
  x.jumps = low != high;
  return x;
}

Interval calc_function_of(Op op, const Interval& a, const Interval& b) {
  switch (op) {
    case Op::exp: return calc_rising(op, a);
    case Op::log: return calc_rising(op, clip(a, 0, infinity));
    case Op::asin: return calc_rising(op, clip(a, -1, 1));
    case Op::acos: {
      const Interval inside = clip(a, -1, 1);
      if (inside.is_empty()) return Interval::none();
      Interval x = widen(acos(inside.high), acos(inside.low), function_ulps);
      x.nan = inside.nan;
      return x;
    }
    case Op::sin: return calc_sine(a, 0);
    case Op::cos: return calc_sine(a, pi / 2);
    case Op::tan: return calc_tangent(a);
    case Op::atan2: return calc_angle(a, b);
    case Op::power: return calc_power(a, b);
    case Op::tanh: return intersect(calc_rising(op, a), {-1, 1});
    case Op::floor: return calc_steps(std::floor(a.low), std::floor(a.high));
    case Op::modulo: return calc_rest(a, b);
    case Op::sign: return calc_steps(a.low < 0 ? -1 : a.low > 0, a.high < 0 ? -1 : a.high > 0);
    default: PINTLE_CHECK(false, "not a function of intervals"); return a;
  }
}

// ---- truth values: what is possible

struct Truth {
  bool can_hold, can_fail;
};
Truth truth_of(const Interval& a) { return {a.nan || a.low < 0 || a.high > 0, a.contains(0)}; }  // NaN ≠ 0
Interval to_interval(Truth truth) {
  Interval x(truth.can_fail ? 0 : 1, truth.can_hold ? 1 : 0);
  x.jumps = truth.can_hold && truth.can_fail;
  return x;
}

/// Comparisons with NaN are false.
Truth compare(Op op, const Interval& a, const Interval& b) {
  const bool nan = a.nan || b.nan;
  if (a.is_empty() || b.is_empty()) return {false, true};
  switch (op) {
    case Op::less: return {a.low < b.high, nan || a.high >= b.low};
    case Op::less_equal: return {a.low <= b.high, nan || a.high > b.low};
    default:  // equal
      return {a.low <= b.high && b.low <= a.high, nan || a.low != a.high || b.low != b.high || a.low != b.low};
  }
}

Interval calc_choice(const Truth& truth, const Interval& yes, const Interval& no) {
  if (!truth.can_fail) return yes;
  if (!truth.can_hold) return no;
  Interval x = hull(yes, no);
  x.jumps = true;
  return x;
}

/// Of two that meet, either may be the one.
Interval calc_extreme(Op op, const Interval& a, const Interval& b) {
  const bool is_min = op == Op::min;
  Interval x = is_min ? Interval(std::min(a.low, b.low), std::min(a.high, b.high))
                      : Interval(std::max(a.low, b.low), std::max(a.high, b.high));
  const bool first = is_min ? a.high < b.low : a.low > b.high, second = is_min ? b.high < a.low : b.low > a.high;
  x.jumps = (a.jumps && !second) || (b.jumps && !first);
  x.nan = a.nan || b.nan;
  return a.is_empty() || b.is_empty() ? Interval::none() : x;
}

Interval calc_abs(const Interval& a) {
  const double far = a.magnitude(), near = a.contains(0) ? 0 : std::min(std::fabs(a.low), std::fabs(a.high));
  return {near, far};
}

// ---- tables

/// Values of c₀ + c₁ s + c₂ s² + c₃ s³ for s in [from, to]: at the ends and where the slope is zero.
Interval calc_cubic(const std::array<double, 4>& c, double from, double to) {
  const auto at = [&](double s) { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); };
  const auto size = [&](double s) {
    return std::fabs(c[0]) + std::fabs(s) * (std::fabs(c[1]) + std::fabs(s) * (std::fabs(c[2]) + std::fabs(s * c[3])));
  };
  double low = std::min(at(from), at(to)), high = std::max(at(from), at(to));
  const auto add = [&](double s) {
    if (!(s > from && s < to)) return;
    low = std::min(low, at(s));
    high = std::max(high, at(s));
  };
  if (c[3] != 0) {
    const double root = c[2] * c[2] - 3 * c[1] * c[3];
    if (root >= 0) {
      const double q = -(c[2] + std::copysign(std::sqrt(root), c[2]));
      add(q / (3 * c[3]));
      if (q != 0) add(c[1] / q);
    }
  } else if (c[2] != 0) {
    add(-0.5 * c[1] / c[2]);
  }
  const double slack = 4 * epsilon * std::max(size(from), size(to));
  return {low - slack, high + slack};
}

/// The stretch of the table that x covers, piece by piece: those between its points, and one before and behind them.
class TableRange {
 public:
  TableRange(const Table& table, int order) : table_(table), order_(order) {}

  Interval calc(const Interval& x) {
    const double first = table_.x.front(), last = table_.x.back();
    const std::size_t n = table_.c.size();
    if (x.low < first) add_outside(0, x.low, std::min(x.high, first));
    const auto inner = table_.x.begin() + 1;
    auto i = static_cast<std::size_t>(std::upper_bound(inner, table_.x.end() - 1, x.low) - inner);
    for (; i < n && table_.x[i] <= x.high && x.low <= last; ++i)
      add(i, std::max(x.low, table_.x[i]), std::min(x.high, table_.x[i + 1]));
    if (x.high > last) add_outside(n - 1, std::max(x.low, last), x.high);
    return range_;
  }

 private:
  void add_outside(std::size_t piece, double from, double to) {
    if (table_.outside == Outside::extrapolate) return add(piece, from, to);
    const double held = piece == 0 && to <= table_.x.front() ? table_.y.front() : table_.y.back();
    const double value = order_ == 0 && table_.outside == Outside::hold ? held : 0;
    join(table_.outside == Outside::error ? Interval::none() : Interval(value), value, value);
  }

  void add(std::size_t piece, double from, double to) {
    std::array<double, 4> c = table_.c[piece];
    for (int k = 0; k < order_; ++k) c = {c[1], 2 * c[2], 3 * c[3], 0};
    const double a = from - table_.x[piece], b = to - table_.x[piece];
    const auto at = [&](double s) { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); };
    join(calc_cubic(c, a, b), at(a), at(b));
  }

  /// One more piece, from its value at its start to that at its end.
  void join(Interval piece, double start, double end) {
    const double rounding = 64 * epsilon * std::max(piece.magnitude(), range_.magnitude());
    piece.jumps = any_ && !(std::fabs(start - end_) <= rounding);
    range_ = any_ ? hull(range_, piece) : piece;
    end_ = end;
    any_ = true;
  }

  const Table& table_;
  int order_;
  Interval range_ = Interval::none();
  double end_ = 0;
  bool any_ = false;
};

}  // namespace

Interval intersect(const Interval& a, const Interval& b) {
  Interval x(std::max(a.low, b.low), std::min(a.high, b.high));
  x.nan = a.nan && b.nan;
  x.jumps = a.jumps && b.jumps;
  return x;
}

template <>
Interval calc_op(Op op, const Interval& a, const Interval& b, const Interval& c) {
  switch (op) {
    case Op::negate: return with_doubts({-a.high, -a.low}, a);
    case Op::add: return with_doubts(calc_sum(a, b), a, b);
    case Op::subtract: return with_doubts(calc_sum(a, {-b.high, -b.low}), a, b);
    case Op::multiply: return with_doubts(&a == &b ? calc_square(a) : calc_product(a, b), a, b);
    case Op::divide: return with_doubts(calc_quotient(a, b), a, b);
    case Op::sqrt: {
      const Interval inside = clip(a, 0, infinity);
      return with_doubts(widen(std::sqrt(inside.low), std::sqrt(inside.high)), inside);
    }
    case Op::abs: return with_doubts(calc_abs(a), a);
    case Op::min:
    case Op::max: return calc_extreme(op, a, b);
    case Op::less:
    case Op::less_equal:
    case Op::equal: return to_interval(compare(op, a, b));
    case Op::both: {
      const Truth first = truth_of(a), second = truth_of(b);
      return to_interval({first.can_hold && second.can_hold, first.can_fail || second.can_fail});
    }
    case Op::either: {
      const Truth first = truth_of(a), second = truth_of(b);
      return to_interval({first.can_hold || second.can_hold, first.can_fail && second.can_fail});
    }
    case Op::opposite: return to_interval({truth_of(a).can_fail, truth_of(a).can_hold});
    case Op::select: return calc_choice(truth_of(a), b, c);
    case Op::power:
    case Op::modulo:
    case Op::atan2: return with_doubts(calc_function_of(op, a, b), a, b);
    default: return with_doubts(a.is_empty() ? a : calc_function_of(op, a, b), a);
  }
}

template <>
Interval calc_table(const Table& table, const Interval& x, int order) {
  if (x.is_empty()) return x;
  if (table.outside == Outside::extrapolate && !(x.magnitude() < infinity)) {
    Interval range = Interval::all();
    range.nan = true;
    return range;
  }
  return with_doubts(TableRange(table, order).calc(x), x);
}

}  // namespace pintle
