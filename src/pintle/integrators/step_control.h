#pragma once
#include <span>

#include "pintle/integrators/integrator.h"
#include "pintle/integrators/step_rule.h"

namespace pintle {

/// How large a step may be, each lane for itself. With the norm ‖e‖ of error_norm.h a step is accepted if err < 1, and the next
/// one, or the next attempt, has the size
///
///     h ← h·min(growth, max(1/5, 0.9·err^(−1/q))),   err = O(h^q)                               (1)
///
/// without growth after a rejection [Hairer Norsett Wanner 1993, II.4]. err is ‖e‖, or where the method has two
/// estimates that of DOP853, err = ‖e‖²/√(‖e‖² + ‖ê‖²/100) [Hairer Norsett Wanner 1993, II.10]. A number that is
/// not finite makes err a NaN, and that counts as a rejection with the factor 1/5.
///
/// No memory of earlier errors: (t, y, next step) and what the problem remembers is all there is to keep of a run. A PI term (β
/// = 0.04) saved up to 15 % of the evaluations where stability limits the step, and cost 5 % elsewhere.
///
/// Towards t_end: what is left is taken in one step if it fits, in two equal ones if it fits into two; a step
/// that was cut this way does not shorten the ones after it.
template <class T>
class StepControl {
 public:
  static constexpr int max_rejections = 50;  // in a row

  StepControl(const StepRule& rule, const IntegratorOptions& options);

  struct Attempt {
    T h, end;      // [s] h = end − t, zero where the lane does not take part
    Mask<T> live;  // takes part
    Mask<T> cut;   // t_end is near and chose h
  };
  /// The step to try next in the `live` lanes; those where it is below what t can resolve fail instead.
  Attempt make_attempt(const T& t, const T& t_end, Mask<T> live);

  /// (1): says which lanes are accepted; the others get a smaller step, or fail after too many attempts.
  Mask<T> update(const Attempt& attempt, const T& err);

  /// Lanes that have no step size yet.
  Mask<T> unknown() const { return (!is_greater(next_, 0.0)) | doubted_; }
  /// The next step is no longer than a first one would be.
  void doubt(Mask<T> lanes) {
    if (error_order_ > 0) doubted_ = doubted_ | lanes;
  }
  /// A first step was looked for.
  void find_next(const T& dt, Mask<T> lanes);
  /// The first step [Hairer Norsett Wanner 1993, II.4]: a small trial step from the norms of y and f, then the
  /// guess from the change of f over it.
  T calc_first_trial(const T& norm_y, const T& norm_f, const T& room) const;
  T calc_first_step(const T& trial, const T& norm_f, const T& norm_change) const;

  const T& next() const { return next_; }
  /// 0: to be found. A fixed step stays as it is.
  void set_next(const T& dt, Mask<T> lanes);
  Mask<T> failed() const { return failed_; }
  void restart(Mask<T> lanes);
  template <class Archive>
  void archive(Archive& archive) {
    archive("step", next_, rejections_, failed_, doubted_);
  }

 private:
  double error_order_, growth_, max_step_;
  T next_;              // [s] 0: unknown
  T rejections_ = 0.0;  // in a row
  Mask<T> failed_{};
  Mask<T> doubted_{};  // next_ is an upper bound
};

/// xᵖ for x > 0, |p ln x| < 700. Our own, because libm picks variants by processor.
double calc_power(double x, double p);

}  // namespace pintle
