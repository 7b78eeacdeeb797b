#include <algorithm>
#include <cmath>

#include "pintle/formulations/partitioned/partitioned.h"

/// Rates next to a singular configuration. Positions are met to ε ≈ 10⁻¹⁶; with a row whose sine is s the dependent ones are known
/// to ε/s, velocities to ε/s², accelerations to ε/s³. A mechanism that passes straight on has accelerations there that are as
/// smooth as anywhere, only that they cannot be computed at the place itself. On a line that crosses it they can, on both sides:
///
///     f(x) = [15 (f₁ + f₋₁) − 6 (f₂ + f₋₂) + (f₃ + f₋₃)]/20 + O(δ⁶),     f_k = f(x + k δ d)                   (1)
///
/// for any direction d that leads across; we take that of the motion, d = (1, v̇, v̈) with v̈ as accepted last, and δ so that the
/// fastest body turns by 1/100, twice as much as long as s is not beyond where (1) begins. A mechanism that comes near a singular
/// configuration and turns off has no such accelerations: where (1) contradicts what was found at the place by more than rounding
/// explains, it is not taken.
namespace pintle {

using namespace partitioned;

namespace {

constexpr double near = 5e-3;  // s from where on (1) is used: there rounding is 10⁻⁹, and O(δ⁶) some 10⁻¹¹
constexpr int doublings = 4;
constexpr double weights[] = {0.75, -0.3, 0.05};

/// What rounding may make of accelerations, in parts of them.
double calc_rounding(double sine) { return sine > rank::full_sine ? 1e-13 / (sine * sine * sine) : 1e300; }

double find_largest(std::span<const double> list) {
  double largest = 0;
  for (const double one : list) largest = std::max(largest, std::fabs(one));
  return largest;
}

}  // namespace

/// After evaluate().
void Partitioned::smooth(double t, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  const double sine = dependents_.least_sine();
  if (!placed_ || sine >= near || bends()) return;
  const Conditioning conditioning = conditioning_;
  if (look_across(t, y, ydot, sine)) {
    const auto n = static_cast<std::size_t>(places());
    double apart = 0;
    for (std::size_t c = n; c < 2 * n; ++c) apart = std::max(apart, std::fabs(smooth_ydot_[c] - ydot[c]));
    if (apart <= calc_rounding(sine) * find_largest(std::span(smooth_ydot_).subspan(n, n))) {
      std::ranges::copy(std::span(smooth_ydot_).subspan(n, n), ydot.begin() + static_cast<std::ptrdiff_t>(n));
      std::ranges::copy(smooth_power_, power.begin());
    }
  }
  conditioning_ = conditioning;
}

/// (1); false: there is no line, or it ends.
bool Partitioned::look_across(double t, std::span<const double> y, std::span<const double> ydot, double sine) {
  double rate = 0;
  for (int i = 1; i < tree_.size(); ++i) rate = std::max(rate, dot(tree_.placed[i].w, tree_.placed[i].w));
  if (!(rate > 0)) return false;
  const auto n = static_cast<std::size_t>(places());
  std::ranges::fill(line_, 0.0);
  std::ranges::copy(ydot.first(n), line_.begin());
  if (accepted_ydot_.size() == y.size())
    std::ranges::copy(std::span(accepted_ydot_).subspan(n, n), line_.begin() + static_cast<std::ptrdiff_t>(n));
  const auto evaluate_at = [&](double by) {
    for (std::size_t k = 0; k < y.size(); ++k) beside_y_[k] = y[k] + by * line_[k];
    evaluate(t + by, beside_y_, beside_ydot_, beside_power_);
    return placed_;
  };
  double by = 0.01 / std::sqrt(rate);
  for (int k = 0; k < doublings; ++k, by *= 2)
    if (!evaluate_at(by) || dependents_.least_sine() > sine + near) break;
  std::ranges::fill(smooth_ydot_, 0.0);
  std::ranges::fill(smooth_power_, 0.0);
  bool found = true;
  for (int k = 0; k < 3 && found; ++k)
    for (const double sign : {-1.0, 1.0}) {
      found = found && evaluate_at(sign * (k + 1) * by);
      for (std::size_t c = 0; c < smooth_ydot_.size(); ++c) smooth_ydot_[c] += weights[k] * beside_ydot_[c];
      for (std::size_t c = 0; c < smooth_power_.size(); ++c) smooth_power_[c] += weights[k] * beside_power_[c];
    }
  placed_ = true;
  return found;
}

}  // namespace pintle
