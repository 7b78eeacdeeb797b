#pragma once
#include <vector>

#include "pintle/structure/plan.h"

namespace pintle {

/// By closing of a plan: L of its own loop, over the bodies that its rows pass on their way through the tree; that of its
/// mechanism if these have none. A small loop on a large machine is judged by itself.
std::vector<double> calc_loop_lengths(const System& system, const Plan& plan);

}  // namespace pintle
