#pragma once
#include "pintle/structure/gauge.h"
#include "pintle/structure/law_around.h"

/// Springs, dampers, stops, friction and motors on a joint that is read off its two bodies. Each law takes its coordinate from
/// their poses, and its effort back to them:
///
///     translation along F's axis a:   q = a·(p_WM − p_WF),  q̇ = a·v_M in F,   force τ a at M's origin             (1)
///     the one free rotation, axis a:  q, q̇ by gauge.h (5),  moment τ a                                            (2)
///     one of several rotations:       q, q̇ by gauge.h (1),  moment P (PᵀP)⁻¹ τ, P the free axes                   (3)
///
/// on the user's child B, the opposite on the parent A at the same point. The moments n of (3) do the work τ q̇ and none on
/// other free rates. Driven axes aₖ of the sequence need not be normal to the free ones, so n meets them too, and who drives
/// them answers for it. All of the effort on aₖ is aₖ·(reaction + n); the reaction's part is that of the rows, and here is
///
///     power of drivers through the law:   n·ω_d,   ω_d = Σ aₖ θ̇ₖ over the driven rotations                         (4)
namespace pintle {

/// On B at M's origin, world axes.
struct GaugePush {
  Wrench<double> on_B;
  double dissipated, applied;  // powers [W]
};

/// One law, with its numbers of a case. It acts where its joint holds and its direction moves.
class GaugeLaw {
 public:
  explicit GaugeLaw(const JointLaw& law)
      : law_(&law), axis_(axis_of(law.direction)), slides_(is_translation(law.direction)), linear_(law.is_linear()) {}

  JointIndex joint() const { return law_->joint; }
  bool slides() const { return slides_; }
  /// After new parameters.
  void update(const Parameters<double>& p);
  /// `remembered` are the joint's coordinates of the last accepted state, driven ones as they are now.
  [[gnu::always_inline]] GaugePush calc(const System& system, const Gauge& gauge, const JointCoordinates<double>& remembered,
                                        const BodyPlace& A, const BodyPlace& B, const LawAround<double>& around) const;

 private:
  struct Effort {
    double tau, dissipated, applied;
  };
  [[gnu::always_inline]] Effort calc_effort(const System& system, double q, double qdot, const LawAround<double>& around) const {
    if (!linear_) return calc_other(system, q, qdot, around);
    return {effort_ - stiffness_ * (q - rest_) - damping_ * qdot, damping_ * qdot * qdot, effort_ * qdot};
  }
  Effort calc_other(const System& system, double q, double qdot, const LawAround<double>& around) const;

  const JointLaw* law_;
  const Parameters<double>* p_ = nullptr;
  int axis_;
  bool slides_, linear_, looks_ = true;                         // looks: the effort depends on q
  double stiffness_ = 0, damping_ = 0, rest_ = 0, effort_ = 0;  // of linear laws
};

inline GaugePush GaugeLaw::calc(const System& system, const Gauge& gauge, const JointCoordinates<double>& remembered,
                                const BodyPlace& A, const BodyPlace& B, const LawAround<double>& around) const {
  const Vec3<double> zero = Vec3<double>::zero();
  if (slides_) {  // (1)
    const Vec3<double> a = A.R * gauge.X_AF.R.column(axis_), s = B.R * gauge.X_BM.p, r = B.p + s - A.p;
    const Vec3<double> v = B.v + cross(B.w, s) - A.v - cross(A.w, r);
    const Effort effort = calc_effort(system, dot(a, r - A.R * gauge.X_AF.p), dot(a, v), around);
    return {{zero, effort.tau * a}, effort.dissipated, effort.applied};
  }
  if (gauge.turn >= 0) {  // (2)
    const Vec3<double> a = A.R * gauge.axis;
    const Effort effort = calc_effort(system, looks_ ? gauge.calc_angle(A, B, remembered) : rest_, dot(a, B.w - A.w), around);
    return {{effort.tau * a, zero}, effort.dissipated, effort.applied};
  }
  const JointCoordinates<double> q = calc_coordinates(gauge, remembered, A, B);  // (3)
  const Effort effort = calc_effort(system, q.angle[axis_], q.rate[axis_], around);
  const Vec3<double> moment = calc_effort_wrench(gauge.joint->type, gauge.free, q, zero, effort.tau * unit<double>(axis_)).n;
  const double driven = gauge.driven.bits != 0 ? dot(moment, calc_driven_turn(gauge, q, remembered.rate)) : 0;  // (4)
  return {{A.R * (gauge.X_AF.R * moment), zero}, effort.dissipated, effort.applied + driven};
}

}  // namespace pintle
