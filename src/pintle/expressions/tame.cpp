#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/expressions/interval.h"
#include "pintle/expressions/tape.h"

namespace pintle {
namespace {

constexpr double most_change = 8;   // of the argument of a sine or an exponential: 25 samples represent both to rounding
constexpr double most_ratio = 16;   // of an argument that must not be zero
constexpr double most_angle = 1.5;  // [rad]
constexpr double most_steps = 2;    // of a staircase

bool is_far_from_zero(const Interval& a) {
  const double near = std::min(std::fabs(a.low), std::fabs(a.high));
  return !a.contains(0) && a.magnitude() <= most_ratio * near;
}

bool is_tame_op(Op op, const Interval& a, const Interval& b, const Interval& result) {
  switch (op) {
    case Op::sin:
    case Op::cos:
    case Op::exp:
    case Op::tanh: return a.width() <= most_change;
    case Op::floor: return a.width() <= most_steps;
    case Op::modulo: return is_far_from_zero(b) && a.width() <= most_steps * std::min(std::fabs(b.low), std::fabs(b.high));
    case Op::tan: return !result.jumps && a.width() <= most_angle;
    case Op::divide: return is_far_from_zero(b);
    case Op::sqrt:
    case Op::log: return is_far_from_zero(a);
    case Op::power: return is_far_from_zero(a) && b.width() <= most_change;
    case Op::asin:
    case Op::acos: return a.magnitude() < 0.99;  // at 1 their slope is infinite
    case Op::atan2: return !result.jumps && result.width() <= most_angle;
    default: return true;
  }
}

}  // namespace

bool Tape::is_tame(std::span<const Interval> scratch, int output) const {
  const int first = static_cast<int>(inputs_.size() + constants_.size());
  constexpr std::size_t most = 256;
  std::array<char, most> few{};
  std::vector<char> many(instructions_.size() > most ? instructions_.size() : 0);
  char* const wanted = many.empty() ? few.data() : many.data();
  const auto want = [&](int place) {
    if (place >= first) wanted[static_cast<std::size_t>(place - first)] = 1;
  };
  const auto value = [&](int place) -> const Interval& { return scratch[static_cast<std::size_t>(place)]; };
  want(outputs_[static_cast<std::size_t>(output)]);
  for (std::size_t i = instructions_.size(); i-- > 0;) {
    if (!wanted[i]) continue;
    const Instruction& one = instructions_[i];
    const bool is_table = one.op == Op::table;
    const Interval& result = scratch[static_cast<std::size_t>(first) + i];
    if (result.nan || !is_tame_op(one.op, value(one.a), is_table ? result : value(one.b), result)) return false;
    want(one.a);
    if (is_table) continue;
    want(one.b);
    want(one.c);
  }
  return true;
}

}  // namespace pintle
