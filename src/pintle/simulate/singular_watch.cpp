#include "pintle/simulate/singular_watch.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr std::size_t most_passages = 100;
constexpr double there = 1e-7;  // s of a step that is at the singular configuration itself
constexpr double near = 0.2;    // s of a step beside it: a condition above 5
constexpr double fits = 0.2;    // of s₀ + s₂

}  // namespace

void SingularWatch::note(double t, double condition) {
  if (!away_) return;
  away_ = false;
  ++count_;
  if (passages_.size() < most_passages) passages_.push_back({t, condition});
}

void SingularWatch::add(double t, double condition) {
  const double s = 1 / condition;
  largest_ = std::max(largest_, s);
  if (steps_ >= 2 && s0_ > s1_ && s > s1_ && s1_ > there && s1_ < near) {
    const double line = s0_ - (s0_ + s) * (t1_ - t0_) / (t - t0_);  // (1)
    const bool later = std::abs(line - s1_) < std::abs(line + s1_);
    const double meets = later ? t1_ + (t - t1_) * s1_ / (s1_ + s) : t0_ + (t1_ - t0_) * s0_ / (s0_ + s1_);
    if (std::min(std::abs(line - s1_), std::abs(line + s1_)) < fits * (s0_ + s)) note(meets, 1 / s1_);
  }
  if (s <= there && (steps_ == 0 || s1_ > there)) note(t, condition);
  away_ = away_ || s > largest_ / 3;
  if (steps_ > 0 && t == t1_) return;
  t0_ = t1_;
  s0_ = s1_;
  t1_ = t;
  s1_ = s;
  ++steps_;
}

}  // namespace pintle
