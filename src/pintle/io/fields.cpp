#include "pintle/io/fields.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/check.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {

Fields::Fields(const Item& item, Schema schema, std::string_view wanted) : item_(item), schema_(schema) {
  if (!item.is_map(wanted)) return;
  good_ = true;
  std::vector<std::string_view> known;
  for (const Key& row : schema_)
    if (row.form != Form::later) known.push_back(row.name);
  std::vector<std::string> meant;  // misspelt keys are not missing as well
  for (const Item& entry : read_entries(item)) {
    const Key* row = find_key(entry.key());
    if (row && row->form != Form::later) continue;
    if (row) {
      entry.mistake_at_name(fmt::format("`{}` is not read yet; {}", row->name, row->hint));
    } else if (is_torn(entry.key())) {
      entry.mistake_at_name(torn_sentence);
    } else {
      entry.mistake_at_name(fmt::format("unknown key; {}", suggest(entry.key(), known, "take it out")));
      meant.push_back(known.size() == 1 ? std::string(known[0]) : find_nearest(entry.key(), known));
    }
  }
  for (const Key& row : schema_)
    if (row.required() && !has(row.name) && !has("<<") && std::find(meant.begin(), meant.end(), row.name) == meant.end())
      item.mistake_at_name(fmt::format("{} is missing; give it, for example {}", row.name, row.hint));
}

const Key* Fields::find_key(std::string_view key) const {
  const auto it = std::find_if(schema_.begin(), schema_.end(), [&](const Key& row) { return row.name == key; });
  return it == schema_.end() ? nullptr : &*it;
}

std::optional<Item> Fields::find(std::string_view key) const {
  PINTLE_CHECK(find_key(key), fmt::format("{} is not in the schema", key));
  if (!good_) return std::nullopt;
  const Node::Entry* entry = item_.node().find(key);
  return entry ? std::optional(item_.entry(*entry)) : std::nullopt;
}

std::string_view Fields::unit(std::string_view key) const {
  const Key* row = find_key(key);
  PINTLE_CHECK(row, fmt::format("{} is not in the schema", key));
  return row->unit;
}

std::optional<Number> Fields::quantity(std::string_view key) const {
  const auto item = find(key);
  return item ? read_number(*item, unit(key)) : std::nullopt;
}

std::optional<Number> Fields::positive(std::string_view key) const {
  const auto number = quantity(key);
  if (!number || number->value > 0) return number;
  find(key)->mistake(fmt::format("{} is not positive; give a number above zero", shown_value(*find(key), *number)));
  return std::nullopt;
}

std::optional<Number> Fields::not_negative(std::string_view key) const {
  const auto number = quantity(key);
  if (!number || number->value >= 0) return number;
  find(key)->mistake(fmt::format("{} is negative; give zero or more", shown_value(*find(key), *number)));
  return std::nullopt;
}

std::optional<Vector> Fields::vector(std::string_view key) const {
  const auto item = find(key);
  return item ? read_vector(*item, unit(key)) : std::nullopt;
}

std::optional<Vector> Fields::direction(std::string_view key) const {
  const auto item = find(key);
  return item ? read_direction(*item) : std::nullopt;
}

std::optional<std::string> Fields::text(std::string_view key) const {
  const auto item = find(key);
  return item ? read_text(*item) : std::nullopt;
}

std::optional<bool> Fields::flag(std::string_view key) const {
  const auto item = find(key);
  return item ? read_flag(*item) : std::nullopt;
}

std::optional<std::string> Fields::word(std::string_view key, const std::vector<std::string_view>& later) const {
  const auto item = find(key);
  return item ? read_choice(*item, split(unit(key), '|'), later) : std::nullopt;
}

}  // namespace pintle
