#pragma once
#include "pintle/formulations/newton_euler/bodies.h"
#include "pintle/structure/gauge.h"

/// Springs, dampers, stops, friction and motors on joint directions. Body coordinates have no joint coordinate, so each law takes its
/// own from the poses of its two bodies, and its effort back to them:
///
///     translation along F's axis a:   q = a·(p_WM − p_WF),  q̇ = a·v_M in F,   force τ a at M's origin             (1)
///     the one free rotation, axis a:  q, q̇ by gauge.h (5),  moment τ a                                     (2)
///     one of several rotations:       q, q̇ by gauge.h (1),  moment P (PᵀP)⁻¹ τ, P the free axes             (3)
///
/// on the user's child B, the opposite on the parent A at the same point. The moments of (3) do the work τ q̇ and none on
/// other rates. A law whose direction is locked does not act.
namespace pintle::newton_euler {

class Laws {
 public:
  Laws(const System& system, const Plan& plan);

  /// After new parameters.
  void update(const Parameters<double>& p);

  /// What laws see of a stage besides motions.
  struct Around {
    const double* living;          // outputs of System::living
    std::span<const double> load;  // that friction feels, held over a step
    const double* z;               // element states
    double* zdot;                  // ζ̇ of bristles go here
  };

  /// Adds to the wrenches about the mass centres (world axes) and to the accounts damping, applied. `by_joint`, if it is
  /// wanted, gets what each joint's laws do to the user's child at M's origin, world axes: adds as well.
  void add(std::span<const Gauge> gauges, std::span<const Placed> placed, std::span<const JointCoordinates<double>> remembered,
           const Around& around, std::span<Wrench<double>> wrenches, std::span<double> power,
           std::span<Wrench<double>> by_joint = {}) const;

 private:
  struct Law {
    bool linear;  // constant stiffness and damping
    bool looks;   // the effort depends on q
    int joint;
    int axis;
    bool translation;
    double stiffness, damping, rest, effort;  // of linear laws; the tables' first values else
    const JointLaw* record;
  };
  struct Effort {
    double tau, dissipated, applied;
  };
  Effort calc_effort(const Law& law, double q, double qdot, const Around& around) const;
  Effort add_force(const Law& law, const Gauge& gauge, std::span<const Placed> placed, const Around& around,
                   std::span<Wrench<double>> wrenches, Vec3<double>& force) const;
  Effort add_moment(const Law& law, const Gauge& gauge, std::span<const Placed> placed,
                    const JointCoordinates<double>& remembered, const Around& around, std::span<Wrench<double>> wrenches,
                    Vec3<double>& moment) const;

  const System& system_;
  const Parameters<double>* p_ = nullptr;
  std::vector<Law> laws_;
};

}  // namespace pintle::newton_euler
