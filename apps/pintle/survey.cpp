#include "survey.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/structure/riding.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr double rounding = 1e-12;

std::string coordinate_name(const JointType& type, Direction d) {
  const std::string name = is_translation(d) ? "displacement" : "angle";
  return type.freedoms() == 1 ? name : fmt::format("{}.{}", name, name_of(d));
}

/// "rx: " where a joint has several directions.
std::string direction_text(const JointType& type, Direction d) {
  return type.freedoms() == 1 ? "" : fmt::format("{}: ", name_of(d));
}

std::string table_text(const Model& model, const SpringLaw::Table& table, const char* unit) {
  if (table.size() != 1) return fmt::format("by a table of {} points", table.size());
  return fmt::format("{} {}", number_or_expression(model, table.front().second), unit);
}

bool is_zero(const SpringLaw::Table& table) { return table.size() == 1 && table.front().second.value == 0; }

std::string spring_text(const Model& model, const SpringLaw& spring, bool translation) {
  std::string text;
  if (!is_zero(spring.stiffness)) text = "spring " + table_text(model, spring.stiffness, translation ? "N/m" : "N*m/rad");
  if (!is_zero(spring.damping))
    text += (text.empty() ? "damping " : ", damping ") + table_text(model, spring.damping, translation ? "N*s/m" : "N*m*s/rad");
  if (is_zero(spring.stiffness)) return text;
  return text + (spring.rest ? fmt::format(", rest {} {}", plain_text(*spring.rest), translation ? "m" : "rad")
                             : std::string(", at rest where it starts"));
}

std::string limit_text(const LimitLaw& limits, bool translation) {
  std::string text = "stops";
  if (limits.low) text += fmt::format(" at {}", plain_text(*limits.low));
  if (limits.low && limits.high) text += " and";
  if (limits.high) text += fmt::format(" at {}", plain_text(*limits.high));
  text += translation ? " m" : " rad";
  if (limits.restitution) return text + fmt::format(", restitution {}", plain_text(*limits.restitution));
  return text + fmt::format(", stiffness {} {}", plain_text(limits.stiffness), translation ? "N/m" : "N*m/rad");
}

std::string friction_text(const FrictionLaw& friction) {
  const char* kind = friction.kind == FrictionKind::coulomb    ? "coulomb"
                     : friction.kind == FrictionKind::stribeck ? "stribeck"
                                                               : "lugre";
  return fmt::format("friction {}, mu {}", kind, plain_text(friction.mu_k));
}

std::string driven_text(const Model& model, const DrivenLaw& law, bool translation) {
  const char* what = law.rate ? (translation ? "velocity" : "rate") : (translation ? "displacement" : "angle");
  return fmt::format("driven, {} {}", what, number_or_expression(model, law.value));
}

}  // namespace

Survey make_survey(const LoadedModel& loaded) {
  const System& system = loaded.system;
  Plan plan = make_plan(system, make_structure(system), Coordinates::joint);
  Survey survey{
      loaded, make_reference(loaded.model), std::move(plan), make_start(system, system.nominal, make_structure(system)), 0, 0, 0,
      {}};
  const int of_particles = count_particle_freedoms(system, survey.plan.structure);
  survey.freedoms = survey.plan.freedoms + of_particles;
  survey.uniqueness.joints.resize(system.joints.size());
  survey.uniqueness.constraints.resize(system.constraints.size());
  if (survey.plan.closings.empty()) return survey;
  Statics statics(system, survey.plan.structure);
  statics.update(system.nominal, survey.start);
  survey.freedoms = statics.freedoms() + of_particles;
  survey.rows = statics.rows();
  survey.redundant = statics.redundant();
  survey.uniqueness = statics.judge_uniqueness();
  return survey;
}

std::string shared_text(const NotUnique& not_unique) {
  constexpr std::array<const char*, 6> names{"fx", "fy", "fz", "mx", "my", "mz"};
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (not_unique.load >> k & 1) text += (text.empty() ? "" : ", ") + std::string(names[k]);
  return text;
}

/// L of the mechanisms whose loads are shared: "1 m", "1 m or 0.02 m".
std::string lengths_text(const Survey& survey) {
  const System& system = survey.system();
  const Mechanisms& mechanisms = system.mechanisms;
  std::vector<double> lengths;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (!survey.uniqueness.joints[j].any()) continue;
    const std::array<BodyIndex, 2> bodies{system.joints[j].parent, system.joints[j].child};
    const double L = mechanisms.length_of(bodies);
    if (std::ranges::find(lengths, L) == lengths.end()) lengths.push_back(L);
  }
  if (lengths.empty()) lengths.push_back(system.length);
  std::string text;
  for (double L : lengths) text += (text.empty() ? "" : " or ") + plain_text(L) + " m";
  return text;
}

std::string redundancy_text(const Survey& survey) {
  if (survey.redundant == 0) return fmt::format("{} rows hold the bodies, none of them redundant", survey.rows);
  return fmt::format(
      "{} rows hold the bodies, {} of them redundant: equilibrium does not decide the loads marked below, they are "
      "shared by the least norm of forces and moments/{}",
      survey.rows, survey.redundant, lengths_text(survey));
}

std::string count_text(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string plain_text(double x) { return std::abs(x) < rounding ? "0" : number_text(x); }

std::string vector_text(const Vec3<double>& v) {
  return fmt::format("[{}, {}, {}]", plain_text(v.x), plain_text(v.y), plain_text(v.z));
}

std::string axis_text(const Vec3<double>& axis) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(std::abs(axis[k]) - 1) < 1e-9) return fmt::format("{}{}", axis[k] > 0 ? '+' : '-', "xyz"[k]);
  return vector_text(axis);
}

std::string sides_text(const System& system, const JointRecord& joint) {
  return fmt::format("{} → {}", system.body(joint.parent).name, system.body(joint.child).name);
}

std::string joint_axis_text(const JointType& type, const Mat3<double>& R_WJ) {
  if (type.crossed) return axis_text(R_WJ.column(0)) + ", " + axis_text(R_WJ.column(1));
  const bool has_axis = type.freedoms() > 0 && !type.ball;
  return has_axis ? axis_text(R_WJ.column(2)) : "";
}

std::vector<Direction> ordered_directions(const JointType& type) {
  std::vector<Direction> list;
  for (Direction d : all_directions)
    if (is_translation(d) && type.free.has(d)) list.push_back(d);
  for (std::uint8_t axis : type.sequence)
    if (const auto d = static_cast<Direction>(3 + axis); type.free.has(d)) list.push_back(d);
  return list;
}

std::vector<std::string> positive_texts(const Survey& survey, JointIndex j) {
  const System& system = survey.system();
  const JointRecord& joint = system.joint(j);
  const Mat3<double>& R_WJ = survey.reference.X_WJ[j.i].R;
  const std::string& child = system.body(joint.child).name;
  const std::string seen = joint.parent == world ? "" : ", seen from " + system.body(joint.parent).name;
  std::vector<std::string> texts;
  std::string carried;
  for (Direction d : ordered_directions(joint.type)) {
    if (joint.type.ball && !is_translation(d)) continue;
    texts.push_back(fmt::format("{} > 0 {} {} {} {} of the world{}{}", coordinate_name(joint.type, d),
                                is_translation(d) ? "moves" : "turns", child, is_translation(d) ? "along" : "about",
                                axis_text(R_WJ.column(axis_of(d))), seen, is_translation(d) ? "" : carried));
    if (!is_translation(d)) carried += (carried.empty() ? ", carried by " : " and ") + std::string(name_of(d));
  }
  if (joint.type.ball)
    texts.push_back(fmt::format("orientation turns {}{}, by a quaternion; rates are in M's axes", child, seen));
  return texts;
}

std::string number_or_expression(const Model& model, const Number& number) {
  if (number.expr.exists())
    if (const auto words = model.expressions.find(number.expr.i); words != model.expressions.end()) return "=" + words->second;
  return plain_text(number.value);
}

std::vector<std::string> law_texts(const Model& model, const JointPart& joint) {
  std::vector<std::string> texts;
  const auto add = [&](Direction d, std::string text) {
    if (!text.empty()) texts.push_back(direction_text(joint.type, d) + std::move(text));
  };
  for (const auto& [d, spring] : joint.springs) add(d, spring_text(model, spring, is_translation(d)));
  for (const auto& [d, limits] : joint.limits) add(d, limit_text(limits, is_translation(d)));
  for (const auto& [d, friction] : joint.frictions) add(d, friction_text(friction));
  for (const auto& [d, effort] : joint.motors)
    add(d, fmt::format("motor {} {}", number_or_expression(model, effort), is_translation(d) ? "N" : "N*m"));
  for (const auto& [d, law] : joint.drivers) add(d, driven_text(model, law, is_translation(d)));
  return texts;
}

}  // namespace pintle
