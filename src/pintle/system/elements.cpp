#include <fmt/format.h>

#include <cmath>
#include <set>

#include "pintle/base/error.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

// ---- laws on joint directions

void check_table(const SpringLaw::Table& table, const std::string& where) {
  if (table.empty()) throw Error(where, "the table has no points; give at least one pair");
  for (std::size_t i = 0; i + 1 < table.size(); ++i)
    if (!(table[i].first < table[i + 1].first))
      throw Error(where, fmt::format("the table's coordinates must ascend, but {} is followed by {}; sort its points",
                                     table[i].first, table[i + 1].first));
}

void check_law_direction(const JointPart& joint, Direction d, const std::string& where) {
  if (joint.type.ball && !is_translation(d))
    throw Error(where, fmt::format("a {} has no angle {} for a law to act on; take the type [rx, ry, rz] instead, whose "
                                   "rotations are a sequence of angles",
                                   joint.type.name, name_of(d)));
  if (!joint.type.free.has(d))
    throw Error(where, fmt::format("joint {} ({}) does not move in {}, so nothing can act there; take a type that leaves this "
                                   "direction free",
                                   joint.name, joint.type.name, name_of(d)));
}

JointLaw make_law(const JointPart& joint, Direction d, const JointCoordinates<double>& start, SlotMaker& slots) {
  const std::string where = where_of(PartKind::joint, joint.name);
  const auto spring = joint.springs.find(d);
  const auto motor = joint.motors.find(d);
  const SpringLaw law = spring != joint.springs.end() ? spring->second : SpringLaw{};
  check_law_direction(joint, d, where + (spring != joint.springs.end() ? ".spring" : ".motor"));
  check_table(law.stiffness, where + ".spring.stiffness");
  check_table(law.damping, where + ".spring.damping");
  const double at_start = (is_translation(d) ? start.displacement : start.angle)[axis_of(d)];
  return {JointIndex(),
          d,
          slots.put(law.stiffness),
          slots.put(law.damping),
          slots.put(law.rest.value_or(at_start)),
          slots.put(motor != joint.motors.end() ? motor->second : 0.0)};
}

// ---- forces

bool follows_body(const PointForcePart& force, const NameTable& names) {
  if (!force.axes || *force.axes == "world") return false;
  const std::string where = where_of(PartKind::force, force.name) + ".axes";
  body_named(names, *force.axes, where);
  if (*force.axes != force.at.body)
    throw Error(where, fmt::format("{}: axes of another body than {} are not there yet; give world or {}", *force.axes,
                                   force.at.body, force.at.body));
  return true;
}

// ---- contacts

void check_surface(const SurfacePart& s) {
  const std::string where = where_of(PartKind::surface, s.name);
  const auto need = [&](bool good, const char* key, double value, const char* way_out) {
    if (!good) throw Error(where + key, fmt::format("{}; {}", value, way_out));
  };
  need(s.ke > 0, ".normal.ke", s.ke, "give a positive stiffness");
  need(s.kv >= 0, ".normal.kv", s.kv, "give a stiffness of zero or more");
  need(s.cv > 0, ".normal.cv", s.cv, "give a positive damping; a very large one makes the ground elastic");
  if (!s.has_friction) return;
  need(s.mu_s >= s.mu_k && s.mu_k >= 0, ".friction.mu_s", s.mu_s, "mu_s is at least mu_k, and mu_k at least zero");
  need(s.vs > 0, ".friction.vs", s.vs, "give a positive speed");
  need(s.alpha == 1 || s.alpha == 2, ".friction.alpha", s.alpha, "give 1 or 2");
}

/// Columns t₁, t₂, n: t₁ is world x made perpendicular to n, or y where x is parallel to n.
Mat3<double> calc_surface_axes(const SurfacePart& surface) {
  const double length = norm(surface.up);
  if (!(length > 0))
    throw Error(where_of(PartKind::surface, surface.name) + ".plane.up", "length 0; give a direction, for example [0, 0, 1]");
  const Vec3<double> n = (1.0 / length) * surface.up;
  const Vec3<double> x = std::hypot(n.y, n.z) > 1e-6 ? unit<double>(0) : unit<double>(1);
  const Vec3<double> t = x - dot(x, n) * n, t1 = (1.0 / norm(t)) * t;
  return Mat3<double>::from_columns(t1, cross(n, t1), n);
}

PointOnPlane make_contact(const ContactPart& contact, BodyIndex body, const SurfacePart& s, SlotMaker& slots) {
  const auto friction = [&](double value) { return slots.put(s.has_friction ? value : 0.0); };
  PointOnPlane out;
  out.body = body;
  out.point = slots.put(contact.at.p);
  out.origin = slots.put(s.at);
  out.axes = slots.put(Pose<double>{calc_surface_axes(s), s.at});
  out.ke = slots.put(s.ke);
  out.kv = slots.put(s.kv);
  out.cv = slots.put(s.cv);
  out.mu_s = friction(s.mu_s);
  out.mu_k = friction(s.mu_k);
  out.sigma0 = friction(s.sigma0);
  out.sigma1 = friction(s.sigma1);
  out.sigma2 = friction(s.sigma2);
  out.vs = slots.put(s.has_friction ? s.vs : 1.0);
  out.scale = slots.put(contact.scale);
  out.squared = s.alpha == 2;
  return out;
}

const SurfacePart& surface_named(const Model& model, const NameTable& names, const ContactPart& contact) {
  const auto part = names.find(contact.surface);
  if (!part || part->kind != PartKind::surface)
    throw Error(where_of(PartKind::contact, contact.name) + ".surface",
                fmt::format("there is no {} in surfaces; add it there or mend the name", contact.surface));
  return model.surfaces[part->index];
}

}  // namespace

void update_laws(const Model& model, System& system) {
  SlotMaker slots{system.nominal.value};
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const JointPart& joint = model.joints[j];
    std::set<Direction> directions;
    for (const auto& [d, spring] : joint.springs) directions.insert(d);
    for (const auto& [d, effort] : joint.motors) directions.insert(d);
    for (Direction d : directions) {
      JointLaw law = make_law(joint, d, system.start.joints[j], slots);
      law.joint = JointIndex(static_cast<int>(j));
      system.laws.push_back(law);
    }
  }
}

void update_forces(const Model& model, System& system) {
  SlotMaker slots{system.nominal.value};
  const auto body_of = [&](const PointOn& point, const std::string& name) {
    return body_named(system.names, point.body, where_of(PartKind::force, name) + ".at");
  };
  for (const PointForcePart& force : model.point_forces) {
    const BodyIndex body = body_of(force.at, force.name);
    if (body == world)
      throw Error(where_of(PartKind::force, force.name) + ".at", "is a point of the world, which no force moves; give a body");
    system.point_forces.names.push_back(force.name);
    system.point_forces.items.push_back(
        {body, slots.put(force.at.p), slots.put(force.force), slots.put(force.moment), follows_body(force, system.names)});
  }
  for (const PointSpringPart& spring : model.point_springs) {
    const std::string where = where_of(PartKind::force, spring.name);
    const BodyIndex a = body_of(spring.at[0], spring.name), b = body_of(spring.at[1], spring.name);
    if (a == b) throw Error(where + ".at", fmt::format("both points are on {}; give points of two bodies", spring.at[0].body));
    if (spring.free_length < 0)
      throw Error(where + ".spring.free_length", fmt::format("{} m; give a length of zero or more", spring.free_length));
    system.point_springs.names.push_back(spring.name);
    system.point_springs.items.push_back({a, b, slots.put(spring.at[0].p), slots.put(spring.at[1].p), slots.put(spring.stiffness),
                                          slots.put(spring.damping), slots.put(spring.free_length)});
  }
}

void update_contacts(const Model& model, System& system) {
  SlotMaker slots{system.nominal.value};
  for (const SurfacePart& surface : model.surfaces) check_surface(surface);
  for (const ContactPart& contact : model.contacts) {
    const std::string where = where_of(PartKind::contact, contact.name);
    const BodyIndex body = body_named(system.names, contact.at.body, where + ".at");
    if (body == world) throw Error(where + ".at", "is a point of the world, as the surface is; give a body");
    if (!(contact.scale > 0)) throw Error(where + ".scale", fmt::format("{}; give a positive number", contact.scale));
    system.contacts.names.push_back(contact.name);
    system.contacts.items.push_back(make_contact(contact, body, surface_named(model, system.names, contact), slots));
  }
}

}  // namespace pintle
