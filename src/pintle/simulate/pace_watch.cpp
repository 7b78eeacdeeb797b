#include "pintle/simulate/pace_watch.h"

#include <algorithm>

#include "pintle/math/elementary.h"
#include "pintle/math/scalar.h"

namespace pintle {
namespace {

constexpr double most_steps = 1e9;         // at the present pace: hours, even for a small mechanism
constexpr double most_ahead = 1e10;        // by an estimate
constexpr int patience = 200;              // blocks
constexpr double fast = 1e4, light = 3e8;  // [m/s] no machine is as fast; nothing is
constexpr double keeps_on = 0.85;          // of a slope: that of N^0.9 and steeper

}  // namespace

void PaceWatch::note(double t, double speed) {
  pace_ = (t - last_) / block_steps;
  left_ = ahead_ = (t_end_ - t) / pace_;
  last_ = t;
  steps_ = 0;
  slow_ = left_ > most_steps ? slow_ + 1 : 0;
  hopeless_ = slow_ >= (speed > light ? 4 : patience);
  keep(t, speed);
  if (since_kept_ != 0 || speed < fast) return;
  for (int blocks = 4; blocks <= kept_; blocks *= 2) ahead_ = std::max(ahead_, estimate_exponential(blocks));
  ahead_ = std::max(ahead_, estimate_power());
  hopeless_ = hopeless_ || (ahead_ > left_ && ahead_ > most_ahead);
}

void PaceWatch::keep(double t, double speed) {
  if (++since_kept_ < stride_) return;
  since_kept_ = 0;
  ends_[at(++kept_)] = t;
  speeds_[at(kept_)] = speed;
  if (kept_ < most_blocks) return;
  kept_ /= 2;
  stride_ *= 2;
  for (int k = 1; k <= kept_; ++k) {
    ends_[at(k)] = ends_[at(2 * k)];
    speeds_[at(k)] = speeds_[at(2 * k)];
  }
}

/// (2), by the last blocks in four parts.
double PaceWatch::estimate_exponential(int blocks) const {
  const int part = blocks / 4, first = kept_ - blocks;
  if (speeds_[at(kept_)] < 2 * speeds_[at(first)]) return 0;
  std::array<double, 4> r;
  for (int k = 0; k < 4; ++k) r[at(k)] = rate(first + k * part, first + (k + 1) * part);
  const double early = r[1] - r[0], middle = r[2] - r[1], late = r[3] - r[2];
  if (!(early > 0 && middle > keeps_on * early && late > keeps_on * early)) return 0;
  const double c = (r[3] - r[0]) / (3.0 * part * stride_ * block_steps);
  return r[3] / c * (exp(std::min(c * (t_end_ - last_), 600.0)) - 1);
}

/// (3), by the last three octaves of N.
double PaceWatch::estimate_power() const {
  if (kept_ < 8 || kept_ % 8 != 0 || speeds_[at(kept_)] < 2 * speeds_[at(kept_ / 4)]) return 0;
  const double r1 = rate(kept_ / 8, kept_ / 4), r2 = rate(kept_ / 4, kept_ / 2), r3 = rate(kept_ / 2, kept_);
  const double g = log(std::min(r2 / r1, r3 / r2)) / log(2.0), N = 1.0 * kept_ * stride_ * block_steps;
  if (!(g > 0 && g < 0.95)) return 0;
  return N * pow(1 + (1 - g) * r3 * (t_end_ - last_) / N, 1 / (1 - g)) - N;
}

}  // namespace pintle
