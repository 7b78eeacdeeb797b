#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "pintle/model/model.h"

/// A model by a program, part by part. What is not asked for here is a field of the part that comes back:
/// `add_joint(…).springs[Direction::rz] = {…}`. A reference is good until the next part of its kind is added.
namespace pintle {

/// With its moments of inertia about the mass centre, along the body's axes [kg m²].
BodyPart& add_body(Model& model, const std::string& name, Number mass, const Vector& moments);

/// `type` is one of the names of direction.h, "hinge"; the axis is F's z in world axes of the reference configuration. The bodies
/// may come later. Throws Error if there is no such type.
JointPart& add_joint(Model& model, const std::string& name, std::string_view type, const PointOn& on_parent,
                     const PointOn& on_child, const Vector& axis = {0, 0, 1});

/// Where a joint of the model starts. Throws Error if it is not there, or moves in several directions or in none.
JointStart& add_start(Model& model, const std::string& joint, Number value, Number rate = 0);

/// `when` as in a file: "elbow.angle < 0 deg". Parts that it names must be there before it. Throws Error with a sentence.
EventPart& add_event(Model& model, const std::string& name, const std::string& when, std::vector<Action> actions);

}  // namespace pintle
