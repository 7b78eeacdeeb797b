#include <fmt/core.h>

#include "pintle/io/pairs.h"
#include "pintle/io/parts/joint_laws.h"
#include "pintle/io/values.h"

namespace pintle {
namespace {

/// A stiffness or damping.
std::optional<Number> read_value(const Item& item, std::string_view unit, std::string_view if_negative) {
  const auto value = read_number(item, unit);
  warn_of_negative(item, value, if_negative);
  return value;
}

/// A constant, or a table [[coordinate, value], …] with ascending coordinates.
std::optional<SpringLaw::Table> read_table(const Item& item, std::string_view coordinate, std::string_view unit,
                                           std::string_view if_negative) {
  if (!item.is_usable()) return std::nullopt;
  if (!item.node().is_list()) {
    const auto value = read_value(item, unit, if_negative);
    return value ? std::optional(SpringLaw::Table{{0.0, *value}}) : std::nullopt;
  }
  constexpr std::string_view example = "pairs of coordinate and value, for example [[0, 10], [0.5, 20]]";
  if (item.node().items.empty()) {
    item.mistake(fmt::format("an empty table; give {}", example));
    return std::nullopt;
  }
  return read_pairs<Number>(
      item, {"coordinate", "rows", example}, [&](const Item& cell) { return read_number(cell, coordinate); },
      [&](const Item& cell) { return read_value(cell, unit, if_negative); });
}

}  // namespace

SpringLaw read_spring_law(const Item& item, Direction direction) {
  const bool translation = is_translation(direction);
  const Fields fields(
      item, translation ? schema::translation_spring : schema::rotation_spring,
      translation ? "{stiffness: 10 N/m, damping: 0.1 N*s/m}" : "{stiffness: 10 N*m/rad, damping: 0.1 N*m*s/rad}");
  SpringLaw law;
  if (!fields) return law;
  if (!fields.has("stiffness") && !fields.has("damping")) item.mistake_at_name("does nothing; give stiffness, damping or both");
  const auto table = [&](std::string_view key, std::string_view if_negative, SpringLaw::Table& out) {
    const auto found = fields.find(key);
    if (auto read = found ? read_table(*found, fields.unit("rest"), fields.unit(key), if_negative) : std::nullopt)
      out = std::move(*read);
  };
  table("stiffness", negative_stiffness, law.stiffness);
  table("damping", negative_damping, law.damping);
  law.rest = fields.quantity("rest");
  return law;
}

}  // namespace pintle
