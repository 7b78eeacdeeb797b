#include "info_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pintle/base/joined.h"
#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/model/constraint_rules.h"
#include "terminal.h"

namespace pintle {
namespace {

constexpr int deepest = 16;  // levels that the picture of the tree indents

class InfoWriter {
 public:
  InfoWriter(const Survey& survey, int width) : survey_(survey), system_(survey.system()), width_(width) {}

  std::string write(bool with_signals) {
    write_head();
    write_tree();
    write_bodies();
    write_joints();
    write_others();
    write_parameters();
    write_methods();
    if (with_signals) write_signals();
    return std::move(out_);
  }

 private:
  void write_head();
  void write_tree();
  void write_bodies();
  void write_joints();
  void write_joint(JointIndex j);
  void write_controllers();
  void write_others();
  void write_parameters();
  void write_methods();
  void write_signals();
  void heading(const std::string& text) { out_ += "\n" + labelled("", text, 0, width_); }
  void line(const std::string& label, const std::string& text, int indent) { out_ += labelled(label, text, indent, width_); }
  std::string pose_text(const Pose<double>& X) const;

  const Survey& survey_;
  const System& system_;
  int width_;
  std::string out_;
};

std::string attitude_text(const Mat3<double>& R) {
  const Quaternion<double> q = to_quaternion(R);
  if (std::abs(q.w) > 1 - 1e-15) return "";
  return fmt::format(", quaternion [{}, {}, {}, {}]", plain_text(q.w), plain_text(q.x), plain_text(q.y), plain_text(q.z));
}

std::string InfoWriter::pose_text(const Pose<double>& X) const { return "at " + vector_text(X.p) + " m" + attitude_text(X.R); }

void InfoWriter::write_head() {
  line("",
       fmt::format("{}: {}{}, {}, {} at the start", system_.name.empty() ? "model" : system_.name,
                   system_.particles.any()
                       ? count_text(static_cast<std::size_t>(system_.particles.count()), "particle", "particles") + ", "
                       : "",
                   count_text(system_.bodies.size() - 1, "body", "bodies"), count_text(system_.joints.size(), "joint", "joints"),
                   count_text(static_cast<std::size_t>(survey_.freedoms), "freedom", "freedoms")),
       0);
  const Vec3<double> gravity = system_.nominal[system_.gravity];
  line("", norm(gravity) > 0 ? "gravity " + vector_text(gravity) + " m/s^2" : "no gravity; up is world z", 0);
}

/// Bodies under their parents, in the order of the plan.
void InfoWriter::write_tree() {
  heading("Tree");
  out_ += "  world\n";
  const Topology& tree = survey_.plan.tree;
  std::vector<int> depth(tree.links.size(), 0);
  for (std::size_t i = 1; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    depth[i] = depth[link.parent] + 1;
    const int shown = std::min(depth[i], deepest);
    std::string text(static_cast<std::size_t>(3 * shown - 1), ' ');
    if (shown < depth[i]) text += fmt::format("(level {}) ", depth[i]);
    text += (link.joint.exists() ? "└─ " : "·  ") + system_.body(link.body).name;
    if (link.joint.exists()) {
      const JointRecord& joint = system_.joint(link.joint);
      text += fmt::format("  by {} ({}{})", joint.name, joint.type.name, link.reversed ? ", from child to parent" : "");
    } else {
      text += survey_.plan.structure.is_absent(link.body) ? "  is particles at the start" : "  floats";
    }
    out_ += text + "\n";
  }
  for (JointIndex j : tree.loops)
    line("", fmt::format("{} closes a loop, {}", system_.joint(j).name, sides_text(system_, system_.joint(j))), 2);
  if (survey_.rows > 0) line("", redundancy_text(survey_), 2);
}

void InfoWriter::write_bodies() {
  heading("Bodies");
  for (std::size_t b = 1; b < system_.bodies.size(); ++b) {
    const BodyRecord& body = system_.bodies[b];
    const auto moments = calc_principal_axes(system_.nominal[body.inertia]).moments;
    line("  " + body.name,
         fmt::format("{} kg, principal moments {}, {}, {} kg*m^2", plain_text(system_.nominal[body.mass]),
                     number_text(moments[0]), number_text(moments[1]), number_text(moments[2])),
         14);
    line("    reference", pose_text(survey_.reference.X_WB[b]), 14);
    line("    start", pose_text(survey_.start.X_WB[b]), 14);
    const Motion<double>& V = survey_.start.V_WB[b];
    if (norm(V.v) > 0 || norm(V.w) > 0)
      line("", fmt::format("velocity {} m/s, angular velocity {} rad/s in body axes", vector_text(V.v), vector_text(V.w)), 14);
  }
}

std::string frame_text(const Pose<double>& X) {
  return fmt::format("at {} m, x {}, y {}, z {}", vector_text(X.p), axis_text(X.R.column(0)), axis_text(X.R.column(1)),
                     axis_text(X.R.column(2)));
}

std::string coordinate_text(const JointType& type, const JointCoordinates<double>& q) {
  std::string text;
  const bool alone = type.freedoms() == 1;
  for (Direction d : ordered_directions(type)) {
    if (type.ball && !is_translation(d)) continue;
    const int k = axis_of(d);
    const std::string suffix = alone ? "" : "." + std::string(name_of(d));
    text += text.empty() ? "" : ", ";
    text += is_translation(d)
                ? fmt::format("displacement{0} {1} m, velocity{0} {2} m/s", suffix, plain_text(q.displacement[k]),
                              plain_text(q.velocity[k]))
                : fmt::format("angle{0} {1} rad, rate{0} {2} rad/s", suffix, plain_text(q.angle[k]), plain_text(q.rate[k]));
  }
  if (type.ball)
    text += fmt::format("{}quaternion [{}, {}, {}, {}], rate {} rad/s", text.empty() ? "" : ", ", plain_text(q.rotation.w),
                        plain_text(q.rotation.x), plain_text(q.rotation.y), plain_text(q.rotation.z), vector_text(q.rate));
  return text;
}

void InfoWriter::write_joint(JointIndex j) {
  const JointRecord& joint = system_.joint(j);
  const JointFrames frames = calc_joint_frames(system_, system_.nominal, j, survey_.start.X_WB);
  out_ +=
      fmt::format("  {}: {}, {}{}\n", joint.name, joint.type.name, sides_text(system_, joint), joint.active ? "" : ", inactive");
  line("    F", frame_text(frames.X_WF), 10);
  line("    M", frame_text(frames.X_WM), 10);
  if (const std::string text = coordinate_text(joint.type, survey_.start.joints[j.i]); !text.empty()) line("    start", text, 10);
  if (const std::string text = shared_text(survey_.uniqueness.joints[j.i]); !text.empty())
    line("    shared", text + ": not decided by equilibrium", 12);
  for (const std::string& text : positive_texts(survey_, j)) line("", text, 4);
  for (const std::string& text : law_texts(survey_.model(), survey_.model().joints[j.i])) line("    law", text, 10);
}

void InfoWriter::write_joints() {
  if (system_.joints.empty()) return;
  heading("Joints, with their frames in the world at the start");
  for (int j = 0; j < system_.joint_count(); ++j) write_joint(JointIndex(j));
}

/// Names of forces, or of contacts.
std::string elements_text(const System& system, bool contacts) {
  std::string text;
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind&) {
    if (Kind::has_mode == contacts) text += (text.empty() ? "" : ", ") + pool.names[k] + (pool.active[k] ? "" : " (inactive)");
  });
  return text;
}

std::string constraint_text(const System& system, const ConstraintPart& part, const ConstraintRecord& record) {
  std::vector<std::string> bodies;
  for (BodyIndex b : record.bodies)
    if (const std::string& name = system.body(b).name; std::find(bodies.begin(), bodies.end(), name) == bodies.end())
      bodies.push_back(name);
  if (record.is_one_sided()) bodies.resize(1);  // the other end lends its axes
  return fmt::format("{}: {} of {}{}{}{}", record.name, type_name(part), joined(bodies),
                     record.row_count() > 1 ? fmt::format(", {} rows", record.row_count()) : "",
                     record.has_position() ? "" : ", at velocity level", record.active ? "" : " (inactive)");
}

void InfoWriter::write_controllers() {
  std::string label = "  controllers";
  for (const ControllerPart& controller : survey_.model().controllers) {
    std::vector<std::string> sets;
    for (const ControllerPart::Output& output : controller.outputs)
      sets.push_back(output.path + (output.text.empty() ? "" : " = " + output.text));
    const std::string when = controller.every ? fmt::format("every {} s", number_text(controller.every->value, 6))
                                              : fmt::format("while {}", controller.when);
    const std::string by = controller.library.empty() ? "" : fmt::format(", by {}", controller.library);
    line(std::exchange(label, ""),
         fmt::format("{}: set {} {}{}{}", controller.name, joined(sets), when, by, controller.keeps ? ", and keep it" : ""), 15);
  }
}

void InfoWriter::write_others() {
  std::string points;
  for (const PointRecord& point : system_.points)
    points += fmt::format("{}{} on {}", points.empty() ? "" : ", ", point.name, system_.body(point.body).name);
  const std::string contacts = elements_text(system_, true), forces = elements_text(system_, false);
  if (!points.empty() || !contacts.empty() || !forces.empty() || !system_.events.empty() || !system_.constraints.empty() ||
      !system_.controllers.empty())
    heading("Other parts");
  for (std::size_t k = 0; k < system_.constraints.size(); ++k)
    line(k == 0 ? "  constraints" : "", constraint_text(system_, survey_.model().constraints[k], system_.constraints[k]), 15);
  if (!points.empty()) line("  points", points, 12);
  if (!forces.empty()) line("  forces", forces, 12);
  if (!contacts.empty()) line("  contacts", contacts, 12);
  write_controllers();
  std::string label = "  events";
  for (const EventRecord& event : system_.events) {
    if (event.is_of_controller) continue;
    std::string actions;
    for (const Edits& action : event.actions) actions += (actions.empty() ? "" : ", ") + action.text;
    line(std::exchange(label, ""),
         fmt::format("{}: {}{} when {}{}", event.name, actions.empty() ? "log" : actions, event.active ? "" : " (inactive)",
                     event.cause, event.after.exists() ? ", after " + system_.events[event.after.i].name : ""),
         12);
  }
}

void InfoWriter::write_parameters() {
  if (survey_.model().parameters.empty()) return;
  heading("Parameters");
  for (const ParameterPart& parameter : survey_.model().parameters) {
    std::string text = parameter.list.empty() ? number_text(parameter.value, 8) : "";
    for (const Number& element : parameter.list) text += (text.empty() ? "" : ", ") + number_text(element, 8);
    const std::string unit = parameter.bare ? "" : unit_of(parameter.dimension, parameter.angle);
    line("  " + parameter.name, text + (unit.empty() || unit == "1" ? "" : " " + unit), 16);
  }
}

void InfoWriter::write_methods() {
  heading("Ways to run it");
  for (const Formulation& row : formulations()) {
    const auto reason = why_not(row, system_, make_plan(system_, survey_.plan.structure, row.family));
    line(fmt::format("  {}", row.name), reason ? "no: " + *reason : std::string(row.what), 21);
  }
  for (const IntegratorKind& kind : integrator_kinds()) line(fmt::format("  {}", kind.name), std::string(kind.what), 21);
}

void InfoWriter::write_signals() {
  heading("Signals; of a vector also .norm");
  for (const Signal& signal : make_signals(system_.names)) out_ += fmt::format("  {} [{}]\n", signal.name, signal.unit);
}

}  // namespace

std::string make_info_text(const Survey& survey, bool with_signals, int width) {
  return InfoWriter(survey, width).write(with_signals);
}

}  // namespace pintle
