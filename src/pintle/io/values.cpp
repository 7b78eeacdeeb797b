#include "pintle/io/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/base/units.h"
#include "pintle/io/context.h"
#include "pintle/io/words.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

bool is_whole(double x) { return std::nearbyint(x) == x; }

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

std::optional<Vector> read_set_vector(const Item& item, std::string_view unit, Field field) {
  Vector v;
  bool good = true;
  for (const Item& element : read_entries(item)) {
    const auto number = read_number(element, unit, field);
    good = good && number;
    Number& place = element.key() == "x" ? v.x : element.key() == "y" ? v.y : v.z;
    if (number) place = *number;
  }
  return good ? std::optional(v) : std::nullopt;
}

/// 60 is 60 rad.
void warn_of_degrees(const Item& item, double angle) {
  if (looks_like_degrees(angle))
    item.warn(
        fmt::format("{} has no unit and is read as {:.6g} rad, which is {:.3g} turns; write {:.6g} deg if degrees are meant, "
                    "{:.6g} rad if not",
                    shown(item.node().text), angle, std::fabs(angle) / (2 * std::numbers::pi), angle, angle));
}

std::optional<Number> read_formula(const Item& item, std::string_view unit, Field field) {
  const auto parsed = read_expression(item, unit, field);
  if (!parsed) return std::nullopt;
  const Expr expr = parsed->meaning.expr;
  const double value = item.reading().model.graph.value(expr);
  if (unit == "rad" && parsed->bare && is_whole(value)) warn_of_degrees(item, value);
  Model& model = item.reading().model;
  if (model.graph.is_constant(expr)) return Number(model.graph.value(expr));
  if (model.graph.is_living(expr) || item.reading().follows_setting(expr))
    note_text(model, parsed->meaning, parse_unit(unit).dimension, parsed->text);
  return Number(model.graph.value(expr), expr);
}

}  // namespace

std::string shown_value(const Item& item, const Number& number) {
  const std::string text = shown(item.node().text);
  return text.starts_with('=') ? fmt::format("{} ({:.6g})", text, number.value) : text;
}

/// Plain words that programs read in different ways; says so.
bool is_ambiguous(const Item& item) {
  const Node& node = item.node();
  if (!node.plain) return false;
  if (node.text.size() <= 3 &&
      is_any_of(node.text, {"yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"})) {
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

namespace {

/// A number that is an input of cases: its value is what the graph has for the path that it was set by.
std::optional<Number> as_input(const Item& item, const std::optional<Number>& number, std::string_view unit) {
  if (!number || item.node().input.empty()) return number;
  Graph& graph = item.reading().model.graph;
  const std::string& path = item.node().input;
  if (number->expr.exists() && graph.is_living(number->expr)) {
    item.mistake(item.node().is_set
                     ? "changes while a run goes on, so that nobody can set it; let it read a parameter, and set that"
                     : "changes while a run goes on, and so is no number of a case; make a parameter of it an input");
    return std::nullopt;
  }
  item.reading().input_units[path] = unit;
  const Expr given = graph.input(InputKind::parameter, path, number->value);
  if (!item.node().is_set) return Number(number->value, given);
  // A number that follows from none has the switch too: written out, the model of a run is of such, and is resumed with its slots.
  const bool follows = number->expr.exists();
  const Expr is_set = graph.input(InputKind::parameter, name_of_switch(path), 0);
  const Expr chosen = graph.apply(Op::select, is_set, given, follows ? number->expr : graph.constant(number->value));
  Model& model = item.reading().model;
  if (follows && item.reading().follows_setting(number->expr))
    model.expressions.emplace(chosen.i, find_text(model, number->expr, {}));
  return Number(number->value, chosen);
}

std::optional<Number> read_given(const Item& item, std::string_view unit, Field field);

}  // namespace

std::optional<Number> read_number(const Item& item, std::string_view unit, Field field) {
  const auto number = read_given(item, unit, field);
  return field == Field::structural ? number : as_input(item, number, unit);
}

namespace {

std::optional<Number> read_given(const Item& item, std::string_view unit, Field field) {
  if (!item.node().is_scalar()) {
    item.is_scalar(describe(unit) + ", for example 1" + (unit == "1" ? "" : unit == "rad" ? " deg" : fmt::format(" {}", unit)));
    return std::nullopt;
  }
  if (!item.is_usable() || is_ambiguous(item)) return std::nullopt;
  if (item.node().text.starts_with('=')) return read_formula(item, unit, field);
  try {
    const Number number(parse_quantity(item.node().text, unit));
    const bool bare = number_length(item.node().text) == item.node().text.size();
    if (unit == "rad" && bare) warn_of_degrees(item, number.value);
    return number;
  } catch (const Error& error) {
    refuse_number(item, field, error.what());
    return std::nullopt;
  }
}

}  // namespace

void warn_of_negative(const Item& item, const std::optional<Number>& number, std::string_view consequence) {
  if (number && number->value < 0)
    item.warn(fmt::format("{} is negative: {}; take the sign out unless this is meant", shown_value(item, *number), consequence));
}

bool is_set_vector(const Node& node) {
  const auto names_axis = [](const Node::Entry& entry) { return entry.key == "x" || entry.key == "y" || entry.key == "z"; };
  return node.is_map() && node.made && std::all_of(node.entries.begin(), node.entries.end(), names_axis);
}

std::optional<Vector> read_vector(const Item& item, std::string_view unit, Field field) {
  if (!item.is_usable()) return std::nullopt;
  if (is_set_vector(item.node())) return read_set_vector(item, unit, field);
  const std::string example = unit == "m/s^2" ? "[0, 0, -9.81]" : unit == "N" ? "[0, 0, 10 N]" : "[0, 0, 1]";
  if (!item.is_list("three elements, for example " + example)) return std::nullopt;
  const auto& items = item.node().items;
  if (items.size() != 3) {
    const bool torn = std::any_of(items.begin(), items.end(), [](const Node& n) { return is_torn(n.text); });
    item.mistake(torn ? torn_sentence : counted(items.size(), "element") + "; a vector has three, for example " + example);
    return std::nullopt;
  }
  const auto x = read_number(item.element(0, "x"), unit, field), y = read_number(item.element(1, "y"), unit, field);
  const auto z = read_number(item.element(2, "z"), unit, field);
  if (!x || !y || !z) return std::nullopt;
  return Vector{*x, *y, *z};
}

std::optional<Vector> read_direction(const Item& item) {
  const auto v = read_vector(item, "1");
  if (!v) return std::nullopt;
  const double length = hypot(v->x.value, v->y.value, v->z.value);
  if (length > 1e-100 && length < 1e100) return v;  // its square is a number
  item.mistake(fmt::format("[{}, {}, {}] has length {:.3g}; give a direction, for example [0, 0, 1]", v->x.value, v->y.value,
                           v->z.value, length));
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
  if (!item.is_scalar(fmt::format("the name of {}", a_part(kind))) || is_ambiguous(item)) return std::nullopt;
  return find_reference(item, item.node().text, kind, world_too);
}

std::optional<std::string> find_reference(const Item& item, std::string_view written, PartKind kind, bool world_too) {
  const Reading& reading = item.reading();
  std::string name;
  try {
    name = resolve_name(reading, item.context(), written);
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
    return std::nullopt;
  }
  const auto found = reading.names.find(name);
  if (name == "world" ? world_too : found && found->kind == kind) return name;
  if (name == "world") {
    item.mistake(fmt::format("the world cannot stand here; give the name of {}", a_part(kind)));
  } else if (found) {
    item.mistake(fmt::format("{} is {}; give the name of {}", name, a_part(found->kind), a_part(kind)));
  } else {
    auto known = find_candidates(reading, item.context(), kind);
    if (world_too) known.push_back("world");
    item.mistake(fmt::format("there is no {} \"{}\"{}; {}", name_of(kind), shown(name),
                             reading.dropped.contains(name) ? " (its `if` is false)" : "",
                             suggest(written, known, "describe it first")));
  }
  return std::nullopt;
}

}  // namespace pintle
