#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "pintle/expressions/interval.h"
#include "pintle/expressions/symbolic.h"

/// What is known of a function of expressions, y = f(a, b, c). A kind is a struct of constants and static functions; the list is
/// kinds.h, and whoever deals with functions asks for the Function that is made of it. A kind says
///
///     name, usage, says   abs; "abs(x)" for those who call it otherwise; one line for the reference page
///     arity               of one operand, two or three; `folds`: f(f(a, b), c) of as many as there are, and over `all.`;
///                         `chooses`: it is one of its operands
///     takes, gives        operands without dimension, or of one dimension; what comes out
///     bend, breaks        how it bends; where it has kinks and jumps
///     value               for every scalar T; `is_short`: a few instructions, compiled into every loop over operations
///     derive              y', by the chain rule
///     bound               where y is if its operands are anywhere in their intervals; operands are numbers
///                         throughout, and smooth but for what is chosen from
///     is_tame             a few dozen samples are enough, as far as the intervals tell
///     find_folded         what it comes to without an operation; the digits stay
///
/// and leaves out what is as in AnyFunction.
namespace pintle {

enum class Takes : std::uint8_t { pure, alike };
enum class Gives : std::uint8_t { pure, angle, same, root };

/// pieces: lines, put together. wave: equally fast all the time where its operand is a line. curve: all others.
enum class Bend : std::uint8_t { pieces, wave, curve };

/// Where operand l meets operand r, or the number `at`; or where l, l/r if there is an r, is a whole number.
struct Break {
  /// kink: of the slope; jump: of the value. edge: its domain ends, or its slope is infinite; looked for where time alone decides.
  enum class Kind : std::uint8_t { kink, jump, edge } kind;
  int l = 0, r = -1;  // of the operands, from 0
  double at = 0;
  bool whole = false;
  bool closed = false;  // at the place itself it is as it is above
};

/// Intervals of the operands and of y.
struct Ranges {
  const Interval &a, &b, &c, &y;
};

/// A function that lacks nothing but its name, value and bound.
struct AnyFunction {
  static constexpr int arity = 1;
  static constexpr bool folds = false, chooses = false, is_short = false;
  static constexpr Takes takes = Takes::pure;
  static constexpr Gives gives = Gives::pure;
  static constexpr Bend bend = Bend::curve;
  static constexpr std::array<Break, 0> breaks{};
  static Symbolic derive(const ChainRule&) { return {}; }  // flat
  static bool is_tame(const Ranges&) { return true; }
  static Expr find_folded(const Graph&, Expr, Expr) { return {}; }
};

/// A kind without its type.
struct Function {
  Op op;
  std::string_view name, usage, says;
  int arity;
  bool folds;
  Takes takes;
  Gives gives;
  Bend bend;
  std::span<const Break> breaks;
  Symbolic (*derive)(const ChainRule&);
  Interval (*bound)(const Interval&, const Interval&, const Interval&);  // of any operands
  bool (*is_tame)(const Ranges&);
  Expr (*find_folded)(const Graph&, Expr a, Expr b);
};

std::span<const Function> all_functions();
/// None: an operation of graph.h's own.
const Function* find_function(Op op);
const Function* find_function(std::string_view name);
std::span<const Break> breaks_of(Op op);
/// What to write in place of a function that other languages have; empty if nothing is known.
std::string_view find_own_words(std::string_view foreign);

// ---- for kinds, of kinds by their names: defined behind the list

/// A call of another function, in a derivative.
template <class Kind>
Symbolic call(Symbolic a, Symbolic b = {}, Symbolic c = {});
/// e is a call of it.
template <class Kind>
bool is_call(const Graph& graph, Expr e);
/// Its value, the digits of a tape.
template <class Kind>
double calc_call(double a, double b = 0, double c = 0);

// ---- what several kinds need

inline constexpr double function_ulps = 4;  // more than any function here is off by

/// Of a function that rises throughout the interval.
template <class Kind>
Interval bound_rising(const Interval& a) {
  if (a.is_empty()) return Interval::none();
  Interval y = widen(calc_call<Kind>(a.low), calc_call<Kind>(a.high), function_ulps);
  y.nan = a.nan;
  return y;
}

/// Flat, with steps.
inline Interval bound_steps(double low, double high) {
  Interval y(low, high);
  y.jumps = low != high;
  return y;
}

inline constexpr double most_change = 8;   // of the operand of a sine or an exponential: 25 samples represent both to rounding
inline constexpr double most_ratio = 16;   // of an operand that must not be zero
inline constexpr double most_angle = 1.5;  // [rad]
inline constexpr double most_steps = 2;    // of a staircase

inline bool is_far_from_zero(const Interval& a) { return !a.contains(0) && a.magnitude() <= most_ratio * a.least_magnitude(); }

}  // namespace pintle
