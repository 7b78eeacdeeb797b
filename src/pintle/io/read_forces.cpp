#include <fmt/format.h>

#include "pintle/io/points.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"

namespace pintle {
namespace {

void refuse(const Fields& fields, std::string_view key, const std::string& sentence) {
  if (const auto item = fields.find(key)) item->mistake_at_name(sentence);
}

void read_point_force(const Fields& fields, const PointOn& at) {
  PointForcePart part;
  part.name = fields.item().key();
  part.at = at;
  refuse(fields, "spring", "needs two points; give `at` a second entry, for example world: [0, 0, 0]");
  if (at.body == "world") fields.find("at")->mistake("a force on the world moves nothing; give a point on a body");
  if (!fields.has("force") && !fields.has("moment") && !fields.has("spring"))
    fields.item().mistake_at_name("does nothing; give force, moment or both, for example force: [0, 0, 10 N]");
  if (const auto axes = fields.find("axes")) {
    const auto body = read_reference(*axes, PartKind::body, true);
    if (body && *body != "world") part.axes = *body;
  }
  if (const auto force = fields.find("force")) part.force = read_vector(*force, fields.unit("force")).value_or(part.force);
  if (const auto moment = fields.find("moment")) part.moment = read_vector(*moment, fields.unit("moment")).value_or(part.moment);
  fields.item().reading().model.point_forces.push_back(part);
}

void read_point_spring(const Fields& fields, const std::vector<PointOn>& at) {
  PointSpringPart part;
  part.name = fields.item().key();
  part.at = {at[0], at[1]};
  refuse(fields, "force", "between two points is not read yet; use `spring`, or `at` with one point");
  refuse(fields, "moment", "acts on one point; give `at` one entry");
  refuse(fields, "axes", "has no meaning between two points; take it out");
  const auto spring = fields.find("spring");
  if (!spring) {
    if (!fields.has("force"))
      fields.item().mistake_at_name("spring is missing; give it, for example spring: {stiffness: 10 N/m, free_length: 1 m}");
    return;
  }
  const Fields law(*spring, schema::point_spring, "{stiffness: 10 N/m, free_length: 1 m}");
  if (!law) return;
  if (!law.has("stiffness") && !law.has("damping")) spring->mistake_at_name("does nothing; give stiffness, damping or both");
  if (law.has("stiffness") && !law.has("free_length"))
    spring->mistake_at_name("free_length is missing; give the length without force, for example free_length: 1 m");
  part.stiffness = law.quantity("stiffness").value_or(0);
  part.damping = law.quantity("damping").value_or(0);
  part.free_length = law.not_negative("free_length").value_or(0);
  fields.item().reading().model.point_springs.push_back(part);
}

void read_force(const Item& item) {
  const Fields fields(item, schema::force, "a point and a force, for example {at: {ball: [0, 0, 0]}, force: [0, 0, 10 N]}");
  const auto at = fields.find("at");
  const auto points = at ? read_points(*at, true) : std::nullopt;
  if (!points) return;
  if (points->size() == 1)
    read_point_force(fields, points->front());
  else if (points->size() == 2)
    read_point_spring(fields, *points);
  else
    at->mistake(fmt::format("{} points; give one for a force, two for a spring", points->size()));
}

}  // namespace

void read_forces(const Item& section) {
  for (const Item& entry : read_entries(section)) read_force(entry);
}

}  // namespace pintle
