#include "pintle/expressions/op.h"

#include "pintle/base/check.h"

namespace pintle {
namespace {

/// eˣ for every x: where exp is held, as (e^(x/2))², which reaches infinity and zero.
template <class T>
T calc_exp(const T& x) {
  const T half = exp(0.5 * x);
  return select(is_less(abs(x), T(700.0)), exp(x), half * half);
}

}  // namespace

template <class T>
T calc_function(Op op, const T& a, const T& b) {
  T s, c;
  switch (op) {
    case Op::exp: return calc_exp(a);
    case Op::log: return log(a);
    case Op::sin: return update_sincos(a, s, c), s;
    case Op::cos: return update_sincos(a, s, c), c;
    case Op::tan: return update_sincos(a, s, c), s / c;
    case Op::asin: return asin(a);
    case Op::acos: return acos(a);
    case Op::atan2: return atan2(a, b);
    case Op::power: return pow(a, b);
    default: PINTLE_CHECK(false, "not a function of values"); return a;
  }
}

template double calc_function(Op, const double&, const double&);
template Lanes calc_function(Op, const Lanes&, const Lanes&);
template Dual calc_function(Op, const Dual&, const Dual&);

}  // namespace pintle
