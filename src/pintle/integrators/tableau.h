#pragma once
#include "pintle/integrators/step_rule.h"

namespace pintle {

/// A Runge-Kutta method as data, explicit or linearly implicit. One step of size h from (t, y):
///
///     (1 − γ h A) k_i = f(t + c_i h, y + h Σ_{j<i} a_ij k_j) + Σ_{j<i} l_ij k_j      i = 0 … s−1      (1)
///     y₁  = y + h Σ_i b_i k_i                                                 (2)
///     e   = h Σ_i e_i k_i                                                     (3)
///     y(t + θh) = y + h Σ_i b_i(θ) k_i                       0 ≤ θ ≤ 1        (4)
///
/// An explicit method has γ = 0 and no l; what A is else, problem.h says.
///
/// (4) may need stages that (1) has not: stage s is that at (t + h, y₁), and its row of A is b; of an explicit method it is also
/// stage 0 of the next step if nobody touches y in between. The stages after it serve (4) alone. The polynomials are
/// written in the nested form of [Hairer Norsett Wanner 1993, II.6],
///
///     b_i(θ) = θ (d_i0 + (1 − θ)(d_i1 + θ (d_i2 + (1 − θ)(d_i3 + …                                        (5)
///
/// and not in powers of θ: d_i0 = b_i then makes both ends of a step exact to the last bit, and the large
/// coefficients of the 8th-order method, which cancel each other, are damped by θ²(1 − θ)² ≤ 1/16.
///
/// Where (4) is dear, weights of the same form for stages 0 … s−1 alone show what lies within a step for nothing,
///
///     y(t + θh) ≈ y + h Σ_{i<s} g_i(θ) k_i                   0 ≤ θ ≤ 1                                    (6)
///
/// one or two orders coarser, exact at both ends.
///
/// Accounts are further components of y that f does not read: with a row of zeros in A, (1) gives theirs from the powers alone.
struct Tableau {
  static constexpr int max_stages = 16, max_degree = 7;

  int order;         // of y₁
  int dense_order;   // of y(t + θh): its error over one step is O(h^(dense_order + 1))
  int error_order;   // err = O(h^error_order); 0: no estimate, fixed step
  int stages;        // s
  int dense_stages;  // of (1) and (4) together, stage s and its followers included
  int degree;        // of b_i(θ)
  int error_rows;    // 2: e is weighed with a second, coarser one, see StepControl
  double growth;     // largest factor from one step to the next
  double c[max_stages];
  double A[max_stages][max_stages];
  double error[2][max_stages];
  double dense[max_stages][max_degree];  // d of (5)
  int glance_degree = 0;                 // of g_i(θ); 0: (4) is used instead
  double glance[max_stages][max_degree] = {};
  double gamma = 0;                              // γ
  double implicit[max_stages][max_stages] = {};  // l

  const double* b() const { return A[stages]; }
  bool is_implicit() const { return gamma > 0; }
  StepRule step_rule() const { return {static_cast<double>(error_order), growth}; }
};

/// Kutta's method of order 4, dense output of order 4.
const Tableau& rk4_tableau();
/// Fehlberg's method of order 5 with the error estimate of his 4th-order one, dense output of order 5.
const Tableau& rkf45_tableau();
/// Dormand and Prince's method of order 8, error estimates of order 5 and 3, dense output of order 7.
const Tableau& dop853_tableau();
/// A W-method of order 2, dense output of order 2.
const Tableau& ros2_tableau();

/// The nested form (5), for any scalar T.
template <class T>
void update_nested_weights(const double (*d)[Tableau::max_degree], int stages, int degree, const T& theta, T* weight) {
  const T rest = 1.0 - theta;
  for (int i = 0; i < stages; ++i) {
    T sum = d[i][degree - 1];
    for (int j = degree - 1; j > 0; --j) sum = d[i][j - 1] + (j % 2 == 0 ? theta : rest) * sum;
    weight[i] = theta * sum;
  }
}

/// The weights b_i(θ) of (4).
template <class T>
void update_dense_weights(const Tableau& tableau, const T& theta, T* weight) {
  update_nested_weights(tableau.dense, tableau.dense_stages, tableau.degree, theta, weight);
}

/// The weights g_i(θ) of (6).
template <class T>
void update_glance_weights(const Tableau& tableau, const T& theta, T* weight) {
  update_nested_weights(tableau.glance, tableau.stages, tableau.glance_degree, theta, weight);
}

}  // namespace pintle
