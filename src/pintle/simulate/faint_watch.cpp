#include "pintle/simulate/faint_watch.h"

#include <algorithm>
#include <limits>

namespace pintle {
namespace {

constexpr double fair_share = 3e-3;                                         // of d
constexpr double blur = 1e3 * 16 * std::numeric_limits<double>::epsilon();  // of a + L

}  // namespace

void FaintWatch::note(const System& system, const State<double>& state) {
  for (std::size_t k = 0; k < system.laws.size(); ++k) {
    const JointLaw& law = system.laws[k];
    const JointCoordinates<double>& joint = state.joints[law.joint.i];
    const double q = joint.value_of(law.direction);
    least_[k] = any_ ? std::min(least_[k], q) : q;
    most_[k] = any_ ? std::max(most_[k], q) : q;
  }
  any_ = true;
}

std::vector<FaintJoint> FaintWatch::find(const System& system, const Parameters<double>& p, const std::vector<BodyReach>& reach,
                                         double rtol) const {
  std::vector<FaintJoint> list;
  for (std::size_t k = 0; k < system.laws.size() && any_; ++k) {
    const JointLaw& law = system.laws[k];
    if (law.stiffness.count == 1 && !(p.value[static_cast<std::size_t>(law.stiffness.i) + 1] > 0)) continue;  // no spring
    const JointRecord& joint = system.joint(law.joint);
    const bool slides = is_translation(law.direction);
    const auto way = [&](BodyIndex body) {
      const BodyReach& one = reach[body.i];
      return slides ? one.travel : one.turn;
    };
    const double a = std::max(way(joint.parent), way(joint.child)), d = 0.5 * (most_[k] - least_[k]);
    const double L = slides ? system.mechanisms.lengths[system.mechanism_of(law.joint)] : 1.0;
    if (rtol * a > fair_share * d && d > blur * (a + L)) list.push_back({joint.name, slides ? "m" : "rad", d, a});  // (1)
  }
  return list;
}

}  // namespace pintle
