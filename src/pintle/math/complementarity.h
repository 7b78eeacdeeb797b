#pragma once
#include <span>
#include <vector>

/// A linear complementarity problem with a symmetric, positive semidefinite W:
///
///     w = q + W x,     0 ≤ x ⊥ w ≥ 0                                                                      (1)
///
/// Either one of a pair is zero: a stop that pushes does not move away, and one that moves away does not push. (1) are the
/// conditions of Kuhn and Tucker for
///
///     min ½ xᵀ W x + qᵀ x,   x ≥ 0                                                                        (2)
///
/// and are met by principal pivots [Cottle 1992, section 4.2]: a set P of basic rows has w_P = 0, x_P = −W_PP⁻¹ q_P ≥ 0, all
/// other x are zero. The first row r with w_r < 0 is driven to zero by its own x_r, and those of P follow,
///
///     dx_P/dx_r = −W_PP⁻¹ W_Pr,   dw_r/dx_r = s_r = W_rr − W_rP W_PP⁻¹ W_Pr                                (3)
///
/// until w_r = 0, and r is basic, or until one of x_P comes to zero and leaves P. The first of those that are equal is taken
/// everywhere, so the way there is finite and always the same. Rows are scaled by √W_rr first, so that s_r is the squared
/// sine of the angle between r and P (math/rank.h), whatever their units; W_PP is regular all along. If neither end is there,
/// r depends on P, and no x ≥ 0 meets it: it is blocked.
///
/// w is unique, x up to z with W z = 0. Of all x the shortest is given, in the sense of the scaled rows. With A the rows where
/// w = 0 and N the projector onto the null space of W_AA, this is a problem of the same kind,
///
///     x = (1 − N) x₀ + N μ,     0 ≤ μ ⊥ x ≥ 0                                                             (4)
///
/// Rows of A that are not basic depend on P, so (3) without its slope spans that null space, a column for each of them:
///
///     N = Z (ZᵀZ)⁻¹ Zᵀ,     z_P = −W_PP⁻¹ W_Pr,  z_r = 1                                                  (5)
///
/// W Z is zero to rounding of |W||Z| however nearly the rows of P depend on each other, as what is left by a solution with
/// factors always is [Golub & Van Loan 2013, section 4.2]; and w stays what it was to rounding of |W||x|. A projector made perpendicular
/// to rows of W would be off by rounding over the sine between them, and w by that many times x, which is large there.
namespace pintle {

class Complementarity {
 public:
  /// W by rows. `noise` is what rounding makes of each of q: nearer to zero it is zero.
  void solve(std::span<const double> W, std::span<const double> q, std::span<const double> noise);

  std::span<const double> x() const { return x_; }
  std::span<const double> w() const { return w_; }
  /// Rows that carry x of (1) alone, before it is spread by (4): W of them is regular.
  const std::vector<bool>& basic() const { return basic_; }
  /// Rows that depend on the basic ones.
  const std::vector<bool>& dependent() const { return dependent_; }
  /// The first row that no x ≥ 0 meets; −1: all are met.
  int blocked() const { return blocked_; }
  /// x may be another by this, to either side as long as x ≥ 0; zeros where it is unique, else a mixture of all such
  /// directions.
  std::span<const double> stress() const { return stress_; }

 private:
  int size() const { return static_cast<int>(q_.size()); }
  double& at(int i, int j) { return W_[i * size() + j]; }
  /// Scales, and finds the basic rows.
  void pivot(std::span<const double> W, std::span<const double> q, std::span<const double> noise);
  bool drive(int r);
  void update_direction(int r);
  double calc_slope(int r);  // s of (3), zero where it is rounding
  void update_basic_values();
  void find_dependent();
  void spread();
  void meet_basic_rows();
  std::vector<double> calc_null_projector(const std::vector<int>& A);
  void undo_scales();

  std::vector<double> W_, q_, noise_, scale_;  // scaled: unit diagonal, or zero
  std::vector<double> x_, w_, stress_;
  std::vector<bool> basic_, dependent_;
  int blocked_ = -1;
  std::vector<int> P_;               // basic rows, ascending
  std::vector<double> factor_, dx_;  // scratch: of W_PP, by rows; (3)
  double least_pivot_ = 1;           // of that
};

/// W x = b for a W that is positive definite, by rows; in place.
void solve_definite(std::span<const double> W, std::vector<double>& x);

}  // namespace pintle
