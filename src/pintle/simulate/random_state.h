#pragma once
#include "pintle/base/random.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

namespace pintle {

/// A state that the structure of `plan` allows, drawn at random: angles uniform in (−π, π), displacements in (−L, L),
/// quaternions uniform, rates normal with deviation 1, element states zero. Where loops have to close, the draw is taken as a
/// guess; one that does not close is drawn again, each time nearer to the start. The start itself if twenty of them do not.
State<double> make_random_state(const System& system, const Parameters<double>& p, const Plan& plan, Random& random);

}  // namespace pintle
