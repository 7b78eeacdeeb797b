#pragma once
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/views/view.h"

namespace pintle {

/// What rounding makes of signals. One that is zero for a reason, such as a force or a place across the plane of a motion, is
/// then a small number that changes its sign in every step. Of what equations are solved for, loads, reactions and
/// accelerations, its size is measured by the largest force F, its weight to begin with, moment M, accelerations A, α that the
/// mechanism has had so far:
///
///     forces 1e-12 F,   moments 1e-12 (M + L F),   accelerations 1e-12 A,  1e-12 (α + A/L)                          (1)
///
/// and of the state by its length L, its largest speed v and rate of turning ω, with δ = 16 ε:
///
///     places δ L,   angles and attitudes δ,   velocities δ v,   rates δ (ω + v/L)                                    (2)
class SignalNoise {
  static constexpr double solved = 1e-12;  // (1)

 public:
  explicit SignalNoise(const System& system);

  /// True if equations are solved for a signal: (1).
  static bool is_solved_for(const Signal& signal);
  /// Nothing has been noted.
  void restart();
  void archive(Archive& archive) { archive("noise", largest_); }
  /// An instant of the run; lists that its view does not hold are NaN, and say nothing.
  void note(const View<double>& view);
  /// (1), (2), zero for other signals.
  double operator()(const Signal& signal) const;
  /// (1) for a force or moment in a mechanism.
  double force(int mechanism) const { return solved * largest_[mechanism].force; }
  double moment(int mechanism) const;

 private:
  struct Largest {
    double force = 0, moment = 0, acceleration = 0, turn = 0, speed = 0, rate = 0;
  };

  const System& system_;
  std::vector<Largest> largest_;  // by mechanism
};

}  // namespace pintle
