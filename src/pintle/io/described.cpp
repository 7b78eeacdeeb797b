#include "pintle/io/described.h"

#include <algorithm>

namespace pintle {

/// What may be either of two forms.
static Form either_of(Form a, Form b) {
  const auto is_one = [](Form form) { return form == Form::quantity || form == Form::living; };
  return a == b ? a : is_one(a) && is_one(b) ? Form::living : Form::living_any;
}

KeyUnion& KeyUnion::add(Schema keys, bool alone) {
  for (Key key : keys) {
    if (!alone) key.hint = {};
    const auto known = std::ranges::find(keys_, key.name, &Key::name);
    if (known == keys_.end()) {
      keys_.push_back(key);
      continue;
    }
    known->form = either_of(known->form, key.form);
    if (!key.says.empty() && key.says != known->says)
      known->says = known->says.empty() ? key.says : texts_.emplace_back(fmt::format("{}; {}", known->says, key.says));
  }
  return *this;
}

namespace detail {

std::optional<Number> read_bounded(const Fields& fields, std::string_view key, Bound bound) {
  if (bound == Bound::above_zero) return fields.positive(key);
  if (bound == Bound::zero_or_more) return fields.not_negative(key);
  if (bound == Bound::one_or_more) {
    const auto number = fields.quantity(key);
    if (number && !(number->value >= 1)) fields.find(key)->mistake(fmt::format("{} is below 1; give 1 or more", number->value));
    return number;
  }
  const auto number = fields.quantity(key);
  if (!number) return number;
  if (bound == Bound::stiffness) warn_of_negative(*fields.find(key), number, negative_stiffness);
  if (bound == Bound::damping) warn_of_negative(*fields.find(key), number, negative_damping);
  if (bound == Bound::one_or_two && number->value != 1 && number->value != 2)
    fields.find(key)->mistake(fmt::format("{} is not read; the exponent is 1 or 2", number->value));
  return number;
}

std::optional<Number> read_living_number(const Item& item, std::string_view unit, std::string_view if_list) {
  if (!item.node().is_list() || if_list.empty()) return read_number(item, unit, Field::force);
  item.mistake(std::string(if_list));
  return std::nullopt;
}

}  // namespace detail

void check_law_keys(const Fields& fields, Schema keys, std::string_view law) {
  for (const Key& key : keys)
    if (key.required() && !fields.has(key.name))
      fields.item().mistake_at_name(fmt::format("{} is missing; give it, for example {}", key.name, key.hint));
  for (const Item& entry : read_entries(fields.item()))
    if (entry.key() != "law" && std::ranges::find(keys, entry.key(), &Key::name) == keys.end())
      entry.mistake_at_name(fmt::format("does not belong to the law {}; take it out", law));
}

}  // namespace pintle
