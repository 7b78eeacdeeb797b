#include <fmt/core.h>

#include "pintle/io/members.h"
#include "pintle/io/parts/joint_laws.h"

namespace pintle {

LimitLaw read_limit_law(const Item& item, Direction direction) {
  const bool translation = is_translation(direction);
  const Fields fields(
      item, translation ? schema::translation_limits : schema::rotation_limits,
      translation ? "{low: 0 m, high: 1 m, stiffness: 10 kN/m}" : "{low: -90 deg, high: 90 deg, stiffness: 1 kN*m/rad}");
  LimitLaw law;
  if (!fields) return law;
  if (!fields.has("low") && !fields.has("high")) item.mistake_at_name("limits nothing; give low, high or both");
  if (!fields.has("stiffness") && !fields.has("restitution"))
    item.mistake_at_name("does nothing; give stiffness, with damping if you like, or restitution");
  const bool is_impact = fields.has("restitution");
  read_members(fields, law,
               [&](const auto& field) { return !is_impact || (field.name != "stiffness" && field.name != "damping"); });
  if (law.low && law.high && !(law.low->value < law.high->value))
    fields.find("high")->mistake(
        fmt::format("is {:.6g}, and low is {:.6g}; give a value above low", law.high->value, law.low->value));
  if (!is_impact) return law;
  for (std::string_view key : {"stiffness", "damping"})
    if (const auto given = fields.find(key))
      given->mistake_at_name("stands beside `restitution`, which takes its place; keep one of them");
  if (law.restitution && !(law.restitution->value >= 0 && law.restitution->value <= 1))
    fields.find("restitution")->mistake(fmt::format("is {:.6g}; give a number from 0 to 1", law.restitution->value));
  return law;
}

}  // namespace pintle
