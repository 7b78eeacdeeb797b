#pragma once
#include <span>
#include <string>

#include "pintle/structure/state.h"
#include "pintle/structure/structure.h"

/// Positions at the instant at which joints close. Velocities are left to the jump.
///
/// Where one side is `current`, its frame becomes the other's present place and attitude, so that all coordinates are zero:
///
///     X_PF = X_WP⁻¹ X_WC X_CM     or     X_CM = X_WC⁻¹ X_WP X_PF                                         (1)
///
/// Otherwise the frames are those of the file. Coordinates that the type forbids must then be zero to 1e-9 L, 1e-9 rad, which is what
/// roundings and the location of an event leave; or all bodies of the new structure are put onto its rows by the least change in
/// the sense of their masses (closure/least_change.h), M δ = Gᵀμ, G δ = −g, until g is rounding                          (2)
namespace pintle {

/// Closes joints that are open in `now`, into the structure `next`; constraints, which a closing without a joint stands for, are those
/// that begin to hold, and have to fit too. Writes frames into `p` and coordinates, and poses if
/// something is projected, into the state. Says what that cost; empty: nothing was moved. Throws Error, with the misfit, if a joint
/// does not fit.
std::string close_joints(const System& system, const Structure& now, const Structure& next, std::span<const ClosingEdit> closings,
                         Parameters<double>& p, State<double>& state);

}  // namespace pintle
