#pragma once
#include "pintle/structure/structure.h"

namespace pintle {

/// Events must not ask for a load that equilibrium leaves open (structure/statics.h). Throws Error, naming the event, the signal
/// and the way out.
void check_unique(const System& system, const Structure& structure);

}  // namespace pintle
