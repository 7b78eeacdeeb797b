#pragma once
#include <span>

#include "pintle/structure/gauge.h"

/// Springs, dampers, stops, friction and motors on a joint that is read off its two bodies. Each law takes its coordinate from
/// their poses, and its effort back to them:
///
///     translation along F's axis a:   q = a·(p_WM − p_WF),  q̇ = a·v_M in F,   force τ a at M's origin             (1)
///     the one free rotation, axis a:  q, q̇ by gauge.h (5),  moment τ a                                            (2)
///     one of several rotations:       q, q̇ by gauge.h (1),  moment P (PᵀP)⁻¹ τ, P the free axes                   (3)
///
/// on the user's child B, the opposite on the parent A at the same point. The moments of (3) do the work τ q̇ and none on
/// other rates.
namespace pintle {

/// What laws see of a stage besides motions.
struct LawAround {
  const double* living;          // outputs of System::living
  std::span<const double> load;  // that friction feels, held over a step
  const double* z;               // element states
  double* zdot;                  // ζ̇ of bristles go here
};

/// On B at M's origin, world axes.
struct GaugePush {
  Wrench<double> on_B;
  double dissipated, applied;  // powers [W]
};

/// The law acts where its joint holds and its direction moves. `remembered` are the joint's coordinates of the last accepted
/// state.
GaugePush calc_push(const System& system, const Parameters<double>& p, const JointLaw& law, const Gauge& gauge,
                    const JointCoordinates<double>& remembered, const BodyPlace& A, const BodyPlace& B, const LawAround& around);

}  // namespace pintle
