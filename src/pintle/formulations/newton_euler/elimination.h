#pragma once
#include <array>
#include <span>
#include <vector>

#include "pintle/formulations/newton_euler/loops.h"

/// The equations of all bodies and rows (bodies/equations.h, 1),
///
///     M V̇ = f + Gᵀλ,    G V̇ = γ                                                                        (1)
///
/// solved link by link from the leaves to the roots: no fill on a tree, O(n), whatever its shape.
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

/// The workspace of one structure.
class Elimination final : public Solver {
 public:
  Elimination(const System& system, const Plan& plan, std::span<const LinkRows> links);

  void solve(const Equations& in, std::span<Motion<double>> A_W) override;
  std::span<const double> lambda() const override { return loops_.lambda(); }
  void update_reactions(const Equations& in, std::span<const Motion<double>> A_W,
                        std::span<Wrench<double>> reactions) const override;
  int rank() const override { return loops_.rank(); }
  double calc_least_sine() const override { return loops_.calc_least_sine(); }
  bool count_in_full() const override { return loops_.count_in_full(); }
  double calc_left(int row) const override { return loops_.calc_left(row); }
  bool bends() const override { return loops_.bends(); }

 private:
  void eliminate(const Equations& in, int i);
  Motion<double> substitute(const Equations& in, int i, const Motion<double>& parent);

  std::span<Free> free_of(int i) { return {free_.data() + first_free_[i], free_.data() + first_free_[i + 1]}; }

  const Plan& plan_;
  std::vector<Articulated<double>> A_;  // (2), then (5)
  std::vector<Motion<double>> x0_;
  std::vector<Free> free_;
  std::vector<int> first_free_;
  Loops loops_;
};

}  // namespace pintle::newton_euler
