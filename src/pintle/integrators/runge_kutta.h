#pragma once
#include <memory>
#include <vector>

#include "pintle/integrators/error_norm.h"
#include "pintle/integrators/stage_sum.h"
#include "pintle/integrators/step_control.h"

namespace pintle {

/// Any Runge-Kutta method, explicit or linearly implicit, from its tableau (see tableau.h for the equations and step_control.h
/// for the step size). T = double or Lanes.
///
/// The accounts P are quadratures, ∫ P dt = h Σ_i b_i(θ) P_i, with the same weights; their errors likewise.
/// A finished, failed or rejected lane runs along with h = 0 or a result that is not taken; nothing that is
/// computed in one lane is ever read by another.
///
/// f(t, y) of a place that was already evaluated is not evaluated again: after a rejection, and after a step
/// whose end interpolate() needed, if t and y of every lane still have the bits that advance() left. Stages of an implicit
/// method know the step that they were made for, and serve no other.
///
/// Memory is taken in the constructor, and again only if the problem grows.
template <class T>
class RungeKutta final : public Integrator<T> {
 public:
  RungeKutta(const Tableau& tableau, const Problem<T>& problem, const IntegratorOptions& options);

  Step<T> advance(Problem<T>& problem, T& t, std::span<T> y, const T& t_end) override;
  void interpolate(const T& t, std::span<T> y, std::span<T> account) override;
  void glance(const T& t, std::span<T> y, std::span<T> account) override;
  void restart(Mask<T> lanes) override;
  void reset(const Problem<T>& problem) override;
  T next_step() const override { return control_.next(); }
  void set_next_step(const T& dt, Mask<T> lanes) override { control_.set_next(dt, lanes); }
  void doubt_next_step(Mask<T> lanes) override { control_.doubt(lanes); }
  void set_account_scales(std::span<const T> scales, int group) override { norm_.set_account_scales(scales, group); }
  const IntegratorCounters& counters() const override { return counters_; }
  void archive(Archive& archive, Problem<T>& problem) override;

 private:
  void bind(const Problem<T>& problem);
  void begin(const T& t, std::span<const T> y);
  void choose_first_step(const T& t, const T& t_end, Mask<T> live);
  void update_stages(int from, int to);
  T calc_error();
  /// y and accounts where t is no inner time of a step; those lanes in which it is one.
  Mask<T> copy_ends(const T& t, std::span<T> y, std::span<T> account);
  void update_inside(Mask<T> inside, const StageRow<T>& row, std::span<T> y, std::span<T> account);
  void commit(Mask<T> accepted, T& t, std::span<T> y);
  /// Stage i of (1) at its time and place.
  void update_stage(int i, const T& t, const T* place);
  void update_rates(int stage, const T& t, const T* place);
  T* array(int i) { return k_ + i * stride_; }

  const Tableau& tableau_;
  IntegratorOptions options_;
  StepControl<T> control_;
  IntegratorCounters counters_;
  StageRow<double> A_[Tableau::max_stages], implicit_[Tableau::max_stages], error_[2];
  bool in_dense_[Tableau::max_stages];   // b_i(θ) is not zero
  bool in_glance_[Tableau::max_stages];  // nor g_i(θ)

  Problem<T>* problem_ = nullptr;
  bool bound_ = false;  // sizes and scales are those of the problem
  int n_ = 0, accounts_ = 0, stride_ = 0;
  ErrorNorm<T> norm_;
  /// Arrays of n numbers, those of the stages followed by their power: k_0 … | y | y₁ | place, error | weights, Σ l k | 0
  std::vector<T> arena_;
  T *k_ = nullptr, *y_ = nullptr, *y1_ = nullptr, *work_ = nullptr, *weight_ = nullptr, *zero_ = nullptr;

  T start_ = 0.0, end_ = 0.0, h_ = 0.0;  // of the last step; where a lane did not move, h = 0
  Mask<T> moved_{};
  bool start_known_ = false;  // stage 0 is f(start, y) in every lane
  bool end_known_ = false;    // stage s is that at (end, y₁) in every lane
  bool dense_known_ = false;  // and so are the stages after it
};

}  // namespace pintle
