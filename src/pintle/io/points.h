#pragma once
#include <vector>

#include "pintle/io/item.h"
#include "pintle/model/model.h"

namespace pintle {

/// `{upper: [0, 0, -0.5], world: [0, 0, 0]}`: points on bodies, in file order. Nothing after a mistake.
std::optional<std::vector<PointOn>> read_points(const Item& item, bool world_too);

}  // namespace pintle
