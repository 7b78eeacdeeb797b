#pragma once
#include "pintle/model/model.h"

namespace pintle {

/// visit(number) for every Number of a member; of a described struct, of all its members. Names have none.
template <class Value, class Visit>
void visit_member(Value& value, Visit&& visit);
template <class Value, class Visit>
void visit_member(std::optional<Value>& value, Visit&& visit) {
  if (value) visit_member(*value, visit);
}
template <class Value, class Visit>
void visit_member(Value& value, Visit&& visit) {
  if constexpr (std::is_same_v<Value, Number>)
    visit(value);
  else if constexpr (std::is_same_v<Value, Vector>)
    visit(value.x), visit(value.y), visit(value.z);
  else if constexpr (std::is_same_v<Value, PointOn>)
    visit_member(value.p, visit);
  else if constexpr (std::is_same_v<Value, std::array<PointOn, 2>>)
    visit_member(value[0], visit), visit_member(value[1], visit);
  else if constexpr (std::is_same_v<Value, SpringLaw::Table>)
    for (auto& [x, y] : value) visit(x), visit(y);
  else if constexpr (std::is_same_v<Value, ActionVector>)
    for (Number& number : value) visit(number);
  else if constexpr (std::is_same_v<Value, ActionPoint>)
    visit_member(value.p, visit);
  else if constexpr (std::is_same_v<Value, std::vector<VelocityRow>>)
    for (VelocityRow& row : value) visit_member(row.linear, visit), visit_member(row.angular, visit), visit(row.value);
  else if constexpr (is_list_of_described<Value>)
    for (auto& one : value) visit_member(one, visit);
  else if constexpr (Described<Value>)
    for_each_pair(value, value, [&](const auto&, auto& member, auto&) { visit_member(member, visit); });
}

/// Calls visit(number) for every Number of a model that may be an expression of parameters, parts in file order.
template <class Visit>
void visit_numbers(Model& model, Visit&& visit) {
  const auto vector = [&](Vector& v) { visit(v.x), visit(v.y), visit(v.z); };
  const auto maybe_vector = [&](std::optional<Vector>& v) {
    if (v) vector(*v);
  };
  const auto maybe = [&](std::optional<Number>& number) {
    if (number) visit(*number);
  };
  const auto rotation = [&](std::optional<Rotation>& r) {
    if (!r) return;
    for (Rotation::Turn& turn : r->turns) visit(turn.angle);
    visit(r->w), visit(r->x), visit(r->y), visit(r->z);
  };
  vector(model.gravity);
  for (ParameterPart& part : model.parameters) {
    visit(part.value);
    for (Number& element : part.list) visit(element);
  }
  for (Instance& instance : model.instances) vector(instance.about), visit(instance.angle);
  for (BodyPart& body : model.bodies) {
    visit(body.mass);
    for (Number* n : {&body.inertia.xx, &body.inertia.xy, &body.inertia.xz, &body.inertia.yy, &body.inertia.yz, &body.inertia.zz})
      visit(*n);
    maybe_vector(body.at);
    rotation(body.rotation);
  }
  if (model.particles && model.particles->pairs) {
    ParticlesPart::Pairs& pairs = *model.particles->pairs;
    visit(pairs.depth), visit(pairs.distance), visit(pairs.fade), visit(pairs.cutoff);
  }
  for (PointPart& point : model.points) vector(point.at.p);
  for (JointPart& joint : model.joints) {
    if (auto* point = std::get_if<Vector>(&joint.at)) vector(*point);
    if (auto* points = std::get_if<std::array<PointOn, 2>>(&joint.at)) vector((*points)[0].p), vector((*points)[1].p);
    maybe_vector(joint.axis), maybe_vector(joint.second_axis), maybe_vector(joint.x_axis);
    for (auto& [d, law] : joint.springs) visit_member(law, visit);
    for (auto& [d, law] : joint.limits) visit_member(law, visit);
    for (auto& [d, law] : joint.frictions)
      for (Number* n :
           {&law.mu_s, &law.mu_k, &law.vs, &law.alpha, &law.sigma0, &law.sigma1, &law.sigma2, &law.radius, &law.preload})
        visit(*n);
    for (auto& [d, effort] : joint.motors) visit(effort);
    for (auto& [d, law] : joint.drivers) visit(law.value);
  }
  for (ConstraintPart& constraint : model.constraints)
    std::visit([&](auto& form) { visit_member(form, visit); }, constraint.kind);
  model.forces.for_each([&](auto& force) {
    for (PointOn& point : force.at) vector(point.p);
    visit_member(force.law, visit);
  });
  const auto any_of = [&](auto& kinds) { std::visit([&](auto& law) { visit_member(law, visit); }, kinds); };
  for (SurfacePart& s : model.surfaces) {
    any_of(s.form), any_of(s.normal);
    if (s.friction) any_of(*s.friction);
  }
  for (ContactPart& contact : model.contacts) vector(contact.at.p), visit(contact.scale), any_of(contact.shape);
  for (JointStart& start : model.joint_starts) {
    for (auto& [d, given] : start.directions) maybe(given.value), maybe(given.rate);
    rotation(start.rotation);
    maybe_vector(start.angular_velocity);
  }
  for (BodyStart& start : model.body_starts) {
    maybe_vector(start.at), rotation(start.rotation), maybe_vector(start.velocity), maybe_vector(start.angular_velocity);
    if (start.lower_onto) visit(start.lower_onto->gap);
  }
  for (EventPart& event : model.events) {
    maybe(event.duration);
    for (Action& action : event.actions)
      std::visit(
          [&](auto& one) {
            if constexpr (requires { one.visit_numbers(visit); })
              one.visit_numbers(visit);
            else
              visit_member(one, visit);
          },
          action);
  }
  for (ControllerPart& controller : model.controllers) {
    maybe(controller.every);
    if (!controller.every)
      for (ControllerPart::Output& output : controller.outputs) visit(output.value);
  }
}

}  // namespace pintle
