#pragma once
#include <array>
#include <vector>

#include "pintle/io/item.h"

namespace pintle {

/// `{upper: [0, 0, -0.5], world: [0, 0, 0]}`: points on bodies, in file order, bodies by their complete names. Nothing after
/// a mistake.
std::optional<std::vector<PointOn>> read_points(const Item& item, bool world_too);
/// The same where one body may have `current` in place of a point: `current` is its place among them.
struct PlacedPoints {
  std::vector<PointOn> points;
  std::optional<std::size_t> current{};
};
std::optional<PlacedPoints> read_placed_points(const Item& item, bool world_too);

/// `[world, arm]`: two different bodies by their complete names; `wanted` as for Item::is_list. Nothing after a mistake.
std::optional<std::array<std::string, 2>> read_two_bodies(const Item& item, std::string_view wanted);

/// As read_points(), for one point; `of` says what has it: "a contact".
std::optional<PointOn> read_one_point(const Item& item, std::string_view of);

}  // namespace pintle
