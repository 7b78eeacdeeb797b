#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "pintle/constraints/row.h"
#include "pintle/formulations/newton_euler/block.h"
#include "pintle/formulations/newton_euler/rows.h"
#include "pintle/math/rank.h"

/// Multipliers of closings (structure/closing.h) in the elimination of elimination.h. Row k of a closing holds bodies that
/// the tree does not join; with F_k = (f_k, n_k) what its unit multiplier pushes onto link i, about the link's reference
/// point, and x = (a, α):
///
///     Σ_i F_kᵀ x_i = γ_k,        link i is pushed by Σ_k F_k λ_k                                        (1)
///
/// Until λ leaves it is a number not known yet, and its columns ride along as further right-hand sides: (4)–(8) of
/// elimination.h act on (f_k, n_k) as on (f, n) with γ = 0. What row k has gathered of links that left is b_k − Σ_j E_kj λ_j
/// on its right-hand side, at first b = γ, E = 0. The point step of a link and its turn step, with P and a₀, α₀ of each,
///
///     b_k −= f_k·a₀,     E_kj += f_k·P f_j,     n_k' = n_k − Kᵀ f_k,    f_k' = Πᵀ f_k,     K = P la      (2)
///     b_k −= n_k'·α₀,    E_kj += n_k'·P n_j',   f_k" = f_k' − Kᵀ n_k',  n_k" = Πᵀ n_k',    K = P al'     (3)
///
/// and on the way outwards a₀ + Σ P f_j λ_j, α₀ + Σ P n_j' λ_j stand for a₀, α₀. At the first link behind which all bodies
/// of a closing are, F_kᵀ x + Σ_j E_kj λ_j = b_k is complete. Its λ leave there one by one, before x does:
///
///     λ_k = (b_k − F_kᵀ x − Σ_j E_kj λ_j)/E_kk                                                           (4)
///     [ll la; al aa] += F_k F_kᵀ/E_kk,   (f, n) += F_k b_k/E_kk,
///     F_j −= F_k E_kj/E_kk,   b_j −= E_kj b_k/E_kk,   E_jl −= E_kj E_kl/E_kk                             (5)
///
/// E_kk is the mobility of the bodies behind the link against row k, and not negative. It is zero if the rows before k hold
/// already what row k holds: then a push along it moves nothing, F_k and E_kj are zero too, and λ_k = 0 serves as well as any
/// other. How small is zero? The mobility is measured against what the stiffest of the links that it passes would give to it at
/// most, L being the length of its own loop,
///
///     Ŝ_k = min (tr P_point/L² + tr P_turn) (|n_k|² + L² |f_k|²)                                                (6)
///     s_k² = E_kk/Ŝ_k,   the row is dropped if it does not count (math/rank.h)                                  (7)
///
/// A row that other closings hold leaves rounding of its diagonal E_kk, of which a hundredth is a size at least. s_k is a sine:
/// that of the angle between row k and all rows before it, those of the tree among them, in the sense of the masses. Of the rows
/// of one closing the one with the greatest s_k leaves next. Between rounding and what counts are configurations next to a
/// singular one (bars in line, where a mechanism could go on in another way): there errors of positions enter velocities by
/// 1/s², and are kept out by leaving row k alone for the moment. What it would have done until then the projection of the
/// velocities does when it counts again (formulations/holding.h). In accelerations it is let go bit by bit,
///
///     φ/E_kk in place of 1/E_kk in (4) and (5),   φ of math/rank.h (2)                                           (8)
///
/// That F_k vanishes with E_kk holds for pairs of forces, whose sum is zero. A row that pushes one body only closes in the
/// world, where no F is left.
namespace pintle::newton_euler {

/// The rows of all closings at one level.
struct ClosingInput {
  std::span<const ConstraintRow<double>> rows;
  std::span<const double> right;  // γ, −ġ or −g, by row
  std::span<const char> asked;    // 0: the row has nothing to say at this level
  rank::Holding holding{};        // (8)
};

class Loops {
 public:
  Loops(const System& system, const Plan& plan);

  bool any() const { return !closings_.empty(); }
  /// Columns pass through the link, or close there.
  bool touch(int link) const { return links_[link].touched; }

  /// (1): the columns of every end.
  void start(const ClosingInput& in, std::span<const Placed> placed, std::span<const LinkRows> rows);
  /// (4), (5) for what closes at a link whose children are in `block`.
  void close(int link, Block& block);
  /// (2), (3): the link's unknowns leave, which `count` rows hold. `d` is from the parent's reference point to the link's.
  void pass(int link, RowCount count, const Vec3<double>& d, const Reply& reply, const PointReply* full, const Softness& soft);
  /// (5), then (4), for what closes in the world.
  void close_world();

  /// The way outwards: what the multipliers add to a₀ and α₀ of a link; then (4) for what closes at it.
  void add_known(int link, Vec3<double>& a0, Vec3<double>& alpha0) const;
  void expand(int link, const Vec3<double>& a, const Vec3<double>& alpha);

  std::span<const double> lambda() const { return lambda_; }  // by row
  /// Of the last elimination: rows that were not dropped; the least s_k among them.
  int rank() const { return rank_; }
  double calc_least_sine() const { return std::sqrt(least_square_); }
  /// Rows that count do so in full (8).
  bool count_in_full() const;
  /// What is left of the right-hand side of a row that was left out; zero for others.
  double calc_left(int row) const;
  /// A row that would be let go bends the way (math/rank.h, 4): after an elimination for accelerations.
  bool bends() const { return bends_; }

 private:
  /// (f_k, n_k); once the link has left, (P f_k, P n_k').
  struct Column {
    Vec3<double> f, n;
  };
  struct End {
    int closing, end, link, column;
  };
  struct One {  // a closing
    int row, rows;
    int E;           // its own block, rows × rows
    double L;        // of its loop [m]
    int rank;        // after the elimination
    double largest;  // β₀ (math/rank.h, 3), before its rows leave: which of them is first must not matter
  };
  struct Pass {  // of a closing through a link
    int closing;
    int column, up;  // first column at the link and at its parent; −1: none, the parent is the world
  };
  struct Coupling {  // of a closing that leaves with one that leaves later
    int closing;
    int column;  // at the link; −1 in the world
    int E;       // rows of the first × rows of the second
  };
  struct Leaving {
    int closing, column;
    int first_coupling, last_coupling;
    int first_pair;  // E of every two couplings, (0, 1) (0, 2) … (1, 2) …
  };
  struct OfLink {
    bool touched = false;
    int first_pass = 0, last_pass = 0;
    int first_pair = 0;  // E of every two passes
    int first_leaving = 0, last_leaving = 0;
  };
  struct Scale {      // (6)
    double least;     // over the links so far
    double diagonal;  // of E, before (5)

    double size() const { return std::max(least, 0.01 * diagonal); }  // Ŝ
  };

  class Maker;
  int find_pivot(const One& one, const bool* done) const;
  /// How row r of a closing bends the way (math/rank.h, 4), whose squared sine is `square`; zero where it does not matter.
  double calc_bend(const One& one, int r, double square) const;
  void leave(const Leaving& leaving, Block* block);
  void remove_row(const Leaving& leaving, int r, double inverse, const bool* done);
  void remove_from_later(const Leaving& leaving, int r, double inverse);
  void expand(const Leaving& leaving, const Vec3<double>& a, const Vec3<double>& alpha);
  void couple(const OfLink& link);

  std::vector<One> closings_;
  std::vector<End> ends_;
  std::vector<OfLink> links_;
  std::vector<Pass> passes_;         // by link, in the order in which they will leave
  std::vector<Leaving> leavings_;    // by link
  std::vector<Coupling> couplings_;  // by leaving, in the order in which they will leave
  std::vector<int> pass_pairs_, coupling_pairs_;

  std::vector<Column> columns_;  // by link and row of the closings at it
  std::vector<Column> pushes_;   // scratch: (f_k, n_k') of the link that leaves
  std::vector<double> E_, b_, lambda_;
  std::vector<Scale> scales_;
  std::vector<char> asked_;
  std::vector<int> pivots_;       // by row of a closing: which left first, second, …
  std::vector<double> inverses_;  // 1/E_kk, likewise
  int rank_ = 0;
  double least_square_ = 1;
  rank::Holding holding_;
  bool bends_ = false;
};

}  // namespace pintle::newton_euler
