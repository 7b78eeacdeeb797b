#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/system/lengths.h"
#include "pintle/views/instant.h"

namespace pintle {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

/// R of (1), with the lengths of the mechanism.
class Levers {
 public:
  Levers(const System& system, const Parameters<double>& p, const State<double>& state) : system_(system), p_(p), state_(state) {}
  double of(BodyIndex body, int mechanism) {
    if (mechanism != last_) has_length_ = has_length(system_, p_, mechanism);
    last_ = mechanism;
    const double R = norm(state_.X_WB[body.i].p), L = system_.mechanisms.lengths[mechanism];
    return has_length_ || !(R > ulp * L) ? L + R : R;
  }

 private:
  const System& system_;
  const Parameters<double>& p_;
  const State<double>& state_;
  int last_ = -1;  // asked for: most joints follow others of their mechanism
  bool has_length_ = false;
};

}  // namespace

/// (1)
void update_work_rounding(const System& system, const Parameters<double>& p, const View<double>& view,
                          std::span<double> by_mechanism) {
  std::ranges::fill(by_mechanism, 0.0);
  if (!view.has_sound_loads()) return;
  Levers levers(system, p, view.state);
  const auto add = [&](double work, int mechanism) {
    if (std::isfinite(work)) by_mechanism[mechanism] += ulp * work;
  };
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointRecord& joint = system.joints[j];
    const int mechanism = system.mechanisms.of(joint.parent, joint.child);
    const double R = std::max(levers.of(joint.parent, mechanism), levers.of(joint.child, mechanism));
    add(norm(view.load[j].f) * R + norm(view.load[j].n), mechanism);
  }
  system.elements.for_each([&]<class Kind>(const Pool<Kind>& pool, int k, const Kind& element) {
    const int mechanism = system.mechanism_of(element);
    double R = 0;
    for (const BodyIndex body : element.bodies) R = std::max(R, levers.of(body, mechanism));
    for (std::size_t s = 0; s < Kind::signals.size(); ++s) {
      const ElementSignal& signal = Kind::signals[s];
      const double lever = signal.unit == "N" ? R : signal.unit == "N*m" ? 1.0 : 0.0;
      if (signal.is_load && lever > 0) add(std::abs(view.element[pool.signal(k) + static_cast<int>(s)]) * lever, mechanism);
    }
  });
}

}  // namespace pintle
