#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/base/error.h"
#include "pintle/constraints/row.h"
#include "pintle/io/context.h"
#include "pintle/io/members.h"
#include "pintle/io/parts/joint_laws.h"
#include "pintle/io/parts/points.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"
#include "pintle/io/words.h"
#include "pintle/model/constraint_rules.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 3> common_keys{"type", "active", "if"};

/// Keys of other types are refused, missing ones asked for. Whether all is there.
template <class Form>
bool check_keys(const Fields& fields) {
  std::vector<std::string_view> own(common_keys.begin(), common_keys.end());
  if (has_axes<Form>) own.push_back("axes");
  for_each_field<Form>([&](const auto& field) { own.push_back(field.name); });
  for (const Key& key : schema::constraint)
    if (const auto item = std::ranges::find(own, key.name) != own.end() ? std::nullopt : fields.find(key.name))
      item->mistake_at_name(fmt::format("has no meaning for a constraint of type {}; take it out", Form::word));
  bool good = true;
  for_each_field<Form>([&](const auto& field) {
    if (!field.is_required() || fields.has(field.name)) return;
    fields.item().mistake_at_name(fmt::format("{} is missing; give it, for example {}", field.name, field.example));
    good = false;
  });
  return good;
}

std::optional<std::string> read_axes(const Fields& fields) {
  const auto item = fields.find("axes");
  const auto body = item ? read_reference(*item, PartKind::body, true) : std::nullopt;
  return body && *body != "world" ? body : std::nullopt;
}

bool lives(const Item& item, const Number& number) {
  return number.expr.exists() && item.reading().model.graph.is_living(number.expr);
}

// ---- what a type asks besides ------------------------------------------------------------------------------------------
void check_form(const Fields&, const auto&) {}

void check_form(const Fields& fields, const DistancePart& part) {
  const Item item = *fields.find("length");
  if (!lives(item, part.length) && !(part.length.value > 0))
    item.mistake(fmt::format("{} is not positive; give a length above zero, or join the points by a ball joint",
                             shown_value(item, part.length)));
}

template <class Form>
  requires Form::slides_and_turns
void check_form(const Fields& fields, const Form& part) {
  const Item item = *fields.find("joint");
  const auto type = item.reading().types.find(part.joint);
  if (type != item.reading().types.end() && !find_screw_axis(type->second))
    item.mistake(
        fmt::format("{} ({}) does not slide along and turn about one and the same axis, with no other rotation; take a "
                    "cylindrical joint",
                    part.joint, type->second.name));
}

// ---- the types ---------------------------------------------------------------------------------------------------------
/// All members; nothing after a mistake.
template <class Form>
std::optional<Form> read_form(const Fields& fields, std::type_identity<Form>) {
  Form form;
  if (!read_members(fields, form)) return std::nullopt;
  check_form(fields, form);
  return form;
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

std::optional<GearPart> read_form(const Fields& fields, std::type_identity<GearPart>) {
  constexpr std::string_view wanted = "two joints, for example [pinion, wheel]";
  const Item item = *fields.find("joints");
  if (!item.is_list(wanted)) return std::nullopt;
  if (item.node().items.size() != 2) {
    item.mistake(fmt::format("{}; give {}", counted(item.node().items.size(), "joint"), wanted));
    return std::nullopt;
  }
  const auto first = read_gear_side(item.element(0)), second = read_gear_side(item.element(1));
  if (!first || !second) return std::nullopt;
  if (first->side.joint == second->side.joint && first->direction == second->direction)
    item.mistake(fmt::format("{} is geared to itself; give two different joints", first->side.joint));
  const bool from_slide = is_translation(first->direction), to_slide = is_translation(second->direction);
  const Item ratio_item = *fields.find("ratio");
  const auto ratio = read_number(ratio_item, from_slide == to_slide ? "1" : to_slide ? "m/rad" : "rad/m");
  if (!ratio) return std::nullopt;
  if (ratio->value == 0)
    ratio_item.mistake(
        fmt::format("{} is zero; give a ratio, or take a joint that does not move", shown_value(ratio_item, *ratio)));
  return GearPart{{first->side, second->side}, *ratio};
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

std::optional<VelocityPart> read_form(const Fields& fields, std::type_identity<VelocityPart>) {
  VelocityPart velocity;
  const auto body = read_reference(*fields.find("body"), PartKind::body);
  velocity.axes = read_axes(fields);
  const Item rows = *fields.find("rows");
  if (!rows.is_map("rows by their names, for example {slip: {linear: [0, 1, 0]}}")) return std::nullopt;
  const std::vector<Item> entries = read_entries(rows);
  if (entries.empty() || entries.size() > static_cast<std::size_t>(most_rows))
    rows.mistake(fmt::format("{}; give one to {}, and more in another constraint", counted(entries.size(), "row"), most_rows));
  for (const Item& entry : entries)
    if (auto row = read_row(entry)) velocity.rows.push_back(std::move(*row));
  if (!body) return std::nullopt;
  velocity.body = *body;
  velocity.at = {*body, Vector()};
  if (const auto at = fields.find("at"))
    if (const auto point = at->is_usable() ? read_velocity_point(*at, *body) : std::nullopt) velocity.at = *point;
  return velocity;
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

using Rows = std::vector<NameTable::Entry::Row>;

template <class Form>
Rows find_rows(const Item&, std::type_identity<Form>) {
  return rows_of_form<Form>();
}
Rows find_rows(const Item& item, std::type_identity<GearPart>) {
  return {{"reaction", turns_into_slide(item, item.node().find("joints")) ? "N" : "N*m"}};
}
Rows find_rows(const Item& item, std::type_identity<VelocityPart>) {
  Rows found;
  const Node::Entry* rows = item.node().find("rows");
  if (!rows) return found;
  for (const Node::Entry& row : rows->value.entries)
    found.push_back({"reaction." + row.key, row.value.is_map() && row.value.find("linear") ? "N" : "N*m"});
  return found;
}

/// visit(type_identity<Form>()) for the type of this word.
template <class Visit>
void visit_form(std::string_view word, Visit&& visit) {
  ConstraintForms::for_each([&]<class Form>(std::type_identity<Form> form) {
    if (Form::word == word) visit(form);
  });
}

}  // namespace

std::vector<NameTable::Entry::Row> find_constraint_rows(const Item& item) {
  const Node::Entry* type = item.node().is_map() ? item.node().find("type") : nullptr;
  Rows rows{{"reaction", "N"}};
  if (type) visit_form(type->value.text, [&](auto form) { rows = find_rows(item, form); });
  return rows;
}

void read_constraint(const Item& item, const std::string& name) {
  const Fields fields(item, schema::constraint, "a type and its keys, for example {type: distance, at: {…}, length: 1 m}");
  const auto word = fields.word("type");
  if (!word) return;
  ConstraintPart part;
  part.name = name;
  part.instance = instance_of(item.context());
  part.active = fields.flag("active").value_or(true);
  visit_form(*word, [&]<class Form>(std::type_identity<Form> form) {
    if (!check_keys<Form>(fields)) return;
    if (auto read = read_form(fields, form)) part.kind = std::move(*read);
    if (has_axes<Form> && !std::is_same_v<Form, VelocityPart>) part.axes = read_axes(fields);
  });
  item.reading().model.constraints.push_back(std::move(part));
}

}  // namespace pintle
