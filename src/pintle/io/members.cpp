#include "pintle/io/members.h"

#include <fmt/core.h>

#include <cmath>

#include "pintle/base/joined.h"
#include "pintle/io/described.h"
#include "pintle/io/pairs.h"
#include "pintle/io/parts/points.h"
#include "pintle/io/words.h"
#include "pintle/io/writing/writer.h"

namespace pintle::members {
namespace {

template <class Value>
bool take(const std::optional<Value>& read, Value& value) {
  if (read) value = *read;
  return read.has_value();
}

/// A stiffness or damping.
std::optional<Number> read_constant(const Item& item, std::string_view unit, std::string_view if_negative) {
  const auto value = read_number(item, unit);
  warn_of_negative(item, value, if_negative);
  return value;
}

std::string write_list(const std::vector<std::string>& items) { return "[" + joined(items) + "]"; }

}  // namespace

// ---- reading -------------------------------------------------------------------------------------------------------
bool read(const Fields& fields, std::string_view name, Bound bound, Number& value) {
  return take(detail::read_bounded(fields, name, bound), value);
}

bool read_told(const Fields& fields, std::string_view name, Number& value) {
  return take(read_number(*fields.find(name), fields.unit(name), Field::driven), value);
}

bool read(const Fields& fields, std::string_view name, Bound bound, double& value) {
  const Item item = *fields.find(name);
  const auto number = read_number(item, fields.unit(name), Field::structural);
  if (!number) return false;
  const bool zero_too = bound == Bound::zero_or_more;
  if (!(number->value > 0 || (zero_too && number->value == 0))) {
    item.mistake(zero_too ? fmt::format("{} is negative; give zero or more", shown_value(item, *number))
                          : fmt::format("{} is not positive; give a number above zero", shown_value(item, *number)));
    return false;
  }
  value = number->value;
  return true;
}

bool read(const Fields& fields, std::string_view name, bool is_direction, Vector& value) {
  return take(is_direction ? fields.direction(name) : fields.vector(name), value);
}

bool read(const Fields& fields, std::string_view name, Bound bound, std::string_view coordinate, SpringLaw::Table& value) {
  const Item item = *fields.find(name);
  const std::string_view unit = fields.unit(name),
                         if_negative = bound == Bound::stiffness ? negative_stiffness : negative_damping;
  if (!item.is_usable()) return false;
  if (!item.node().is_list()) {
    const auto constant = read_constant(item, unit, if_negative);
    if (constant) value = SpringLaw::Table{{0.0, *constant}};
    return constant.has_value();
  }
  constexpr std::string_view example = "pairs of coordinate and value, for example [[0, 10], [0.5, 20]]";
  if (item.node().items.empty()) {
    item.mistake(fmt::format("an empty table; give {}", example));
    return false;
  }
  return take(read_pairs<Number>(
                  item, {"coordinate", "rows", example}, [&](const Item& cell) { return read_number(cell, coordinate); },
                  [&](const Item& cell) { return read_constant(cell, unit, if_negative); }),
              value);
}

bool read_name(const Fields& fields, std::string_view name, std::string_view part, std::string& value) {
  return take(read_reference(*fields.find(name), part_kind_named(part), value == "world"), value);
}

bool read_word(const Fields& fields, std::string_view name, std::string& value) {
  return take(fields.unit(name).empty() ? fields.text(name) : fields.word(name), value);
}

bool read(const Fields& fields, std::string_view name, std::string_view of, ActionPoint& value) {
  const auto point = read_one_point(*fields.find(name), of);
  if (point) value = {point->body, {point->p.x, point->p.y, point->p.z}};
  return point.has_value();
}

bool read(const Fields& fields, std::string_view name, std::array<PointOn, 2>& value) {
  const Item item = *fields.find(name);
  const auto points = read_points(item, true);
  if (!points) return false;
  if (points->size() != 2) {
    item.mistake(fmt::format("{}; give one on each of two bodies, for example {{arm: [0, 0, 1], leg: [0, 0, 0]}}",
                             counted(points->size(), "point")));
    return false;
  }
  value = {(*points)[0], (*points)[1]};
  return true;
}

bool read(const Fields& fields, std::string_view name, std::array<std::string, 2>& value) {
  return take(read_two_bodies(*fields.find(name), "two bodies, for example [world, arm]"), value);
}

// ---- writing -------------------------------------------------------------------------------------------------------
void write(Braces& out, std::string_view name, std::string_view unit, const Number& value, ExpressionWriter& expressions) {
  out.add(name, expressions.write_living(value, unit));
}

void write(Braces& out, std::string_view name, std::string_view unit, const Vector& value, ExpressionWriter& expressions) {
  out.add(name, expressions.write_living(value, unit));
}

void write(Braces& out, std::string_view name, std::string_view unit, const ActionVector& value, ExpressionWriter& expressions) {
  out.add(name, expressions.write_living(Vector(value[0], value[1], value[2]), unit));
}

void write(Braces& out, std::string_view name, std::string_view unit, const ActionPoint& value, ExpressionWriter& expressions) {
  Braces point;
  write(point, write_name(value.body), unit, value.p, expressions);
  out.add(name, point.str());
}

void write(Braces& out, std::string_view name, std::string_view unit, const std::array<PointOn, 2>& value,
           ExpressionWriter& expressions) {
  Braces points;
  for (const PointOn& point : value) write(points, write_name(point.body), unit, point.p, expressions);
  out.add(name, points.str());
}

void write(Braces& out, std::string_view name, std::string_view, const std::array<std::string, 2>& value, ExpressionWriter&) {
  out.add(name, fmt::format("[{}, {}]", write_name(value[0]), write_name(value[1])));
}

void write(Braces& out, std::string_view name, std::string_view, const std::array<GearPart::Side, 2>& value, ExpressionWriter&) {
  const auto side = [](const GearPart::Side& one) {
    return one.direction ? fmt::format("{}.{}", one.joint, name_of(*one.direction)) : write_name(one.joint);
  };
  out.add(name, fmt::format("[{}, {}]", side(value[0]), side(value[1])));
}

/// An empty one is left out.
void write(Braces& out, std::string_view name, std::string_view, const std::vector<std::string>& value, ExpressionWriter&) {
  std::vector<std::string> texts;
  for (const std::string& text : value) texts.push_back(write_text(text));
  if (!texts.empty()) out.add(name, write_list(texts));
}

std::string write_word(std::string_view words, const std::string& value) {
  bool is_plain = !words.empty();
  for (const std::string_view word : split(words, '|')) is_plain = is_plain && word != "off" && word != "on";
  return is_plain ? value : write_text(value);
}

void write(Braces& out, std::string_view name, std::string_view, double value, ExpressionWriter&) {
  out.add(name, Number(value));
}

void write(Braces& out, std::string_view name, std::string_view unit, const SpringLaw::Table& table,
           ExpressionWriter& expressions) {
  const auto& [start, only] = table[0];
  if (table.size() == 1 && start.value == 0 && !std::signbit(start.value))
    return void(out.add(name, expressions.write_living(only, unit)));
  const std::string_view coordinate = unit.ends_with("/rad") ? "rad" : "m";
  std::vector<std::string> rows;
  for (const auto& [q, value] : table)
    rows.push_back(fmt::format("[{}, {}]", expressions.write_living(q, coordinate), expressions.write_living(value, unit)));
  out.add(name, write_list(rows));
}

}  // namespace pintle::members
