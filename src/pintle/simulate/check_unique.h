#pragma once
#include "pintle/closure/statics.h"

namespace pintle {

/// Events must not ask for a load that equilibrium leaves open (closure/statics.h). Throws Error, naming the event, the signal
/// and the way out.
void check_unique(const System& system, const Structure& structure);
/// The same with what was found already.
void check_unique(const System& system, const Uniqueness& uniqueness);

}  // namespace pintle
