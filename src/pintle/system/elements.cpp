#include <fmt/core.h>

#include <array>
#include <limits>
#include <set>

#include "pintle/base/error.h"
#include "pintle/math/elementary.h"
#include "pintle/system/make_parts.h"

namespace pintle {
namespace {

// ---- laws on joint directions

std::vector<std::pair<double, double>> plain(const SpringLaw::Table& table) { return {table.begin(), table.end()}; }

void check_table(const SpringLaw::Table& table, const std::string& where) {
  if (table.empty()) throw Error(where, "the table has no points; give at least one pair");
  for (std::size_t i = 0; i + 1 < table.size(); ++i)
    if (!(table[i].first < table[i + 1].first))
      throw Error(where, fmt::format("the table's coordinates must ascend, but {} is followed by {}; sort its points",
                                     table[i].first.value, table[i + 1].first.value));
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

constexpr double infinity = std::numeric_limits<double>::infinity();

LimitSlots make_limits(const LimitLaw& law, const std::string& where, SlotMaker slots) {
  const double low = law.low ? law.low->value : -infinity, high = law.high ? law.high->value : infinity;
  if (!(low < high)) throw Error(where, fmt::format("low {} is not below high {}; give a range", low, high));
  if (!law.restitution && !(law.stiffness > 0))
    throw Error(where + ".stiffness",
                fmt::format("{}; give a positive stiffness, or restitution in its place", law.stiffness.value));
  if (law.restitution && !(*law.restitution >= 0 && *law.restitution <= 1))
    throw Error(where + ".restitution", fmt::format("{}; give a number from 0 to 1", law.restitution->value));
  LimitSlots out{slots.put(low), slots.put(high), slots.put(law.stiffness), slots.put(law.damping), std::nullopt};
  if (law.restitution) out.restitution = slots.put(*law.restitution);
  return out;
}

FrictionSlots make_friction(const FrictionLaw& law, bool translation, System& system, SlotMaker slots) {
  constexpr double usual_speed = 0.1;  // v_s where none is given [rad/s] or [m/s]
  FrictionSlots out{law.kind,
                    law.alpha == 2,
                    slots.put(law.mu_s),
                    slots.put(law.mu_k),
                    slots.put(law.vs > 0 ? law.vs.value : usual_speed),
                    slots.put(law.sigma0),
                    slots.put(law.sigma1),
                    slots.put(law.sigma2),
                    slots.put(translation ? 1.0 : law.radius.value),
                    slots.put(law.preload),
                    system.frictions++,
                    -1};
  if (law.kind == FrictionKind::lugre) out.bristle = system.bristles++;
  return out;
}

template <class Value>
const Value* find_law(const std::map<Direction, Value>& laws, Direction d) {
  const auto found = laws.find(d);
  return found == laws.end() ? nullptr : &found->second;
}

JointLaw make_law(Making& making, std::size_t j, Direction d) {
  const JointPart& joint = making.model.joints[j];
  const std::string where = where_of(PartKind::joint, joint.name);
  SlotMaker slots = making.slots();
  const SpringLaw* spring = find_law(joint.springs, d);
  const Number* motor = find_law(joint.motors, d);
  const LimitLaw* limits = find_law(joint.limits, d);
  const FrictionLaw* friction = find_law(joint.frictions, d);
  const SpringLaw law = spring ? *spring : SpringLaw{};
  check_law_direction(joint, d, where + (spring ? ".spring" : motor ? ".motor" : limits ? ".limits" : ".friction"));
  if (find_law(joint.drivers, d))
    throw Error(where + ".driven", fmt::format("{} is driven, so no other law acts on it; take one of them out", name_of(d)));
  check_table(law.stiffness, where + ".spring.stiffness");
  check_table(law.damping, where + ".spring.damping");
  const JointCoordinates<double>& start = making.system.start.joints[j];
  const double at_start = (is_translation(d) ? start.displacement : start.angle)[axis_of(d)];
  JointLaw out{JointIndex(static_cast<int>(j)),
               d,
               slots.put(plain(law.stiffness)),
               slots.put(plain(law.damping)),
               slots.put(law.rest ? law.rest->value : at_start),
               slots.put(motor ? motor->value : 0.0)};
  out.rests_at_start = spring && !law.rest;
  if (motor) out.living = making.add_living(*motor, where + ".motor");
  if (limits) out.limits = make_limits(*limits, where + ".limits", slots);
  if (limits && !out.limits->restitution) out.limits->place = making.system.soft_stops++;
  if (friction) out.friction = make_friction(*friction, is_translation(d), making.system, slots);
  return out;
}

// ---- forces

BodyIndex axes_of(const PointForcePart& force, const NameTable& names) {
  if (!force.axes || *force.axes == "world") return world;
  return body_named(names, *force.axes, where_of(PartKind::force, force.name) + ".axes");
}

/// A number that lives has no value of its own.
Vec3<double> plain(const Vector& v, const Graph& graph) {
  const auto one = [&](const Number& n) { return n.expr.exists() && graph.is_living(n.expr) ? 0.0 : n.value; };
  return {one(v.x), one(v.y), one(v.z)};
}

BodyIndex body_of(const System& system, const PointOn& point, const std::string& force) {
  return body_named(system.names, point.body, where_of(PartKind::force, force) + ".at");
}

void add_point_force(Making& making, const PointForcePart& part) {
  System& system = making.system;
  SlotMaker slots = making.slots();
  const BodyIndex body = body_of(system, part.at, part.name), axes = axes_of(part, system.names);
  const std::string where = where_of(PartKind::force, part.name);
  if (body == world) throw Error(where + ".at", "is a point of the world, which no force moves; give a body");
  const Mat3<double> turn = making.reference.turn_in(making.model, axes, part.instance);
  PointForce force{body,
                   making.put_point(body, part.at, part.instance),
                   slots.put(plain(part.force, making.model.graph)),
                   slots.put(plain(part.moment, making.model.graph)),
                   axes,
                   slots.put(Pose<double>{turn, Vec3<double>::zero()})};
  const std::array<const Number*, 6> numbers{&part.force.x,  &part.force.y,  &part.force.z,
                                             &part.moment.x, &part.moment.y, &part.moment.z};
  for (std::size_t k = 0; k < numbers.size(); ++k)
    force.living[k] = making.add_living(*numbers[k], where + (k < 3 ? ".force" : ".moment"), part.active);
  system.point_forces.names.push_back(part.name);
  system.point_forces.items.push_back(force);
  system.point_forces.active.push_back(part.active);
}

void add_point_spring(Making& making, const PointSpringPart& part) {
  System& system = making.system;
  SlotMaker slots = making.slots();
  const std::string where = where_of(PartKind::force, part.name);
  const BodyIndex a = body_of(system, part.at[0], part.name), b = body_of(system, part.at[1], part.name);
  if (a == b) throw Error(where + ".at", fmt::format("both points are on {}; give points of two bodies", part.at[0].body));
  if (part.free_length < 0)
    throw Error(where + ".spring.free_length", fmt::format("{} m; give a length of zero or more", part.free_length.value));
  const int living = making.add_living(part.force, where + ".force", part.active);
  system.point_springs.names.push_back(part.name);
  system.point_springs.items.push_back({a, b, making.put_point(a, part.at[0], part.instance),
                                        making.put_point(b, part.at[1], part.instance), slots.put(part.stiffness),
                                        slots.put(part.damping), slots.put(part.free_length),
                                        slots.put(living < 0 ? part.force.value : 0.0), living});
  system.point_springs.active.push_back(part.active);
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

/// Where a surface is: columns t₁, t₂, n, and its point. t₁ is world x made perpendicular to n, or y where x is parallel.
Pose<double> calc_surface_pose(const SurfacePart& surface, const Reference& reference) {
  Vec3<double> at = surface.at, up = surface.up;
  if (surface.instance != no_instance) {
    const Mat3<double>& T = reference.turn[static_cast<std::size_t>(surface.instance)];
    at = T * at;
    up = T * up;
  }
  const double length = norm(up);
  if (!(length > 0))
    throw Error(where_of(PartKind::surface, surface.name) + ".plane.up", "length 0; give a direction, for example [0, 0, 1]");
  const Vec3<double> n = (1.0 / length) * up;
  const Vec3<double> x = hypot(n.y, n.z) > 1e-6 ? unit<double>(0) : unit<double>(1);
  const Vec3<double> t = x - dot(x, n) * n, t1 = (1.0 / norm(t)) * t;
  return {Mat3<double>::from_columns(t1, cross(n, t1), n), at};
}

PointOnPlane make_contact(const Making& making, const ContactPart& contact, BodyIndex body, const SurfacePart& s) {
  SlotMaker slots = making.slots();
  const auto friction = [&](double value) { return slots.put(s.has_friction ? value : 0.0); };
  const Pose<double> X_WS = calc_surface_pose(s, making.reference);
  PointOnPlane out;
  out.body = body;
  out.point = making.put_point(body, contact.at, contact.instance);
  out.origin = slots.put(X_WS.p);
  out.axes = slots.put(X_WS);
  out.ke = slots.put(s.ke);
  out.kv = slots.put(s.kv);
  out.cv = slots.put(s.cv);
  out.mu_s = friction(s.mu_s);
  out.mu_k = friction(s.mu_k);
  out.sigma0 = friction(s.sigma0);
  out.sigma1 = friction(s.sigma1);
  out.sigma2 = friction(s.sigma2);
  out.vs = slots.put(s.has_friction ? s.vs.value : 1.0);
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

void update_laws(Making& making) {
  for (std::size_t j = 0; j < making.model.joints.size(); ++j) {
    const JointPart& joint = making.model.joints[j];
    std::set<Direction> directions;
    const auto add_all = [&](const auto& laws) {
      for (const auto& [d, law] : laws) directions.insert(d);
    };
    add_all(joint.springs);
    add_all(joint.motors);
    add_all(joint.limits);
    add_all(joint.frictions);
    for (Direction d : directions) making.system.laws.push_back(make_law(making, j, d));
  }
}

void update_forces(Making& making) {
  for (const PointForcePart& part : making.model.point_forces) add_point_force(making, part);
  for (const PointSpringPart& part : making.model.point_springs) add_point_spring(making, part);
}

void update_contacts(Making& making) {
  System& system = making.system;
  for (const SurfacePart& surface : making.model.surfaces) check_surface(surface);
  for (const ContactPart& contact : making.model.contacts) {
    const std::string where = where_of(PartKind::contact, contact.name);
    const BodyIndex body = body_named(system.names, contact.at.body, where + ".at");
    if (body == world) throw Error(where + ".at", "is a point of the world, as the surface is; give a body");
    if (!(contact.scale > 0)) throw Error(where + ".scale", fmt::format("{}; give a positive number", contact.scale.value));
    system.contacts.names.push_back(contact.name);
    system.contacts.items.push_back(make_contact(making, contact, body, surface_named(making.model, system.names, contact)));
  }
}

}  // namespace pintle
