#include "pintle/expressions/op.h"

#include "pintle/base/check.h"

namespace pintle {
namespace {

template <class T>
[[gnu::always_inline]] inline T calc_one(Kinds<>, Op op, const T& a, const T& b, const T&) {
  PINTLE_CHECK(op == Op::power, "not a function of values");
  return pow(a, b);
}
template <class T, class Kind, class... Rest>
[[gnu::always_inline]] inline T calc_one(Kinds<Kind, Rest...>, Op op, const T& a, const T& b, const T& c) {
  if constexpr (!Kind::is_short)
    if (op == op_of<Kind>) return calc_value_of<Kind>(a, b, c);
  return calc_one<T>(Kinds<Rest...>(), op, a, b, c);
}

}  // namespace

template <class T>
T calc_function(Op op, const T& a, const T& b, const T& c) {
  return calc_one<T>(FunctionKinds(), op, a, b, c);
}

template double calc_function(Op, const double&, const double&, const double&);
template Lanes calc_function(Op, const Lanes&, const Lanes&, const Lanes&);
template Dual calc_function(Op, const Dual&, const Dual&, const Dual&);

}  // namespace pintle
