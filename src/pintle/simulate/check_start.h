#pragma once
#include "pintle/simulate/engines.h"

namespace pintle {

/// A mechanism that starts at rest in a singular configuration (structure/singular_start.h) has no momentum that would carry it
/// through: where it goes is decided by rounding. If nothing pushes it, it stays, and statics says its loads; else this throws Error,
/// naming the rows and the ways out.
void check_start(const System& system, const Parameters<double>& p, Engines& engines);

}  // namespace pintle
