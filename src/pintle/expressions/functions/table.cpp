#include <algorithm>

#include "pintle/expressions/functions/kinds.h"
#include "pintle/expressions/op.h"

namespace pintle {

template <class Kind>
double calc_call(double a, double b, double c) {
  return calc_op<double>(op_of<Kind>, a, b, c);
}

namespace {

/// Doubts of the operands are doubts of the result.
template <class Kind>
Interval calc_bound(const Interval& a, const Interval& b, const Interval& c) {
  Interval x[] = {a, b, c};
  bool nan = false, jumps = false, empty = false;
  for (int i = 0; i < Kind::arity; ++i) {
    empty |= x[i].is_empty();
    nan |= std::exchange(x[i].nan, false);
    if (!Kind::chooses) jumps |= std::exchange(x[i].jumps, false);
  }
  Interval y = Interval::none();
  if (!empty) {
    if constexpr (Kind::arity == 1)
      y = Kind::bound(x[0]);
    else if constexpr (Kind::arity == 2)
      y = Kind::bound(x[0], x[1]);
    else
      y = Kind::bound(x[0], x[1], x[2]);
  }
  y.nan |= nan;
  y.jumps |= jumps;
  return y;
}

template <class... Kind>
constexpr std::array<Function, sizeof...(Kind)> make_functions(Kinds<Kind...>) {
  return {Function{op_of<Kind>, Kind::name, Kind::usage, Kind::says, Kind::arity, Kind::folds, Kind::takes, Kind::gives,
                   Kind::bend, Kind::breaks, &Kind::derive, &calc_bound<Kind>, &Kind::is_tame, &Kind::find_folded}...};
}
constexpr auto functions = make_functions(FunctionKinds());

}  // namespace

std::span<const Function> all_functions() { return functions; }

const Function* find_function(Op op) {
  return op < Op::function ? nullptr : &functions[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::function)];
}

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

std::span<const Break> breaks_of(Op op) {
  const Function* const function = find_function(op);
  return function ? function->breaks : std::span<const Break>();
}

std::string_view find_own_words(std::string_view foreign) {
  const auto found = std::ranges::find(foreign_words, foreign, &ForeignWord::name);
  return found == std::end(foreign_words) ? std::string_view() : found->ours;
}

}  // namespace pintle
