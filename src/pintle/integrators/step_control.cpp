#include "pintle/integrators/step_control.h"

#include <bit>
#include <cstdint>
#include <limits>

#include "pintle/math/lanes.h"

namespace pintle {
namespace {

constexpr double safety = 0.9, min_factor = 0.2;
constexpr double fit = 1 + 1e-6;  // a step this much longer is still the same step: t is a sum of rounded numbers
constexpr double resolution = 16 * std::numeric_limits<double>::epsilon();  // of t, relative

/// One call a lane, not inlined: every lane runs the same instructions wherever it sits.
template <class T>
T calc_powers(const T& x, double p) {
  T result = 0.0;
  for (int i = 0; i < width<T>; ++i) set_lane(result, i, calc_power(lane(x, i), p));
  return result;
}

/// x within [low, high], `high` for NaN.
template <class T>
T clamp(const T& x, double low, double high) {
  return max(min(x, T(high)), T(low));
}

}  // namespace

/// ln x = k ln 2 + ln m, √½ ≤ m < √2;  ln m = 2 artanh s,  s = (m − 1)/(m + 1), |s| < 0.172: ten terms of the
/// series give 16 digits.
[[gnu::noinline]] double calc_power(double x, double p) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, fraction = 0x000fffffffffffff;
  const std::uint64_t shifted = std::bit_cast<std::uint64_t>(x) - root_half;
  const auto k = static_cast<double>(static_cast<std::int64_t>(shifted) >> 52);
  const double m = std::bit_cast<double>((shifted & fraction) + root_half);
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = 1. / 19;
  for (int odd = 17; odd > 0; odd -= 2) series = 1. / odd + z * series;
  return exp(p * (k * (detail::ln2_high + detail::ln2_low) + 2 * s * series));
}

template <class T>
StepControl<T>::StepControl(const StepRule& rule, const IntegratorOptions& options)
    : error_order_(rule.error_order),
      growth_(rule.growth),
      max_step_(options.max_step > 0 ? options.max_step : std::numeric_limits<double>::infinity()),
      next_(options.dt) {}

template <class T>
typename StepControl<T>::Attempt StepControl<T>::make_attempt(const T& t, const T& t_end, Mask<T> live) {
  const T wanted = min(next_, T(max_step_)), room = t_end - t;
  const Mask<T> last = is_less(room, fit * wanted), last_but_one = is_less(room, 2.0 * wanted);
  const Mask<T> too_small = is_less(wanted, resolution * abs(t)) & !last;
  failed_ = failed_ | (live & too_small);
  live = live & !too_small;
  const T h = select(last_but_one, 0.5 * room, wanted);
  const T end = select(live, select(last, t_end, t + h), t);
  return {end - t, end, live, last_but_one};  // end − t, not h: what t can resolve
}

template <class T>
Mask<T> StepControl<T>::update(const Attempt& attempt, const T& err) {
  const Mask<T> accepted = attempt.live & is_less(err, T(1.0)), rejected = attempt.live & !accepted;
  if (error_order_ == 0) {
    failed_ = failed_ | rejected;
    return accepted;
  }
  T factor = clamp(safety * calc_powers(clamp(err, 1e-12, 1e12), -1 / error_order_), min_factor, growth_);
  factor = select(is_greater(rejections_, T(0.0)), min(factor, T(1.0)), factor);
  const T h = attempt.h * factor;
  next_ = select(attempt.live, select(accepted & attempt.cut, max(h, next_), h), next_);
  rejections_ = select(accepted, T(0.0), select(rejected, rejections_ + 1.0, rejections_));
  failed_ = failed_ | (rejected & is_greater(rejections_, T(max_rejections - 0.5)));
  return accepted;
}

template <class T>
T StepControl<T>::calc_first_trial(const T& norm_y, const T& norm_f, const T& room) const {
  const Mask<T> tiny = is_less(norm_y, T(1e-5)) | is_less(norm_f, T(1e-5));
  const T trial = select(tiny, T(1e-6), 0.01 * norm_y / norm_f);
  return min(min(trial, room), T(max_step_));
}

template <class T>
T StepControl<T>::calc_first_step(const T& trial, const T& norm_f, const T& norm_change) const {
  const T rate = max(norm_change / trial, norm_f);
  const T step = calc_powers(clamp(0.01 / rate, 1e-60, 1e60), 1 / error_order_);
  const T found = min(select(is_greater(rate, T(1e-15)), step, max(T(1e-6), 1e-3 * trial)), 100.0 * trial);
  return select(is_greater(found, T(0.0)), found, T(1e-6));
}

template <class T>
void StepControl<T>::set_next(const T& dt, Mask<T> lanes) {
  if (error_order_ > 0) next_ = select(lanes, dt, next_);
}

template <class T>
void StepControl<T>::find_next(const T& dt, Mask<T> lanes) {
  set_next(select(is_greater(next_, T(0.0)), min(next_, dt), dt), lanes);
  doubted_ = doubted_ & (!lanes);
}

template <class T>
void StepControl<T>::restart(Mask<T> lanes) {
  rejections_ = select(lanes, T(0.0), rejections_);
  failed_ = failed_ & !lanes;
}

template class StepControl<double>;
template class StepControl<Lanes>;

}  // namespace pintle
