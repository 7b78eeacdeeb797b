#include "pintle/io/parts/points.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/context.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"

namespace pintle {

std::optional<std::vector<PointOn>> read_points(const Item& item, bool world_too) {
  auto read = read_placed_points(item, world_too);
  if (!read) return std::nullopt;
  if (!read->current) return std::move(read->points);
  item.mistake("`current` is for a joint that an event closes; give the point");
  return std::nullopt;
}

std::optional<PlacedPoints> read_placed_points(const Item& item, bool world_too) {
  if (!item.is_map("a point on a body, for example {arm: [0, 0, 0.5]}")) return std::nullopt;
  PlacedPoints read;
  std::vector<PointOn>& points = read.points;
  bool good = true;
  for (const Item& entry : read_entries(item)) {
    const bool is_current = entry.node().is_scalar() && entry.node().text == "current";
    const auto body = find_reference(entry, entry.key(), PartKind::body, world_too);
    const auto p = is_current ? Vector() : read_vector(entry, "m");
    good = good && body && p;
    if (is_current && read.current) {
      entry.mistake("both are `current`; give one of the points");
      good = false;
    }
    if (is_current) read.current = points.size();
    if (body && std::ranges::find(points, *body, &PointOn::body) != points.end()) {
      entry.mistake_at_name(fmt::format("is {}, which has a point already; give one point on each body", *body));
      good = false;
    }
    if (body && p) points.push_back({*body, *p});
  }
  return good ? std::optional(std::move(read)) : std::nullopt;
}

std::optional<PointOn> read_one_point(const Item& item, std::string_view of) {
  const auto points = read_points(item, false);
  if (points && points->size() == 1) return points->front();
  if (points)
    item.mistake(
        fmt::format("{}; {} is one point of one body, for example {{foot: [0, 0, -0.1]}}", counted(points->size(), "point"), of));
  return std::nullopt;
}

std::optional<std::array<std::string, 2>> read_two_bodies(const Item& item, std::string_view wanted) {
  if (!item.is_list(wanted)) return std::nullopt;
  if (item.node().items.size() != 2) {
    item.mistake(fmt::format("{}; give {}", counted(item.node().items.size(), "name"), wanted));
    return std::nullopt;
  }
  const auto a = read_reference(item.element(0), PartKind::body, true);
  const auto b = read_reference(item.element(1), PartKind::body, true);
  if (!a || !b) return std::nullopt;
  if (*a != *b) return std::array{*a, *b};
  item.mistake(fmt::format("{} is joined to itself; give two different bodies", *a));
  return std::nullopt;
}

void read_point(const Item& item, const std::string& name) {
  const Fields fields(item, schema::point, "a point of a body, for example {at: {arm: [0, 0, 0.5]}}");
  const auto at = fields.find("at");
  const auto point = at ? read_one_point(*at, "a point") : std::nullopt;
  if (point) item.reading().model.points.push_back({name, *point, instance_of(item.context())});
}

}  // namespace pintle
