#pragma once
#include "pintle/system/make_system.h"
#include "pintle/system/walk.h"

/// The stages of make_system(), in their order; each reads what those before it have written. A mistake in the model
/// throws Error with the path of the part.
namespace pintle {

void update_body_records(const Model& model, System& system);
void update_joint_records(const Model& model, const Reference& reference, System& system);
/// Joint coordinates as given, bases as given or as in the reference configuration.
void update_start(const Model& model, const Reference& reference, System& system);
/// Springs, dampers and motors; a spring's rest is the start value unless it is given.
void update_laws(const Model& model, System& system);
void update_forces(const Model& model, System& system);
void update_contacts(const Model& model, System& system);
void update_events(const Model& model, System& system);

/// The tree of all joints, started from the world.
std::vector<Reached> calc_tree(const System& system);

/// L of docs/notation.md: the longest distance between two joints of a body; of a body with one joint, between the
/// joint and the mass centre. 1 m if there is none [m].
double calc_length(const System& system);

/// A system must not have a motion without inertia: the mass matrix would be singular. Throws Error and names the body.
void check_inertia(const System& system);

}  // namespace pintle
