#pragma once
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/record/observer.h"

namespace pintle {

/// Springs of joints that move so little beside the bodies they join that a formulation by bodies may not resolve them. Errors
/// of a body are allowed in proportion to its own way a (structure/amplitude.h), and what a joint does is the difference of two
/// bodies; its own way is d.
///
///     faint:  rtol a > 3·10⁻³ d,   d > 10³ · 16 ε (a + L)                                                       (1)
///
/// An oscillation of 1 µm at the tip of a pendulum of 100 m that has swung by 1.4 m, rtol a/d = 0.014, loses 6e-4 of its
/// amplitude in fifty periods; where it has a coordinate of its own, 1e-5. What moves less than the second part of (1) is
/// rounding.
class FaintWatch {
 public:
  explicit FaintWatch(const System& system) : least_(system.laws.size()), most_(system.laws.size()) {}

  /// Another case begins.
  void restart() { any_ = false; }
  void archive(Archive& archive) { archive("faint", least_, most_, any_); }
  /// An accepted state.
  void note(const System& system, const State<double>& state);
  /// By how far bodies got.
  std::vector<FaintJoint> find(const System& system, const Parameters<double>& p, const std::vector<BodyReach>& reach,
                               double rtol) const;

 private:
  std::vector<double> least_, most_;  // by law: its coordinate
  bool any_ = false;
};

}  // namespace pintle
