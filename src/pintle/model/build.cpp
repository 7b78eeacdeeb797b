#include "pintle/model/build.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
#include "pintle/model/names.h"
#include "pintle/model/scope.h"

namespace pintle {

BodyPart& add_body(Model& model, const std::string& name, Number mass, const Vector& moments) {
  BodyPart body;
  body.name = name;
  body.mass = mass;
  body.inertia = {moments.x, 0.0, 0.0, moments.y, 0.0, moments.z};
  model.bodies.push_back(std::move(body));
  return model.bodies.back();
}

JointPart& add_joint(Model& model, const std::string& name, std::string_view type, const PointOn& on_parent,
                     const PointOn& on_child, const Vector& axis) {
  const auto found = find_joint_type(type);
  if (!found)
    throw Error(where_of(PartKind::joint, name) + ".type",
                fmt::format("there is no '{}'; choose one of {}", type, joined(joint_type_names())));
  JointPart joint;
  joint.name = name;
  joint.type = *found;
  joint.parent = on_parent.body;
  joint.child = on_child.body;
  joint.at = std::array{on_parent, on_child};
  joint.axis = axis;
  model.joints.push_back(std::move(joint));
  return model.joints.back();
}

JointStart& add_start(Model& model, const std::string& joint, Number value, Number rate) {
  const std::string where = "initial." + joint;
  const auto found = std::ranges::find(model.joints, joint, &JointPart::name);
  if (found == model.joints.end()) throw Error(where, "there is no such joint; add it before its start");
  if (found->type.freedoms() != 1)
    throw Error(where, fmt::format("a {} moves in {} directions, not in one; fill a JointStart by direction", found->type.name,
                                   found->type.freedoms()));
  JointStart start;
  start.joint = joint;
  for (Direction d : all_directions)
    if (found->type.free.has(d)) start.directions[d] = {value, rate};
  model.joint_starts.push_back(std::move(start));
  return model.joint_starts.back();
}

EventPart& add_event(Model& model, const std::string& name, const std::string& when, std::vector<Action> actions) {
  EventPart event;
  event.name = name;
  event.when = when;
  event.condition = make_when(model, when);
  event.actions = std::move(actions);
  model.events.push_back(std::move(event));
  return model.events.back();
}

}  // namespace pintle
