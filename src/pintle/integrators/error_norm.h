#pragma once
#include <span>
#include <vector>

#include "pintle/integrators/integrator.h"

namespace pintle {

/// How large an error is, each lane for itself:
///
///     ‖e‖² = max over groups g of (1/n_g) Σ (e_i / w_i)²                                                     (1)
///     w_i = atol·s_i + what the problem allows (problem.h)                                                   (2)
///
/// A mechanism is a group: what goes on beside it dilutes nothing. Accounts, the integrals W of powers, take part where the
/// caller gave them a scale S, and those of a mechanism are a group,
///
///     w = max(10 rtol, 10⁻⁷)·(S + |ΔW|)                                                                      (3)
///
/// looser than y, because a power oscillates twice as fast as the motion, and must not rule the step where the motion does well.
/// Of a mechanism that has no y, as all of it is driven, the accounts are all that is integrated: w = rtol·(S + |ΔW|).
template <class T>
class ErrorNorm {
 public:
  /// Sizes and scales of a problem.
  void bind(const Problem<T>& problem, const IntegratorOptions& options);
  /// Integrator::set_account_scales().
  void set_account_scales(std::span<const T> scales, int group);
  void forget_account_scales() { account_scales_.clear(); }

  /// How many numbers an error has: y, and the accounts if they take part.
  int size() const { return n_ + static_cast<int>(account_scales_.size()); }
  bool has_accounts() const { return !account_scales_.empty(); }

  /// 1/w of a step of size h from y to y₁, which changes the accounts by `work`; NaN where y₁ is not finite.
  void update_weights(const Problem<T>& problem, const T& h, const T* y, const T* y1, const T* work, T* weight) const;
  /// ‖e‖ of y alone.
  T calc(const T* e, const T* weight);
  /// Takes one of the estimates of a step's error, number 0 or 1.
  void add(int estimate, const T* e, const T* weight);
  /// err of step_control.h from the first `estimates` of them.
  T calc_error(int estimates) const;

 private:
  void update_squares(const T* e, const T* weight, bool with_accounts, std::vector<T>& square) const;

  int n_ = 0;
  double rtol_ = 0;
  std::vector<double> atol_;          // atol·s
  std::vector<ErrorPart> parts_;      // of y
  std::vector<double> share_;         // 1/n_g
  std::vector<T> account_scales_;     // S; zero: no part
  int account_group_ = 0;             // how many accounts are measured together
  std::vector<T> square_[2], alone_;  // ‖e‖² by group: those of y, then those of accounts
};

/// Σ (e_i / w_i)², from 1/w.
template <class T>
T calc_sum_of_squares(int n, const T* e, const T* weight);

}  // namespace pintle
