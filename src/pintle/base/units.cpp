#include "pintle/base/units.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "pintle/base/error.h"

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
    {"rad", {1, 1, pure}, true},
    {"N", {1, 1, force}, true},
    {"J", {1, 1, {1, 2, -2}}, true},
    {"W", {1, 1, {1, 2, -3}}, true},
    {"Pa", {1, 1, pressure}, true},
    {"Hz", {1, 1, {0, 0, -1}, true}, true},
    {"deg", {std::numbers::pi, 180, pure}},
    {"rpm", {std::numbers::pi, 30, {0, 0, -1}}},
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

// ---- what somebody may have meant by a word that is no unit ---------------------------------------------------------

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// "Nm" → "N*m", "kNms" → "kN*m*s".
std::optional<std::string> find_product(std::string_view word) {
  if (word.size() < 2 || word.size() > 6 || !find_unit(word.substr(word.size() - 1))) return std::nullopt;
  const std::string_view head = word.substr(0, word.size() - 1), tail = word.substr(word.size() - 1);
  if (find_unit(head)) return fmt::format("{}*{}", head, tail);
  if (const auto product = find_product(head)) return fmt::format("{}*{}", *product, tail);
  return std::nullopt;
}

std::optional<std::string> find_meant(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> usual[] = {
      {"degree", "deg"}, {"degrees", "deg"}, {"°", "deg"},      {"radian", "rad"},  {"radians", "rad"}, {"sec", "s"},
      {"second", "s"},   {"seconds", "s"},   {"hr", "h"},       {"hour", "h"},      {"meter", "m"},     {"metre", "m"},
      {"meters", "m"},   {"metres", "m"},    {"inch", "in"},    {"inches", "in"},   {"foot", "ft"},     {"feet", "ft"},
      {"mile", "mi"},    {"miles", "mi"},    {"newton", "N"},   {"ton", "t"},       {"tonne", "t"},     {"tons", "t"},
      {"lb", "lbf"},     {"lbs", "lbf"},     {"percent", "%"},  {"hertz", "Hz"},    {"joule", "J"},     {"watt", "W"},
      {"pascal", "Pa"},  {"gram", "g"},      {"minute", "min"}, {"minutes", "min"},
  };
  for (const auto& [wrong, right] : usual)
    if (lower(word) == wrong) return std::string(right);
  if (const auto product = find_product(word)) return product;
  for (const NamedUnit& row : named_units) {
    if (lower(row.name) == lower(word)) return std::string(row.name);
    for (const Prefix& prefix : prefixes)
      if (row.takes_prefix && lower(fmt::format("{}{}", prefix.name, row.name)) == lower(word))
        return fmt::format("{}{}", prefix.name, row.name);
  }
  const std::size_t digits = word.find_last_not_of("0123456789") + 1;
  if (digits > 0 && digits < word.size() && find_unit(word.substr(0, digits)))
    return fmt::format("{}^{}", word.substr(0, digits), word.substr(digits));
  return std::nullopt;
}

[[noreturn]] void fail_word(std::string_view word) {
  const auto meant = find_meant(word);
  throw Error(fmt::format("there is no unit {}; {}", word,
                          meant ? "write " + *meant : "units are kg, m, s, N, deg and the like, for example kN*m/rad"));
}

// ---- reading --------------------------------------------------------------------------------------------------------

/// Takes "^2", "^-1" from the front of `rest`; 1 if there is none.
int take_power(std::string_view& rest) {
  if (!rest.starts_with('^')) return 1;
  const bool negative = rest.substr(1).starts_with('-');
  const std::size_t at = negative ? 2 : 1;
  if (rest.size() <= at || !is_digit(rest[at]) || (rest.size() > at + 1 && is_digit(rest[at + 1])))
    throw Error("a power is a whole number from -9 to 9, for example m^2 or s^-1");
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

Unit parse_unit_after_number(std::string_view rest) {
  if (rest.starts_with(',')) throw Error("a comma in a number; write a decimal point");
  if (rest.starts_with("  ")) throw Error("more than one blank before the unit; write one, or none");
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  if (rest.find(' ') != std::string_view::npos)
    throw Error("a unit has no blanks inside; write products with *, for example kN*m");
  return parse_unit(rest);
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

Unit parse_unit(std::string_view text) {
  Unit unit;
  std::string_view rest = text;
  bool divide = rest.starts_with("1/");
  if (rest == "1") return unit;
  if (divide) rest.remove_prefix(2);
  while (true) {
    const std::string_view word = take_word(rest);
    if (word.empty()) throw Error(fmt::format("the unit {} is not complete; write for example kN*m/rad", shorten(text)));
    const auto factor = find_unit(word);
    if (!factor) fail_word(shorten(word));
    const int power = take_power(rest);
    update_product(*factor, divide ? -power : power, unit);
    if (rest.empty()) return unit;
    if (rest[0] != '*' && rest[0] != '/')
      throw Error(fmt::format("the unit {} cannot be read from {}; write for example kN*m/rad", shorten(text), shorten(rest)));
    divide = rest[0] == '/';
    rest.remove_prefix(1);
  }
}

Quantity parse_quantity(std::string_view text) {
  const std::string_view number = find_number(text);
  if (number.empty()) throw Error(explain_no_number(text) + "; give a number with a unit, for example 3 kg");
  const double value = to_double(number);
  Quantity quantity{.value = value, .dimension = {}, .bare = true, .hertz = false, .number = shorten(number)};
  if (number.size() == text.size()) return quantity;
  try {
    const Unit unit = parse_unit_after_number(text.substr(number.size()));
    quantity.value = value * unit.up / unit.down;
    quantity.dimension = unit.dimension;
    quantity.bare = false;
    quantity.hertz = unit.hertz;
  } catch (const Error& error) {
    throw Error(shorten(text), error.what());
  }
  if (!std::isfinite(quantity.value)) throw Error(fmt::format("{} is too large for a number", shorten(text)));
  return quantity;
}

double parse_quantity(std::string_view text, std::string_view unit) {
  if (find_number(text).empty())
    throw Error(fmt::format("{}; give {}, for example {}", explain_no_number(text), describe(unit), make_example("1", unit)));
  const Quantity quantity = parse_quantity(text);
  if (quantity.bare) return quantity.value;
  const Dimension wanted = parse_unit(unit).dimension;
  if (quantity.hertz && wanted == Dimension{0, 0, -1})
    throw Error(fmt::format("{} counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)", shorten(text)));
  if (quantity.dimension == wanted) return quantity.value;
  throw Error(fmt::format("{} is {}; give {}, for example {}", shorten(text),
                          quantity.hertz ? "a frequency" : describe(quantity.dimension), describe(unit),
                          make_example(quantity.number, unit)));
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
