#include "info_json.h"

#include <algorithm>

#include "pintle/base/json.h"
#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/math/symmetric_eigen.h"
#include "pintle/model/constraint_rules.h"

namespace pintle {
namespace {

Json to_json(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Json to_json(const Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }
Json to_json(const Mat3<double>& R) { return {to_json(R.row(0)), to_json(R.row(1)), to_json(R.row(2))}; }
Json frame_json(const Pose<double>& X) { return {{"origin", to_json(X.p)}, {"axes", to_json(X.R)}}; }

Json make_bodies(const Survey& survey) {
  Json out = Json::object();
  const State<double>& s = survey.start;
  for (std::size_t b = 1; b < s.X_WB.size(); ++b)
    out.add(survey.system().bodies[b].name, {{"position", to_json(s.X_WB[b].p)},
                                             {"quaternion", to_json(s.q_WB[b])},
                                             {"velocity", to_json(s.V_WB[b].v)},
                                             {"angular_velocity", to_json(s.V_WB[b].w)}});
  return out;
}

bool is_loop(const Survey& survey, JointIndex j) {
  return std::ranges::find(survey.plan.tree.loops, j) != survey.plan.tree.loops.end();
}

void add_coordinates(const JointType& type, const JointCoordinates<double>& q, Json& out) {
  Json coordinates = Json::object(), rates = Json::object();
  for (Direction d : ordered_directions(type)) {
    if (type.ball && !is_translation(d)) continue;
    coordinates[std::string(name_of(d))] = q.value_of(d);
    rates[std::string(name_of(d))] = q.rate_of(d);
  }
  if (type.ball) {
    coordinates["ball"] = to_json(q.rotation);
    rates["ball"] = to_json(q.rate);
  }
  out["coordinates"] = std::move(coordinates);
  out["rates"] = std::move(rates);
}

Json make_joints(const Survey& survey) {
  Json out = Json::object();
  const System& system = survey.system();
  for (int i = 0; i < system.joint_count(); ++i) {
    const JointIndex j(i);
    const JointRecord& joint = system.joint(j);
    const JointFrames frames = calc_joint_frames(system, system.nominal, j, survey.start.X_WB);
    Json entry{{"F", frame_json(frames.X_WF)}, {"M", frame_json(frames.X_WM)}};
    if (joint.active && !is_loop(survey, j)) add_coordinates(joint.type, survey.start.joints[i], entry);
    out.add(joint.name, std::move(entry));
  }
  return out;
}

Json make_parts(const Survey& survey) {
  const Model& model = survey.model();
  const System& system = survey.system();
  Json bodies = Json::object(), joints = bodies, constraints = bodies, events = bodies, controllers = bodies;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const BodyPart& body = model.bodies[b];
    const Pose<double>& X = survey.reference.X_WB[b + 1];
    const std::array<double, 3> moments = calc_principal_axes(body.inertia).moments;
    bodies.add(body.name, {{"mass", body.mass.value},
                           {"principal_moments", {moments[0], moments[1], moments[2]}},
                           {"reference", {{"position", to_json(X.p)}, {"quaternion", to_json(to_quaternion(X.R))}}}});
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const JointPart& joint = model.joints[j];
    std::vector<std::string> free;
    for (Direction d : ordered_directions(joint.type)) free.emplace_back(name_of(d));
    joints.add(joint.name, {{"type", joint.type.name},
                            {"between", {joint.parent, joint.child}},
                            {"free", free},
                            {"active", joint.active},
                            {"reference", frame_json(survey.reference.X_WJ[j])},
                            {"positive", positive_texts(survey, JointIndex(static_cast<int>(j)))},
                            {"laws", law_texts(model, joint)}});
  }
  for (std::size_t k = 0; k < model.constraints.size(); ++k) {
    const ConstraintRecord& record = system.constraints[k];
    std::vector<std::string> on, rows;
    for (BodyIndex b : record.bodies) on.push_back(system.body(b).name);
    for (const std::string& row : record.rows)
      if (!row.empty()) rows.push_back(row);
    constraints.add(record.name, {{"type", type_name(model.constraints[k])},
                                  {"bodies", on},
                                  {"rows", rows},
                                  {"position_level", record.has_position()},
                                  {"active", record.active}});
  }
  for (const EventRecord& event : system.events) {
    if (event.is_of_controller) continue;
    std::vector<std::string> actions;
    for (const Edits& action : event.actions) actions.push_back(action.text);
    events.add(event.name, {{"when", event.cause}, {"do", actions}, {"active", event.active}});
  }
  for (const ControllerPart& controller : model.controllers) {
    std::vector<std::string> sets;
    for (const ControllerPart::Output& output : controller.outputs) sets.push_back(output.path);
    controllers.add(controller.name, {{"when", controller.every ? Json() : Json(controller.when)},
                                      {"every", controller.every ? Json(controller.every->value) : Json()},
                                      {"library", controller.library},
                                      {"set", sets},
                                      {"keeps", controller.keeps}});
  }
  return {{"bodies", bodies}, {"joints", joints}, {"constraints", constraints}, {"events", events}, {"controllers", controllers}};
}

Json make_tree(const Survey& survey) {
  Json out = Json::list();
  const System& system = survey.system();
  const Topology& tree = survey.plan.tree;
  for (std::size_t i = 1; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    out.push_back({{"body", system.body(link.body).name},
                   {"parent", system.body(tree.links[link.parent].body).name},
                   {"joint", link.joint.exists() ? Json(system.joint(link.joint).name) : Json()}});
  }
  return out;
}

Json make_parameters(const Model& model) {
  Json out = Json::object();
  for (const ParameterPart& parameter : model.parameters) {
    Json value = parameter.value.value;
    if (!parameter.list.empty()) value = std::vector<double>(parameter.list.begin(), parameter.list.end());
    out.add(parameter.name,
            {{"value", value}, {"unit", parameter.bare ? Json() : Json(unit_of(parameter.dimension, parameter.angle))}});
  }
  return out;
}

Json make_structure_json(const Survey& survey) {
  const System& system = survey.system();
  const Structure& structure = survey.plan.structure;
  Json joints = Json::object(), forces = joints, not_unique = joints;
  for (int j = 0; j < system.joint_count(); ++j) joints.add(system.joint(JointIndex(j)).name, structure.closed[j]);
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind&) {
    if (!Kind::has_mode) forces.add(pool.names[k], structure.acts(pool.element(k)));
  });
  std::vector<std::string> loops;
  for (JointIndex j : survey.plan.tree.loops) loops.push_back(system.joint(j).name);
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (const std::string text = shared_text(survey.uniqueness.joints[j]); !text.empty())
      not_unique.add(system.joints[j].name, text);
  for (std::size_t c = 0; c < system.constraints.size(); ++c)
    if (survey.uniqueness.constraints[c].any()) not_unique.add(system.constraints[c].name, "reaction");
  return {{"freedoms", survey.freedoms}, {"loops", loops},   {"rows", survey.rows}, {"redundant", survey.redundant},
          {"not_unique", not_unique},    {"joints", joints}, {"forces", forces}};
}

Json make_formulations(const Survey& survey) {
  Json out = Json::object();
  for (const Formulation& row : formulations()) {
    const auto reason = why_not(row, survey.system(), make_plan(survey.system(), survey.plan.structure, row.family));
    out[std::string(row.name)] = {{"runs", !reason}, {"why_not", reason.value_or("")}};
  }
  return out;
}

}  // namespace

std::string make_info_json(const Survey& survey, bool with_signals) {
  const System& system = survey.system();
  Json json{{"name", system.name}, {"bodies", make_bodies(survey)}, {"joints", make_joints(survey)}};
  json["parts"] = make_parts(survey);
  json["tree"] = make_tree(survey);
  json["parameters"] = make_parameters(survey.model());
  json["structure"] = make_structure_json(survey);
  json["formulations"] = make_formulations(survey);
  json["integrators"] = Json::list();
  for (const IntegratorKind& kind : integrator_kinds()) json["integrators"].push_back(kind.name);
  if (with_signals) {
    json["signals"] = Json::list();
    for (const Signal& signal : make_signals(system.names))
      json["signals"].push_back({{"name", signal.name}, {"unit", signal.unit}});
  }
  return to_text(json, 1) + "\n";
}

}  // namespace pintle
