#pragma once
#include <span>
#include <vector>

#include "pintle/formulations/newton_euler/block.h"
#include "pintle/formulations/newton_euler/loops.h"
#include "pintle/formulations/newton_euler/rows.h"

/// The saddle-point system of all bodies and rows [Aslanov 2011, eq. 1, 41, 47],
///
///     [ M  Gᵀ ] [  V̇ ]   [ f ]
///     [ G  0  ] [ −λ ] = [ γ ],        λ acts on the user's child (the sign of his eq. 23)             (1)
///
/// factorized in blocks of three from the leaves to the roots: no fill on a tree, O(n), whatever its shape. (41) prints the
/// gyroscopic part of f with a plus; Ψ₃₃ there needs the rows 8 and 9 of the third body.
///
/// The unknowns of link i are a, the acceleration of its point at M's origin, and α; V̇ = (a + α × c, α) with c from M's
/// origin to the mass centre is a change of variables, so a body's block of M becomes
///
///     ll = m 1,   la = −m c̃,   al = laᵀ,   aa = J + m (c·c 1 − c cᵀ),   f,   n + c × f                 (2)
///
/// and the rows (rows.h) are N (a − a_p − γ_N) = 0, E (α − α_p) = γ_E with a_p = a of the parent's point there. When link i
/// is reached, the blocks of its children are already in (2); what the joint hands to the parent is
///
///     Nᵀλ_N = ll a + la α − f,   Eᵀλ_E = al a + aa α − n                                               (3)
///
/// Two steps eliminate the link, each a 3 × 3 block with its own rows: x = P b + Q r (math/block_held.h).
///
/// a and λ_N, from A = ll, R = N, b = f − la α, R x = N (a_p + γ_N); with Π = Q N = 1 − P ll:
///
///     a = P (f − la α) + Π (a_p + γ_N)                                                                 (4)
///     ll' = ll Π,   la' = Πᵀ la,   aa' = aa − al P la,   f' = Πᵀ f − ll' γ_N,   n' = n − al P f − al' γ_N  (5)
///
/// so that (3) holds for the primed blocks with a_p in place of a. Where three rows hold the point, P = 0 and Π = 1.
///
/// α and λ_E, from A = aa', R = E, b = n' − al' a_p, R x = γ_E + E α_p; with Π = Q E = 1 − P aa':
///
///     α = α₀ + Π α_p − K a_p,   α₀ = P n' + Q γ_E,   K = P al'                                         (6)
///     ll" = ll' − la' K,   la" = la' Π,   aa" = aa' Π,   f" = f' − la' α₀,   n" = n' − aa' α₀             (7)
///
/// The double-primed blocks, moved by d from the parent's reference point to M's origin, add to the parent's:
///
///     la += la" − ll" d̃,   aa += aa" − al" d̃ + d̃ (la" − ll" d̃),   f += f",   n += n" + d × f"            (8)
///
/// Then the roots are solved and (6), (4) run outwards. What holds bodies besides the tree, rows that close loops, takes part
/// by further columns (loops.h). M may be singular (point masses, slender rods): only the blocks
/// with their rows need be regular, which they are if the motion is determined; if it is not, accelerations are NaN.
namespace pintle::newton_euler {

/// The order of elimination for one structure, and its workspace.
class Elimination {
 public:
  Elimination(const System& system, const Plan& plan);

  /// Solves (1). `wrenches` are f about the mass centres; `A_W` gets V̇ of the mass centres; world axes.
  void solve(std::span<const Body> bodies, std::span<const Placed> placed, std::span<const LinkRows> rows,
             std::span<const Wrench<double>> wrenches, const ClosingInput& closings, std::span<Motion<double>> A_W);
  /// Multipliers of the closings, and how well their rows stood apart.
  const Loops& loops() const { return loops_; }

 private:
  /// Neighbours in the order with rows alike, columns of closings in all or in none: links first … last.
  struct Run {
    int points, axes;
    bool loops;
    int first, last;
  };
  struct Place {
    int parent;
    int sum = -1;    // where children other than the next link add up; −1: there are none
    int point = -1;  // of its PointReply; −1: three rows hold the point
  };
  struct Input {
    std::span<const Body> bodies;
    std::span<const Placed> placed;
    std::span<const LinkRows> rows;
    std::span<const Wrench<double>> wrenches;
  };
  template <int points, int axes>
  void eliminate(const Run& run, const Input& in, Block& handed);
  template <int points, int axes>
  void substitute(const Run& run, const Input& in, std::span<Motion<double>> A_W);

  std::vector<Run> runs_;
  std::vector<Place> places_;
  std::vector<Block> sums_;
  std::vector<Reply> replies_;
  std::vector<PointReply> point_replies_;
  Loops loops_;
};

}  // namespace pintle::newton_euler
