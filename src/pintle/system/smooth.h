#pragma once
#include <optional>
#include <span>

#include "pintle/system/kink_times.h"

namespace pintle {

/// calc_outputs() of one formula again and again, in memory of its own.
class OutputsOfTime {
 public:
  explicit OutputsOfTime(const Formula& formula);
  std::span<const double> at(const Parameters<double>& p, double t);

 private:
  const Formula& formula_;
  std::vector<double> inputs_, scratch_, outputs_;
};

/// An output of a formula of time that jumps at an instant.
struct TimeJump {
  int output;
  double t, before, after;
};

/// An output that must not jump; behind it stands its derivative.
struct Watched {
  int output;
  int law;  // the output that it is the rate of; itself if it is none
};

/// What is told to move must not jump: the mechanism could not follow. Looks at both sides of every kink that a run meets (of
/// the first 10,000). What a jump is decides the scale of the law, not its value there:
///
///     |x⁺ − x⁻| > 1e-9 max(X, F/T)      X: largest |x| of the run,  F: that of the law,  T: its duration       (1)
std::optional<TimeJump> find_jump(const Formula& formula, const Parameters<double>& p, KinkTimes kinks, double until,
                                  std::span<const Watched> watched);

/// Throws Error with a sentence about the first output that is no finite number right behind a time; nothing if all are.
void check_behind(const Formula& formula, const Parameters<double>& p, double t);

}  // namespace pintle
