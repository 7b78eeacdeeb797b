#pragma once
#include "pintle/simulate/engines.h"

namespace pintle {

/// A mechanism that starts at rest in a singular configuration (closure/singular_start.h) has no momentum that would carry it
/// through: where it goes is decided by rounding. If nothing pushes it, it stays, and statics says its loads; else this throws
/// Error, naming the rows and the ways out. One that starts there with rates goes on if these belong to a way through:
/// accelerations must meet all rows, those that say nothing new there too. With a self-stress w that is none beside it,
///
///     wᵀG = 0   ⇒   wᵀγ(q, v) = 0                                                                           (1)
///
/// or this throws likewise: two bars stretched between pins cannot turn, whatever their rates.
void check_start(const System& system, const Parameters<double>& p, Engines& engines);

}  // namespace pintle
