#pragma once
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/expressions/time_function.h"

/// Where a function of time suddenly varies much faster than before: pulses, steps, the teeth of a train. An integrator
/// that chose its step in the quiet before it would not see it: no stage of the step falls into it.
///
/// Stretches of time of width w are halved, by their intervals, until on each the function is known to be nearly constant, a
/// line, or a parabola, to 2 % of its own amplitude A (largest less smallest value of the piece):
///
///     max f − min f ≤ ε A   or   w (max ḟ − min ḟ)/4 ≤ ε A   or   w² max|f̈|/8 ≤ ε A                          (1)
///
/// and joined again as far as (1) holds. A stretch is a feature where one at least four times as wide, or the start, lies
/// within 32 w before it; steps that meet it are no longer than 6 w. What is equally fast all the time, a sine, is in sight of
/// the integrator whenever it looks, and no feature.
namespace pintle {

struct TimeFeature {
  static constexpr double step_share = 6;  // of w
  double from, to;                         // [s]
  double step;                             // the longest that steps should be inside [s]

  double width() const { return step / step_share; }  // w
};

/// The features of a function from left to right, as far ahead as they are asked for, piece by piece: from one kink or jump of
/// the law that it is part of to the next. Beyond one, another branch may be taken, and what was large before does not count.
class FeatureScan {
 public:
  /// `f` knows its second derivative.
  FeatureScan(TimeFunction f, double from);

  /// All features up to here are known.
  double scanned() const { return scanned_; }
  /// Goes on in the piece that ends at `piece_end`, no further than some thousand intervals take it.
  void scan(double piece_end);
  /// Those found, ascending; forget() those that are over.
  const std::vector<TimeFeature>& features() const { return features_; }
  void forget(double before);
  void archive(Archive& archive) {
    archive("features", start_, least_width_, tolerance_, scanned_, open_, joined_, wider_, features_);
  }

 private:
  struct Cell {
    double from, to;
    double width() const { return to - from; }
  };
  void begin_piece(double end);
  bool is_settled(double from, double to);
  void add(const Cell& cell);
  void finish_cell();

  TimeFunction f_;
  double start_, least_width_ = 0;  // of the piece
  double tolerance_ = 0;            // ε A; zero: nothing varies
  double scanned_;
  std::vector<Cell> open_;   // to be looked at, the next one last
  Cell joined_{0, 0};        // what is being joined; empty: nothing
  std::vector<Cell> wider_;  // of the past, each wider than those after it
  std::vector<TimeFeature> features_;
};

}  // namespace pintle
