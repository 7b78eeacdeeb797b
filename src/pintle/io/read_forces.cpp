#include <fmt/core.h>

#include "pintle/io/context.h"
#include "pintle/io/points.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"

namespace pintle {
namespace {

void refuse(const Fields& fields, std::string_view key, const std::string& sentence) {
  if (const auto item = fields.find(key)) item->mistake_at_name(sentence);
}

std::optional<Vector> read_living(const Fields& fields, std::string_view key) {
  const auto item = fields.find(key);
  return item ? read_vector(*item, fields.unit(key), Field::force) : std::nullopt;
}

void read_point_force(const Fields& fields, const std::string& name, const PointOn& at) {
  const Item& item = fields.item();
  PointForcePart part;
  part.name = name;
  part.at = at;
  part.instance = instance_of(item.context());
  refuse(fields, "spring", "needs two points; give `at` a second entry, for example world: [0, 0, 0]");
  if (at.body == "world") fields.find("at")->mistake("a force on the world moves nothing; give a point on a body");
  if (!fields.has("force") && !fields.has("moment") && !fields.has("spring"))
    item.mistake_at_name("does nothing; give force, moment or both, for example force: [0, 0, 10 N]");
  if (const auto axes = fields.find("axes")) {
    const auto body = read_reference(*axes, PartKind::body, true);
    if (body && *body != "world") part.axes = *body;
  }
  part.force = read_living(fields, "force").value_or(part.force);
  part.moment = read_living(fields, "moment").value_or(part.moment);
  part.active = fields.flag("active").value_or(true);
  item.reading().model.point_forces.push_back(std::move(part));
}

void read_spring(const Item& item, PointSpringPart& part) {
  const Fields law(item, schema::point_spring, "{stiffness: 10 N/m, free_length: 1 m}");
  if (!law) return;
  if (!law.has("stiffness") && !law.has("damping")) item.mistake_at_name("does nothing; give stiffness, damping or both");
  if (law.has("stiffness") && !law.has("free_length"))
    item.mistake_at_name("free_length is missing; give the length without force, for example free_length: 1 m");
  const auto read = [&](std::string_view key, std::string_view if_negative) {
    const auto number = law.quantity(key);
    if (number) warn_of_negative(*law.find(key), number, if_negative);
    return number.value_or(0);
  };
  part.stiffness = read("stiffness", negative_stiffness);
  part.damping = read("damping", negative_damping);
  part.free_length = law.not_negative("free_length").value_or(0);
}

void read_point_spring(const Fields& fields, const std::string& name, const std::vector<PointOn>& at) {
  const Item& item = fields.item();
  PointSpringPart part;
  part.name = name;
  part.at = {at[0], at[1]};
  part.instance = instance_of(item.context());
  refuse(fields, "moment", "acts on one point; give `at` one entry");
  refuse(fields, "axes", "has no meaning between two points; take it out");
  const auto spring = fields.find("spring"), force = fields.find("force");
  if (!spring && !force)
    item.mistake_at_name("does nothing; give spring, force or both, for example spring: {stiffness: 10 N/m, free_length: 1 m}");
  if (spring) read_spring(*spring, part);
  if (force && force->node().is_list())
    force->mistake("acts along the line between two points, so it is one number; give for example 10 N");
  else if (force)
    part.force = read_number(*force, fields.unit("force"), Field::force).value_or(0);
  part.active = fields.flag("active").value_or(true);
  item.reading().model.point_springs.push_back(std::move(part));
}

}  // namespace

void read_force(const Item& item, const std::string& name) {
  const Fields fields(item, schema::force, "a point and a force, for example {at: {ball: [0, 0, 0]}, force: [0, 0, 10 N]}");
  const auto at = fields.find("at");
  const auto points = at ? read_points(*at, true) : std::nullopt;
  if (!points) return;
  if (points->size() == 1)
    read_point_force(fields, name, points->front());
  else if (points->size() == 2)
    read_point_spring(fields, name, *points);
  else
    at->mistake(fmt::format("{} points; give one for a force, two for a spring", points->size()));
}

}  // namespace pintle
