#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/record/observer.h"

namespace pintle {

/// Where a run comes through singular configurations: bars in line, where a mechanism could go on in more than one way; and where
/// it is beside them. With s(t) the sine of the least angle between rows (closure/statics.h), which is the same in every
/// formulation, s falls to zero there and rises again, nearly straight on both sides:
///
///     beside: s < 0.01,   passed: s < 10⁻³ somewhere between                                                     (1)
///
/// Loads grow as 1/s there and are known to 3·10⁻⁵/s (formulations/holding.h, 2), three thousandths at the border. How high one
/// would be seen to rise further in depends on where steps fall, so they are left out of the peaks between the borders.
///
/// A step may be longer than all of that. What kernels know of rows at accepted states costs nothing: where their sine could
/// come to zero within the step at twice the pace that it has ever had, or is small and falls, s is asked for at the ends of the
/// step and next to them. If it falls at the one and rises at the other, there is a least s between, which is found by Newton's
/// method on the flanks; as s is convex, a tangent is a bound from below. Borders are found by the rule of false position.
class SingularWatch {
 public:
  /// s at a time within the step.
  using Sine = std::function<double(double t)>;
  struct Stretch {
    double from, to;  // [s]
  };

  /// Another structure is entered, whose rows have this s.
  void enter(double t, double s);
  /// An accepted state, by what its kernel knows of the rows.
  void add(double t, double condition);
  /// A step, before its end is accepted.
  void look(double start, double end, const Sine& sine);

  /// Of the last step: where it is beside a singular configuration.
  const std::optional<Stretch>& beside() const { return beside_; }
  /// Where it ended, or the structure was entered.
  bool is_beside() const { return is_beside_; }
  const std::vector<SingularPassage>& passages() const { return passages_; }
  long count() const { return count_; }
  /// All stretches beside singular configurations so far, the first hundred of them.
  const std::vector<LoadsLeftOut>& left_out() const { return left_out_; }
  long left_out_count() const { return left_out_count_; }
  void archive(Archive& archive) {
    archive("singular", t0_, s0_, t1_, s1_, steps_, pace_, added_beside_, known_t_, known_s_, is_beside_, is_open_, goes_through_,
            is_passed_, count_, passages_, left_out_count_, left_out_);
  }

 private:
  struct Place {
    double t, s;
  };
  bool may_come_beside(double end) const;
  static Place find_least(Place a, Place b, const Sine& sine);
  static double find_border(Place inside, Place outside, const Sine& sine);
  void note(Stretch beside, Place least);

  double t0_ = 0, s0_ = 0, t1_ = 0, s1_ = 0;  // of kernels, at the last two accepted states
  int steps_ = 0;
  double pace_ = 0;                    // the largest |Δs|/Δt, not beside singular configurations [1/s]
  bool added_beside_ = false;          // the last accepted state
  double known_t_ = -1, known_s_ = 0;  // s where the last step that was looked at ended
  bool is_beside_ = false;
  bool is_open_ = false, goes_through_ = false, is_passed_ = false;  // of the present stretch: it was entered from outside
  std::optional<Stretch> beside_;
  long count_ = 0, left_out_count_ = 0;
  std::vector<SingularPassage> passages_;
  std::vector<LoadsLeftOut> left_out_;
};

}  // namespace pintle
