#pragma once
#include "pintle/base/random.h"
#include "pintle/structure/plan.h"
#include "pintle/structure/state.h"

namespace pintle {

/// A state that the structure of `plan` allows, drawn at random: angles uniform in (−π, π), displacements in (−L, L),
/// quaternions uniform, rates normal with deviation 1, element states zero.
State<double> make_random_state(const System& system, const Parameters<double>& p, const Plan& plan, Random& random);

}  // namespace pintle
