#pragma once
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/record/observer.h"
#include "pintle/structure/plan.h"

namespace pintle {

/// Springs of joints that move so little beside what goes on around them that a run may not resolve them. What is allowed for
/// errors follows from the way a of the bodies and from rounding of their places (structure/amplitude.h); what a joint does is
/// the difference of two bodies, or a coordinate among others that shares their equations, and its own way is d. With q of joint
/// coordinates, and L and R where they count,
///
///     bodies:  rtol a > 3·10⁻³ d,       joints:  q a > 10 p d,   p = max(10 rtol, 10⁻⁷)                          (1)
///     both:    16 ε (L + R + a) > p d   of a displacement: no tolerance helps                                   (2)
///     d > 10³ · 16 ε (a + L)                                                                                    (3)
///
/// An oscillation of 1 µm at the tip of a pendulum of 100 m that has swung by 1.4 m, rtol a/d = 0.014, loses 6e-4 of its
/// amplitude in fifty periods where bodies are coordinates; where it has one of its own, q a/d = 1.4e-6 and 1.4e-5 are
/// lost. What moves less than (3) is rounding.
class FaintWatch {
 public:
  explicit FaintWatch(const System& system) : least_(system.laws.size()), most_(system.laws.size()) {}

  /// Another case begins.
  void restart() { any_ = false; }
  void archive(Archive& archive) { archive("faint", least_, most_, any_); }
  /// An accepted state.
  void note(const System& system, const State<double>& state);
  /// By how far bodies got; they are now at `state`.
  std::vector<FaintJoint> find(const System& system, const Parameters<double>& p, const Plan& plan, const State<double>& state,
                               const std::vector<BodyReach>& reach, double rtol) const;

 private:
  std::vector<double> least_, most_;  // by law: its coordinate
  bool any_ = false;
};

}  // namespace pintle
