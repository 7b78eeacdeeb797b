#include "pintle/io/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/base/units.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

bool is_any_of(std::string_view word, const std::vector<std::string_view>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// 12:30, which old YAML reads as 750.
bool is_time_of_day(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == text.npos || colon + 1 == text.size()) return false;
  return text.find_first_not_of("0123456789:.") == text.npos;
}

/// Plain words that programs read in different ways; says so.
bool is_ambiguous(const Item& item) {
  const Node& node = item.node();
  if (!node.plain) return false;
  if (is_any_of(node.text, {"yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"})) {
    item.mistake(
        fmt::format("\"{}\" is true or false to some programs and a word to others; write true or false, or put the "
                    "word in quotes",
                    node.text));
    return true;
  }
  if (!is_time_of_day(node.text)) return false;
  item.mistake(fmt::format("{} is a number to base sixty for some programs; write for example 12.5 h, or put text in quotes",
                           shown(node.text)));
  return true;
}

bool is_expression(const Item& item) {
  const std::string& text = item.node().text;
  if (!text.starts_with('=')) return false;
  item.mistake(fmt::format("{} is an expression, which is not read yet; write the number out", shown(text)));
  return true;
}

std::optional<Vec3<double>> read_set_vector(const Item& item, std::string_view unit) {
  Vec3<double> v = Vec3<double>::zero();
  bool good = true;
  for (const Item& element : read_entries(item)) {
    const auto value = read_quantity(element, unit);
    good = good && value;
    v[element.key()[0] - 'x'] = value.value_or(0);
  }
  return good ? std::optional(v) : std::nullopt;
}

}  // namespace

std::optional<double> read_quantity(const Item& item, std::string_view unit) {
  if (!item.node().is_scalar()) {
    item.is_scalar(describe(unit) + ", for example 1" + (unit == "1" ? "" : unit == "rad" ? " deg" : fmt::format(" {}", unit)));
    return std::nullopt;
  }
  if (!item.is_usable() || is_ambiguous(item) || is_expression(item)) return std::nullopt;
  try {
    return parse_quantity(item.node().text, unit);
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
    return std::nullopt;
  }
}

bool is_set_vector(const Node& node) {
  const auto names_axis = [](const Node::Entry& entry) { return entry.key == "x" || entry.key == "y" || entry.key == "z"; };
  return node.is_map() && node.mark.source > 0 && std::all_of(node.entries.begin(), node.entries.end(), names_axis);
}

std::optional<Vec3<double>> read_vector(const Item& item, std::string_view unit) {
  if (!item.is_usable()) return std::nullopt;
  if (is_set_vector(item.node())) return read_set_vector(item, unit);
  if (!item.is_list("three elements, for example [0, 0, 1]")) return std::nullopt;
  const auto& items = item.node().items;
  if (items.size() != 3) {
    const bool torn = std::any_of(items.begin(), items.end(), [](const Node& n) { return is_torn(n.text); });
    item.mistake(torn ? torn_sentence : counted(items.size(), "element") + "; a vector has three, for example [0, 0, 1]");
    return std::nullopt;
  }
  const auto x = read_quantity(item.element(0, "x"), unit), y = read_quantity(item.element(1, "y"), unit);
  const auto z = read_quantity(item.element(2, "z"), unit);
  if (!x || !y || !z) return std::nullopt;
  return Vec3<double>{*x, *y, *z};
}

std::optional<Vec3<double>> read_direction(const Item& item) {
  const auto v = read_vector(item, "1");
  if (!v) return std::nullopt;
  const double length = std::hypot(v->x, v->y, v->z);
  if (length > 1e-100 && length < 1e100) return v;  // its square is a number
  item.mistake(fmt::format("[{}, {}, {}] has length {:.3g}; give a direction, for example [0, 0, 1]", v->x, v->y, v->z, length));
  return std::nullopt;
}

std::optional<bool> read_flag(const Item& item) {
  if (!item.is_scalar("true or false") || is_ambiguous(item)) return std::nullopt;
  const std::string& text = item.node().text;
  if (item.node().plain && (text == "true" || text == "false")) return text == "true";
  item.mistake(fmt::format("\"{}\" is neither true nor false; write true or false", shown(text)));
  return std::nullopt;
}

std::optional<std::string> read_text(const Item& item) {
  if (!item.is_scalar("a text") || is_ambiguous(item)) return std::nullopt;
  return item.node().text;
}

std::optional<std::string> read_choice(const Item& item, const std::vector<std::string_view>& choices,
                                       const std::vector<std::string_view>& later) {
  if (!item.is_scalar(join_or(choices))) return std::nullopt;
  const std::string& word = item.node().text;
  if (is_any_of(word, choices)) return word;
  if (is_any_of(word, later))
    item.mistake(fmt::format("{} is not read yet; use {}", word, join_or(choices)));
  else if (!is_ambiguous(item))
    item.mistake(fmt::format("\"{}\" is not known; {}", shown(word), suggest(word, choices, "leave it out")));
  return std::nullopt;
}

std::optional<std::string> read_reference(const Item& item, PartKind kind, bool world_too) {
  if (!item.is_scalar(fmt::format("the name of a {}", name_of(kind))) || is_ambiguous(item)) return std::nullopt;
  if (!is_reference(item, item.node().text, kind, world_too)) return std::nullopt;
  return item.node().text;
}

bool is_reference(const Item& item, const std::string& name, PartKind kind, bool world_too) {
  if (world_too && name == "world") return true;
  const auto found = item.reading().find_part(name);
  if (found == kind) return true;
  auto known = item.reading().names_of(kind);
  if (world_too) known.push_back("world");
  if (name == "world")
    item.mistake(fmt::format("the world cannot stand here; give the name of a {}", name_of(kind)));
  else if (found)
    item.mistake(fmt::format("{} is a {}; give the name of a {}", name, name_of(*found), name_of(kind)));
  else
    item.mistake(fmt::format("there is no {} \"{}\"; {}", name_of(kind), shown(name), suggest(name, known, "describe it first")));
  return false;
}

}  // namespace pintle
