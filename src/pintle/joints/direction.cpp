#include "pintle/joints/direction.h"

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 6> direction_names{"tx", "ty", "tz", "rx", "ry", "rz"};

struct NamedType {
  std::string_view name;
  std::vector<Direction> free;
  bool ball;
};

using enum Direction;
const std::array<NamedType, 8> named_types{{{"weld", {}, false},
                                            {"hinge", {rz}, false},
                                            {"slider", {tz}, false},
                                            {"cylindrical", {tz, rz}, false},
                                            {"universal", {rx, ry}, false},
                                            {"ball", {rx, ry, rz}, true},
                                            {"planar", {tx, ty, rz}, false},
                                            {"free", {tx, ty, tz, rx, ry, rz}, true}}};

}  // namespace

std::string_view name_of(Direction d) { return direction_names[index_of(d)]; }

std::optional<Direction> find_direction(std::string_view name) {
  for (Direction d : all_directions)
    if (name_of(d) == name) return d;
  return std::nullopt;
}

JointType make_joint_type(const std::vector<Direction>& list) {
  JointType type{.name = "list", .free = {}, .sequence = {0, 1, 2}, .ball = false};
  std::size_t place = 0;
  for (Direction d : list) {
    if (type.free.has(d)) throw Error("direction " + std::string(name_of(d)) + " is listed twice; list each once");
    type.free = type.free.with(d);
    if (!is_translation(d)) type.sequence[place++] = static_cast<std::uint8_t>(axis_of(d));
  }
  for (Direction d : {rx, ry, rz})
    if (!type.free.has(d)) type.sequence[place++] = static_cast<std::uint8_t>(axis_of(d));
  return type;
}

std::optional<JointType> find_joint_type(std::string_view name) {
  for (const NamedType& row : named_types) {
    if (row.name != name) continue;
    JointType type = make_joint_type(row.free);
    type.name = row.name;
    type.ball = row.ball;
    return type;
  }
  return std::nullopt;
}

std::vector<std::string_view> joint_type_names() {
  std::vector<std::string_view> names;
  for (const NamedType& row : named_types) names.push_back(row.name);
  return names;
}

}  // namespace pintle
