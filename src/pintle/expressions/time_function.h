#pragma once
#include <optional>
#include <vector>

#include "pintle/expressions/interval.h"
#include "pintle/expressions/tape.h"

namespace pintle {

/// ġ of an expression that reads parameters and time, or age, which is the time since the run began.
Expr make_rate(Graph& graph, Expr g);

/// A function g of time alone, its parameters fixed: at an instant, and over a stretch of time as intervals of g, ġ and g̈.
class TimeFunction {
 public:
  /// Parameters as they are in the graph.
  TimeFunction(const Graph& graph, Expr g);
  /// The outputs of a tape: g and ġ, or g, ġ and g̈. `inputs` are those of the tape; NaN is time.
  TimeFunction(Tape tape, std::vector<double> inputs);

  double value(double t);

  struct Range {
    Interval value, slope;
    Interval bend = Interval::all();  // where the tape has it
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
  std::vector<double> inputs_, scratch_, outputs_;
  std::vector<Interval> wide_inputs_, wide_scratch_, wide_outputs_;
};

}  // namespace pintle
