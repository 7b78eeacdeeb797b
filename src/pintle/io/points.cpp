#include "pintle/io/points.h"

#include "pintle/io/values.h"

namespace pintle {

std::optional<std::vector<PointOn>> read_points(const Item& item, bool world_too) {
  if (!item.is_map("a point on a body, for example {arm: [0, 0, 0.5]}")) return std::nullopt;
  std::vector<PointOn> points;
  bool good = true;
  for (const Item& entry : read_entries(item)) {
    if (entry.node().is_scalar() && entry.node().text == "current") {
      entry.mistake("`current` is not read yet; give the point");
      good = false;
      continue;
    }
    const bool known = is_reference(entry, entry.key(), PartKind::body, world_too);
    const auto p = read_vector(entry, "m");
    good = good && known && p;
    if (p) points.push_back({entry.key(), *p});
  }
  return good ? std::optional(points) : std::nullopt;
}

}  // namespace pintle
