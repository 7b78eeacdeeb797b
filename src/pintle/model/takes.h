#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "pintle/base/kinds.h"

/// What becomes of a measure: one number a run, by `take`. A kind is a struct of
///
///     facts      its word, what it is of, what it gives, how the motion is followed for it
///     value(x)   the number, of what was seen in a run (simulate/measures.cpp):
///                    x.last()                   of a quantity: where the run ended
///                    x.outermost()              the largest or smallest, as its sense says
///                    x.mean(), x.mean_square()  over time
///                    x.was()                    of a condition: whether it was what is sought
///                    x.first(), x.end()         the first time at which it became that, the last at which it ceased to be
///                NaN where a quantity has none
///
/// Reader, writer, schema, measures of models and of studies loop over the list.
namespace pintle {

/// What is sought of a number along the motion (simulate/extremes.h).
enum class Sense : char {
  none,     // its last value
  mean,     // its mean, and that of its square
  size,     // the largest magnitude, with its sign
  largest,  // the largest value
  smallest  // the smallest value
};

struct TakeFacts {
  enum class Gives : std::uint8_t { quantity, truth, time };

  std::string_view word;
  Sense sense = Sense::none;  // of a quantity
  bool of_condition = false;  // else of a quantity
  bool sought = true;         // a condition is looked for where it is this
  bool to_the_end = false;    // all times that it becomes so, not only the first
  Gives gives = Gives::quantity;
};

namespace takes {

using enum TakeFacts::Gives;
inline constexpr double never = std::numeric_limits<double>::quiet_NaN();

struct Max {
  static constexpr TakeFacts facts{.word = "max", .sense = Sense::largest};
  static double value(const auto& x) { return x.outermost(); }
};
struct Min {
  static constexpr TakeFacts facts{.word = "min", .sense = Sense::smallest};
  static double value(const auto& x) { return x.outermost(); }
};
struct Final {
  static constexpr TakeFacts facts{.word = "final"};
  static double value(const auto& x) { return x.last(); }
};
struct Mean {
  static constexpr TakeFacts facts{.word = "mean", .sense = Sense::mean};
  static double value(const auto& x) { return x.mean(); }
};
struct Rms {
  static constexpr TakeFacts facts{.word = "rms", .sense = Sense::mean};
  static double value(const auto& x) { return std::sqrt(x.mean_square()); }
};

struct Ever {
  static constexpr TakeFacts facts{.word = "ever", .of_condition = true, .gives = truth};
  static double value(const auto& x) { return x.was(); }
};
struct Always {
  static constexpr TakeFacts facts{.word = "always", .of_condition = true, .sought = false, .gives = truth};
  static double value(const auto& x) { return !x.was(); }
};
struct First {
  static constexpr TakeFacts facts{.word = "first", .of_condition = true, .gives = time};
  static double value(const auto& x) { return x.was() ? x.first() : never; }
};
struct Last {
  static constexpr TakeFacts facts{.word = "last", .of_condition = true, .to_the_end = true, .gives = time};
  static double value(const auto& x) { return x.was() ? x.end() : never; }
};

}  // namespace takes

using TakeKinds =
    Kinds<takes::Max, takes::Min, takes::Final, takes::Mean, takes::Rms, takes::Ever, takes::Always, takes::First, takes::Last>;

/// A place in the list.
enum class Take : std::uint8_t {};

template <class Kind>
inline constexpr Take take_kind = static_cast<Take>(TakeKinds::place_of<Kind>);

inline constexpr auto take_facts = []<class... Kind>(Kinds<Kind...>) { return std::array{Kind::facts...}; }(TakeKinds());

constexpr const TakeFacts& facts_of(Take take) { return take_facts[static_cast<std::size_t>(take)]; }

/// "max|min|…", for keys of files; `more` stands behind them.
template <const std::string_view& more>
inline constexpr auto take_text = [] {
  constexpr std::size_t size = [] {
    std::size_t n = more.size();
    for (const TakeFacts& facts : take_facts) n += facts.word.size() + 1;
    return n;
  }();
  std::array<char, size> text{};
  std::size_t at = 0;
  for (const TakeFacts& facts : take_facts) {
    for (const char c : facts.word) text[at++] = c;
    text[at++] = '|';
  }
  for (const char c : more) text[at++] = c;
  return text;
}();
inline constexpr std::string_view no_more_takes;
inline constexpr std::string_view take_words{take_text<no_more_takes>.data(), take_text<no_more_takes>.size() - 1};

}  // namespace pintle
