#pragma once
#include "pintle/base/archive.h"

namespace pintle {

/// Controllers that switch to and fro without end: one whose numbers make its condition false at once, and true again when they
/// are given back. Each switch takes a step of its own, so the run would not come to its end: a thousand switches within a
/// millionth of it are more than any run could carry out.
class SwitchWatch {
 public:
  /// A controller has switched at t. True: they switch without end. `until` is the end of the run.
  bool add(double t, double until) {
    constexpr long most = 1000;
    constexpr double part = 1e-6;
    if (++count_ < most) return false;
    const bool is_endless = t - since_ < part * until;
    count_ = 0;
    since_ = t;
    return is_endless;
  }
  void archive(Archive& archive) { archive("switches", count_, since_); }

 private:
  long count_ = 0;
  double since_ = -1e300;  // [s] when the present thousand began
};

}  // namespace pintle
