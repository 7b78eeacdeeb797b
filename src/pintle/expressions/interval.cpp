#include "pintle/expressions/interval.h"

#include <algorithm>
#include <cmath>

#include "pintle/expressions/op.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr double infinity = Interval::infinity, epsilon = Interval::epsilon;
constexpr double power_ulps = 4;  // more than pow is off by

Interval with_doubts(Interval x, const Interval& a, const Interval& b = {}) {
  if (a.is_empty() || b.is_empty()) x = Interval::none();
  x.nan = x.nan || a.nan || b.nan;
  x.jumps = x.jumps || a.jumps || b.jumps;
  return x;
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
  const double far = a.magnitude(), near = a.least_magnitude();
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
    return widen(low, high, power_ulps);
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

Interval hull(const Interval& a, const Interval& b) {
  Interval x(std::min(a.low, b.low), std::max(a.high, b.high));
  x.nan = a.nan || b.nan;
  x.jumps = a.jumps || b.jumps;
  return x;
}

Interval widen(double low, double high, double ulps) {
  const auto margin = [&](double x) { return std::isfinite(x) ? ulps * epsilon * std::fabs(x) : 0; };
  return {low - margin(low), high + margin(high)};
}

Interval clip(Interval a, double low, double high) {
  if (a.low < low || a.high > high) a.nan = true;
  a.low = std::max(a.low, low);
  a.high = std::min(a.high, high);
  return a;
}

Interval operator+(const Interval& a, const Interval& b) { return with_doubts(calc_sum(a, b), a, b); }
Interval operator*(const Interval& a, const Interval& b) { return with_doubts(calc_product(a, b), a, b); }
Interval operator/(const Interval& a, const Interval& b) { return with_doubts(calc_quotient(a, b), a, b); }

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
    case Op::add: return a + b;
    case Op::subtract: return with_doubts(calc_sum(a, {-b.high, -b.low}), a, b);
    case Op::multiply: return &a == &b ? with_doubts(calc_square(a), a) : a * b;
    case Op::divide: return a / b;
    case Op::power: return with_doubts(calc_power(a, b), a, b);
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
    default: return find_function(op)->bound(a, b, c);
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
