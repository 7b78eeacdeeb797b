#pragma once
#include <cstddef>
#include <string>
#include <string_view>

/// Quantities as people write them, `65 deg`, `2.1 kN*m/rad`, `1e-3`, turned into SI numbers. A bare number is SI.
///
///     quantity = number [blank] [unit]        unit = ["1/"] word[^n] { (*|/) word[^n] }, no blanks inside
///
/// Words are taken whole: `min` is a minute and never a milli-inch. Angles and shares are pure numbers (rad = 1).
namespace pintle {

/// Exponents of kilogram, metre and second.
struct Dimension {
  int kg = 0, m = 0, s = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

/// One unit is up/down SI units: two factors, so that 5.5 mm is 5.5/1000, rounded once.
struct Unit {
  double up = 1, down = 1;
  Dimension dimension;
  bool hertz = false;  // Hz was written: it counts turns, and never stands for rad/s
  int angle = 0;       // exponent of the angles that were written, 0 in N*m, −1 in N*m/rad: for people alone
};

struct Quantity {
  double value = 0;  // SI
  Dimension dimension;
  bool bare = false;  // no unit was given
  bool hertz = false;
  int angle = 0;
  std::string number{};  // as written, without the unit
};

/// "kN*m/rad". Throws Error with a sentence that names the word and the unit that was meant, where one is near (meant_unit.h).
Unit parse_unit(std::string_view text);

/// A word that is a unit, with a prefix or without: "kN".
bool is_unit(std::string_view word);

/// How many characters at the start of `text` are a unit: as many factors as known words follow each other over * and /. A
/// word is not taken if it goes on as a name, an element or a function: `m_1`, `m.x`, `m[2]`, `min(`. 0: none.
std::size_t unit_length(std::string_view text);

/// How many characters at the start of `text` are a number: digits, point, exponent, after a sign. 0: none.
std::size_t number_length(std::string_view text);

/// A number, alone or with a unit that exists.
bool is_quantity(std::string_view text);

/// Throws Error on what is no number, is not finite, or has a unit that does not exist.
Quantity parse_quantity(std::string_view text);

/// The SI value of a quantity with the dimension of `unit`. The sentence of a mistake gives its example in this unit:
/// "3 m is a length; give a mass, for example 3 kg".
double parse_quantity(std::string_view text, std::string_view unit);

/// Whether an angle that was given without a unit, so in rad, was probably meant in degrees: 45, 60, −30, 180, or more than three
/// turns. Angles that people give in rad are smaller, 0.3 or 3.14159.
bool looks_like_degrees(double angle);

/// "a mass", "a stiffness in N/m"; where there is no word: "a quantity in kg*m^3/s^2".
std::string describe(const Dimension& dimension);

/// The same for a unit, which may say more than its dimension: "N*m/rad" is a stiffness, "N*m" a moment.
std::string describe(std::string_view unit);

/// A unit of this dimension: "kg", "N/m", "kg*m^3/s^2"; "1" for a pure number.
std::string unit_of(const Dimension& dimension);

/// The same with its angles: "N*m/rad", "rad".
std::string unit_of(const Dimension& dimension, int angle);

/// A text for a sentence: at most 60 characters of it.
std::string shorten(std::string_view text);

}  // namespace pintle
