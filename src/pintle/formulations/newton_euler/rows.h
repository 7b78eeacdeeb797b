#pragma once
#include <array>
#include <span>

#include "pintle/formulations/newton_euler/bodies.h"
#include "pintle/joints/rows.h"

/// The rows of every link's inboard joint, evaluated at the reference point of the link: M's origin, for a floating base
/// the mass centre. All in world axes.
///
/// Each row of joints/rows.h is n·(a_B − a_A) = γ or e·(α_B − α_A) = γ, with a of the two bodies' points that are now at
/// M's origin (a = v̇ + α × distance, velocity terms being in γ). Between link i and its parent p,
///
///     N (a_i − a_p) = N γ_N,   E (α_i − α_p) = γ_E,   N, E: up to three rows each          (1)
///
/// and the sign of γ turns if the link is the user's parent. [Aslanov 2011, eq. 16–19] is the point row, in the axes of
/// body i; his rotation rows (27)–(32) have the bodies' names swapped, (36) lacks n, (39) and (40) lack a transpose of A.
/// Three planes through one point hold the point, whatever their axes: N is then the unit matrix.
///
/// What a driven direction adds is told_motion.h, (1) at velocity and (2) at acceleration level. Baumgarte's terms pull rows back
/// that have drifted [Aslanov 2011, eq. 33, which prints a plus: with it they run away]:
///
///     γ − 2α ġ − α² g                                                                                          (2)
namespace pintle::newton_euler {

/// Which equation of a row: g = 0, ġ = 0 or g̈ = 0. The right-hand sides are −g, −ġ and γ.
enum class Level { position, velocity, acceleration };

/// The inboard joint of a link in numbers: vectors in the axes of the body that they are fixed to.
struct HeldJoint {
  int a = 0, b = 0;                      // links of the user's parent and child
  int points = 0, axes = 0;              // rows in N and in E
  double sign = 1;                       // −1: the link is the user's parent
  Vec3<double> p_BM{}, p_AF{};           // M's origin; F's origin moved by the held displacements [m]
  std::array<JointRow, 3> axis{};        // E: a in A's axes, b in B's axes
  std::array<Vec3<double>, 2> normal{};  // N, in A's axes; not used for three
  bool slides = false, turns = false;    // a translation, a rotation is driven
  Vec3<double> slide_v{}, slide_a{};     // Σ ḋ a, Σ d̈ a, in A's axes
  Vec3<double> turn_v{}, turn_a{};       // ω_d; Σ aₖ θ̈ₖ + bias, in A's axes
};

/// (1) in numbers.
struct LinkRows {
  Vec3<double> at;                // the reference point [m]
  Vec3<double> gamma_N, gamma_E;  // γ_N as a vector; γ_E by row
  std::array<Vec3<double>, 3> e;
  std::array<Vec3<double>, 2> n;
};

/// How many rows of each kind: they follow from the structure alone.
struct RowCount {
  int points = 0, axes = 0;
};
RowCount count_rows(const JointType& type, DirectionSet free);

/// Rows of one link from the held value of its joint.
HeldJoint make_held_joint(const System& system, const Plan& plan, const Parameters<double>& p, int link,
                          const JointCoordinates<double>& held);
/// Rows from the held values of the joints (by JointIndex).
void update_held_joints(const System& system, const Plan& plan, const Parameters<double>& p,
                        std::span<const JointCoordinates<double>> held, std::span<HeldJoint> joints);

template <Level level>
void update_rows(std::span<const HeldJoint> joints, std::span<const Placed> placed, std::span<LinkRows> rows);

/// Adds Baumgarte's terms (2) to rows at acceleration level.
void add_pull(std::span<const HeldJoint> joints, std::span<const Placed> placed, double alpha, std::span<LinkRows> rows);

/// The largest row [m] or [m/s], angular rows times L; of rows at position or velocity level. NaN if one is.
double calc_largest(std::span<const HeldJoint> joints, std::span<const LinkRows> rows, double L);

}  // namespace pintle::newton_euler
