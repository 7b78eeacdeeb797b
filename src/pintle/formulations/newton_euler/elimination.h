#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/newton_euler/bodies.h"
#include "pintle/formulations/newton_euler/loops.h"
#include "pintle/joints/rows.h"

/// The saddle-point system of all bodies and rows [Aslanov 2011, eq. 1, 41, 47],
///
///     [ M  Gᵀ ] [  V̇ ]   [ f ]
///     [ G  0  ] [ −λ ] = [ γ ],        λ acts on the user's child (the sign of his eq. 23)             (1)
///
/// solved link by link from the leaves to the roots: no fill on a tree, O(n), whatever its shape. (41) prints the
/// gyroscopic part of f with a plus; Ψ₃₃ there needs the rows 8 and 9 of the third body.
///
/// The unknowns of a link are x = (α, a), a of its point at the inboard joint's M. When it is reached all that hangs on it has
/// left, and with A, p of its own body and what its children handed on, moved to M's origin, and x_p of the parent's point there,
///
///     A x + p = Rᵀλ,      R (x − x_p) = γ                                                              (2)
///
/// Each row of R is a point row, n·a, or an axes row, e·α (joints/rows.h). Any x₀ with R x₀ = γ serves, and s_j that span what
/// the rows leave free and are orthonormal in the sense of the masses:
///
///     x₀ = Σ r̂_k γ_k,  r̂_k·r_l = δ_kl;      R s_j = 0,   u_j = A s_j,   s_i·u_j = δ_ij                      (3)
///     x = x_p + x₀ + Σ s_j (c_j − u_j·x_p),     c_j = −s_j·(p + A x₀)                                  (4)
///
/// because s_jᵀ Rᵀλ = 0. Into (2), what the joint hands to the parent is
///
///     Rᵀλ = A' x_p + p',     A' = A − Σ u_j u_jᵀ,    p' = p + A x₀ + Σ u_j c_j                          (5)
///
/// moved to the parent's M. Then (4) runs outwards. The s_j come one by one: with z_j the free directions, translations first,
/// and A' of those before j,
///
///     u = A' z_j,   d = z_j·u,    u_j = u/√d,    s_j = (z_j − Σ_i s_i (u_i·z_j))/√d                     (6)
///
/// In a stage of a linearly implicit method (stage.h) a link may have an inertia besides A's own, and its joint drags that push
/// with −Σ D φ φ·(x − x_p) on the link and the opposite on the parent. With B = Σ D φ φᵀ the s_j are orthonormal in the sense of
/// A + B, and all else stays, u_j = A s_j: what the parent hands on is the joint's wrench with that of the drags,
///
///     s_i·(A + B) s_j = δ_ij,     z_j' = z_j − Σ_i s_i ((A + B) s_i·z_j),     s_j = z_j'/√(z_j'·(A + B) z_j')        (7)
///
/// M may be singular (point masses, slender rods): only d need be positive, which it is if the motion is determined; if it is
/// not, accelerations are NaN. What holds bodies besides the tree, rows that close loops, takes part by further columns (loops.h).
namespace pintle::newton_euler {

/// The rows of a link's inboard joint.
struct LinkRows {
  int parent = 0;
  JointIndex joint;                     // none: a floating base
  int first = 0, points = 0, axes = 0;  // among the rows of the tree: n, then e
  double sign = 1;                      // −1: the link is the user's parent
  Vec3<double> at{};                    // M's origin; the mass centre, where nothing is held [m]

  int count() const { return points + axes; }
};

/// What drags a link against its parent.
struct JointDrag {
  Wrench<double> row;  // φ about the link's point
  double drag;         // D
};
/// Of a stage; empty: none.
struct Drags {
  std::span<const Articulated<double>> bodies{};  // by link, about the mass centre; without bias
  std::span<const JointDrag> joints{};
  std::span<const int> first{};  // by link, among them

  std::span<const JointDrag> of(int link) const {
    if (joints.empty()) return {};
    const auto i = static_cast<std::size_t>(link);
    return joints.subspan(static_cast<std::size_t>(first[i]), static_cast<std::size_t>(first[i + 1] - first[i]));
  }
};

/// (1) in numbers, by link, world axes.
struct Equations {
  std::span<const Body> bodies;
  std::span<const Placed> placed;
  std::span<const LinkRows> links;
  std::span<const RowValue<double>> rows;
  std::span<const double> right;             // by row: γ of link against parent
  std::span<const Wrench<double>> wrenches;  // f, about the mass centres
  ClosingInput closings;
  Drags drags{};
};

/// Up to three directions e_k that rows hold, and what they leave: duals ê_k in their span, ê_k·e_l = δ_kl, and an orthonormal
/// basis of the rest.
struct Split {
  std::array<Vec3<double>, 3> dual, free;
};
/// Of a link's point rows and of its axes rows.
Split split_points(const LinkRows& link, std::span<const RowValue<double>> rows);
Split split_axes(const LinkRows& link, std::span<const RowValue<double>> rows);

/// The workspace of one structure.
class Elimination {
 public:
  Elimination(const System& system, const Plan& plan, std::span<const LinkRows> links);

  /// Solves (1); `A_W` gets V̇ of the mass centres.
  void solve(const Equations& in, std::span<Motion<double>> A_W);
  /// Multipliers of the closings, and how well their rows stood apart.
  const Loops& loops() const { return loops_; }

 private:
  void eliminate(const Equations& in, int i);
  Motion<double> substitute(const Equations& in, int i, const Motion<double>& parent);

  std::span<Free> free_of(int i) { return {free_.data() + first_free_[i], free_.data() + first_free_[i + 1]}; }

  std::vector<Articulated<double>> A_;  // (2), then (5)
  std::vector<Motion<double>> x0_;
  std::vector<Free> free_;
  std::vector<int> first_free_;
  Loops loops_;
};

}  // namespace pintle::newton_euler
