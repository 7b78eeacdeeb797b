#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "pintle/formulations/bodies/equations.h"

/// Multipliers of closings (structure/closing.h) in the elimination of elimination.h. Row k of a closing holds bodies that
/// the tree does not join; with F_k what its unit multiplier pushes onto link i, about the link's reference point,
///
///     Σ_i F_k·x_i = γ_k,        link i is pushed by Σ_k F_k λ_k                                          (1)
///
/// Until λ leaves it is a number not known yet, and its columns ride along as further right-hand sides. What row k has gathered
/// of links that left is b_k − Σ_j E_kj λ_j on its right-hand side, at first b = γ, E = 0. A link with x₀, s_j, u_j, c_j leaves by
///
///     y_kj = s_j·F_k,   b_k −= F_k·x₀ + Σ_j y_kj c_j,   E_kl += Σ_j y_kj y_lj,   F_k' = F_k − Σ_j u_j y_kj    (2)
///
/// and on the way outwards c_j + Σ_k y_kj λ_k stands for c_j. At the first link behind which all bodies of a closing are,
/// F_k·x + Σ_j E_kj λ_j = b_k is complete. Its λ leave there one by one, before x does:
///
///     λ_k = (b_k − F_k·x − Σ_j E_kj λ_j)/E_kk                                                            (3)
///     A += F_k F_kᵀ/E_kk,   p −= F_k b_k/E_kk,
///     F_j −= F_k E_kj/E_kk,   b_j −= E_kj b_k/E_kk,   E_jl −= E_kj E_kl/E_kk                             (4)
///
/// E_kk is the mobility of the bodies behind the link against row k, and not negative. It is zero if the rows before k hold
/// already what row k holds: then a push along it moves nothing, F_k and E_kj are zero too, and λ_k = 0 serves as well as any
/// other. How small is zero? The mobility is measured against what the stiffest of the links that it passes would give to it at
/// most, L being the length of its own loop,
///
///     Ŝ_k = min (Σ_j |s_j.v|²/L² + Σ_j |s_j.w|²) (|n_k|² + L² |f_k|²),   s_j.v of translations, s_j.w of rotations    (5)
///     s_k² = E_kk/Ŝ_k,   the row is dropped if it does not count (math/rank.h)                                  (6)
///
/// A row that other closings hold leaves rounding of its diagonal E_kk, of which a hundredth is a size at least. s_k is a sine:
/// that of the angle between row k and all rows before it, those of the tree among them, in the sense of the masses. Of the rows
/// of one closing the one with the greatest s_k leaves next. Between rounding and what counts are configurations next to a
/// singular one (bars in line, where a mechanism could go on in another way): there errors of positions enter velocities by
/// 1/s², and are kept out by leaving row k alone for the moment. What it would have done until then the projection of the
/// velocities does when it counts again (formulations/holding.h). In accelerations it is let go bit by bit,
///
///     φ/E_kk in place of 1/E_kk in (3) and (4),   φ of math/rank.h (2)                                           (7)
///
/// That F_k vanishes with E_kk holds for pairs of forces, whose sum is zero. A row that pushes one body only closes in the
/// world, where no F is left.
namespace pintle::newton_euler {

using namespace bodies;

/// elimination.h (3), (4): a motion s that a joint leaves free, of unit mass; u = A s.
struct Free {
  Motion<double> s;
  Wrench<double> u;
  double c;
};

class Loops {
 public:
  Loops(const System& system, const Plan& plan, std::span<const LinkRows> links);

  /// (1): the columns of every end.
  void start(const ClosingInput& in, std::span<const Placed> placed, std::span<const LinkRows> links);
  /// (4) for what closes at a link whose children have left.
  void close(int link, Articulated<double>& A) {
    for (int k = links_[link].first_leaving; k < links_[link].last_leaving; ++k) leave(leavings_[k], &A);
  }
  /// (2): the link leaves. `d` is from the parent's reference point to the link's.
  void pass(int link, const Vec3<double>& d, const Motion<double>& x0, std::span<const Free> free);
  /// (4), then (3), for what closes in the world.
  void close_world();

  /// The way outwards: what the multipliers add to c_j of a link; then (3) for what closes at it.
  double calc_known(int link, int j) const {
    double sum = 0;
    for (int p = links_[link].first_pass; p < links_[link].last_pass; ++p) sum += lambda_[passes_[p].row] * y_[passes_[p].y + j];
    return sum;
  }
  void expand(int link, const Motion<double>& x) {
    if (links_[link].first_leaving < links_[link].last_leaving) expand_rows(link, &x);
  }

  std::span<const double> lambda() const { return lambda_; }  // by row
  /// Of the last elimination: rows that were not dropped; the least s_k among them.
  int rank() const { return rank_; }
  double calc_least_sine() const { return std::sqrt(least_square_); }
  /// Rows that count do so in full (7).
  bool count_in_full() const { return least_square_ >= rank::full_square; }
  /// What is left of the right-hand side of a row that was left out; zero for others.
  double calc_left(int row) const { return inverse_[row] > 0 ? 0 : b_[row]; }
  /// A row that would be let go bends the way (math/rank.h, 4): after an elimination for accelerations.
  bool bends() const { return bends_; }

 private:
  struct End {
    int row, end, link, column;
  };
  struct Pass {  // of a row through a link
    int row;
    int column, up;  // at the link and at its parent; −1: the parent is the world
    int y;           // place of its y_kj
  };
  /// A closing, and what is coupled with it when it leaves: its own rows, then those that leave later.
  struct Leaving {
    int rows, all;                        // its own; with the others
    int first;                            // among coupled_
    int table, width;                     // blocks of E for every two of the closings, width × width
    int rank = 0;                         // after the elimination
    std::array<int, most_rows> pivots{};  // its rows in the order in which they left
  };
  struct Coupled {
    int row;
    int column;          // where the closing leaves; −1 in the world
    int block, r, rows;  // its closing, its place among the rows of that one, how many these are
  };
  struct OfLink {
    int first_pass = 0, last_pass = 0;
    int pair = 0;  // E of every two passes, each with itself first
    int first_leaving = 0, last_leaving = 0;
  };
  struct Scale {      // (5)
    double least;     // over the links so far
    double diagonal;  // of E, before (4)

    double size() const { return std::max(least, 0.01 * diagonal); }  // Ŝ
  };
  class Maker;
  struct Pivot {
    int own;  // among the rows of the closing; −1: none stands out
    double square = 0, bend = 0;
  };
  /// The row that stands out most from those that left. `largest` is β₀ (math/rank.h, 3).
  Pivot find_pivot(const Leaving& leaving, const std::array<bool, most_rows>& done, double largest) const;
  void leave(Leaving& leaving, Articulated<double>* A);
  void remove(const Leaving& leaving, int own, const std::array<bool, most_rows>& done, Articulated<double>* A);
  void expand_rows(int link, const Motion<double>* x);
  /// Place of E for two that are coupled.
  int find(const Leaving& leaving, int i, int j) const {
    const Coupled &a = coupled_[leaving.first + std::min(i, j)], &b = coupled_[leaving.first + std::max(i, j)];
    return table_[leaving.table + a.block * leaving.width + b.block] + a.r * b.rows + b.r;
  }

  std::vector<End> ends_;
  std::vector<OfLink> links_;
  std::vector<Pass> passes_;       // by link, in the order in which they will leave
  std::vector<Leaving> leavings_;  // by link
  std::vector<Coupled> coupled_;   // by leaving
  std::vector<int> pairs_, table_;
  std::vector<double> LL_;  // by row: L²

  std::vector<Wrench<double>> columns_;  // by link and row of the closings at it
  std::vector<double> y_;
  std::vector<double> E_, b_, inverse_, lambda_;
  std::vector<Scale> scales_;
  std::vector<char> asked_;
  int rank_ = 0;
  double least_square_ = 1;
  rank::Holding holding_;
  bool bends_ = false;
};

}  // namespace pintle::newton_euler
