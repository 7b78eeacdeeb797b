#include "pintle/simulate/singular_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pintle {
namespace {

constexpr std::size_t most_told = 100;
constexpr double border = 0.01, passed = 1e-3;  // (1)
constexpr double aside = 1e-4;                  // of a stretch: where a slope is taken

}  // namespace

void SingularWatch::enter(double t, double s) {
  steps_ = 0;
  known_t_ = t;
  known_s_ = s;
  beside_.reset();
  const bool stays = is_beside_ && s < border;
  is_beside_ = s < border;
  if (stays) return;
  is_open_ = goes_through_ = is_passed_ = false;
}

void SingularWatch::add(double t, double condition) {
  if (steps_ > 0 && t == t1_) return;
  const bool was_beside = std::exchange(added_beside_, is_beside_);
  t0_ = t1_;
  s0_ = s1_;
  t1_ = t;
  s1_ = 1 / condition;
  if (++steps_ >= 2 && !was_beside && !is_beside_) pace_ = std::max(pace_, std::abs(s1_ - s0_) / (t1_ - t0_));
}

bool SingularWatch::may_come_beside(double end) const {
  constexpr double faster = 2, near = 0.1, rounding = 1e-12;
  if (is_beside_ || steps_ < 2) return true;
  return s1_ < faster * pace_ * (end - t1_) || (s1_ < near && s0_ - s1_ > rounding * s1_);
}

void SingularWatch::look(double start, double end, const Sine& sine) {
  beside_.reset();
  if (!may_come_beside(end) || !(end > start)) return;
  const Place a{start, known_t_ == start ? known_s_ : sine(start)}, b{end, sine(end)};
  known_t_ = end;
  known_s_ = b.s;
  Place least = a.s < b.s ? a : b;
  if (const double inset = aside * (end - start); sine(end - inset) < b.s && sine(start + inset) < a.s)
    least = find_least(a, b, sine);
  if (least.s < border)
    note({a.s < border ? start : find_border(least, a, sine), b.s < border ? end : find_border(least, b, sine)}, least);
  is_beside_ = is_open_ = b.s < border;
}

SingularWatch::Place SingularWatch::find_least(Place a, Place b, const Sine& sine) {
  constexpr int most_rounds = 40;
  constexpr double near_enough = 0.1 * passed, narrow = 1e-9;
  Place least = a.s < b.s ? a : b;
  const double length = b.t - a.t;
  double low = a.t, high = b.t, t = low + length * a.s / (a.s + b.s);
  for (int round = 0; round < most_rounds && high - low > narrow * length; ++round) {
    const double s = sine(t), inset = aside * (high - t), slope = (sine(t + inset) - s) / inset;
    if (s > a.s + (b.s - a.s) * (t - a.t) / length) return {t, 0};  // not convex: one of several rows is let go there
    if (s < least.s) least = {t, s};
    if (least.s < near_enough) break;
    const double bound = s - std::abs(slope) * (slope < 0 ? high - t : t - low);
    if (bound > std::min(border, 0.99 * least.s)) break;
    (slope < 0 ? low : high) = t;
    t -= s / slope;
    if (!(t > low && t < high)) t = 0.5 * (low + high);
  }
  return least;
}

double SingularWatch::find_border(Place inside, Place outside, const Sine& sine) {
  constexpr int most_rounds = 60;
  constexpr double near_enough = 1e-4 * border;
  double f_inside = inside.s - border, f_outside = outside.s - border;
  int side = 0;  // that was moved last
  for (int round = 0; round < most_rounds; ++round) {
    const double t = inside.t + (outside.t - inside.t) * f_inside / (f_inside - f_outside), f = sine(t) - border;
    if (std::abs(f) < near_enough) return t;
    if (f < 0) {
      inside.t = t;
      f_inside = f;
      if (side < 0) f_outside *= 0.5;
      side = -1;
    } else {
      outside.t = t;
      f_outside = f;
      if (side > 0) f_inside *= 0.5;
      side = 1;
    }
  }
  return outside.t;
}

void SingularWatch::note(Stretch beside, Place least) {
  beside_ = beside;
  if (!is_open_) {
    goes_through_ = !is_beside_;
    is_passed_ = false;
    if (++left_out_count_ <= static_cast<long>(most_told)) left_out_.push_back({beside.from, beside.to});
  } else if (left_out_count_ <= static_cast<long>(most_told)) {
    left_out_.back().to = beside.to;
  }
  if (!goes_through_ || is_passed_ || !(least.s < passed)) return;
  is_passed_ = true;
  ++count_;
  if (passages_.size() < most_told) passages_.push_back({least.t, 1 / s1_});
}

}  // namespace pintle
