#include <fmt/core.h>

#include "pintle/io/context.h"
#include "pintle/io/points.h"
#include "pintle/io/sections.h"
#include "pintle/io/values.h"

namespace pintle {
namespace {

void read_normal(const Item& item, SurfacePart& surface) {
  const Fields fields(item, schema::normal, "{law: standard-linear-solid, ke: 20 kN/m, kv: 1 kN/m, cv: 5 kN*s/m}");
  fields.word("law");
  surface.ke = fields.positive("ke").value_or(0);
  surface.kv = fields.not_negative("kv").value_or(0);
  surface.cv = fields.positive("cv").value_or(0);
}

void read_friction(const Item& item, SurfacePart& surface) {
  const Fields fields(item, schema::friction, "{law: lugre, mu_s: 0.6, mu_k: 0.5, sigma0: 1e4, sigma1: 10, vs: 0.01 m/s}");
  fields.word("law", {"coulomb", "stribeck"});
  surface.has_friction = true;
  surface.mu_s = fields.positive("mu_s").value_or(0);
  surface.mu_k = fields.positive("mu_k").value_or(0);
  surface.sigma0 = fields.not_negative("sigma0").value_or(0);
  surface.sigma1 = fields.not_negative("sigma1").value_or(0);
  surface.sigma2 = fields.not_negative("sigma2").value_or(0);
  surface.vs = fields.positive("vs").value_or(1);
  surface.alpha = fields.quantity("alpha").value_or(1);
  if (surface.alpha.value != 1 && surface.alpha.value != 2)
    fields.find("alpha")->mistake(fmt::format("{} is not read; the exponent is 1 or 2", surface.alpha.value));
}

}  // namespace

void read_surface(const Item& item, const std::string& name) {
  SurfacePart surface;
  surface.name = name;
  surface.instance = instance_of(item.context());
  const Fields fields(item, schema::surface, "{plane: {at: [0, 0, 0], up: [0, 0, 1]}, normal: {…}}");
  if (!fields) return;
  if (!fields.has("plane") && !fields.has("height"))
    item.mistake_at_name("plane is missing; give it, for example plane: {at: [0, 0, 0], up: [0, 0, 1]}");
  if (const auto plane = fields.find("plane")) {
    const Fields its(*plane, schema::plane, "{at: [0, 0, 0], up: [0, 0, 1]}");
    surface.at = its.vector("at").value_or(surface.at);
    surface.up = its.direction("up").value_or(surface.up);
  }
  if (const auto normal = fields.find("normal")) read_normal(*normal, surface);
  if (const auto friction = fields.find("friction")) read_friction(*friction, surface);
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
