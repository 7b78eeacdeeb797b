#include <fmt/format.h>

#include "pintle/io/joint_laws.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t most_rows = 100'000;

/// A constant, or a table [[coordinate, value], …] with ascending coordinates.
std::optional<SpringLaw::Table> read_table(const Item& item, std::string_view coordinate, std::string_view unit) {
  if (!item.is_usable()) return std::nullopt;
  if (!item.node().is_list()) {
    const auto value = read_number(item, unit);
    return value ? std::optional(SpringLaw::Table{{0.0, *value}}) : std::nullopt;
  }
  constexpr std::string_view example = "pairs of coordinate and value, for example [[0, 10], [0.5, 20]]";
  SpringLaw::Table table;
  if (item.node().items.size() > most_rows) {
    item.mistake(fmt::format("a table of {} rows; give at most {}", item.node().items.size(), most_rows));
    return std::nullopt;
  }
  if (item.node().items.empty()) item.mistake(fmt::format("an empty table; give {}", example));
  for (std::size_t i = 0; i < item.node().items.size(); ++i) {
    const Item row = item.element(i);
    if (!row.is_list(example)) return std::nullopt;
    if (row.node().items.size() != 2) {
      row.mistake(fmt::format("{} in a row; give {}", counted(row.node().items.size(), "element"), example));
      return std::nullopt;
    }
    const auto q = read_number(row.element(0), coordinate), value = read_number(row.element(1), unit);
    if (!q || !value) return std::nullopt;
    if (!table.empty() && q->value <= table.back().first.value) {
      row.mistake(fmt::format("{} does not come after the coordinate before it; list the rows with rising coordinates",
                              shown(row.node().items[0].text)));
      return std::nullopt;
    }
    table.emplace_back(*q, *value);
  }
  return table.empty() ? std::nullopt : std::optional(table);
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
  const auto table = [&](std::string_view key, SpringLaw::Table& out) {
    const auto found = fields.find(key);
    if (auto read = found ? read_table(*found, fields.unit("rest"), fields.unit(key)) : std::nullopt) out = std::move(*read);
  };
  table("stiffness", law.stiffness);
  table("damping", law.damping);
  law.rest = fields.quantity("rest");
  return law;
}

}  // namespace pintle
