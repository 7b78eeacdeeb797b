#include "pintle/base/units.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "pintle/base/error.h"
#include "pintle/base/meant_unit.h"

namespace pintle {
namespace {

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool takes_prefix = false;
};

constexpr double pound_force = 4.4482216152605, foot = 0.3048;  // exact, by definition
constexpr Dimension mass{1, 0, 0}, length{0, 1, 0}, duration{0, 0, 1}, force{1, 1, -2}, pressure{1, -1, -2}, pure{};

constexpr NamedUnit named_units[] = {
    {"m", {1, 1, length}, true},
    {"g", {1, 1000, mass}, true},
    {"kg", {1, 1, mass}},
    {"s", {1, 1, duration}, true},
    {"rad", {1, 1, pure, false, 1}, true},
    {"N", {1, 1, force}, true},
    {"J", {1, 1, {1, 2, -2}}, true},
    {"W", {1, 1, {1, 2, -3}}, true},
    {"Pa", {1, 1, pressure}, true},
    {"Hz", {1, 1, {0, 0, -1}, true}, true},
    {"deg", {std::numbers::pi, 180, pure, false, 1}},
    {"rpm", {std::numbers::pi, 30, {0, 0, -1}, false, 1}},
    {"g0", {9.80665, 1, {0, 1, -2}}},
    {"t", {1000, 1, mass}},
    {"min", {60, 1, duration}},
    {"h", {3600, 1, duration}},
    {"bar", {1e5, 1, pressure}},
    {"lbf", {pound_force, 1, force}},
    {"slug", {pound_force, foot, mass}},
    {"in", {0.0254, 1, length}},
    {"ft", {foot, 1, length}},
    {"mi", {1609.344, 1, length}},
    {"%", {1, 100, pure}},
};

struct Prefix {
  std::string_view name;
  double up, down;
};
constexpr Prefix prefixes[] = {{"T", 1e12, 1}, {"G", 1e9, 1}, {"M", 1e6, 1}, {"k", 1e3, 1},
                               {"h", 1e2, 1},  {"da", 10, 1}, {"d", 1, 10},  {"c", 1, 1e2},
                               {"m", 1, 1e3},  {"u", 1, 1e6}, {"µ", 1, 1e6}, {"μ", 1, 1e6},  // U+00B5 and U+03BC
                               {"n", 1, 1e9},  {"p", 1, 1e12}};

/// What units are called. The first row with a dimension also serves for the dimension.
struct Called {
  std::string_view unit, words;
};
constexpr Called called[] = {
    {"kg", "a mass"},
    {"m", "a length"},
    {"s", "a time"},
    {"1", "a pure number"},
    {"m/s", "a velocity"},
    {"rad/s", "an angular velocity"},
    {"m/s^2", "an acceleration"},
    {"rad/s^2", "an angular acceleration"},
    {"N", "a force"},
    {"N*m", "a moment"},
    {"N/m", "a stiffness in N/m"},
    {"N*s/m", "a damping in N*s/m"},
    {"N*m*s/rad", "a damping in N*m*s/rad"},
    {"kg*m^2", "a moment of inertia"},
    {"W", "a power"},
    {"Pa", "a pressure"},
    {"m^2", "an area"},
    {"m^3", "a volume"},
    {"kg/m^3", "a density"},
    {"N*s", "an impulse"},
    {"rad", "an angle"},
    {"N*m/rad", "a stiffness in N*m/rad"},
    {"J", "an energy"},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80); }

std::optional<Unit> find_unit(std::string_view word) {
  for (const NamedUnit& row : named_units)
    if (row.name == word) return row.unit;
  for (const Prefix& prefix : prefixes) {
    if (!word.starts_with(prefix.name)) continue;
    for (const NamedUnit& row : named_units) {
      if (!row.takes_prefix || row.name != word.substr(prefix.name.size())) continue;
      Unit unit = row.unit;
      unit.up *= prefix.up;
      unit.down *= prefix.down;
      return unit;
    }
  }
  return std::nullopt;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// ---- reading --------------------------------------------------------------------------------------------------------

/// What is wrong with the text of a unit, and the way out where nobody knows what was meant.
struct UnitProblem {
  std::string what, way_out;
};

/// The sentence for a unit `text` behind `number`, where one like `wanted` belongs; both may be empty.
[[noreturn]] void fail(const UnitProblem& problem, std::string_view text, std::string_view number, std::string_view wanted) {
  const std::string meant = suggest_unit(text, number, wanted);
  throw Error(fmt::format("{}; {}", problem.what, meant.empty() ? problem.way_out : meant));
}

/// Takes "^2", "^-1" from the front of `rest`; 1 if there is none.
int take_power(std::string_view& rest) {
  if (!rest.starts_with('^')) return 1;
  const bool negative = rest.substr(1).starts_with('-');
  const std::size_t at = negative ? 2 : 1;
  if (rest.size() <= at || !is_digit(rest[at]) || (rest.size() > at + 1 && is_digit(rest[at + 1])))
    throw UnitProblem{"a power is a whole number from -9 to 9", "write for example m^2 or s^-1"};
  const int power = rest[at] - '0';
  rest.remove_prefix(at + 1);
  return negative ? -power : power;
}

/// Takes one word from the front of `rest`.
std::string_view take_word(std::string_view& rest) {
  std::size_t n = 0;
  while (n < rest.size() && (is_letter(rest[n]) || (n > 0 && is_digit(rest[n])))) ++n;
  if (n == 0 && rest.starts_with('%')) n = 1;
  const std::string_view word = rest.substr(0, n);
  rest.remove_prefix(n);
  return word;
}

void update_product(const Unit& factor, int power, Unit& unit) {
  for (int i = 0; i < std::abs(power); ++i) {
    unit.up *= power > 0 ? factor.up : factor.down;
    unit.down *= power > 0 ? factor.down : factor.up;
  }
  unit.dimension.kg += power * factor.dimension.kg;
  unit.dimension.m += power * factor.dimension.m;
  unit.dimension.s += power * factor.dimension.s;
  unit.hertz |= factor.hertz;
  unit.angle += power * factor.angle;
}

/// The number at the front of `text`: sign, digits, point, exponent, and nothing that only some programs know.
std::string_view find_number(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  std::size_t count = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    count += digits();
  }
  if (count == 0) return {};
  const std::size_t end = i;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (digits() > 0) return text.substr(0, i);
  }
  return text.substr(0, end);
}

double to_double(std::string_view number) {
  std::string_view plain = number;
  if (plain.starts_with('+')) plain.remove_prefix(1);
  const std::string_view digits = plain.starts_with('-') ? plain.substr(1) : plain;
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]))
    throw Error(
        fmt::format("{} begins with a zero, which some programs read as base eight; leave the zero out", shorten(number)));
  double value = 0;
  const char* end = plain.data() + plain.size();
  if (std::from_chars(plain.data(), end, value).ec == std::errc()) return value;
  long double wide = 0;  // tells what is too large from what is too small
  const bool known = std::from_chars(plain.data(), end, wide).ec == std::errc();
  const bool small = known ? std::abs(wide) < 1 : plain.find("e-") != plain.npos || plain.find("E-") != plain.npos;
  if (!small) throw Error(fmt::format("{} is too large for a number; the largest is about 1e308", shorten(number)));
  return plain.starts_with('-') ? -0.0 : 0.0;
}

/// Why a text does not begin with a number.
std::string explain_no_number(std::string_view text) {
  for (std::string_view word : {".nan", "nan", ".inf", "-.inf", "+.inf", "inf", "-inf", "infinity"})
    if (lower(text) == word) return fmt::format("{} is not finite", text);
  return fmt::format("\"{}\" is no number", shorten(text));
}

std::string make_example(std::string_view number, std::string_view unit) {
  if (unit == "1") return std::string(number);
  return fmt::format("{} {}", number, unit == "rad" ? "deg" : unit);
}

/// Throws UnitProblem.
Unit read_unit(std::string_view text) {
  Unit unit;
  std::string_view rest = text;
  bool divide = rest.starts_with("1/");
  if (rest == "1") return unit;
  if (rest.find(' ') != rest.npos) throw UnitProblem{"a unit has no blanks inside", "write products with *, for example kN*m"};
  if (divide) rest.remove_prefix(2);
  while (true) {
    const std::string_view word = take_word(rest);
    if (word.empty()) throw UnitProblem{fmt::format("the unit {} is not complete", shorten(text)), "write for example kN*m/rad"};
    const auto factor = find_unit(word);
    if (!factor)
      throw UnitProblem{fmt::format("there is no unit {}", shorten(word)),
                        "units are kg, m, s, N, deg and the like, for example kN*m/rad"};
    const int power = take_power(rest);
    update_product(*factor, divide ? -power : power, unit);
    if (rest.empty()) return unit;
    if (rest[0] != '*' && rest[0] != '/')
      throw UnitProblem{fmt::format("the unit {} cannot be read from {}", shorten(text), shorten(rest)),
                        "write for example kN*m/rad"};
    divide = rest[0] == '/';
    rest.remove_prefix(1);
  }
}

Unit read_unit_after_number(std::string_view rest, std::string_view number, std::string_view wanted) {
  if (rest.starts_with(',')) throw Error("a comma in a number; write a decimal point");
  if (rest.starts_with("  ")) throw Error("more than one blank before the unit; write one, or none");
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.empty() && is_digit(rest[0]) && !rest.starts_with("1/")) throw Error("a number has no blanks inside; take them out");
  try {
    return read_unit(rest);
  } catch (const UnitProblem& problem) {
    fail(problem, rest, number, wanted);
  }
}

/// How many characters of `text` are "word" or "word^n", if the word is a unit and ends here; else 0.
std::size_t factor_length(std::string_view text) {
  std::string_view rest = text;
  const std::string_view word = take_word(rest);
  if (word.empty() || !find_unit(word)) return 0;
  if (rest.starts_with('(') || rest.starts_with('[')) return 0;
  if (word == "%" && !rest.empty() && (is_letter(rest[0]) || is_digit(rest[0]))) return 0;
  if (rest.size() > 1 && rest[0] == '.' && is_letter(rest[1])) return 0;
  std::size_t n = 0;
  if (rest.starts_with('^')) {
    const std::size_t digits = rest.substr(1).starts_with('-') ? 2 : 1;
    n = digits;
    while (n < rest.size() && is_digit(rest[n])) ++n;
    if (n == digits || (n < rest.size() && rest[n] == '.')) n = 0;  // an operator, not part of the unit
  }
  return word.size() + n;
}

/// `wanted` is a unit of the dimension that belongs here, for suggestions alone; it may be empty.
Quantity read_quantity(std::string_view text, std::string_view wanted) {
  const std::string_view number = find_number(text);
  if (number.empty()) throw Error(explain_no_number(text) + "; give a number with a unit, for example 3 kg");
  const double value = to_double(number);
  Quantity quantity{.value = value, .dimension = {}, .bare = true, .hertz = false, .angle = 0, .number = shorten(number)};
  if (number.size() == text.size()) return quantity;
  try {
    const Unit unit = read_unit_after_number(text.substr(number.size()), quantity.number, wanted);
    quantity.value = value * unit.up / unit.down;
    quantity.dimension = unit.dimension;
    quantity.bare = false;
    quantity.hertz = unit.hertz;
    quantity.angle = unit.angle;
  } catch (const Error& error) {
    throw Error(shorten(text), error.what());
  }
  if (!std::isfinite(quantity.value)) throw Error(fmt::format("{} is too large for a number", shorten(text)));
  return quantity;
}

const Called* find_called(const Dimension& dimension) {
  for (const Called& row : called)
    if (parse_unit(row.unit).dimension == dimension) return &row;
  return nullptr;
}

}  // namespace

std::size_t unit_length(std::string_view text) {
  std::size_t end = 0, next = text.starts_with("1/") ? 2 : 0;
  while (next < text.size()) {
    const std::size_t n = factor_length(text.substr(next));
    if (n == 0) return end;
    end = next + n;
    if (end == text.size() || (text[end] != '*' && text[end] != '/')) return end;
    next = end + 1;
  }
  return end;
}

std::size_t number_length(std::string_view text) { return find_number(text).size(); }

bool is_unit(std::string_view word) { return find_unit(word).has_value(); }

Unit parse_unit(std::string_view text) {
  try {
    return read_unit(text);
  } catch (const UnitProblem& problem) {
    fail(problem, text, "", "");
  }
}

bool is_quantity(std::string_view text) {
  std::string_view rest = text.substr(find_number(text).size());
  if (rest.size() == text.size()) return false;
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  try {
    return rest.empty() || (read_unit(rest), true);
  } catch (const UnitProblem&) {
    return false;
  }
}

Quantity parse_quantity(std::string_view text) { return read_quantity(text, ""); }

double parse_quantity(std::string_view text, std::string_view unit) {
  if (find_number(text).empty())
    throw Error(fmt::format("{}; give {}, for example {}", explain_no_number(text), describe(unit), make_example("1", unit)));
  const Quantity quantity = read_quantity(text, unit);
  if (quantity.bare) return quantity.value;
  const Dimension wanted = parse_unit(unit).dimension;
  if (quantity.hertz && wanted == Dimension{0, 0, -1})
    throw Error(fmt::format("{} counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)", shorten(text)));
  if (quantity.dimension == wanted) return quantity.value;
  throw Error(fmt::format(
      "{} is {}; give {}, for example {}{}", shorten(text), quantity.hertz ? "a frequency" : describe(quantity.dimension),
      describe(unit), make_example(quantity.number, unit), text.ends_with("g") && unit == "m/s^2" ? ", or in units of g0" : ""));
}

bool looks_like_degrees(double angle) {
  const double size = std::fabs(angle);
  return size > 6 * std::numbers::pi || (size >= 10 && std::fmod(size, 5) == 0);
}

std::string describe(const Dimension& dimension) {
  if (dimension == Dimension{}) return "an angle or a pure number";
  if (dimension == Dimension{1, 2, -2}) return "a moment or an energy";
  if (const Called* row = find_called(dimension)) return std::string(row->words);
  return "a quantity in " + unit_of(dimension);
}

std::string unit_of(const Dimension& dimension) {
  if (const Called* row = find_called(dimension)) return std::string(row->unit);
  std::string up, down;
  for (const auto& [name, power] : {std::pair{"kg", dimension.kg}, std::pair{"m", dimension.m}, std::pair{"s", dimension.s}}) {
    if (power == 0) continue;
    std::string& side = power > 0 ? up : down;
    if (power > 0 && !side.empty()) side += '*';
    if (power < 0) side += '/';
    side += name;
    if (std::abs(power) > 1) side += fmt::format("^{}", std::abs(power));
  }
  return (up.empty() ? "1" : up) + down;
}

std::string unit_of(const Dimension& dimension, int angle) {
  const std::string unit = unit_of(dimension);
  if (angle == 0 || unit.find("rad") != unit.npos) return unit;
  const std::string power = std::abs(angle) > 1 ? fmt::format("^{}", std::abs(angle)) : "";
  if (angle < 0) return fmt::format("{}/rad{}", unit, power);
  return fmt::format("rad{}{}", power, unit == "1" ? "" : unit.starts_with("1/") ? unit.substr(1) : "*" + unit);
}

std::string describe(std::string_view unit) {
  for (const Called& row : called)
    if (row.unit == unit) return std::string(row.words);
  return fmt::format("a quantity in {}", unit);
}

std::string shorten(std::string_view text) {
  if (text.size() <= 60) return std::string(text);
  std::size_t n = 57;
  while (n > 0 && (text[n] & 0xc0) == 0x80) --n;  // not inside a character
  return std::string(text.substr(0, n)) + "…";
}

}  // namespace pintle
