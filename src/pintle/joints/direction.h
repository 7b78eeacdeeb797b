#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

/// The six directions of relative motion across a joint, along and about the axes of its frame F.
enum class Direction : std::uint8_t { tx, ty, tz, rx, ry, rz };

inline constexpr std::array<Direction, 6> all_directions{Direction::tx, Direction::ty, Direction::tz,
                                                         Direction::rx, Direction::ry, Direction::rz};
constexpr int index_of(Direction d) { return static_cast<int>(d); }
constexpr bool is_translation(Direction d) { return index_of(d) < 3; }
constexpr int axis_of(Direction d) { return index_of(d) % 3; }  // 0 = x, 1 = y, 2 = z
std::string_view name_of(Direction d);
std::optional<Direction> find_direction(std::string_view name);

/// A set of directions, as bits.
struct DirectionSet {
  std::uint8_t bits = 0;

  constexpr bool has(Direction d) const { return (bits >> index_of(d)) & 1; }
  constexpr DirectionSet with(Direction d) const { return {static_cast<std::uint8_t>(bits | 1 << index_of(d))}; }
  constexpr DirectionSet with(DirectionSet others) const { return {static_cast<std::uint8_t>(bits | others.bits)}; }
  constexpr DirectionSet without(Direction d) const { return {static_cast<std::uint8_t>(bits & ~(1 << index_of(d)))}; }
  constexpr int count() const { return __builtin_popcount(bits); }
  constexpr bool operator==(const DirectionSet&) const = default;
};

/// What a joint lets move (docs/format.md section 3): any translations along F's axes, then rotations as a sequence in
/// the listed order, each axis carried by the one before. A ball's three rotations are a quaternion; taken one by
/// one they are the sequence rx, ry, rz, used only when one of them is locked.
struct JointType {
  std::string name;                               // of the table, "hinge", or "list" for a user's own list
  DirectionSet free;                              // what the type leaves free
  std::array<std::uint8_t, 3> sequence{0, 1, 2};  // axes of the rotations in their order; the free ones of a list
                                                  // come in the listed order, constrained ones after them
  bool ball = false;                              // rotations by quaternion
  bool crossed = false;  // the user gives F's x and y, `axis` and `second_axis`; else `axis` is F's z, `x_axis` its x

  int freedoms() const { return free.count(); }
};

/// By its name, or what others call it; the table is in direction.cpp.
std::optional<JointType> find_joint_type(std::string_view name);
std::vector<std::string_view> joint_type_names();
std::vector<std::string_view> joint_type_synonyms();
/// A user's own list, for example [rx, tz]. Throws Error on a repeated direction.
JointType make_joint_type(const std::vector<Direction>& list);

}  // namespace pintle
