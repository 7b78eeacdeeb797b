#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/system/make_parts.h"

/// Forces and contacts of a model → pools of elements, kind by kind.
namespace pintle {
namespace {

bool is_within(Bound bound, double value) {
  switch (bound) {
    case Bound::above_zero: return value > 0;
    case Bound::zero_or_more: return value >= 0;
    case Bound::one_or_two: return value == 1 || value == 2;
    default: return true;
  }
}

/// Whether the numbers of a described struct are within their bounds, and fit together.
template <Described Law>
void check(const Law& law, const std::string& where) {
  for_each_pair(law, law, [&](const auto& field, const auto& value, const auto&) {
    const std::string place = fmt::format("{}.{}", where, field.name);
    if constexpr (Described<std::decay_t<decltype(value)>>) check(value, place);
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Number>) {
      if (!is_within(field.bound, value)) throw Error(place, fmt::format("{}; {}", value.value, field.way_out));
    }
  });
  if constexpr (requires { law.find_misfit(); })
    if (const auto misfit = law.find_misfit()) throw Error(where, std::string(*misfit));
}

/// The same without words.
template <Described Law>
bool is_good(const Law& law) {
  bool good = true;
  for_each_pair(law, law, [&](const auto& field, const auto& value, const auto&) {
    if constexpr (Described<std::decay_t<decltype(value)>>) good = good && is_good(value);
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Number>) good = good && is_within(field.bound, value);
  });
  if constexpr (requires { law.find_misfit(); }) good = good && !law.find_misfit();
  return good;
}

/// Now, and in every case.
template <Described Law>
void check_always(Making& making, const Law& law, const std::string& where) {
  making.now_and_again([&law, where] {
    if (!is_good(law)) check(law, where);
  });
}

/// Numbers of a described struct → slots, field by field; what lives becomes an output of System::living. The struct stays where
/// it is.
class NumberPutter {
 public:
  NumberPutter(Making& making, bool active, Expr clock = {}) : making_(making), active_(active), clock_(clock) {}

  template <template <class> class Law>
  Law<Slot> put(const Law<Number>& numbers, const std::string& where) {
    Law<Slot> out;
    for_each_pair(numbers, out, [&](const auto& field, const auto& given, auto& slot) {
      put(given, fmt::format("{}.{}", where, field.name), slot);
    });
    return out;
  }

 private:
  void put(const Number& n, const std::string&, Slot& slot) { slot = making_.put(n); }
  void put(const Vector& v, const std::string&, Slot3& slot) { slot = making_.put(v); }
  void put(const Number& n, const std::string& where, LivingSlot& slot) {
    slot.at = making_.put_plain(n);
    slot.output = making_.add_living(n, where, active_, clock_);
  }
  void put(const Vector& v, const std::string& where, LivingSlot3& slot) {
    slot.at = making_.put_plain(v);
    for (int k = 0; const Number* n : {&v.x, &v.y, &v.z}) slot.output[k++] = making_.add_living(*n, where, active_, clock_);
  }
  template <template <class> class Law>
  void put(const Law<Number>& numbers, const std::string& where, Law<Slot>& slots) {
    slots = put(numbers, where);
  }

  Making& making_;
  bool active_;
  Expr clock_;
};

/// Some event starts this force.
bool is_started(const Model& model, const std::string& force) {
  return std::ranges::any_of(model.events, [&](const EventPart& event) {
    return std::ranges::any_of(event.actions, [&](const Action& action) {
      const auto* one = std::get_if<ForceAction>(&action);
      return one && one->start && one->force == force;
    });
  });
}

/// A force that an event starts has a clock: the time of its start, zero until then.
struct Clock {
  Expr expr;
  Slot slot;
};
Clock make_clock(Making& making, const std::string& force) {
  const Expr expr = making.growing().input(InputKind::parameter, "start of " + force, 0);
  return {expr, making.formulas.put_input(making.growing(), making.growing().node(expr).a)};
}

template <class Kind>
void add_force(Making& making, const ForcePart<Kind>& part) {
  const std::string where = where_of(PartKind::force, part.name);
  Kind out;
  for (int i = 0; i < Kind::points; ++i) {
    out.bodies[i] = body_named(making.system.names, part.at[i].body, where + ".at");
    out.at[i] = making.put_point(out.bodies[i], part.at[i], part.instance);
  }
  if (Kind::points == 1 && out.bodies[0] == world)
    throw Error(where + ".at", "is a point of the world, which no force moves; give a body");
  if (Kind::points == 2 && out.bodies[0] == out.bodies[1])
    throw Error(where + ".at", fmt::format("both points are on {}; give points of two bodies", part.at[0].body));
  check_always(making, part.law, where);
  const bool starts = is_started(making.model, part.name);
  const Clock clock = starts ? make_clock(making, part.name) : Clock{};
  out.law = NumberPutter(making, part.active || starts, clock.expr).put(part.law, where);
  if constexpr (Kind::has_axes) {
    const BodyIndex axes = part.axes ? body_named(making.system.names, *part.axes, where + ".axes") : world;
    out.bodies[Kind::points] = axes;
    out.turn = making.put_turn(axes, part.instance);
  }
  making.system.elements.of<Kind>().add(part.name, out, part.active, clock.slot);
}

/// Whether this kind of contact is what a surface with its laws makes. Without friction any law of it serves.
template <class Kind>
bool is_made_of(const SurfacePart& surface) {
  return std::holds_alternative<NumbersOf<typename Kind::Surface>>(surface.form) &&
         std::holds_alternative<NumbersOf<typename Kind::Normal>>(surface.normal) &&
         (!surface.friction || std::holds_alternative<NumbersOf<typename Kind::Friction>>(*surface.friction));
}

const SurfacePart& surface_named(const Model& model, const NameTable& names, const ContactPart& contact) {
  const auto part = names.find(contact.surface);
  if (!part || part->kind != PartKind::surface)
    throw Error(where_of(PartKind::contact, contact.name) + ".surface",
                fmt::format("there is no {} in surfaces; add it there or mend the name", contact.surface));
  return model.surfaces[part->index];
}

template <class Kind>
void add_contact(Making& making, const ContactPart& contact, BodyIndex body, const SurfacePart& surface) {
  using Friction = NumbersOf<typename Kind::Friction>;
  const std::string where = where_of(PartKind::surface, surface.name);
  static const Friction none;
  NumberPutter putter(making, true);
  Kind out;
  out.bodies = {body};
  out.at = {making.put_point(body, contact.at, contact.instance)};
  out.surface = making.put_by([&form = std::get<NumbersOf<typename Kind::Surface>>(surface.form), &r = making.reference,
                               instance = surface.instance, where](SlotMaker slots) {
    const Mat3<double> turn = instance == no_instance ? Mat3<double>::identity() : r.turn[instance];
    return Kind::Surface::put(form, turn, slots, where);
  });
  out.normal = putter.put(std::get<NumbersOf<typename Kind::Normal>>(surface.normal), where + ".normal");
  out.friction = surface.friction ? putter.put(std::get<Friction>(*surface.friction), where + ".friction")
                                  : putter.put(none, where + ".friction");
  out.scale = making.put(contact.scale);
  making.system.elements.of<Kind>().add(contact.name, out, true);
}

}  // namespace

void update_forces(Making& making) {
  making.model.forces.for_each([&](const auto& part) { add_force(making, part); });
}

void update_contacts(Making& making) {
  System& system = making.system;
  for (const SurfacePart& surface : making.model.surfaces) {
    const std::string where = where_of(PartKind::surface, surface.name);
    std::visit([&](const auto& law) { check_always(making, law, where + ".normal"); }, surface.normal);
    if (surface.friction) std::visit([&](const auto& law) { check_always(making, law, where + ".friction"); }, *surface.friction);
  }
  for (const ContactPart& contact : making.model.contacts) {
    const std::string where = where_of(PartKind::contact, contact.name);
    const BodyIndex body = body_named(system.names, contact.at.body, where + ".at");
    if (body == world) throw Error(where + ".at", "is a point of the world, as the surface is; give a body");
    making.now_and_again([&contact, where] {
      if (!(contact.scale > 0)) throw Error(where + ".scale", fmt::format("{}; give a positive number", contact.scale.value));
    });
    const SurfacePart& surface = surface_named(making.model, system.names, contact);
    bool done = false;
    ContactKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
      if (!done && is_made_of<Kind>(surface)) add_contact<Kind>(making, contact, body, surface), done = true;
    });
  }
  system.elements.number(system.names);
}

}  // namespace pintle
