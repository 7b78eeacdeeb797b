#include "pintle/expressions/op.h"

#include <cmath>

#include "pintle/base/check.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

/// eˣ for every x: where exp is held, as (e^(x/2))², which reaches infinity and zero.
template <class T>
T calc_exp(const T& x) {
  const T half = exp(0.5 * x);
  return select(is_less(abs(x), T(700.0)), exp(x), half * half);
}

/// ⌊a⌋ in every lane; flat, so that a Dual has no slope.
template <class T>
T calc_floor(const T& a) {
  T whole(0.0);
  for (int i = 0; i < width<T>; ++i) set_lane(whole, i, std::floor(lane(a, i)));
  return whole;
}

/// a − b⌊a/b⌋ without rounding: from 0 up to b, b excluded.
double calc_rest(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
template <class T>
T calc_modulo(const T& a, const T& b) {
  T rest(0.0);
  for (int i = 0; i < width<T>; ++i) set_lane(rest, i, calc_rest(lane(a, i), lane(b, i)));
  return rest;
}
template <>
Dual calc_modulo(const Dual& a, const Dual& b) {
  return {calc_rest(a.value, b.value), (a - b * calc_floor(a / b)).slope};
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
    case Op::tanh: return tanh(a);
    case Op::floor: return calc_floor(a);
    case Op::modulo: return calc_modulo(a, b);
    case Op::power: return pow(a, b);
    default: PINTLE_CHECK(false, "not a function of values"); return a;
  }
}

template double calc_function(Op, const double&, const double&);
template Lanes calc_function(Op, const Lanes&, const Lanes&);
template Dual calc_function(Op, const Dual&, const Dual&);

}  // namespace pintle
