#include <fmt/core.h>

#include <cmath>

#include "pintle/io/members.h"
#include "pintle/io/writing/braces.h"
#include "pintle/io/writing/write_parts.h"
#include "pintle/io/writing/writer.h"

namespace pintle {
namespace {

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

std::string write_directions_of(DirectionSet set) {
  std::string list;
  for (Direction d : all_directions)
    if (set.has(d)) list += fmt::format("{}{}", list.empty() ? "" : ", ", name_of(d));
  return "[" + list + "]";
}

/// Laws of one direction; units tell texts apart that several places share.
class LawWriter {
 public:
  LawWriter(Direction direction, ExpressionWriter& expressions) : expressions_(expressions), turns_(!is_translation(direction)) {}

  std::string write(const SpringLaw& law) const {
    Braces out;
    return write_members(out, law, expressions_, !turns_).str();
  }

  /// An impact has neither stiffness nor damping.
  std::string write(const LimitLaw& law) const {
    Braces out;
    return write_members(
               out, law, expressions_, !turns_,
               [&](const auto& field) { return !law.restitution || (field.name != "stiffness" && field.name != "damping"); })
        .str();
  }

  std::string write(const FrictionLaw& law) const {
    Braces out;
    const auto put = [&](std::string_view key, const Number& number) { out.add(key, expressions_.write_living(number)); };
    out.add("law", law.kind == FrictionKind::coulomb ? "coulomb" : law.kind == FrictionKind::stribeck ? "stribeck" : "lugre");
    if (law.kind == FrictionKind::coulomb)
      put("mu", law.mu_s);
    else
      put("mu_s", law.mu_s), put("mu_k", law.mu_k), put("vs", law.vs), put("alpha", law.alpha), put("sigma2", law.sigma2);
    if (law.kind == FrictionKind::lugre) put("sigma0", law.sigma0), put("sigma1", law.sigma1);
    if (turns_) put("radius", law.radius);
    put("preload", law.preload);
    return out.str();
  }

 private:
  ExpressionWriter& expressions_;
  bool turns_;
};

/// One value for the one direction of a joint, else {rx: …, tz: …}.
template <class Value, class Write>
std::string write_directions(const std::map<Direction, Value>& values, const JointType* type, const Write& write) {
  if (type && type->freedoms() == 1 && values.size() == 1) return write(values.begin()->first, values.begin()->second);
  Braces map;
  for (const auto& [direction, value] : values) map.add(name_of(direction), write(direction, value));
  return map.str();
}

std::string write_driven(Direction direction, const DrivenLaw& law, ExpressionWriter& expressions) {
  const bool translation = is_translation(direction);
  const std::string_view unit = law.rate ? translation ? "m/s" : "rad/s" : translation ? "m" : "rad";
  const std::string_view key = law.rate ? translation ? "velocity" : "rate" : translation ? "displacement" : "angle";
  return Braces().add(key, expressions.write_living(law.value, unit)).str();
}

void add_laws(const JointPart& joint, ExpressionWriter& expressions, Braces& out) {
  const auto add = [&](std::string_view key, const auto& laws, const auto& how) {
    if (!laws.empty()) out.add(key, write_directions(laws, &joint.type, how));
  };
  const auto write = [&](Direction d, const auto& law) { return LawWriter(d, expressions).write(law); };
  add("spring", joint.springs, write);
  add("limits", joint.limits, write);
  add("friction", joint.frictions, write);
  add("motor", joint.motors, [&](Direction d, const Number& effort) {
    return is_translation(d) ? Braces().add("force", expressions.write_living(effort, "N")).str()
                             : Braces().add("torque", expressions.write_living(effort, "N*m")).str();
  });
  add("driven", joint.drivers, [&](Direction d, const DrivenLaw& law) { return write_driven(d, law, expressions); });
}

}  // namespace

std::string write_joint(const JointPart& joint, ExpressionWriter& expressions) {
  Braces out;
  out.add("type", write_type(joint.type));
  out.add("between", fmt::format("[{}, {}]", write_name(joint.parent), write_name(joint.child)));
  if (const auto* point = std::get_if<Vector>(&joint.at)) out.add("at", *point);
  if (const auto* points = std::get_if<std::array<PointOn, 2>>(&joint.at)) {
    Braces both;
    for (const int i : {0, 1}) {
      const PointOn& point = (*points)[i];
      joint.current == i ? both.add(write_name(point.body), std::string("current")) : both.add(write_name(point.body), point.p);
    }
    out.add("at", both.str());
  }
  out.add("axis", joint.axis).add("second_axis", joint.second_axis).add("x_axis", joint.x_axis);
  if (joint.axes) out.add("axes", write_name(*joint.axes));
  add_laws(joint, expressions, out);
  if (joint.locked.count() > 0) out.add("locked", write_directions_of(joint.locked));
  if (!joint.active) out.add("active", std::string("false"));
  return out.str();
}

std::string write_joint_start(const JointStart& start, const JointType* type) {
  const auto write = [](Direction d, const DirectionStart& s) {
    const bool translation = is_translation(d);
    const std::string_view key = translation ? "displacement" : "angle";
    Braces out;
    s.guess ? out.add(key, Braces().add("guess", s.value).str()) : out.add(key, s.value);
    return out.add(translation ? "velocity" : "rate", s.rate).str();
  };
  if (!(type && type->ball)) return write_directions(start.directions, type, write);
  Braces out;
  for (const auto& [direction, value] : start.directions) out.add(name_of(direction), write(direction, value));
  return out.add(start.rotation).add("angular_velocity", start.angular_velocity).str();
}

}  // namespace pintle
