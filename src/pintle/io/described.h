#pragma once
#include <fmt/core.h>

#include <algorithm>
#include <deque>

#include "pintle/base/described.h"
#include "pintle/contact/grid.h"
#include "pintle/contact/height.h"
#include "pintle/io/fields.h"
#include "pintle/io/values.h"
#include "pintle/io/writing/braces.h"
#include "pintle/io/writing/write_parts.h"

/// Described structs (base/described.h) as maps of a file: their keys, how they are read and written.
namespace pintle {

// ---- keys ----------------------------------------------------------------------------------------------------------
template <class SlotKind>
inline constexpr Form form_of = Form::map;
template <>
inline constexpr Form form_of<Slot> = Form::quantity;
template <>
inline constexpr Form form_of<Slot3> = Form::vector;
template <>
inline constexpr Form form_of<LivingSlot> = Form::living;
template <>
inline constexpr Form form_of<LivingSlot3> = Form::living_vector;
template <>
inline constexpr Form form_of<HeightSlot> = Form::living;
template <>
inline constexpr Form form_of<Heights> = Form::heights;
template <class Struct>
inline constexpr Form form_of<std::vector<Struct>> = Form::parts;

/// The keys of a struct, one per field.
template <template <class> class Law>
struct KeysOf {
  template <class Value>
  struct MapOf {
    static constexpr const Schema* keys = nullptr;
  };
  template <template <class> class Inner>
  struct MapOf<Inner<Slot>> {
    static constexpr const Schema* keys = &KeysOf<Inner>::schema;
  };
  template <template <class> class Inner>
  struct MapOf<std::vector<Inner<Slot>>> {
    static constexpr const Schema* keys = &KeysOf<Inner>::schema;
  };
  static constexpr auto make() {
    std::array<Key, std::tuple_size_v<decltype(Law<Slot>::fields())>> list{};
    std::size_t i = 0;
    for_each_field<Law<Slot>>([&]<class Value>(const DescribedField<Law<Slot>, Value>& f) {
      list[i++] = {f.name, form_of<Value>, f.unit, f.example, f.says, MapOf<Value>::keys, nullptr};
    });
    return list;
  }
  static constexpr auto keys = make();
  static constexpr Schema schema{keys};
};

/// Keys of several kinds together. What one kind alone has is not required of all; what two have in different forms may be
/// either.
class KeyUnion {
 public:
  /// fill(*this). It stays where it is: keys point into its texts.
  template <class Fill>
  explicit KeyUnion(Fill&& fill) {
    fill(*this);
  }
  KeyUnion(const KeyUnion&) = delete;
  KeyUnion& operator=(const KeyUnion&) = delete;

  KeyUnion& add(const Key& key) {
    keys_.push_back(key);
    return *this;
  }
  KeyUnion& add(Schema keys, bool alone);
  /// As long as the union lives.
  Schema schema() const { return keys_; }

 private:
  std::vector<Key> keys_;
  std::deque<std::string> texts_;
};

// ---- reading -------------------------------------------------------------------------------------------------------
template <template <class> class Law>
void read_described(const Fields& fields, Law<Number>& law);

namespace detail {

/// One number, as its bound says; nothing after a mistake.
std::optional<Number> read_bounded(const Fields& fields, std::string_view key, Bound bound);
std::optional<Number> read_living_number(const Item& item, std::string_view unit, std::string_view if_list);
/// Rows of heights, or the name of a file of them; nothing after a mistake.
Heights read_heights(const Item& item);
std::string write_heights(const HeightGrid& grid);

template <class Field>
void read_value(const Fields& fields, const Field& field, const Slot&, Number& value) {
  value = read_bounded(fields, field.name, field.bound).value_or(value);
}
template <class Field>
void read_value(const Fields& fields, const Field& field, const LivingSlot&, Number& value) {
  if (const auto item = fields.find(field.name)) value = read_living_number(*item, field.unit, field.wrong_form).value_or(value);
}
template <class Field>
void read_value(const Fields& fields, const Field& field, const Slot3&, Vector& value) {
  value = (field.bound == Bound::direction ? fields.direction(field.name) : fields.vector(field.name)).value_or(value);
}
template <class Field>
void read_value(const Fields& fields, const Field& field, const LivingSlot3&, Vector& value) {
  if (const auto item = fields.find(field.name)) value = read_vector(*item, field.unit, pintle::Field::force).value_or(value);
}
template <class Field>
void read_value(const Fields& fields, const Field& field, const HeightSlot&, Number& value) {
  if (const auto item = fields.find(field.name)) value = read_number(*item, field.unit, pintle::Field::height).value_or(value);
}
template <class Field>
void read_value(const Fields& fields, const Field& field, const Heights&, Heights& value) {
  if (const auto item = fields.find(field.name)) value = read_heights(*item);
}
/// A map of maps, by name.
template <class Field, template <class> class Inner>
void read_value(const Fields& fields, const Field& field, const std::vector<Inner<Slot>>&, std::vector<Inner<Number>>& value) {
  const auto item = fields.find(field.name);
  if (!item || !item->is_map(fmt::format("{{name: {}}}", Inner<Number>::example))) return;
  for (const Item& entry : read_entries(*item)) {
    const Fields its(entry, KeysOf<Inner>::schema, Inner<Number>::example);
    Inner<Number>& one = value.emplace_back();
    one.called = entry.key();
    if (!is_name(entry.key()))
      entry.mistake_at_name("is no name; a name has letters, digits and _, and begins with a letter");
    else if (its)
      read_described(its, one);
  }
}
/// A map of its own. It says what it needs to do something, and which key needs another.
template <class Field, template <class> class Inner>
void read_value(const Fields& fields, const Field& field, const Inner<Slot>&, Inner<Number>& value) {
  const auto item = fields.find(field.name);
  if (!item) return;
  const Fields its(*item, KeysOf<Inner>::schema, Inner<Number>::example);
  if (!its) return;
  if constexpr (requires { Inner<Number>::acts; })
    if (std::ranges::none_of(Inner<Number>::acts, [&](std::string_view key) { return its.has(key); }))
      item->mistake_at_name(fmt::format("does nothing; {}", Inner<Number>::idle));
  if constexpr (requires { Inner<Number>::needs; })
    for (const auto& [key, other, way_out] : Inner<Number>::needs)
      if (its.has(key) && !its.has(other)) item->mistake_at_name(fmt::format("{} is missing; {}", other, way_out));
  read_described(its, value);
}

}  // namespace detail

/// What the file gives; the rest keeps its default.
template <template <class> class Law>
void read_described(const Fields& fields, Law<Number>& law) {
  const Law<Slot> forms{};
  for_each_pair(law, forms,
                [&](const auto& field, auto& value, const auto& form) { detail::read_value(fields, field, form, value); });
}

/// Where a map may be one of several laws: whether its keys are those of this one.
void check_law_keys(const Fields& fields, Schema keys, std::string_view law);

// ---- writing -------------------------------------------------------------------------------------------------------
template <template <class> class Law>
void write_described(const Law<Number>& law, ExpressionWriter& expressions, Braces& out) {
  const Law<Slot> forms{};
  for_each_pair(law, forms, [&]<class Form>(const auto& field, const auto& value, const Form&) {
    if constexpr (std::is_same_v<Form, LivingSlot> || std::is_same_v<Form, LivingSlot3>) {
      out.add(field.name, expressions.write_living(value, field.unit));
    } else if constexpr (std::is_same_v<Form, HeightSlot>) {
      out.add(field.name, expressions.write_living(value, field.unit));
    } else if constexpr (std::is_same_v<Form, Heights>) {
      out.add(field.name, detail::write_heights(*value));
    } else if constexpr (is_list_of_described<Form>) {
      Braces maps;
      for (const auto& one : value) {
        Braces map;
        write_described(one, expressions, map);
        maps.add(write_name(one.called), map.str());
      }
      out.add(field.name, maps.str());
    } else if constexpr (form_of<Form> == pintle::Form::map) {
      Braces map;
      write_described(value, expressions, map);
      out.add(field.name, map.str());
    } else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Number> ||
                         std::is_same_v<std::decay_t<decltype(value)>, Vector>) {
      out.add(field.name, expressions.write_living(value, field.unit));
    } else {
      out.add(field.name, value);
    }
  });
}

}  // namespace pintle
