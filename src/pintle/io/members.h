#pragma once
#include <array>

#include "pintle/io/fields.h"
#include "pintle/io/writing/braces.h"
#include "pintle/io/writing/write_parts.h"

/// Members of described structs (base/described.h) by their type: how they stand in a file, how they are read and written. What a
/// part, a constraint, an action says of its fields is told here once for all. Laws of elements, whose numbers have several
/// lives: described.h.
namespace pintle {

// ---- keys ----------------------------------------------------------------------------------------------------------
template <class Value>
struct MemberForm;
template <class Value>
struct MemberForm<std::optional<Value>> : MemberForm<Value> {};
template <Form form>
struct FormIs {
  template <class Field>
  static constexpr Form of(const Field&) {
    return form;
  }
};
template <>
struct MemberForm<Number> {
  template <class Field>
  static constexpr Form of(const Field& field) {
    return field.lives ? Form::living : Form::quantity;
  }
};
template <>
struct MemberForm<std::string> {
  template <class Field>
  static constexpr Form of(const Field& field) {
    return !field.names.empty() ? Form::name : !field.unit.empty() ? Form::word : Form::text;
  }
};
template <>
struct MemberForm<double> : FormIs<Form::quantity> {};
template <>
struct MemberForm<int> : FormIs<Form::whole> {};
template <>
struct MemberForm<Vector> : FormIs<Form::vector> {};
template <>
struct MemberForm<ActionVector> : FormIs<Form::vector> {};
template <>
struct MemberForm<ActionPoint> : FormIs<Form::points> {};
template <>
struct MemberForm<PointOn> : FormIs<Form::joint_point> {};
template <>
struct MemberForm<std::array<PointOn, 2>> : FormIs<Form::joint_point> {};
template <>
struct MemberForm<std::array<std::string, 2>> : FormIs<Form::two_names> {};
template <>
struct MemberForm<std::array<GearPart::Side, 2>> : FormIs<Form::two_names> {};
template <>
struct MemberForm<std::vector<VelocityRow>> : FormIs<Form::parts> {};
template <>
struct MemberForm<std::vector<std::string>> : FormIs<Form::signal_list> {};
template <>
struct MemberForm<SpringLaw::Table> : FormIs<Form::table> {};

/// The keys of a struct; of a law of a direction in the units of one that turns or slides.
template <Described Struct, bool slides = false>
struct PartKeys {
  static constexpr auto make() {
    std::array<Key, std::tuple_size_v<decltype(Struct::fields())>> list{};
    std::size_t i = 0;
    for_each_field<Struct>([&]<class Value>(const DescribedField<Struct, Value>& f) {
      list[i++] = {f.name, MemberForm<Value>::of(f), slides ? f.sliding : f.unit, f.example, f.says};
    });
    return list;
  }
  static constexpr auto keys = make();
  static constexpr Schema schema{keys};
};

// ---- reading -------------------------------------------------------------------------------------------------------
/// Each reads what stands under the field's name into its last argument. False after a mistake; what is not there stays as it is,
/// and is missed only where the field is required.
namespace members {

bool read(const Fields& fields, std::string_view name, Bound bound, Number& value);
bool read_told(const Fields& fields, std::string_view name, Number& value);  // may be a function of time
/// A plain number, so parameters in it decide for a whole reading.
bool read(const Fields& fields, std::string_view name, Bound bound, double& value);
/// A direction, if its field is a pure number.
bool read(const Fields& fields, std::string_view name, bool is_direction, Vector& value);
/// A constant, or a table [[coordinate, value], …] with ascending coordinates.
bool read(const Fields& fields, std::string_view name, Bound bound, std::string_view coordinate, SpringLaw::Table& value);
/// A name, which may be `world` if it is that at first; a word among some, or a text.
bool read_name(const Fields& fields, std::string_view name, std::string_view part, std::string& value);
bool read_word(const Fields& fields, std::string_view name, std::string& value);
/// Of one point, by `of`; of two, each on a body of its own.
bool read(const Fields& fields, std::string_view name, std::string_view of, ActionPoint& value);
bool read(const Fields& fields, std::string_view name, std::array<PointOn, 2>& value);
bool read(const Fields& fields, std::string_view name, std::array<std::string, 2>& value);

template <class Field, class Value>
bool read_member(const Fields& fields, const Field& field, Value& value) {
  if (!fields.has(field.name)) return !field.is_required();
  if constexpr (std::is_same_v<Value, Number>)
    return field.lives ? read_told(fields, field.name, value) : read(fields, field.name, field.bound, value);
  else if constexpr (std::is_same_v<Value, double>)
    return read(fields, field.name, field.bound, value);
  else if constexpr (std::is_same_v<Value, Vector>)
    return read(fields, field.name, field.unit == "1", value);
  else if constexpr (std::is_same_v<Value, ActionVector>) {
    Vector v(value[0], value[1], value[2]);
    const bool good = read(fields, field.name, false, v);
    value = {v.x, v.y, v.z};
    return good;
  } else if constexpr (std::is_same_v<Value, std::string>)
    return field.names.empty() ? read_word(fields, field.name, value) : read_name(fields, field.name, field.names, value);
  else if constexpr (std::is_same_v<Value, SpringLaw::Table>)
    return read(fields, field.name, field.bound, fields.unit(field.name) == field.sliding ? "m" : "rad", value);
  else if constexpr (std::is_same_v<Value, ActionPoint>)
    return read(fields, field.name, field.names, value);
  else
    return read(fields, field.name, value);
}
template <class Field, class Value>
bool read_member(const Fields& fields, const Field& field, std::optional<Value>& value) {
  Value given{};
  if (!read_member(fields, field, given)) return false;
  if (fields.has(field.name)) value = std::move(given);
  return true;
}

}  // namespace members

/// All members, in their order; false after a mistake. wanted(field) is false for what somebody else reads.
template <Described Struct, class Wanted>
bool read_members(const Fields& fields, Struct& to, Wanted&& wanted) {
  bool good = true;
  for_each_pair(to, to, [&](const auto& field, auto& value, auto&) {
    if (wanted(field)) good = members::read_member(fields, field, value) && good;
  });
  return good;
}
template <Described Struct>
bool read_members(const Fields& fields, Struct& to) {
  return read_members(fields, to, [](const auto&) { return true; });
}

// ---- writing -------------------------------------------------------------------------------------------------------
namespace members {

void write(Braces& out, std::string_view name, std::string_view unit, const Number& value, ExpressionWriter& expressions);
void write(Braces& out, std::string_view name, std::string_view unit, const Vector& value, ExpressionWriter& expressions);
void write(Braces& out, std::string_view name, std::string_view unit, const ActionVector& value, ExpressionWriter& expressions);
void write(Braces& out, std::string_view name, std::string_view unit, const ActionPoint& value, ExpressionWriter& expressions);
void write(Braces& out, std::string_view name, std::string_view unit, const std::array<PointOn, 2>& value,
           ExpressionWriter& expressions);
void write(Braces& out, std::string_view name, std::string_view, const std::array<std::string, 2>& value, ExpressionWriter&);
void write(Braces& out, std::string_view name, std::string_view, const std::array<GearPart::Side, 2>& value, ExpressionWriter&);
void write(Braces& out, std::string_view name, std::string_view, const std::vector<std::string>& value, ExpressionWriter&);
void write(Braces& out, std::string_view name, std::string_view, double value, ExpressionWriter&);
void write(Braces& out, std::string_view name, std::string_view unit, const SpringLaw::Table& value,
           ExpressionWriter& expressions);
/// One of words "a|b|c" as it is, but for those that have `off` among them, which is false to some; in quotes a text that is none.
std::string write_word(std::string_view words, const std::string& value);
template <class Value>
void write(Braces& out, std::string_view name, std::string_view unit, const std::optional<Value>& value,
           ExpressionWriter& expressions) {
  if (value) write(out, name, unit, *value, expressions);
}

template <class Field, class Value>
void write_member(Braces& out, const Field& field, bool slides, const Value& value, ExpressionWriter& expressions) {
  if constexpr (std::is_same_v<Value, std::string>)
    out.add(field.name, field.names.empty() ? write_word(field.unit, value) : write_name(value));
  else
    write(out, field.name, slides ? field.sliding : field.unit, value, expressions);
}

}  // namespace members

template <Described Struct, class Wanted>
Braces& write_members(Braces& out, const Struct& from, ExpressionWriter& expressions, bool slides, Wanted&& wanted) {
  for_each_pair(from, from, [&](const auto& field, const auto& value, const auto&) {
    if (wanted(field)) members::write_member(out, field, slides, value, expressions);
  });
  return out;
}
template <Described Struct>
Braces& write_members(Braces& out, const Struct& from, ExpressionWriter& expressions, bool slides = false) {
  return write_members(out, from, expressions, slides, [](const auto&) { return true; });
}

}  // namespace pintle
