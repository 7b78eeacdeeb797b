#pragma once
#include <optional>
#include <vector>

#include "pintle/expressions/interval.h"
#include "pintle/expressions/tape.h"

namespace pintle {

/// A function g of time alone, its parameters fixed: at an instant, and over a stretch of time as intervals of g and ġ.
class TimeFunction {
 public:
  /// Of an expression that reads parameters and time (or age, which is the time since the run began); parameters as they
  /// are in the graph.
  TimeFunction(const Graph& graph, Expr g);
  /// Two outputs of a tape, g and ġ. `inputs` are those of the tape; NaN is time.
  TimeFunction(Tape tape, std::vector<double> inputs, int g = 0, int gdot = 1);

  double value(double t);

  struct Range {
    Interval value, slope;
  };
  /// Over the times [from, to], by (1) of interval.h.
  Range range(double from, double to);

  /// What g can be over [from, to], as narrow as it is known; with c a time inside, where g is continuous [Moore 1966]:
  ///
  ///     g(X) ⊂ g(c) + ġ(X) (X − c)                                                                       (1)
  struct Enclosure {
    Interval value, slope;
    double rounding;  // of g itself: half the width of what an interval makes of one instant
  };
  Enclosure enclose(double from, double to);

 private:
  template <class T>
  void evaluate(const T& time, std::vector<T>& inputs, std::vector<T>& scratch, std::vector<T>& outputs) const;

  Tape tape_;
  std::vector<int> times_;  // places among the inputs
  int g_, gdot_;
  std::vector<double> inputs_, scratch_, outputs_;
  std::vector<Interval> wide_inputs_, wide_scratch_, wide_outputs_;
};

}  // namespace pintle
