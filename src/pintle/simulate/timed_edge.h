#pragma once
#include <utility>
#include <vector>

#include "pintle/expressions/time_roots.h"
#include "pintle/simulate/locate.h"

namespace pintle {

/// An edge that time alone decides: the times at which its side changes, as far as they have been searched. They are exact.
class TimedEdge {
 public:
  TimedEdge(TimeFunction d, int number, bool zero_is_above) : edge(number), d_(std::move(d)), zero_is_above_(zero_is_above) {}

  const int edge;  // its number

  /// Numbers have changed: nothing is known.
  void restart(TimeFunction d);
  void archive(Archive& archive);
  Side side(double t);
  /// The next change after t; infinity if there is none up to `until`.
  double find_next(double t, double until);

 private:
  double add_changes(double root, double last, double next, double until);

  TimeFunction d_;
  bool zero_is_above_;
  std::vector<double> times_{};
  double searched_ = -1;
};

}  // namespace pintle
