#include "pintle/base/meant_unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/base/units.h"

namespace pintle {
namespace {

constexpr Dimension mass{1, 0, 0}, length{0, 1, 0}, duration{0, 0, 1}, velocity{0, 1, -1}, force{1, 1, -2}, pressure{1, -1, -2},
    energy{1, 2, -2}, work_rate{1, 2, -3}, volume{0, 3, 0}, rate{0, 0, -1}, pure{};
constexpr double pound = 0.45359237, g0 = 9.80665, pound_force = pound * g0, turn = 2 * std::numbers::pi;

/// Units that we do not read, in SI. Small letters stand for capitals too.
struct ForeignUnit {
  std::string_view name;
  double value;
  Dimension dimension;
};
constexpr ForeignUnit foreign_units[] = {
    {"lb", pound, mass},
    {"lbm", pound, mass},
    {"pound", pound, mass},
    {"oz", pound / 16, mass},
    {"oz", pound_force / 16, force},
    {"ounce", pound / 16, mass},
    {"ozf", pound_force / 16, force},
    {"stone", 14 * pound, mass},
    {"kgf", g0, force},
    {"kp", g0, force},
    {"gf", g0 / 1000, force},
    {"kip", 1000 * pound_force, force},
    {"dyn", 1e-5, force},
    {"dyne", 1e-5, force},
    {"psi", pound_force / (0.0254 * 0.0254), pressure},
    {"ksi", 1000 * pound_force / (0.0254 * 0.0254), pressure},
    {"atm", 101325, pressure},
    {"yd", 0.9144, length},
    {"yard", 0.9144, length},
    {"thou", 2.54e-5, length},
    {"mil", 2.54e-5, length},
    {"nmi", 1852, length},
    {"kn", 1852.0 / 3600, velocity},
    {"kt", 1852.0 / 3600, velocity},
    {"knot", 1852.0 / 3600, velocity},
    {"rev", turn, pure},
    {"turn", turn, pure},
    {"rot", turn, pure},
    {"cycle", turn, pure},
    {"gon", turn / 400, pure},
    {"grad", turn / 400, pure},
    {"arcmin", turn / 21600, pure},
    {"arcsec", turn / 1296000, pure},
    {"rps", turn, rate},
    {"hp", 550 * 0.3048 * pound_force, work_rate},
    {"ps", 75 * g0, work_rate},
    {"erg", 1e-7, energy},
    {"cal", 4.184, energy},
    {"kcal", 4184, energy},
    {"btu", 1055.05585262, energy},
    {"l", 1e-3, volume},
    {"liter", 1e-3, volume},
    {"litre", 1e-3, volume},
    {"ml", 1e-6, volume},
    {"gal", 3.785411784e-3, volume},
    {"d", 86400, duration},
    {"day", 86400, duration},
    {"week", 604800, duration},
};

/// Other spellings of what we read.
constexpr std::pair<std::string_view, std::string_view> spellings[] = {
    {"degree", "deg"}, {"°", "deg"},     {"º", "deg"},    {"radian", "rad"}, {"sec", "s"},     {"second", "s"}, {"msec", "ms"},
    {"usec", "us"},    {"hr", "h"},      {"hour", "h"},   {"minute", "min"}, {"meter", "m"},   {"metre", "m"},  {"micron", "um"},
    {"inch", "in"},    {"inches", "in"}, {"\"", "in"},    {"foot", "ft"},    {"feet", "ft"},   {"mile", "mi"},  {"newton", "N"},
    {"ton", "t"},      {"tonne", "t"},   {"lb", "lbf"},   {"pound", "lbf"},  {"percent", "%"}, {"hertz", "Hz"}, {"joule", "J"},
    {"watt", "W"},     {"pascal", "Pa"}, {"gram", "g"},   {"gramme", "g"},   {"kilo", "kg"},   {"gee", "g0"},   {"gn", "g0"},
    {"g", "g0"},       {"mph", "mi/h"},  {"kmh", "km/h"}, {"kph", "km/h"},   {"fps", "ft/s"},  {"mps", "m/s"},  {"wh", "W*h"},
    {"kwh", "kW*h"},   {"cc", "cm^3"},
};

constexpr std::pair<std::string_view, std::string_view> prefix_words[] = {
    {"kilo", "k"},  {"mega", "M"},  {"giga", "G"},  {"hecto", "h"}, {"deci", "d"},
    {"centi", "c"}, {"milli", "m"}, {"micro", "u"}, {"nano", "n"},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// ---- a text as words with powers -----------------------------------------------------------------------------------

struct Factor {
  std::string word;
  int power = 1;
};
using Product = std::vector<Factor>;

/// Signs of products and powers as people write them → * and ^.
std::string make_plain(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"**", "^"}, {"·", "*"}, {"⋅", "*"},    {"∙", "*"},    {"•", "*"},    {"×", "*"},  {"-", "*"},  {".", "*"},
      {" ", "*"},  {"_", "*"}, {"⁻¹", "^-1"}, {"⁻²", "^-2"}, {"⁻³", "^-3"}, {"²", "^2"}, {"³", "^3"}, {"⁴", "^4"},
  };
  std::string out;
  while (!text.empty()) {
    const auto sign = std::ranges::find_if(signs, [&](const auto& row) { return text.starts_with(row.first); });
    const bool minus = text.front() == '-' && out.ends_with('^');
    if (sign == std::end(signs) || minus) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    const bool joins = sign->second == "*" && (out.empty() || out.ends_with('*') || out.ends_with('/'));
    if (!joins) out += sign->second;
    text.remove_prefix(sign->first.size());
    if (out.ends_with('*') && text.starts_with('/')) out.pop_back();
  }
  return out;
}

/// "N*m/(rad/s)" → N, m, rad⁻¹, s. Nothing if it is no product of words.
class ProductReader {
 public:
  explicit ProductReader(std::string_view text) : rest_(text) {}

  std::optional<Product> read() {
    if (rest_.starts_with("1/")) rest_.remove_prefix(1);
    if (!read_product(1, 0) || !rest_.empty() || product_.empty()) return std::nullopt;
    return std::move(product_);
  }

 private:
  bool read_product(int sign, int depth) {
    int side = rest_.starts_with('/') ? -sign : sign;
    if (rest_.starts_with('/')) rest_.remove_prefix(1);
    while (read_factor(side, depth)) {
      if (rest_.empty() || (rest_[0] != '*' && rest_[0] != '/')) return true;
      side = rest_[0] == '/' ? -sign : sign;
      rest_.remove_prefix(1);
    }
    return false;
  }

  bool read_factor(int sign, int depth) {
    if (depth > 4 || product_.size() > 8) return false;
    if (rest_.starts_with('(')) {
      rest_.remove_prefix(1);
      const bool inside = read_product(sign, depth + 1);
      if (!inside || !rest_.starts_with(')')) return false;
      rest_.remove_prefix(1);
      return true;
    }
    const std::size_t n = std::min(rest_.find_first_of("*/^() +,;="), rest_.size());
    if (n == 0 || is_digit(rest_[0])) return false;
    Factor factor{std::string(rest_.substr(0, n)), sign};
    rest_.remove_prefix(n);
    if (rest_.starts_with('^')) {
      const bool negative = rest_.substr(1).starts_with('-');
      const std::size_t at = negative ? 2 : 1;
      if (rest_.size() <= at || !is_digit(rest_[at])) return false;
      factor.power *= (negative ? -1 : 1) * (rest_[at] - '0');
      rest_.remove_prefix(at + 1);
    }
    product_.push_back(std::move(factor));
    return true;
  }

  std::string_view rest_;
  Product product_;
};

std::string write(const Product& product) {
  std::string up, down;
  for (const Factor& factor : product) {
    const int size = std::abs(factor.power);
    const std::string text = factor.word + (size > 1 ? fmt::format("^{}", size) : "");
    if (factor.power > 0) up += (up.empty() ? "" : "*") + text;
    if (factor.power < 0) down += "/" + text;
  }
  return (up.empty() ? "1" : up) + down;
}

// ---- what a word may mean ------------------------------------------------------------------------------------------

/// Ours, or a value in SI.
struct Reading {
  Product ours;
  double value = 1;  // of what is not ours
  Dimension dimension;
  bool foreign = false;
  bool joined = false;  // words without a sign between them: a power behind kgm is that of m
};

void add_ours(std::string_view text, std::vector<Reading>& readings) {
  const std::string unit(text);
  const auto product = ProductReader(unit).read();
  if (product && std::ranges::all_of(*product, [](const Factor& factor) { return is_unit(factor.word); }))
    readings.push_back({*product, 1, parse_unit(unit).dimension, false});
}

/// "Nm" → N*m, "kNms" → kN*m*s, "Nmm" → N*mm, in this order of trust.
void add_products(std::string_view word, std::vector<Reading>& readings) {
  if (word.size() < 2 || word.size() > 6) return;
  for (std::size_t n = 1; n < word.size(); ++n) {
    const std::string head(word.substr(0, word.size() - n)), tail(word.substr(word.size() - n));
    if (!is_unit(tail)) continue;
    std::vector<Reading> heads;
    add_ours(head, heads);
    add_products(head, heads);
    for (const Reading& one : heads) {
      if (one.ours.size() > 1 && one.ours.back().word == tail) continue;
      add_ours(write(one.ours) + "*" + tail, readings);
      readings.back().joined = true;
    }
  }
}

void add_spellings(std::string_view word, std::vector<Reading>& readings) {
  const std::string small = lower(word);
  for (const ForeignUnit& row : foreign_units)
    if (row.name == small) readings.push_back({{}, row.value, row.dimension, true});
  for (const auto& [other, ours] : spellings)
    if (other == small) add_ours(ours, readings);
  for (const auto& [prefix, letter] : prefix_words) {
    if (!small.starts_with(prefix)) continue;
    for (const auto& [other, ours] : spellings)
      if (small.substr(prefix.size()) == other) add_ours(fmt::format("{}{}", letter, ours), readings);
  }
}

/// The same letters, large or small: KG, hz, KN.
void add_other_cases(std::string_view word, std::vector<Reading>& readings) {
  if (word.size() > 4) return;
  for (unsigned bits = 0; bits < 1u << word.size(); ++bits) {
    std::string other(word);
    for (std::size_t i = 0; i < word.size(); ++i) {
      const char small = lower(word.substr(i, 1))[0];
      other[i] = (bits >> i & 1) && small >= 'a' && small <= 'z' ? static_cast<char>(small - 'a' + 'A') : small;
    }
    if (other == word) continue;
    add_ours(other, readings);
    add_products(other, readings);
  }
}

std::vector<Reading> find_readings(const std::string& word) {
  std::vector<Reading> readings;
  if (is_unit(word)) {
    add_ours(word, readings);
    return readings;
  }
  add_spellings(word, readings);
  if (word.size() > 2 && (word.ends_with('s') || word.ends_with('S'))) {
    const std::string one = word.substr(0, word.size() - 1);
    add_spellings(one, readings);
    if (one.size() > 1) add_ours(one, readings);
  }
  add_products(word, readings);
  if (std::ranges::all_of(readings, &Reading::foreign)) add_other_cases(word, readings);
  const std::size_t digits = word.find_last_not_of("23456") + 1;
  if (digits > 0 && digits + 1 == word.size())
    for (Reading one : find_readings(word.substr(0, digits)))
      if (!one.foreign) {
        one.ours.back().power *= word.back() - '0';
        add_ours(write(one.ours), readings);
      }
  return readings;
}

// ---- all words together --------------------------------------------------------------------------------------------

constexpr int largest_power = 9;  // that a unit has
constexpr std::size_t most_readings = 64;

void multiply(const Reading& factor, int power, Reading& product) {
  for (Factor own : factor.ours) {
    own.power *= power;
    product.ours.push_back(own);
  }
  for (int i = 0; i < std::abs(power); ++i) product.value *= power > 0 ? factor.value : 1 / factor.value;
  product.dimension.kg += power * factor.dimension.kg;
  product.dimension.m += power * factor.dimension.m;
  product.dimension.s += power * factor.dimension.s;
  product.foreign |= factor.foreign;
}

std::vector<Reading> find_all(const Product& product) {
  std::vector<Reading> all{{}};
  for (const Factor& factor : product) {
    std::vector<Reading> longer;
    for (const Reading& so_far : all)
      for (Reading one : find_readings(factor.word)) {
        const int sign = factor.power > 0 ? 1 : -1, size = std::abs(factor.power);
        if (one.joined) one.ours.back().power *= size;
        const int times = one.joined ? 1 : size;
        if (std::ranges::any_of(one.ours, [&](const Factor& own) { return std::abs(own.power * times) > largest_power; }))
          continue;
        if (one.joined) one.dimension = parse_unit(write(one.ours)).dimension;
        longer.push_back(so_far);
        multiply(one, sign * times, longer.back());
      }
    if (longer.size() > most_readings) longer.resize(most_readings);
    all = std::move(longer);
  }
  return all;
}

/// "2 lbf", "0.90718474 kg": the reading as one would write it.
std::string write(const Reading& reading, std::string_view number, std::string_view wanted) {
  if (!reading.foreign) return number.empty() ? write(reading.ours) : fmt::format("{} {}", number, write(reading.ours));
  double value = 1;
  std::from_chars(number.data(), number.data() + number.size(), value);
  value *= reading.value;
  if (!reading.ours.empty()) {
    const Unit ours = parse_unit(write(reading.ours));
    value *= ours.up / ours.down;
  }
  const bool fits = !wanted.empty() && parse_unit(wanted).dimension == reading.dimension;
  const std::string unit = fits ? std::string(wanted) : unit_of(reading.dimension);
  if (unit == "rad" || unit == "rad/s" || (unit == "1" && !fits))
    return fmt::format("{:.9g} deg{}", value * 180 / std::numbers::pi, unit == "rad/s" ? "/s" : "");
  return unit == "1" ? fmt::format("{:.9g}", value) : fmt::format("{:.9g} {}", value, unit);
}

bool is_temperature(std::string_view text) {
  constexpr std::string_view words[] = {"degC", "°C", "degF", "°F", "K", "kelvin", "celsius"};
  return std::ranges::find(words, text) != std::end(words);
}

bool has_hertz(const Product& product) {
  return std::ranges::any_of(product, [](const Factor& factor) { return factor.word.ends_with("Hz"); });
}

/// "for a mass write 0.90718474 kg, for a force 2 lbf": one of each dimension.
std::string list_readings(const std::vector<Reading>& readings, std::string_view number) {
  std::vector<Reading> apart;
  for (const Reading& one : readings)
    if (std::ranges::find(apart, one.dimension, &Reading::dimension) == apart.end()) apart.push_back(one);
  if (apart.size() == 1) return "write " + write(apart.front(), number, "");
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, apart.size()); ++i)
    text += fmt::format("{} {} {}{}", i ? ", for" : "for", describe(apart[i].dimension), i ? "" : "write ",
                        write(apart[i], number, ""));
  return text;
}

}  // namespace

std::string suggest_unit(std::string_view text, std::string_view number, std::string_view wanted) {
  if (is_temperature(text)) return "a model has no temperatures; take it out";
  const auto product = ProductReader(make_plain(text)).read();
  const std::vector<Reading> readings = product ? find_all(*product) : std::vector<Reading>();
  if (readings.empty()) return {};
  if (wanted.empty()) return list_readings(readings, number);
  const auto fits = std::ranges::find(readings, parse_unit(wanted).dimension, &Reading::dimension);
  if (fits != readings.end() && fits->dimension == rate && has_hertz(fits->ours))
    return "it counts turns; give rad/s, deg/s or rpm";
  if (fits != readings.end()) return "write " + write(*fits, number, wanted);
  return fmt::format("{} is {}; give {}", write(readings.front(), number, ""), describe(readings.front().dimension),
                     describe(wanted));
}

}  // namespace pintle
