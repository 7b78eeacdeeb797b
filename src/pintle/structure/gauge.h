#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "pintle/math/elementary.h"
#include "pintle/structure/place.h"
#include "pintle/structure/plan.h"

/// Body coordinates → joint coordinates, for laws and for whoever wants to see them: with A the user's parent, B the child,
///
///     X_FM = X_WF⁻¹ X_WM,   ω = R_WFᵀ (ω_B − ω_A),   ḋ = R_WFᵀ (v_M − v_A − ω_A × r)                     (1)
///     d̈ = R_WFᵀ (a_M − a_A − α_A × r − γ)             (joints/rows.h, eq. 3)                             (2)
///     ω̇ in F = R_WFᵀ (α_B − α_A − ω_A × ω_B) = Σ aₖ θ̈ₖ + bias    (joints/motion.h, eq. 3)                 (3)
///     ω̇ in M = R_WMᵀ (α_B − α_A − ω_A × ω_B)          for a ball: the derivative of its `rate`           (4)
///
/// calc_coordinates() takes (1) to angles for every type. The commonest case has a short cut: one free rotation about an
/// axis a fixed in A (and in B); with x, y, a an orthonormal set of A, and u of B, u = x at θ = 0,
///
///     θ = atan2(y·u, x·u),   θ̇ = a·(ω_B − ω_A),   θ̈ = a·(α_B − α_A − ω_A × ω_B)                         (5)
namespace pintle {

/// A joint ready to be read off its two bodies. It depends on the held values, so it is made again with them.
struct Gauge {
  const JointRecord* joint = nullptr;
  JointIndex index;
  DirectionSet free;  // directions that move; all, of a joint that does not hold
  DirectionSet driven;
  int a = 0, b = 0;  // links of A and B
  Pose<double> X_AF, X_BM;
  int turn = -1;               // the one free rotation, where (5) serves; else −1
  Vec3<double> axis, x, y, u;  // (5): in A's axes, u in B's

  double since = 0;  // [s] that have passed since the remembered state: turns are counted from where its rates lead

  [[gnu::always_inline]] double calc_angle(const BodyPlace& A, const BodyPlace& B,
                                           const JointCoordinates<double>& remembered) const;
};

/// By JointIndex.
std::vector<Gauge> make_gauges(const System& system, const Plan& plan);
/// `held` is by JointIndex.
void update_gauge(const Parameters<double>& p, std::span<const JointCoordinates<double>> held, Gauge& gauge);

/// (1): coordinates and their rates where directions move; the others stay as held and at rest. Turns are counted from
/// `held`, which is the last accepted state's, moved on by its rates: a step may be longer than a turn.
JointCoordinates<double> calc_coordinates(const Gauge& gauge, const JointCoordinates<double>& held, const BodyPlace& A,
                                          const BodyPlace& B);

/// What driven rotations, which are not free, bring into ω of M in F, F's axes: Σ aₖ rateₖ over them.
Vec3<double> calc_driven_turn(const Gauge& gauge, const JointCoordinates<double>& q, const Vec3<double>& rate);

/// (2)–(5): second derivatives of the free coordinates q, from the accelerations of the mass centres in world axes; `driven`
/// are those of the driven rotations, by axis.
struct JointAcceleration {
  Vec3<double> displacement, angle;
};
JointAcceleration calc_acceleration(const Gauge& gauge, const JointCoordinates<double>& q, const BodyPlace& A, const BodyPlace& B,
                                    const Motion<double>& A_A, const Motion<double>& A_B,
                                    const Vec3<double>& driven = Vec3<double>::zero());

/// The angle nearest to `held` among those a whole number of turns away.
inline double nearest_turn(double angle, double held) {
  constexpr double turn = 6.283185307179586;
  return angle + turn * std::round((held - angle) / turn);
}

inline double Gauge::calc_angle(const BodyPlace& A, const BodyPlace& B, const JointCoordinates<double>& remembered) const {
  const Vec3<double> u_W = B.R * u;
  const double expected = remembered.angle[turn] + since * remembered.rate[turn];
  return nearest_turn(atan2(dot(A.R * y, u_W), dot(A.R * x, u_W)), expected);  // (5)
}

}  // namespace pintle
