#include <array>
#include <cmath>

#include "pintle/expressions/functions/function.h"
#include "pintle/expressions/tape.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

/// A low power is a polynomial; others are exp(b ln a).
bool is_tame_power(const Interval& a, const Interval& b) {
  if (b.width() == 0 && b.low >= 0 && b.low <= most_change && b.low == std::floor(b.low)) return true;
  return is_far_from_zero(a) && b.width() <= most_change &&
         b.magnitude() * log(a.magnitude() / a.least_magnitude()) <= most_change;
}

bool is_tame_op(Op op, const Ranges& x) {
  if (op == Op::divide) return is_far_from_zero(x.b);
  if (op == Op::power) return is_tame_power(x.a, x.b);
  const Function* const function = find_function(op);
  return !function || function->is_tame(x);
}

}  // namespace

bool Tape::is_tame(std::span<const Interval> scratch, int output) const {
  const int first = static_cast<int>(inputs_.size() + constants_.size());
  constexpr std::size_t most = 256;
  std::array<char, most> few{};
  std::vector<char> many(instructions_.size() > most ? instructions_.size() : 0);
  char* const wanted = many.empty() ? few.data() : many.data();
  const auto want = [&](int place) {
    if (place >= first) wanted[place - first] = 1;
  };
  const auto value = [&](int place) -> const Interval& { return scratch[place]; };
  want(outputs_[output]);
  for (std::size_t i = instructions_.size(); i-- > 0;) {
    if (!wanted[i]) continue;
    const Instruction& one = instructions_[i];
    const bool is_table = one.op == Op::table;
    const Interval& result = scratch[static_cast<std::size_t>(first) + i];
    if (result.nan) return false;
    want(one.a);
    if (is_table) continue;
    if (!is_tame_op(one.op, {value(one.a), value(one.b), value(one.c), result})) return false;
    want(one.b);
    want(one.c);
  }
  return true;
}

}  // namespace pintle
