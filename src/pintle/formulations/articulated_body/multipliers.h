#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "pintle/constraints/row.h"
#include "pintle/formulations/articulated_body/frames.h"
#include "pintle/math/rank.h"

/// Loops and constraints on the tree: multipliers λ that leave inside the sweeps, as soon as all bodies of their closing are
/// behind one link (structure/loop_order.h). For the closings k that are open at a segment,
///
///     their rows, as far as their ends are behind it:   K_kᵀ a + d_k + Σ_j E_kj λ_j                        (1)
///     wrench from the parent's side:                    A a + p − Σ_k K_k λ_k                              (2)
///
/// K_k is what unit multipliers push: an end of k on the segment's own body adds its wrenches. A joint with axis z leaves by
/// U = A z, D = zᵀ U, u = τ − zᵀ p, w_k = zᵀ K_k (sweeps.h, 2),
///
///     K'_k = K_k − U D⁻¹ w_k,   d_k += w_kᵀ D⁻¹ u + K'_kᵀ c,   E_kj += w_kᵀ D⁻¹ w_j                        (3)
///
/// and K' goes to the parent like a wrench; a ball has three axes and a base six, a weld and a driven segment none. Where k
/// closes, its rows (1) are γ_k:
///
///     λ_k = E⁻¹ (γ − d − Kᵀ a − Σ_j E_kj λ_j),   E = E_kk, j those that leave later                         (4)
///     A += K E⁻¹ Kᵀ,   p −= K E⁻¹ (γ − d),   K_j −= K E⁻¹ E_kj
///     d_j += E_jk E⁻¹ (γ − d),   E_jl −= E_jk E⁻¹ E_kl                                                      (5)
///
/// so loops that couple with their neighbours only cost O(n), and those of a hub never meet. On the way outwards (4) gives λ, and
/// every joint's u gets w_k λ_k.
///
/// E_kk is the Gram matrix of the rows' motions in the sense of the masses: positive semidefinite, and singular where rows are
/// redundant. It is factorized as L D Lᵀ, of the rows that are left always the one with the greatest sine next. A pivot is the squared sine of the angle between a row
/// and those before it, joints of the tree included, times the row's size,
///
///     the least of (‖n‖² + L²‖f‖²)/D over the hinges that it passes, and the like,                          (6)
///
/// L being the length of its own loop; a row that other closings hold leaves rounding of its diagonal, of which a hundredth is
/// a size at least. What says nothing new (math/rank.h) is left out with λ = 0, and the motion is not affected. So a mechanism
/// passes through a singular configuration, where accelerations would be errors divided by squared sines, freely for a moment;
/// what it gains there of a forbidden velocity is taken back afterwards (formulations/holding.h). Accelerations let a row go
/// bit by bit: it gives way by (1/φ − 1) D λ. Jumps and projections, on which no step depends, have all or nothing.
///
/// Wrenches K are in world axes about the segment's origin. A velocity jump and a projection are the same with other
/// right-hand sides (sweeps.h).
namespace pintle::articulated_body {

class Multipliers {
 public:
  /// By closing the length of its loop, which makes moments and forces comparable: L of (6).
  Multipliers(const Plan& plan, const Segments& segments, std::span<const double> lengths);

  /// Starts a sweep inwards: rows of all closings, by link the way from its segment's origin to the mass centre (world axes),
  /// and right-hand sides γ for accelerations as the sweeps have them.
  void begin(std::span<const ConstraintRow<double>> rows, std::span<const Vec3<double>> c_W, std::span<const double> gamma,
             const rank::Holding& holding);
  /// Segment i is gathered, and its joint has not left: what closes there leaves.
  void close(const Sweeps<double>& s, const std::vector<Frame<double>>& frames, int i, Articulated<double>& A);
  /// The joint of segment i has left; `at_world` is the acceleration of the world.
  void pass(const Sweeps<double>& s, const std::vector<Frame<double>>& frames, int i, const Acceleration<double>& at_world);

  /// All segments have left: multipliers of what closes in the world.
  void turn_round();
  /// Segment i is about to be accelerated: multipliers push its joint.
  void push(Sweeps<double>& s, int i) const;
  /// It is accelerated: multipliers of what closes there.
  void solve(int i, const Acceleration<double>& at);

  /// By row; zero where a row is left out.
  std::span<const double> lambda() const { return lambda_; }
  int rank() const { return rank_; }
  /// Least ratio of a pivot to the row's size among the rows that count.
  double least_ratio() const { return least_ratio_; }
  /// Rows that count do so in full: none is being let go.
  bool count_in_full() const { return in_full_; }
  /// What is left of the right-hand side of a row that was left out; zero for others.
  double calc_left(int row) const { return D_inverse_[row] > 0 ? 0 : gamma_[row]; }
  /// A row that would be let go bends the way (math/rank.h, 4): after a sweep for accelerations.
  bool bends() const { return bends_; }

 private:
  /// Rows of two closings at one joint: the first leaves no later than the second.
  struct Pair {
    int a, b;            // their first rows among those that pass
    int a_rows, b_rows;  // counts
    int E;               // their block: a_rows × b_rows
  };
  /// A closing that a leaving one is coupled with.
  struct Neighbour {
    int closing;
    int E;  // block of the leaving one's rows × its rows
    int K;  // its wrenches at that link
  };
  struct Update {  // block (j, l) of (5), by places in `later`
    std::size_t j, l;
    int E;
  };
  struct Leaving {
    int first, rows;  // its rows
    int E, K;         // its own block, its wrenches where it closes
    std::vector<Neighbour> later;
    std::vector<Update> updates;
    std::array<int, most_rows> order{};  // in which its rows left
    int at(int r, int c) const { return E + rows * std::max(r, c) + std::min(r, c); }
  };
  struct Passing {            // through the joint of a link
    int K = 0, count = 0;     // wrenches of the rows that pass, one after the other
    std::vector<int> row;     // by passing row
    std::vector<int> K_next;  // by passing row: its place at the parent; empty: that is the world
    std::vector<Pair> pairs;
  };
  struct EndPlace {
    int link, row, end, K;
  };
  struct Sums {       // of a row, on its way
    double d;         // (1)
    double diagonal;  // of E, before (5)
    double size;      // the least that its pivot could be, were it not for angles
  };

  /// E of (3) for joints of n axes, w and y = D⁻¹ w by passing row.
  template <int n>
  void couple(const Passing& passing, const double* w, const double* y);
  void leave_base(const Passing& passing, const WideRecord<double>& b, const Mat3<double>& R_WL, double* y);
  void eliminate(Leaving& leaving, const Mat3<double>* R_WL, Articulated<double>* A);
  struct Pivot {
    int place = -1;  // among the rows that are left; none counts
    double square = 0, bend = 0, share = 0;
  };
  Pivot find_pivot(const Leaving& leaving, std::span<const int> left, const double* inverse_size, double largest) const;
  void factorize(Leaving& leaving);
  void back_substitute(const Leaving& leaving, const Acceleration<double>* at);
  const Passing& passing_at(int segment) const { return passing_[link_of_[segment]]; }

  std::vector<double> L_squared_;         // by row
  std::vector<int> link_of_;              // by segment
  std::vector<char> last_;                // by segment: it carries its link's body
  std::vector<int> w_first_;              // by segment: place in w_
  std::vector<Passing> passing_;          // by link
  std::vector<std::vector<int>> closes_;  // by link
  std::vector<Leaving> leaving_;          // by closing
  std::vector<EndPlace> ends_;
  std::vector<Wrench<double>> K_;
  std::vector<double> E_;
  std::vector<Sums> sums_;                          // by row
  std::vector<double> gamma_, D_inverse_, lambda_;  // by row
  std::vector<double> w_, y_;                       // y is scratch of one segment
  Articulated<double> base_;                        // the base that is about to leave
  int rank_ = 0;
  double least_ratio_ = 1;
  rank::Holding holding_;
  bool in_full_ = true, bends_ = false;
};

}  // namespace pintle::articulated_body
