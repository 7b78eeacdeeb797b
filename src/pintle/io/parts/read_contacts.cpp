#include <fmt/core.h>

#include "pintle/io/context.h"
#include "pintle/io/described.h"
#include "pintle/io/parts/points.h"
#include "pintle/io/parts/sections.h"

namespace pintle {
namespace {

/// One of several laws, by the word of its key `law`.
template <class List, class Variant>
void read_law(const Item& item, Schema keys, const std::vector<std::string_view>& later, Variant& out) {
  std::string_view example;
  List::for_each([&]<class Kind>(std::type_identity<Kind>) {
    if (example.empty()) example = NumbersOf<Kind>::example;
  });
  const Fields fields(item, keys, example);
  const auto word = fields.word("law", later);
  List::for_each([&]<class Kind>(std::type_identity<Kind>) {
    const bool only = !word && List::count == 1;  // of a wrong word: what else is wrong is told too
    if (word != Kind::word && !only) return;
    if (List::count > 1) check_law_keys(fields, KeysOf<Kind::template Law>::schema, Kind::word);
    NumbersOf<Kind> law;
    read_described(fields, law);
    out = law;
  });
}

}  // namespace

void read_surface(const Item& item, const std::string& name) {
  SurfacePart surface;
  surface.name = name;
  surface.instance = instance_of(item.context());
  const Fields fields(item, schema::surface, "{plane: {at: [0, 0, 0], up: [0, 0, 1]}, normal: {…}}");
  if (!fields) return;
  bool formed = fields.has("height");
  SurfaceKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    const auto map = fields.find(Kind::word);
    if (!map) return;
    if (formed) map->mistake_at_name("is a second form of one surface; keep one");
    formed = true;
    NumbersOf<Kind> form;
    read_described(Fields(*map, KeysOf<Kind::template Law>::schema, NumbersOf<Kind>::example), form);
    surface.form = form;
  });
  if (!formed) item.mistake_at_name("plane is missing; give it, for example plane: {at: [0, 0, 0], up: [0, 0, 1]}");
  if (const auto normal = fields.find("normal")) read_law<NormalKinds>(*normal, schema::normal, {}, surface.normal);
  if (const auto friction = fields.find("friction"))
    read_law<FrictionKinds>(*friction, schema::friction, {"coulomb", "stribeck"}, surface.friction);
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
  contact.scale = fields.positive("scale").value_or(1);
  item.reading().model.contacts.push_back(std::move(contact));
}

}  // namespace pintle
