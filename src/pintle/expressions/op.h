#pragma once
#include "pintle/expressions/functions/kinds.h"

namespace pintle {

/// a^b, and the functions that are not short. Compiled once for each T, so that a*b + c inside is rounded in the same way wherever
/// it is called.
template <class T>
T calc_function(Op op, const T& a, const T& b, const T& c);

namespace detail {
template <class T>
[[gnu::always_inline]] inline T to_truth(const Mask<T>& mask) {
  return select(mask, T(1.0), T(0.0));
}
template <class T>
[[gnu::always_inline]] inline Mask<T> is_true(const T& a) {
  return !is_equal(a, T(0.0));
}

/// Those of the list that are short, then the others; a switch once it is compiled.
template <class T>
[[gnu::always_inline]] inline T calc_short(Kinds<>, Op op, const T& a, const T& b, const T& c) {
  return calc_function(op, a, b, c);
}
template <class T, class Kind, class... Rest>
[[gnu::always_inline]] inline T calc_short(Kinds<Kind, Rest...>, Op op, const T& a, const T& b, const T& c) {
  if constexpr (Kind::is_short)
    if (op == op_of<Kind>) return calc_value_of<Kind>(a, b, c);
  return calc_short<T>(Kinds<Rest...>(), op, a, b, c);
}
}  // namespace detail

/// One operation on values; those of Graph and Tape are the same digits because both come from here. Comparisons with NaN
/// are false.
template <class T>
[[gnu::always_inline]] inline T calc_op(Op op, const T& a, const T& b, const T& c) {
  using detail::is_true, detail::to_truth;
  switch (op) {
    case Op::negate: return -a;
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::less: return to_truth<T>(is_less(a, b));
    case Op::less_equal: return to_truth<T>(is_less_equal(a, b));
    case Op::equal: return to_truth<T>(is_equal(a, b));
    case Op::both: return to_truth<T>(is_true(a) & is_true(b));
    case Op::either: return to_truth<T>(is_true(a) | is_true(b));
    case Op::opposite: return to_truth<T>(!is_true(a));
    case Op::select: return select(is_true(a), b, c);
    default: return detail::calc_short<T>(FunctionKinds(), op, a, b, c);
  }
}

/// (1) of interval.h. A square, x·x, is known as such by the address of its operands: it is not negative.
template <>
Interval calc_op(Op op, const Interval& a, const Interval& b, const Interval& c);

template <>
Interval calc_table(const Table& table, const Interval& x, int order);

}  // namespace pintle
