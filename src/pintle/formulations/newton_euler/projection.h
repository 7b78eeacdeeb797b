#pragma once
#include "pintle/formulations/newton_euler/mechanism.h"
#include "pintle/structure/instant.h"

/// Rows hold accelerations, so positions and velocities drift. [Aslanov 2011, eq. 33] pulls them back by Baumgarte's terms
/// (printed with a plus, which drives them away; it takes b − 2α ε_v − β² ε_r). Here they are put back after each step, by
/// the least change in the sense of the masses, which is the saddle-point system again with other right-hand sides:
///
///     M δ = Gᵀμ,   G δ = −g     then  p += δ_p, q turned by δ_θ, until g is rounding          (1)
///     M δ = Gᵀμ,   G δ = −ġ     then  V += δ                                                  (2)
///
/// Nothing enters the rates, so that loads carry no trace of stabilization.
namespace pintle::newton_euler {

struct Projected {
  ConstraintError before;  // largest rows of the state that came
  double work = 0;         // kinetic energy and potential of gravity, after less before [J]
  bool good = true;        // false: not finite
};

/// Projects y (unit quaternions) and leaves the mechanism placed there.
Projected project(Mechanism& mechanism, const Vec3<double>& gravity_W, double L, std::span<double> y);

}  // namespace pintle::newton_euler
