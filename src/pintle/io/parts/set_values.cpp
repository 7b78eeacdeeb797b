#include "pintle/io/parts/set_values.h"

#include <fmt/core.h>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
#include "pintle/io/context.h"
#include "pintle/io/named_values.h"
#include "pintle/io/part_list.h"
#include "pintle/io/scope.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

void add_values(const Item& map, const std::string& path, std::vector<SetValue>& values) {
  for (const Item& entry : read_entries(map)) {
    const std::string full = join_path(path, entry.key());
    if (entry.node().is_map())
      add_values(entry, full, values);
    else
      values.push_back({find_own_path(entry.reading(), entry.context(), full), entry});
  }
}

/// The dimension of what is set; none: a number without unit stands there. Throws Error if nothing does.
std::optional<Dimension> find_dimension(Reading& reading, const std::string& path) {
  constexpr std::string_view section = "parameters.";
  if (const auto known = reading.settable.find(path); known != reading.settable.end()) {
    const auto& [text, context] = known->second;
    if (!text.starts_with('=')) {
      const Quantity quantity = parse_quantity(text);
      return quantity.bare ? std::nullopt : std::optional(quantity.dimension);
    }
    FieldScope scope(reading, context, Field::fixed);
    try {
      const Meaning meaning = parse_expression(std::string_view(text).substr(1), reading.model.graph, scope).meaning;
      return meaning.nature == Nature::bare ? std::nullopt : std::optional(meaning.dimension);
    } catch (const Error&) {
      throw KnownMistake();  // who reads the part says so
    }
  }
  const std::string name = path.starts_with(section) ? path.substr(section.size()) : path;
  if (!reading.parameters->has(name)) {
    if (name.find('.') != name.npos) throw KnownMistake();  // who looked for it before all else has said so
    throw Error(fmt::format("there is no parameter {}; {}", shown(name),
                            suggest(name, reading.parameters->names(), "add it to `parameters`")));
  }
  const NamedValues::Value& value = reading.parameters->at(name);
  if (value.is_list) throw Error(fmt::format("{} is a list; set a parameter that is one number", shown(name)));
  if (value.structural)
    throw Error(fmt::format("{} decides what exists, and that stays as it is while a run goes on; set another one", shown(name)));
  const Graph& graph = reading.model.graph;
  if (value.meaning.expr.exists() && graph.node(value.meaning.expr).op != Op::input)
    throw Error(fmt::format("{} follows from other parameters; set those", shown(name)));
  return value.meaning.nature == Nature::bare ? std::nullopt : std::optional(value.meaning.dimension);
}

}  // namespace

std::string find_own_path(const Reading& reading, const Context* context, std::string_view path) {
  const auto keys = split(path, '.');
  if (!context || keys.size() < 3 || !find_section(keys[0])) return std::string(path);
  try {
    std::string own = join_path(keys[0], resolve_name(reading, context, keys[1]));
    for (std::size_t i = 2; i < keys.size(); ++i) own = join_path(own, keys[i]);
    return own;
  } catch (const Error&) {
    return std::string(path);
  }
}

std::vector<SetValue> find_set_values(const Item& map) {
  std::vector<SetValue> values;
  add_values(map, "", values);
  return values;
}

std::optional<Number> read_set_value(const SetValue& value, Field field) {
  const Item& item = value.item;
  if (!item.is_scalar(field == Field::fixed ? "a quantity or an expression of parameters, for example 2 kN/m"
                                            : "a quantity or an expression of signals, for example =-20 N*m*s*elbow.rate"))
    return std::nullopt;
  Model& model = item.reading().model;
  try {
    const auto dimension = find_dimension(item.reading(), value.path);
    const auto check = [&](bool bare, const Dimension& given) {
      if (!bare && dimension && given != *dimension)
        throw Error(fmt::format("{} is {}; give {}", shown(item.node().text), describe(given), describe(*dimension)));
    };
    if (item.node().text.starts_with('=')) {
      const auto parsed = read_expression(item, "", field);
      if (!parsed) return std::nullopt;
      const Meaning& meaning = parsed->meaning;
      check(meaning.nature != Nature::quantity, meaning.dimension);
      if (field != Field::fixed || item.reading().follows_setting(meaning.expr))
        note_text(model, meaning, meaning.dimension, parsed->text);
      return Number(model.graph.value(meaning.expr), meaning.expr);
    }
    const Quantity quantity = parse_quantity(item.node().text);
    check(quantity.bare, quantity.dimension);
    return Number(quantity.value);
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
  } catch (const KnownMistake&) {}
  return std::nullopt;
}

bool check_settable(const Item& item, const std::string& path) {
  try {
    find_dimension(item.reading(), path);
    return true;
  } catch (const Error& error) {
    item.mistake(one_line(error.what()));
  } catch (const KnownMistake&) {}
  return false;
}

}  // namespace pintle
