#pragma once
#include "pintle/structure/plan.h"

namespace pintle {

/// The same as make_plan(system, structure, family), with bodies hung as they are told: `tree` has joints that hold, each once,
/// in its links or among its loops. What it leaves out of the links closes something, whether a loop or not.
Plan make_plan(const System& system, const Structure& structure, Coordinates family, Topology tree);

}  // namespace pintle
