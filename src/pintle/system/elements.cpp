#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/math/elementary.h"
#include "pintle/model/foreseen.h"
#include "pintle/system/make_parts.h"

/// Forces and contacts of a model → pools of elements, kind by kind.
namespace pintle {
namespace {

bool is_within(Bound bound, double value) {
  switch (bound) {
    case Bound::above_zero: return value > 0;
    case Bound::zero_or_more: return value >= 0;
    case Bound::one_or_more: return value >= 1;
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
    if constexpr (is_list_of_described<std::decay_t<decltype(value)>>)
      for (const auto& one : value) check(one, fmt::format("{}.{}", place, one.called));
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
    if constexpr (is_list_of_described<std::decay_t<decltype(value)>>)
      for (const auto& one : value) good = good && is_good(one);
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

/// h and its derivatives as one tape.
std::shared_ptr<const HeightFormula> make_height_formula(Making& making, const Number& height, const std::string& where) {
  using Reads = HeightFormula::Reads;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  Graph& graph = making.growing();
  const Expr h = height.expr.exists() ? height.expr : graph.constant(height.value);
  const Expr x = graph.input(InputKind::place, "x", unknown), y = graph.input(InputKind::place, "y", unknown),
             t = graph.input(InputKind::time, "", 0);
  if (graph.reads(h, InputKind::time)) making.grounds.push_back(h);
  const auto by = [&](Expr e, Expr input) { return graph.derivative(e, input); };
  const Expr hx = by(h, x), hy = by(h, y), ht = by(h, t);
  const std::array<Expr, HeightFormula::outputs> outputs{h, hx, hy, by(hx, x), by(hx, y), by(hy, y), ht, by(ht, x), by(ht, y)};
  const Formula formula = making.formulas.make(graph, outputs, where);
  HeightFormula out{formula.tape, {}};
  for (std::size_t i = 0; i < formula.inputs.size(); ++i) {
    const Input& input = graph.inputs()[formula.tape.inputs()[i]];
    const bool is_place = input.kind == InputKind::place;
    out.inputs.push_back({input.kind == InputKind::parameter ? Reads::parameter
                          : is_place                         ? (input.name == "x" ? Reads::x : Reads::y)
                                                             : Reads::time,
                          formula.inputs[i].parameter});
  }
  if (out.inputs.size() > HeightFormula::most_inputs || out.tape.scratch_size() > HeightFormula::most_places)
    throw Error(where, fmt::format("is too long: {} numbers with its derivatives, and {} are read; give a grid of heights",
                                   out.tape.scratch_size(), HeightFormula::most_places));
  return std::make_shared<const HeightFormula>(std::move(out));
}

/// Numbers of a described struct → slots, field by field; what lives becomes an output of System::living. The struct stays where
/// it is.
class NumberPutter {
 public:
  NumberPutter(Making& making, bool active, Expr clock = {}) : making_(making), active_(active), clock_(clock) {}

  /// Vectors are directions in the axes of this body, given by a part of an instance.
  NumberPutter& turned(BodyIndex body, int instance) {
    turn_ = {body, instance};
    return *this;
  }

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
  void put(const Vector& v, const std::string&, Slot3& slot) {
    slot = turn_ ? making_.put([&v, &r = making_.reference, &m = making_.model, body = turn_->body, instance = turn_->instance] {
      return r.turn_in(m, body, instance) * Vec3<double>(v);
    })
                 : making_.put(v);
  }
  void put(const Number& n, const std::string& where, LivingSlot& slot) {
    slot.at = making_.put_plain(n);
    slot.output = making_.add_living(n, where, active_, clock_);
  }
  void put(const Vector& v, const std::string& where, LivingSlot3& slot) {
    slot.at = making_.put_plain(v);
    for (int k = 0; const Number* n : {&v.x, &v.y, &v.z}) slot.output[k++] = making_.add_living(*n, where, active_, clock_);
  }
  void put(const Heights& given, const std::string&, Heights& heights) { heights = given; }
  void put(const Number& n, const std::string& where, HeightSlot& slot) { slot.formula = make_height_formula(making_, n, where); }
  template <class Given, class Slots>
    requires is_list_of_described<Given>
  void put(const Given& list, const std::string& where, Slots& slots) {
    for (const auto& one : list) slots.push_back(put(one, fmt::format("{}.{}", where, one.called)));
  }
  template <template <class> class Law>
  void put(const Law<Number>& numbers, const std::string& where, Law<Slot>& slots) {
    slots = put(numbers, where);
  }

  Making& making_;
  bool active_;
  Expr clock_;
  struct Turn {
    BodyIndex body;
    int instance;
  };
  std::optional<Turn> turn_{};
};

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
  const bool starts = is_woken(making.model, part.name);
  const Clock clock = starts ? make_clock(making, part.name) : Clock{};
  out.law = NumberPutter(making, part.active || starts, clock.expr).put(part.law, where);
  if constexpr (Kind::has_axes) {
    const BodyIndex axes = part.axes ? body_named(making.system.names, *part.axes, where + ".axes") : world;
    out.bodies[Kind::points] = axes;
    out.turn = making.put_turn(axes, part.instance);
  }
  making.system.elements.of<Kind>().add(part.name, out, part.active, clock.slot);
}

const SurfacePart& surface_named(const Model& model, const NameTable& names, const ContactPart& contact) {
  const auto part = names.find(contact.surface);
  if (!part || part->kind != PartKind::surface)
    throw Error(where_of(PartKind::contact, contact.name) + ".surface",
                fmt::format("there is no {} in surfaces; add it there or mend the name", contact.surface));
  return model.surfaces[part->index];
}

/// Where a surface is, in its carrier's axes: z is up, x the world's or the carrier's x made perpendicular to it unless it says
/// which; y where x is parallel.
template <class Form>
Pose<double> calc_surface_place(const Form& form, const Mat3<double>& turn, const Vec3<double>& at, const std::string& where) {
  if constexpr (requires { form.up; }) {
    const Vec3<double> up = turn * Vec3<double>(form.up);
    const double length = norm(up);
    if (!(length > 0)) throw Error(where + ".up", "length 0; give a direction, for example [0, 0, 1]");
    const Vec3<double> n = (1.0 / length) * up;
    Vec3<double> x = hypot(n.y, n.z) > 1e-6 ? unit<double>(0) : unit<double>(1);
    if constexpr (requires { form.x_axis; }) {
      const Vec3<double> given = turn * Vec3<double>(form.x_axis);
      if (norm(given) > 0 && norm(cross(given, n)) > 1e-6 * norm(given)) x = given;
    }
    const Vec3<double> t = x - dot(x, n) * n, t1 = (1.0 / norm(t)) * t;
    return {Mat3<double>::from_columns(t1, cross(n, t1), n), at};
  }
  return {turn, at};
}

SlotPose put_surface_place(Making& making, const SurfacePart& surface, BodyIndex carrier) {
  const std::string where = fmt::format("{}.{}", where_of(PartKind::surface, surface.name),
                                        std::visit([](const auto& form) { return form.name; }, surface.form));
  return making.put_by([&surface, &r = making.reference, &m = making.model, carrier, where](SlotMaker slots) {
    return std::visit(
        [&](const auto& form) {
          const Mat3<double> turn = r.turn_in(m, carrier, surface.instance);
          return slots.put(calc_surface_place(form, turn, r.point_on(m, carrier, form.at, surface.instance), where));
        },
        surface.form);
  });
}

template <class Kind>
void add_contact(Making& making, const ContactPart& contact, const SurfacePart& surface, BodyIndex body, BodyIndex carrier) {
  const std::string where = where_of(PartKind::surface, surface.name);
  static const FrictionKinds::Variant<NumbersOf> none = NumbersOf<Frictionless>{};
  NumberPutter putter(making, true), directions = NumberPutter(making, true).turned(body, contact.instance);
  Kind out;
  out.bodies[0] = body;
  if constexpr (Kind::ends == 2) out.bodies[1] = carrier;
  out.at = {making.put_point(body, contact.at, contact.instance)};
  const auto put = [&](const auto& given, const std::string& place, auto& slots) {
    std::visit([&](const auto& law) { slots = putter.put(law, place); }, given);
  };
  out.place = put_surface_place(making, surface, carrier);
  std::visit([&](const auto& law) { out.shape = directions.put(law, where_of(PartKind::contact, contact.name)); }, contact.shape);
  put(surface.form, where, out.surface);
  put(surface.normal, where + ".normal", out.normal);
  put(surface.friction ? *surface.friction : none, where + ".friction", out.friction);
  out.scale = making.put(contact.scale);
  making.system.elements.of<Kind>().add(contact.name, out, true);
}

void add_contact(Making& making, const ContactPart& contact) {
  const std::string where = where_of(PartKind::contact, contact.name);
  const NameTable& names = making.system.names;
  const BodyIndex body = body_named(names, contact.at.body, where + ".at");
  if (body == world) throw Error(where + ".at", "is a point of the world; give one of a body that moves");
  making.now_and_again([&contact, where] {
    if (!(contact.scale > 0)) throw Error(where + ".scale", fmt::format("{}; give a positive number", contact.scale.value));
  });
  std::visit([&](const auto& shape) { check_always(making, shape, where); }, contact.shape);
  const SurfacePart& surface = surface_named(making.model, names, contact);
  const BodyIndex carrier =
      surface.on ? body_named(names, *surface.on, where_of(PartKind::surface, surface.name) + ".on") : world;
  if (carrier == body)
    throw Error(where, fmt::format("{} is on {}, and so is the point that touches it; give a point of another body", surface.name,
                                   *surface.on));
  const bool is_plain =
      std::holds_alternative<NumbersOf<Point>>(contact.shape) && std::holds_alternative<NumbersOf<Plane>>(surface.form);
  if (carrier != world)
    add_contact<Contact<ShapeOnBody>>(making, contact, surface, body, carrier);
  else if (is_plain)
    add_contact<Contact<PointOnPlane>>(making, contact, surface, body, world);
  else
    add_contact<Contact<ShapeOnGround>>(making, contact, surface, body, world);
}

}  // namespace

void update_forces(Making& making) {
  making.model.forces.for_each([&](const auto& part) { add_force(making, part); });
}

void update_contacts(Making& making) {
  System& system = making.system;
  for (const SurfacePart& surface : making.model.surfaces) {
    const std::string where = where_of(PartKind::surface, surface.name);
    std::visit([&](const auto& form) { check_always(making, form, fmt::format("{}.{}", where, form.name)); }, surface.form);
    std::visit([&](const auto& law) { check_always(making, law, where + ".normal"); }, surface.normal);
    if (surface.friction) std::visit([&](const auto& law) { check_always(making, law, where + ".friction"); }, *surface.friction);
  }
  for (const ContactPart& contact : making.model.contacts) add_contact(making, contact);
  system.elements.number(system.names);
}

}  // namespace pintle
