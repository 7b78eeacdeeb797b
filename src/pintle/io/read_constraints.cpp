#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/constraints/row.h"
#include "pintle/io/context.h"
#include "pintle/io/joint_laws.h"
#include "pintle/io/points.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/model/constraint_rules.h"

namespace pintle {
namespace {

void read_distance(const Fields& fields, ConstraintPart& part);
void read_point_on_plane(const Fields& fields, ConstraintPart& part);
void read_relative_rotation(const Fields& fields, ConstraintPart& part);
void read_screw(const Fields& fields, ConstraintPart& part);
void read_gear(const Fields& fields, ConstraintPart& part);
void read_velocity(const Fields& fields, ConstraintPart& part);

/// The keys of one type besides `type`, `active` and `if`; the first two of them must be there, and have an example.
struct ConstraintType {
  std::string_view name;
  std::array<std::string_view, 4> keys;
  std::array<std::string_view, 2> examples;
  void (*read)(const Fields&, ConstraintPart&);
};
constexpr ConstraintType types[] = {
    {"distance", {"at", "length"}, {"at: {arm: [0, 0, 1], leg: [0, 0, 0]}", "length: 1 m"}, read_distance},
    {"point-on-plane",
     {"at", "normal", "axes"},
     {"at: {arm: [0, 0, 0], leg: [0, 0, 1]}", "normal: [0, 0, 1]"},
     read_point_on_plane},
    {"relative-rotation", {"between", "axis", "axes"}, {"between: [world, arm]", "axis: [0, 0, 1]"}, read_relative_rotation},
    {"screw", {"joint", "pitch"}, {"joint: nut", "pitch: 5 mm"}, read_screw},
    {"gear", {"joints", "ratio"}, {"joints: [pinion, wheel]", "ratio: -0.5"}, read_gear},
    {"velocity", {"body", "rows", "at", "axes"}, {"body: blade", "rows: {slip: {linear: [0, 1, 0]}}"}, read_velocity},
};

/// Keys of other types are refused, missing ones asked for. Whether all is there.
bool check_keys(const Fields& fields, const ConstraintType& type) {
  const auto belongs = [&](std::string_view key) {
    return key == "type" || key == "active" || key == "if" || std::ranges::find(type.keys, key) != type.keys.end();
  };
  for (const Key& key : schema::constraint)
    if (const auto item = belongs(key.name) ? std::nullopt : fields.find(key.name))
      item->mistake_at_name(fmt::format("has no meaning for a constraint of type {}; take it out", type.name));
  bool good = true;
  for (std::size_t k = 0; k < type.examples.size(); ++k) {
    if (fields.has(type.keys[k])) continue;
    fields.item().mistake_at_name(fmt::format("{} is missing; give it, for example {}", type.keys[k], type.examples[k]));
    good = false;
  }
  return good;
}

/// Two points, each on a body of its own.
std::optional<std::array<PointOn, 2>> read_two_points(const Item& item) {
  const auto points = read_points(item, true);
  if (!points) return std::nullopt;
  if (points->size() == 2) return std::array{(*points)[0], (*points)[1]};
  item.mistake(fmt::format("{}; give one on each of two bodies, for example {{arm: [0, 0, 1], leg: [0, 0, 0]}}",
                           counted(points->size(), "point")));
  return std::nullopt;
}

std::optional<std::string> read_axes(const Fields& fields) {
  const auto item = fields.find("axes");
  const auto body = item ? read_reference(*item, PartKind::body, true) : std::nullopt;
  return body && *body != "world" ? body : std::nullopt;
}

bool lives(const Item& item, const Number& number) {
  return number.expr.exists() && item.reading().model.graph.is_living(number.expr);
}

void read_distance(const Fields& fields, ConstraintPart& part) {
  const auto at = read_two_points(*fields.find("at"));
  const Item item = *fields.find("length");
  const auto length = read_number(item, fields.unit("length"), Field::driven);
  if (!length) return;
  if (!lives(item, *length) && !(length->value > 0))
    item.mistake(fmt::format("{} is not positive; give a length above zero, or join the points by a ball joint",
                             shown_value(item, *length)));
  if (at) part.kind = DistancePart{*at, *length};
}

void read_point_on_plane(const Fields& fields, ConstraintPart& part) {
  const auto at = read_two_points(*fields.find("at"));
  const auto normal = fields.direction("normal");
  part.axes = read_axes(fields);
  if (at && normal) part.kind = PointOnPlanePart{*at, *normal};
}

void read_relative_rotation(const Fields& fields, ConstraintPart& part) {
  const auto between = read_two_bodies(*fields.find("between"), "two bodies, for example [world, arm]");
  const auto axis = fields.direction("axis");
  part.axes = read_axes(fields);
  if (between && axis) part.kind = RelativeRotationPart{*between, *axis};
}

void read_screw(const Fields& fields, ConstraintPart& part) {
  const Item item = *fields.find("joint");
  const auto joint = read_reference(item, PartKind::joint);
  const auto pitch = fields.quantity("pitch");
  if (!joint || !pitch) return;
  const auto type = item.reading().types.find(*joint);
  if (type != item.reading().types.end() && !find_screw_axis(type->second))
    item.mistake(
        fmt::format("{} ({}) does not slide along and turn about one and the same axis, with no other rotation; take a "
                    "cylindrical joint",
                    *joint, type->second.name));
  part.kind = ScrewPart{*joint, *pitch};
}

/// A joint, or one of its directions.
struct GearSide {
  GearPart::Side side;
  Direction direction;
};

std::optional<GearSide> read_gear_side(const Item& item) {
  if (!item.is_scalar("a joint or one of its directions, for example wheel or rack.tx")) return std::nullopt;
  const auto [name, word] = split_direction(item.node().text);
  const auto joint = find_reference(item, name, PartKind::joint);
  if (!joint) return std::nullopt;
  const auto type = item.reading().types.find(*joint);
  if (type == item.reading().types.end()) return std::nullopt;
  std::vector<std::string_view> free;
  for (Direction d : all_directions)
    if (type->second.free.has(d)) free.push_back(name_of(d));
  const auto given = find_direction(word);
  const bool whole = name.size() == item.node().text.size();
  if (!whole && !given) {
    item.mistake(fmt::format("\"{}\" is no direction of {}; {}", shown(word), *joint, suggest(word, free, "name another joint")));
    return std::nullopt;
  }
  const auto direction = find_geared_direction(type->second, given);
  if (!direction) {
    item.mistake(free.empty() ? fmt::format("{} is a weld and does not move; name a joint that does", *joint)
                              : fmt::format("{} ({}) has {} directions; say which one, {}.{}", *joint, type->second.name,
                                            free.size(), *joint, join_or(free)));
    return std::nullopt;
  }
  if (const std::string trouble = find_gear_trouble(type->second, *direction); !trouble.empty()) {
    item.mistake(fmt::format("{} ({}) {}", *joint, type->second.name, trouble));
    return std::nullopt;
  }
  return GearSide{{*joint, given}, *direction};
}

void read_gear(const Fields& fields, ConstraintPart& part) {
  constexpr std::string_view wanted = "two joints, for example [pinion, wheel]";
  const Item item = *fields.find("joints");
  if (!item.is_list(wanted)) return;
  if (item.node().items.size() != 2) {
    item.mistake(fmt::format("{}; give {}", counted(item.node().items.size(), "joint"), wanted));
    return;
  }
  const auto first = read_gear_side(item.element(0)), second = read_gear_side(item.element(1));
  if (!first || !second) return;
  if (first->side.joint == second->side.joint && first->direction == second->direction)
    item.mistake(fmt::format("{} is geared to itself; give two different joints", first->side.joint));
  const bool from_slide = is_translation(first->direction), to_slide = is_translation(second->direction);
  const Item ratio_item = *fields.find("ratio");
  const auto ratio = read_number(ratio_item, from_slide == to_slide ? "1" : to_slide ? "m/rad" : "rad/m");
  if (!ratio) return;
  if (ratio->value == 0)
    ratio_item.mistake(
        fmt::format("{} is zero; give a ratio, or take a joint that does not move", shown_value(ratio_item, *ratio)));
  part.kind = GearPart{{first->side, second->side}, *ratio};
}

/// On the body, or in the world where it is in the reference configuration.
std::optional<PointOn> read_velocity_point(const Item& item, const std::string& body) {
  if (!item.node().is_map() || is_set_vector(item.node())) {
    const auto p = read_vector(item, "m");
    return p ? std::optional(PointOn{"world", *p}) : std::nullopt;
  }
  const auto point = read_one_point(item, "the point of a velocity");
  if (!point || point->body == body) return point;
  item.mistake(fmt::format("is a point on {}; give one on {}, or one in the world as a list", point->body, body));
  return std::nullopt;
}

std::optional<VelocityRow> read_row(const Item& item) {
  const Fields fields(item, schema::velocity_row, "coefficients, for example {linear: [0, 1, 0]}");
  if (!fields) return std::nullopt;
  if (!is_name(item.key())) {
    item.mistake_at_name(fmt::format("\"{}\" is no name; use letters, digits and _, beginning with a letter", shown(item.key())));
    return std::nullopt;
  }
  const auto linear = fields.find("linear"), angular = fields.find("angular"), value = fields.find("value");
  if (!linear && !angular) {
    item.mistake_at_name("says nothing; give linear, angular or both, for example linear: [0, 1, 0]");
    return std::nullopt;
  }
  VelocityRow row;
  row.name = item.key();
  bool good = true;
  const auto read = [&](const std::optional<Item>& from, std::string_view unit, Vector& to) {
    const auto v = from ? read_vector(*from, unit, Field::placed) : std::optional(Vector());
    good = good && v;
    if (v) to = *v;
    const auto is_there = [&](const Number& n) { return n.value != 0 || lives(item, n); };
    if (!from || !v || is_there(v->x) || is_there(v->y) || is_there(v->z)) return;
    from->mistake("is zero; leave it out, or give a direction");
    good = false;
  };
  read(linear, "1", row.linear);
  read(angular, linear ? "m" : "1", row.angular);
  const auto b = value ? read_number(*value, linear ? "m/s" : "rad/s", Field::placed) : std::optional(Number());
  if (!good || !b) return std::nullopt;
  row.value = *b;
  return row;
}

void read_velocity(const Fields& fields, ConstraintPart& part) {
  VelocityPart velocity;
  const auto body = read_reference(*fields.find("body"), PartKind::body);
  velocity.axes = read_axes(fields);
  const Item rows = *fields.find("rows");
  if (!rows.is_map("rows by their names, for example {slip: {linear: [0, 1, 0]}}")) return;
  const std::vector<Item> entries = read_entries(rows);
  if (entries.empty() || entries.size() > static_cast<std::size_t>(most_rows))
    rows.mistake(fmt::format("{}; give one to {}, and more in another constraint", counted(entries.size(), "row"), most_rows));
  for (const Item& entry : entries)
    if (auto row = read_row(entry)) velocity.rows.push_back(std::move(*row));
  if (!body) return;
  velocity.body = *body;
  velocity.at = {*body, Vector()};
  if (const auto at = fields.find("at"))
    if (const auto point = at->is_usable() ? read_velocity_point(*at, *body) : std::nullopt) velocity.at = *point;
  part.kind = std::move(velocity);
}

/// Whether the second joint of a gear, as written, is geared by a translation.
bool turns_into_slide(const Item& item, const Node::Entry* joints) {
  if (!joints || joints->value.items.size() != 2 || !joints->value.items[1].is_scalar()) return false;
  const auto [name, word] = split_direction(joints->value.items[1].text);
  try {
    const auto type = item.reading().types.find(resolve_name(item.reading(), item.context(), name));
    if (type == item.reading().types.end()) return false;
    const auto direction = find_geared_direction(type->second, find_direction(word));
    return direction && is_translation(*direction);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::vector<NameTable::Entry::Row> find_constraint_rows(const Item& item) {
  const Node& node = item.node();
  const Node::Entry* type = node.is_map() ? node.find("type") : nullptr;
  const std::string name = type ? type->value.text : "";
  if (name == "relative-rotation") return {{"reaction", "N*m"}};
  if (name == "gear") return {{"reaction", turns_into_slide(item, node.find("joints")) ? "N" : "N*m"}};
  if (name != "velocity") return {{"reaction", "N"}};
  std::vector<NameTable::Entry::Row> found;
  const Node::Entry* rows = node.find("rows");
  if (!rows) return found;
  for (const Node::Entry& row : rows->value.entries)
    found.push_back({"reaction." + row.key, row.value.is_map() && row.value.find("linear") ? "N" : "N*m"});
  return found;
}

void read_constraint(const Item& item, const std::string& name) {
  const Fields fields(item, schema::constraint, "a type and its keys, for example {type: distance, at: {…}, length: 1 m}");
  const auto word = fields.word("type");
  if (!word) return;
  const auto type = std::ranges::find(types, *word, &ConstraintType::name);
  ConstraintPart part;
  part.name = name;
  part.instance = instance_of(item.context());
  part.active = fields.flag("active").value_or(true);
  if (check_keys(fields, *type)) type->read(fields, part);
  item.reading().model.constraints.push_back(std::move(part));
}

}  // namespace pintle
