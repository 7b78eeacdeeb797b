#include "pintle/io/named_values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "pintle/base/error.h"
#include "pintle/expressions/functions/function.h"
#include "pintle/io/expression.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t longest_chain = 100;  // values that use each other in a row
constexpr std::size_t longest_list = 10'000;

Field field_of(NamedValues::Kind kind) { return kind == NamedValues::Kind::signal ? Field::observed : Field::fixed; }

/// What a number without unit replaces gives it its dimension: 950 in place of 900 kg is 950 kg.
std::optional<Meaning> find_replaced(const Item& item, Field field) {
  for (const Node* node = item.node().replaced.get(); node; node = node->replaced.get()) {
    if (!node->is_scalar()) return std::nullopt;
    if (!node->text.starts_with('=')) {
      try {
        const Quantity quantity = parse_quantity(node->text);
        if (!quantity.bare) return Meaning{{}, Nature::quantity, quantity.dimension, {}, quantity.angle};
      } catch (const Error&) {
        return std::nullopt;
      }
      continue;
    }
    const std::size_t before = item.reading().mistakes.size();
    const auto parsed =
        read_expression(Item(item.reading(), *node, item.path(), item.key(), node->mark, item.context()), "", field);
    item.reading().mistakes.resize(before);  // what was replaced may be wrong
    if (parsed && parsed->meaning.nature == Nature::quantity) return parsed->meaning;
  }
  return std::nullopt;
}

/// All elements of a list have the dimension of the first that has one.
void make_one_kind(const Item& item, std::vector<Meaning>& list) {
  const auto first = std::ranges::find(list, Nature::quantity, &Meaning::nature);
  for (std::size_t i = 0; first != list.end() && i < list.size(); ++i) {
    if (list[i].nature == Nature::quantity && list[i].dimension != first->dimension) {
      item.element(i).mistake(fmt::format("{} is {}, and the list begins with {}; give one kind",
                                          shown(item.node().items[i].text), describe(list[i].dimension),
                                          describe(first->dimension)));
      throw KnownMistake();
    }
    list[i].nature = Nature::quantity;
    list[i].dimension = first->dimension;
  }
}

}  // namespace

void NamedValues::add(std::string name, const Item& item) {
  if (places_.emplace(name, static_cast<int>(values_.size())).second) values_.push_back({.name = std::move(name), .item = item});
}

const NamedValues::Value& NamedValues::at(std::string_view name) {
  Value& value = values_[static_cast<std::size_t>(places_.at(std::string(name)))];
  value.used = true;
  if (value.state == Value::State::unread) read(value);
  if (value.state == Value::State::bad) throw KnownMistake();
  if (value.state == Value::State::good) return value;
  const std::vector<std::string>& chain = value.item.reading().chain;
  std::string cycle;
  bool inside = false;
  for (const std::string& link : chain) {
    inside = inside || link == value.item.path();
    if (inside) cycle += fmt::format("{} → ", link.substr(link.rfind('.') + 1));
  }
  throw Error(fmt::format("{} depends on itself: {}{}; give one of them a value of its own", name, cycle, name));
}

void NamedValues::read(Value& value) {
  const Item& item = value.item;
  auto& chain = item.reading().chain;
  if (chain.size() >= longest_chain)
    throw Error(fmt::format("more than {} values that use each other in a row; write some of them out", longest_chain));
  value.state = Value::State::in_work;
  chain.push_back(item.path());
  try {
    value.is_list = item.node().is_list() && kind_ != Kind::signal;
    if (value.is_list && item.node().items.size() > longest_list) {
      item.mistake(fmt::format("a list of {} numbers; use a table in `functions` for so many", item.node().items.size()));
      throw KnownMistake();
    }
    if (!value.is_list) value.meaning = read_scalar(item, value.name);
    for (std::size_t i = 0; value.is_list && i < item.node().items.size(); ++i)
      value.list.push_back(read_scalar(item.element(i), fmt::format("{}[{}]", value.name, i + 1)));
    make_one_kind(item, value.list);
    value.state = Value::State::good;
  } catch (const KnownMistake&) {
    value.state = Value::State::bad;
  }
  chain.pop_back();
}

Meaning NamedValues::read_scalar(const Item& item, const std::string& name) {
  constexpr std::string_view wanted = "a number or an expression, for example 3 kg or =2*stiffness";
  if (!item.is_scalar(wanted) || is_ambiguous(item)) throw KnownMistake();
  if (!item.node().text.starts_with('=')) return make_plain(item, name);
  const auto parsed = read_any(item, field_of(kind_));
  if (!parsed) throw KnownMistake();
  if (parsed->meaning.nature == Nature::logic && kind_ != Kind::signal) {
    item.mistake(fmt::format("{} is true or false; a parameter is a number", shown(item.node().text)));
    throw KnownMistake();
  }
  Meaning meaning = parsed->meaning;
  meaning.text = kind_ == Kind::parameter ? std::string() : kind_ == Kind::word ? parsed->text : name;
  if (kind_ != Kind::word) note_text(item.reading().model, meaning, meaning.dimension, parsed->text);
  return meaning;
}

Meaning NamedValues::make_plain(const Item& item, const std::string& name) {
  Quantity quantity;
  try {
    quantity = parse_quantity(item.node().text);
  } catch (const Error& error) {
    refuse_number(item, field_of(kind_), error.what());
    throw KnownMistake();
  }
  Meaning meaning;
  if (quantity.bare) {
    if (const auto replaced = find_replaced(item, field_of(kind_))) {
      quantity.bare = false;
      quantity.dimension = replaced->dimension;
      quantity.angle = replaced->angle;
    }
  }
  meaning.nature = quantity.bare ? Nature::bare : Nature::quantity;
  meaning.dimension = quantity.dimension;
  meaning.angle = quantity.angle;
  Graph& graph = item.reading().model.graph;
  meaning.expr =
      kind_ == Kind::parameter ? graph.input(InputKind::parameter, name, quantity.value) : graph.constant(quantity.value);
  if (kind_ == Kind::word) meaning.text = item.node().text;
  if (kind_ == Kind::signal) {
    meaning.text = name;
    note_text(item.reading().model, meaning, meaning.dimension, item.node().text);
  }
  return meaning;
}

Meaning NamedValues::find(std::string_view name) {
  const Value& value = at(name);
  if (value.is_list)
    throw Error(fmt::format("{} is a list of {}; write which element, for example {}[1]", name,
                            counted(value.list.size(), "number"), name));
  return value.meaning;
}

Meaning NamedValues::find_element(std::string_view name, int element) {
  const Value& value = at(name);
  if (!value.is_list) throw Error(fmt::format("{} is one number and has no elements; write {} alone", name, name));
  if (element < 1 || element > static_cast<int>(value.list.size()))
    throw Error(fmt::format("{}[{}] does not exist; its elements count from 1 to {}", name, element, value.list.size()));
  return value.list[element - 1];
}

void NamedValues::mark_structural(std::string_view name) {
  const auto found = places_.find(std::string(name));
  if (found != places_.end()) values_[found->second].structural = true;
}

void NamedValues::read_all() {
  for (Value& value : values_)
    if (value.state == Value::State::unread) read(value);
}

void NamedValues::mark_used(std::string_view text) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (const auto found = places_.find(std::string(text.substr(i, end - i))); found != places_.end())
      values_[found->second].used = true;
    i = end + 1;
  }
}

void check_word(const Item& entry) {
  constexpr std::string_view words[] = {"pi", "age",   "index", "and",    "or",  "not",
                                        "if", "count", "any",   "all_of", "sum", "distance"};
  const std::string& name = entry.key();
  if (is_torn(name))
    entry.mistake_at_name(torn_sentence);
  else if (!is_name(name))
    entry.mistake_at_name(fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(name)));
  else if (is_reserved(name) || find_function(name) || std::ranges::find(words, name) != std::end(words))
    entry.mistake_at_name(fmt::format("\"{}\" has a meaning of its own in expressions; choose another name", name));
}

std::vector<std::string_view> NamedValues::names() const {
  std::vector<std::string_view> names;
  for (const Value& value : values_) names.push_back(value.name);
  return names;
}

}  // namespace pintle
