#pragma once
#include "pintle/model/model.h"

/// Models small enough to know what they must do.
namespace pintle {

/// `count` rods of 1 m and 1 kg in a row, hinged about y at [0, 0, 0] and at their ends; hanging down at zero angles.
/// Rods rod1, rod2, …; hinges pin1, pin2, …
Model make_pendulum(int count);

/// A wheel on a vertical hinge `axle`, 1 kg m², driven by a constant moment [N m].
Model make_wheel(double moment);

/// Two bodies on a ball joint `ball`, floating without gravity, turning against each other.
Model make_free_pair();

/// A point mass of 1 kg on a spring-loaded vertical slider `rail`: k [N/m], no gravity; starts at 0.1 m.
Model make_oscillator(double k);

/// A ball of 1 kg, as a point, above a plane: falls from `height` [m].
Model make_drop(double height);

/// Adds an event without actions that fires when "signal symbol value" becomes true: its parts must be there before.
EventPart& add_event(Model& model, const std::string& name, const std::string& signal, const std::string& symbol, double value);

}  // namespace pintle
