#pragma once
#include "pintle/expressions/graph.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"
#include "pintle/math/scalar.h"

namespace pintle {

inline bool is_truth(Op op) { return op >= Op::less && op <= Op::opposite; }

/// exp, log, sin, cos, tan, asin, acos, tanh, floor of a; a^b; atan2(a, b); a modulo b. Compiled once for each T, so that a*b +
/// c inside is rounded in the same way wherever it is called.
template <class T>
T calc_function(Op op, const T& a, const T& b);

namespace detail {
template <class T>
[[gnu::always_inline]] inline T to_truth(const Mask<T>& mask) {
  return select(mask, T(1.0), T(0.0));
}
template <class T>
[[gnu::always_inline]] inline Mask<T> is_true(const T& a) {
  return !is_equal(a, T(0.0));
}
}  // namespace detail

/// One operation on values; those of Graph and Tape are the same digits because both come from here. Comparisons with NaN
/// are false; min and max with NaN are NaN, because NaN must end a run and not vanish in it.
template <class T>
[[gnu::always_inline]] inline T calc_op(Op op, const T& a, const T& b, const T& c) {
  using detail::is_true, detail::to_truth;
  switch (op) {
    case Op::negate: return -a;
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::sqrt: return sqrt(a);
    case Op::abs: return abs(a);
    case Op::min: return select(is_less(a, b), a, select(is_less_equal(b, a), b, a + b));
    case Op::max: return select(is_less(a, b), b, select(is_less_equal(b, a), a, a + b));
    case Op::sign: return select(is_less(a, T(0.0)), T(-1.0), select(is_less(T(0.0), a), T(1.0), a * T(0.0)));
    case Op::less: return to_truth<T>(is_less(a, b));
    case Op::less_equal: return to_truth<T>(is_less_equal(a, b));
    case Op::equal: return to_truth<T>(is_equal(a, b));
    case Op::both: return to_truth<T>(is_true(a) & is_true(b));
    case Op::either: return to_truth<T>(is_true(a) | is_true(b));
    case Op::opposite: return to_truth<T>(!is_true(a));
    case Op::select: return select(is_true(a), b, c);
    default: return calc_function(op, a, b);
  }
}

}  // namespace pintle
