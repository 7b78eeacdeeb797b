#include "pintle/simulate/faint_watch.h"

#include <algorithm>
#include <limits>

#include "pintle/structure/amplitude.h"
#include "pintle/system/lengths.h"

namespace pintle {
namespace {

constexpr double fair_share = 3e-3;  // of d
constexpr double least_part = 1e-7;  // p
constexpr double of_places = 16 * std::numeric_limits<double>::epsilon();
constexpr double blur = 1e3 * of_places;  // of a + L

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

std::vector<FaintJoint> FaintWatch::find(const System& system, const Parameters<double>& p, const Plan& plan,
                                         const State<double>& state, const std::vector<BodyReach>& reach, double rtol) const {
  const bool by_bodies = plan.family == Coordinates::body;
  const double part = std::max(10 * rtol, least_part);  // p
  std::vector<FaintJoint> list;
  for (std::size_t k = 0; k < system.laws.size() && any_; ++k) {
    const JointLaw& law = system.laws[k];
    if (law.stiffness.count == 1 && !(p.value[static_cast<std::size_t>(law.stiffness.i) + 1] > 0)) continue;  // no spring
    const JointRecord& joint = system.joint(law.joint);
    const bool slides = is_translation(law.direction);
    const auto far = [&](const JointRecord& one) {
      return std::max(norm(state.X_WB[one.parent.i].p), norm(state.X_WB[one.child.i].p));
    };
    const auto way = [&](BodyIndex body) {
      const BodyReach& one = reach[body.i];
      return slides ? one.travel : one.turn;
    };
    const double a = std::max(way(joint.parent), way(joint.child)), d = 0.5 * (most_[k] - least_[k]);
    const int mechanism = system.mechanism_of(law.joint);
    const double L = slides ? system.mechanisms.lengths[mechanism] : 1.0;
    if (!(d > blur * (a + L))) continue;                                                                               // (3)
    const bool is_faint = by_bodies ? rtol * a > fair_share * d : quiet_share(plan.family, rtol) * a > 10 * part * d;  // (1)
    double size = slides ? a + (has_length(system, p, mechanism) ? L : 0.0) : 0;
    if (slides && of_places * (size + far(joint)) > part * d && find_placed(system, plan)[mechanism]) size += far(joint);
    const bool is_rounded = of_places * size > part * d;  // (2)
    if (is_faint || is_rounded) list.push_back({joint.name, slides ? "m" : "rad", d, a, is_rounded ? size : 0.0});
  }
  return list;
}

}  // namespace pintle
