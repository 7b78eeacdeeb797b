#pragma once
#include <optional>
#include <string>

#include "pintle/structure/plan.h"

namespace pintle {

/// Why a kernel that factorizes the mass matrix of a plan's tree cannot: a rotation without inertia that only a closing holds.
/// Empty if there is none.
std::optional<std::string> find_massless_turn(const System& system, const Plan& plan);

}  // namespace pintle
