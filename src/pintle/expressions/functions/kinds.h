#pragma once
#include "pintle/base/kinds.h"
#include "pintle/expressions/functions/circular.h"
#include "pintle/expressions/functions/pieces.h"
#include "pintle/expressions/functions/powers.h"

/// The functions of expressions. Whatever Pintle does with them, it does for each entry of this list.
namespace pintle {

using FunctionKinds = Kinds<Min, Max, Abs, Sqrt, Exp, Log, Sin, Cos, Tan, Asin, Acos, Atan2, Tanh, Floor, Modulo, Sign>;

/// What other languages call them, or write them as.
struct ForeignWord {
  std::string_view name, ours;
};
inline constexpr ForeignWord foreign_words[] = {
    {"ln", Log::usage},
    {"log10", "log(x)/log(10)"},
    {"pow", "a^b"},
    {"atan", Atan2::usage},
    {"arcsin", Asin::usage},
    {"arccos", Acos::usage},
    {"arctan", Atan2::usage},
    {"fabs", Abs::usage},
    {"all", "all_of(all.…)"},
    {"ifelse", "if(c, a, b)"},
    {"sgn", Sign::usage},
    {"fmod", Modulo::usage},
    {"ceil", "-floor(-x)"},
    {"round", "floor(x + 0.5)"},
    {"clamp", "max(low, min(high, x))"},
    {"norm", "the signal's own .norm"},
    {"square", "x^2"},
};

/// The operation that calls it: behind those of graph.h, in the order of the list.
template <class Kind>
inline constexpr Op op_of = static_cast<Op>(static_cast<int>(Op::function) + FunctionKinds::place_of<Kind>);

template <class Kind>
Symbolic call(Symbolic a, Symbolic b, Symbolic c) {
  return a.apply(op_of<Kind>, b, c);
}

template <class Kind>
bool is_call(const Graph& graph, Expr e) {
  return graph.node(e).op == op_of<Kind>;
}

/// With its operands, as many as it has.
template <class Kind, class T>
[[gnu::always_inline]] inline T calc_value_of(const T& a, const T& b, const T& c) {
  if constexpr (Kind::arity == 1)
    return Kind::value(a);
  else if constexpr (Kind::arity == 2)
    return Kind::value(a, b);
  else
    return Kind::value(a, b, c);
}

}  // namespace pintle
