#pragma once
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/expressions/time_roots.h"
#include "pintle/system/time_laws.h"

namespace pintle {

/// The times of some kinks, found as far ahead as they are asked for. A kink is met twice, a few ulps before and behind it, so
/// that no step sees both sides; what lies between is rounding.
class KinkTimes {
 public:
  KinkTimes(const TimeLaws& laws, const Parameters<double>& p, double until);
  /// Those of a curve alone.
  KinkTimes(const TimeLaws& laws, std::span<const int> which, const Parameters<double>& p, double until);

  /// The first side of a kink after t; infinity if there is none up to `until`. t does not go back.
  double next(double t);
  void archive(Archive& archive);

 private:
  struct Kink {
    TimeFunction h;
    const std::vector<double>* levels;
    std::vector<double> times{};  // those found last, ascending
    std::size_t first = 0;        // of them that is not over
    double searched = 0;
  };
  double next_of(Kink& kink, double t);

  std::vector<Kink> kinks_;
  double until_;
};

}  // namespace pintle
