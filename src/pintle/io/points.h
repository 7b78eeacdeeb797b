#pragma once
#include <vector>

#include "pintle/io/item.h"

namespace pintle {

/// `{upper: [0, 0, -0.5], world: [0, 0, 0]}`: points on bodies, in file order, bodies by their complete names. Nothing after
/// a mistake.
std::optional<std::vector<PointOn>> read_points(const Item& item, bool world_too);

/// The same for one point; `of` says what has it: "a contact".
std::optional<PointOn> read_one_point(const Item& item, std::string_view of);

}  // namespace pintle
