#include "pintle/joints/direction.h"

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 6> direction_names{"tx", "ty", "tz", "rx", "ry", "rz"};

struct NamedType {
  std::string_view name, synonym;  // ours; what others call it
  std::vector<Direction> free;     // rotations in the order in which they carry each other
  bool ball = false, crossed = false;
};

using enum Direction;
const std::vector<NamedType> named_types{
    {.name = "weld", .synonym = "fixed", .free = {}},
    {.name = "hinge", .synonym = "revolute", .free = {rz}},
    {.name = "slider", .synonym = "prismatic", .free = {tz}},
    {.name = "cylindrical", .synonym = "", .free = {tz, rz}},
    {.name = "universal", .synonym = "", .free = {rx, ry}, .crossed = true},
    {.name = "ball", .synonym = "spherical", .free = {rx, ry, rz}, .ball = true},
    {.name = "planar", .synonym = "", .free = {tx, ty, rz}},
    {.name = "free", .synonym = "", .free = {tx, ty, tz, rx, ry, rz}, .ball = true},
};

}  // namespace

std::string_view name_of(Direction d) { return direction_names[index_of(d)]; }

std::optional<Direction> find_direction(std::string_view name) {
  for (Direction d : all_directions)
    if (name_of(d) == name) return d;
  return std::nullopt;
}

JointType make_joint_type(const std::vector<Direction>& list) {
  JointType type{.name = "list", .free = {}};
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
    if (name.empty() || (row.name != name && row.synonym != name)) continue;
    JointType type = make_joint_type(row.free);
    type.name = row.name;
    type.ball = row.ball;
    type.crossed = row.crossed;
    return type;
  }
  return std::nullopt;
}

std::vector<std::string_view> joint_type_names() {
  std::vector<std::string_view> names;
  for (const NamedType& row : named_types) names.push_back(row.name);
  return names;
}

std::vector<std::string_view> joint_type_synonyms() {
  std::vector<std::string_view> names;
  for (const NamedType& row : named_types)
    if (!row.synonym.empty()) names.push_back(row.synonym);
  return names;
}

}  // namespace pintle
