#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/context.h"
#include "pintle/io/described.h"
#include "pintle/io/parts/points.h"
#include "pintle/io/parts/sections.h"

namespace pintle {
namespace {

/// One of several laws, by the word of its key `law`.
template <class List, class Variant>
void read_law(const Item& item, Schema keys, Variant& out) {
  std::string_view example;
  List::for_each([&]<class Kind>(std::type_identity<Kind>) {
    if (example.empty()) example = NumbersOf<Kind>::example;
  });
  const Fields fields(item, keys, example);
  const auto word = fields.word("law");
  List::for_each([&]<class Kind>(std::type_identity<Kind>) {
    const bool only = !word && List::count == 1;  // of a wrong word: what else is wrong is told too
    if (word != Kind::word && !only) return;
    if (List::count > 1) check_law_keys(fields, KeysOf<Kind::template Law>::schema, Kind::word);
    NumbersOf<Kind> law;
    read_described(fields, law);
    out = law;
  });
}

/// What may be given alone is its height.
template <class Kind>
void read_form(const Item& item, NumbersOf<Kind>& form) {
  if constexpr (requires { SlotsOf<Kind>::short_form; })
    if (!item.node().is_map()) {
      form.*NumbersOf<Kind>::short_form = read_number(item, "m", Field::height).value_or(0.0);
      return;
    }
  const Fields fields(item, KeysOf<Kind::template Law>::schema, NumbersOf<Kind>::example);
  if (fields) read_described(fields, form);
}

bool has_all(const Fields& fields, Schema keys) {
  return std::ranges::all_of(keys, [&](const Key& key) { return fields.has(key.name); });
}

/// The shape that most of the keys are of.
void read_shape(const Fields& fields, ContactPart& contact) {
  std::size_t most = 0;
  Schema known;
  ShapeKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    const Schema keys = KeysOf<Kind::template Law>::schema;
    if (!has_all(fields, keys) || keys.size() < most) return;
    most = keys.size();
    known = keys;
    NumbersOf<Kind> shape;
    read_described(fields, shape);
    contact.shape = shape;
  });
  ShapeKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    for (const Key& key : KeysOf<Kind::template Law>::schema)
      if (fields.has(key.name) && std::ranges::find(known, key.name, &Key::name) == known.end())
        fields.find(key.name)->mistake_at_name("stands alone; a disc has a radius and an axis, a ball a radius");
  });
}

}  // namespace

void read_surface(const Item& item, const std::string& name) {
  SurfacePart surface;
  surface.name = name;
  surface.instance = instance_of(item.context());
  const Fields fields(item, schema::surface, "{plane: {at: [0, 0, 0], up: [0, 0, 1]}, normal: {…}}");
  if (!fields) return;
  bool formed = false;
  SurfaceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    const auto map = fields.find(Kind::word);
    if (!map) return;
    if (formed) map->mistake_at_name("is a second form of one surface; keep one");
    formed = true;
    NumbersOf<Kind> form;
    read_form<Kind>(*map, form);
    surface.form = std::move(form);
  });
  if (!formed) item.mistake_at_name("plane is missing; give it, for example plane: {at: [0, 0, 0], up: [0, 0, 1]}");
  if (const auto on = fields.find("on")) {
    surface.on = read_reference(*on, PartKind::body, true);
    if (surface.on == "world") surface.on.reset();
  }
  if (const auto normal = fields.find("normal")) read_law<NormalKinds>(*normal, schema::normal, surface.normal);
  if (const auto friction = fields.find("friction")) read_law<FrictionKinds>(*friction, schema::friction, surface.friction);
  item.reading().model.surfaces.push_back(std::move(surface));
}

void read_contact(const Item& item, const std::string& name) {
  ContactPart contact;
  contact.name = name;
  contact.instance = instance_of(item.context());
  const Fields fields(item, schema::contact, "{at: {foot: [0, 0, -0.1]}, surface: ground}");
  if (!fields) return;
  const auto at = fields.find("at"), surface = fields.find("surface");
  if (const auto point = at ? read_one_point(*at, "a contact") : std::nullopt) contact.at = *point;
  if (surface) contact.surface = read_reference(*surface, PartKind::surface).value_or("");
  read_shape(fields, contact);
  contact.scale = fields.positive("scale").value_or(1);
  item.reading().model.contacts.push_back(std::move(contact));
}

}  // namespace pintle
