#pragma once
#include <optional>
#include <span>
#include <string>

#include "pintle/system/place.h"

namespace pintle {

/// A system must not have a motion without inertia: the mass matrix would be singular. Throws Error and names the body.
void check_inertia(const System& system);

/// The mass matrix of a tree alone, without what closes loops, must be regular too for those who factorize it first: a sentence
/// about a body that turns without inertia, if there is one. `free` by joint.
std::optional<std::string> find_massless_turn(const System& system, std::span<const Reached> order,
                                              std::span<const DirectionSet> free);

}  // namespace pintle
