#pragma once
#include <functional>
#include <optional>

#include "pintle/formulations/newton_euler/mechanism.h"
#include "pintle/views/instant.h"

/// Rows hold accelerations, so positions and velocities drift. [Aslanov 2011, eq. 33] pulls them back by Baumgarte's terms
/// (rows.h, 4). Here they are put back after each step, by the least change in the sense of the masses, which is the
/// saddle-point system again with other right-hand sides:
///
///     M δ = Gᵀμ,   G δ = −g     then  p += δ_p, q turned by δ_θ, until g is rounding          (1)
///     M δ = Gᵀμ,   G δ = −ġ     then  V += δ                                                  (2)
///
/// over the rows of the tree and of the closings; rows without a position level have no part in (1). Nothing enters the
/// rates, so that loads carry no trace of stabilization. Next to a singular configuration (2) is done in any case, however
/// drift is treated, and (1) too if it is not told to be left alone.
namespace pintle::newton_euler {

/// Brings the closings' rows to where the bodies are.
using Refresh = std::function<void()>;
/// After an elimination that let rows go: whether they bend the way (math/rank.h, 4), asked of the accelerations at y, which take
/// the place of what was found. Nothing: no row was let go.
using Bends = std::function<std::optional<bool>()>;

/// The largest rows of a mechanism that is placed, its closings fresh. Leaves its rows at position level.
ConstraintError calc_error(Mechanism& mechanism, double L);

struct Projected {
  ConstraintError before, after;
};
/// Projects y (unit quaternions) and leaves the mechanism placed there.
Projected project(Mechanism& mechanism, double L, const Refresh& refresh, const Bends& bends, std::span<double> y);

/// (2) in two steps, the closings fresh: δ, then V += δ.
void solve_change_of_velocities(Mechanism& mechanism, const Bends& bends);
void add_change_of_velocities(Mechanism& mechanism, std::span<double> y);

}  // namespace pintle::newton_euler
