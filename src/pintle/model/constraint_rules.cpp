#include "pintle/model/constraint_rules.h"

#include <fmt/core.h>

namespace pintle {
namespace {

int count_rotations(const JointType& type) { return DirectionSet{static_cast<std::uint8_t>(type.free.bits >> 3)}.count(); }

}  // namespace

std::string_view type_name(const ConstraintPart& constraint) {
  return std::visit([](const auto& form) { return form.word; }, constraint.kind);
}

std::optional<int> find_screw_axis(const JointType& type) {
  if (count_rotations(type) != 1) return std::nullopt;
  for (int axis = 0; axis < 3; ++axis)
    if (type.free.has(static_cast<Direction>(axis)) && type.free.has(static_cast<Direction>(axis + 3))) return axis;
  return std::nullopt;
}

std::optional<Direction> find_geared_direction(const JointType& type, std::optional<Direction> given) {
  if (given || type.freedoms() != 1) return given;
  for (Direction d : all_directions)
    if (type.free.has(d)) return d;
  return std::nullopt;
}

std::string find_gear_trouble(const JointType& type, Direction direction) {
  if (!type.free.has(direction))
    return fmt::format("does not move in {}; name a direction that its type leaves free", name_of(direction));
  if (!is_translation(direction) && count_rotations(type) > 1)
    return "has several rotations, which change each other's axes; gear a joint with one rotation";
  return {};
}

bool has_linear_part(const VelocityRow& row) {
  const auto is_there = [](const Number& number) { return number.value != 0 || number.expr.exists(); };
  return is_there(row.linear.x) || is_there(row.linear.y) || is_there(row.linear.z);
}

}  // namespace pintle
