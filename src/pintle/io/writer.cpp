#include "pintle/io/writer.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "pintle/io/condition.h"

namespace pintle {
namespace {

/// A text in double quotes, as YAML and JSON read it.
std::string write_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

/// y and n are true and false to some.
std::string write_name(const std::string& name) {
  return name == "y" || name == "n" || name == "Y" || name == "N" ? write_text(name) : name;
}

std::string write_vector(const Vec3<double>& v) {
  return fmt::format("[{}, {}, {}]", write_number(v.x), write_number(v.y), write_number(v.z));
}

std::string write_quaternion(const Quaternion<double>& q) {
  return fmt::format("{{w: {}, x: {}, y: {}, z: {}}}", write_number(q.w), write_number(q.x), write_number(q.y),
                     write_number(q.z));
}

/// A map in braces, key by key; what is not there is left out.
class Braces {
 public:
  Braces& add(std::string_view key, const std::string& value) {
    text_ += fmt::format("{}{}: {}", text_.empty() ? "" : ", ", key, value);
    return *this;
  }
  Braces& add(std::string_view key, double value) { return add(key, write_number(value)); }
  Braces& add(std::string_view key, const Vec3<double>& value) { return add(key, write_vector(value)); }
  Braces& add(std::string_view key, const Quaternion<double>& value) { return add(key, write_quaternion(value)); }
  template <class T>
  Braces& add(std::string_view key, const std::optional<T>& value) {
    return value ? add(key, *value) : *this;
  }
  std::string str() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

std::string write_inertia(const Sym3<double>& I) {
  const auto is_zero = [](double x) { return x == 0 && !std::signbit(x); };
  if (is_zero(I.xy) && is_zero(I.xz) && is_zero(I.yz)) return write_vector({I.xx, I.yy, I.zz});
  return Braces().add("xx", I.xx).add("yy", I.yy).add("zz", I.zz).add("xy", I.xy).add("xz", I.xz).add("yz", I.yz).str();
}

std::string write_body(const BodyPart& body) {
  return Braces()
      .add("mass", body.mass)
      .add("inertia", write_inertia(body.inertia))
      .add("at", body.at)
      .add("quaternion", body.rotation)
      .str();
}

std::string write_points(const std::array<PointOn, 2>& at) {
  return Braces().add(write_name(at[0].body), at[0].p).add(write_name(at[1].body), at[1].p).str();
}

std::string write_type(const JointType& type) {
  if (type.name != "list") return type.name;
  std::string list;
  const auto add = [&](Direction d) {
    if (type.free.has(d)) list += fmt::format("{}{}", list.empty() ? "" : ", ", name_of(d));
  };
  for (Direction d : {Direction::tx, Direction::ty, Direction::tz}) add(d);
  for (std::uint8_t axis : type.sequence) add(static_cast<Direction>(3 + axis));
  return "[" + list + "]";
}

std::string write_table(const SpringLaw::Table& table) {
  if (table.size() == 1 && table[0].first == 0 && !std::signbit(table[0].first)) return write_number(table[0].second);
  std::string rows;
  for (const auto& [q, value] : table)
    rows += fmt::format("{}[{}, {}]", rows.empty() ? "" : ", ", write_number(q), write_number(value));
  return "[" + rows + "]";
}

std::string write_spring(const SpringLaw& law) {
  return Braces()
      .add("stiffness", write_table(law.stiffness))
      .add("damping", write_table(law.damping))
      .add("rest", law.rest)
      .str();
}

/// One value for the one direction of a joint, else {rx: …, tz: …}.
template <class Value, class Write>
std::string write_directions(const std::map<Direction, Value>& values, const JointType* type, const Write& write) {
  if (type && type->freedoms() == 1 && values.size() == 1) return write(values.begin()->first, values.begin()->second);
  Braces map;
  for (const auto& [direction, value] : values) map.add(name_of(direction), write(direction, value));
  return map.str();
}

std::string write_joint(const JointPart& joint) {
  Braces out;
  out.add("type", write_type(joint.type));
  out.add("between", fmt::format("[{}, {}]", write_name(joint.parent), write_name(joint.child)));
  if (const auto* point = std::get_if<Vec3<double>>(&joint.at)) out.add("at", *point);
  if (const auto* points = std::get_if<std::array<PointOn, 2>>(&joint.at)) out.add("at", write_points(*points));
  out.add("axis", joint.axis).add("second_axis", joint.second_axis).add("x_axis", joint.x_axis);
  if (joint.axes) out.add("axes", write_name(*joint.axes));
  if (!joint.springs.empty())
    out.add("spring",
            write_directions(joint.springs, &joint.type, [](Direction, const SpringLaw& law) { return write_spring(law); }));
  if (!joint.motors.empty())
    out.add("motor", write_directions(joint.motors, &joint.type, [](Direction d, double effort) {
              return Braces().add(is_translation(d) ? "force" : "torque", effort).str();
            }));
  return out.str();
}

std::string write_force(const PointForcePart& force) {
  Braces out;
  out.add("at", Braces().add(write_name(force.at.body), force.at.p).str());
  if (force.axes) out.add("axes", write_name(*force.axes));
  return out.add("force", force.force).add("moment", force.moment).str();
}

std::string write_point_spring(const PointSpringPart& spring) {
  const auto law =
      Braces().add("stiffness", spring.stiffness).add("damping", spring.damping).add("free_length", spring.free_length);
  return Braces().add("at", write_points(spring.at)).add("spring", law.str()).str();
}

std::string write_surface(const SurfacePart& s) {
  Braces out, friction;
  out.add("plane", Braces().add("at", s.at).add("up", s.up).str());
  out.add("normal", Braces().add("law", "standard-linear-solid").add("ke", s.ke).add("kv", s.kv).add("cv", s.cv).str());
  friction.add("law", "lugre").add("mu_s", s.mu_s).add("mu_k", s.mu_k).add("sigma0", s.sigma0).add("sigma1", s.sigma1);
  friction.add("sigma2", s.sigma2).add("vs", s.vs).add("alpha", s.alpha);
  if (s.has_friction) out.add("friction", friction.str());
  return out.str();
}

std::string write_contact(const ContactPart& contact) {
  return Braces()
      .add("at", Braces().add(write_name(contact.at.body), contact.at.p).str())
      .add("surface", write_name(contact.surface))
      .add("scale", contact.scale)
      .str();
}

std::string write_body_start(const BodyStart& start) {
  return Braces()
      .add("at", start.at)
      .add("quaternion", start.rotation)
      .add("velocity", start.velocity)
      .add("angular_velocity", start.angular_velocity)
      .str();
}

std::string write_joint_start(const JointStart& start, const JointType* type) {
  const auto write = [](Direction d, const DirectionStart& s) {
    const bool translation = is_translation(d);
    return Braces().add(translation ? "displacement" : "angle", s.value).add(translation ? "velocity" : "rate", s.rate).str();
  };
  if (!start.rotation && !start.angular_velocity) return write_directions(start.directions, type, write);
  Braces out;
  for (const auto& [direction, value] : start.directions) out.add(name_of(direction), write(direction, value));
  return out.add("quaternion", start.rotation).add("angular_velocity", start.angular_velocity).str();
}

/// The user's own words if they still say what the event means.
std::string write_when(const EventPart& event, const JointTypes& types) {
  try {
    const Condition said = parse_condition(event.when, types);
    if (said.signal == event.signal && said.comparison == event.comparison && said.value == event.value)
      return write_text(event.when);
  } catch (const Error&) {}
  return write_text(fmt::format("{} {} {}", event.signal, symbol_of(event.comparison), write_number(event.value)));
}

std::string write_event(const EventPart& event, const JointTypes& types) {
  std::string actions;
  for (const LockAction& action : event.actions) {
    actions +=
        fmt::format("{}{}: {}", actions.empty() ? "" : ", ", action.lock ? "lock" : "unlock",
                    action.direction ? fmt::format("{}.{}", action.joint, name_of(*action.direction)) : write_name(action.joint));
  }
  Braces out;
  out.add("when", write_when(event, types)).add("do", "[" + actions + "]");
  if (event.rearm) out.add("rearm", std::string("true"));
  return out.str();
}

std::string write_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += fmt::format("{}{}", list.empty() ? "" : ", ", write_text(text));
  return "[" + list + "]";
}

std::string write_run(const RunPart& run) {
  Braces out;
  out.add("until", run.until).add("output_every", run.output_every);
  if (!run.record.empty()) out.add("record", write_list(run.record));
  out.add("formulation", run.formulation).add("integrator", write_text(run.integrator)).add("rtol", run.rtol);
  return out.add("atol", run.atol).add("dt", run.dt).add("max_step", run.max_step).str();
}

/// "bodies:", then a line for every part.
class Section {
 public:
  explicit Section(std::string_view key) : text_(fmt::format("{}:\n", key)) {}
  void add(const std::string& name, const std::string& value) {
    text_ += fmt::format("  {}: {}\n", write_name(name), value);
    empty_ = false;
  }
  std::string str() const { return empty_ ? "" : text_; }

 private:
  std::string text_;
  bool empty_ = true;
};

}  // namespace

std::string write_number(double x) {
  std::string text = fmt::format("{}", x);
  const std::size_t exponent = text.find('e');
  if (text.find('.') == text.npos) text.insert(exponent == text.npos ? text.size() : exponent, ".0");
  return text;
}

std::string write_model(const Model& model) {
  JointTypes types;
  for (const JointPart& joint : model.joints) types[joint.name] = joint.type;
  const auto type_of = [&](const std::string& joint) {
    const auto it = types.find(joint);
    return it == types.end() ? nullptr : &it->second;
  };
  Section bodies("bodies"), joints("joints"), forces("forces"), surfaces("surfaces"), contacts("contacts"), initial("initial"),
      events("events");
  for (const auto& part : model.bodies) bodies.add(part.name, write_body(part));
  for (const auto& part : model.joints) joints.add(part.name, write_joint(part));
  for (const auto& part : model.point_forces) forces.add(part.name, write_force(part));
  for (const auto& part : model.point_springs) forces.add(part.name, write_point_spring(part));
  for (const auto& part : model.surfaces) surfaces.add(part.name, write_surface(part));
  for (const auto& part : model.contacts) contacts.add(part.name, write_contact(part));
  for (const auto& part : model.body_starts) initial.add(part.body, write_body_start(part));
  for (const auto& part : model.joint_starts) initial.add(part.joint, write_joint_start(part, type_of(part.joint)));
  for (const auto& part : model.events) events.add(part.name, write_event(part, types));
  return fmt::format("pintle: 1\nname: {}\ngravity: {}\n{}{}{}{}{}{}{}run: {}\n", write_text(model.name),
                     write_vector(model.gravity), bodies.str(), joints.str(), forces.str(), surfaces.str(), contacts.str(),
                     initial.str(), events.str(), write_run(model.run));
}

}  // namespace pintle
