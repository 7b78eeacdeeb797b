#pragma once
#include <optional>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/expressions/time_features.h"
#include "pintle/system/kink_times.h"
#include "pintle/system/system.h"

namespace pintle {

/// How far a step may go, because of what time alone brings: it ends on both sides of a kink, and does not jump over a
/// short feature. With features [aⱼ, bⱼ] that ask for steps hⱼ, a step from t goes at most to
///
///     min over j with bⱼ > t of  max(aⱼ, t + hⱼ)                                                         (1)
///
/// Everything is found as the run goes on, no further ahead than some thousand intervals reach.
class Foresight {
 public:
  /// Of a run, or of the rest of one from t on.
  Foresight(const System& system, const Parameters<double>& p, double until, double t = 0);

  /// The end of a step from t, `until` at most. t does not go back.
  double reach(double t);
  /// Into how many pieces the step [start, end] falls, none of which varies by more than a parabola does. A law that moves nothing
  /// makes steps no shorter than (1), and is seen in loads alone.
  int count_pieces(double start, double end) const;
  /// The last reach() was a kink: nothing of what was before it holds behind it.
  bool ends_at_kink(double t) const { return t == kink_; }
  void archive(Archive& archive);

 private:
  struct Curve {
    FeatureScan scan;
    KinkTimes kinks;
    double piece = 0;  // where the stretch without kinks that is scanned ends
    double half = 0;   // when the run gets here, it is time to scan on
  };
  void scan_on(Curve& curve, double t);
  double reach_of(Curve& curve, double t, double end);

  double until_;
  KinkTimes kinks_;
  std::vector<Curve> curves_;
  double kink_;
};

}  // namespace pintle
