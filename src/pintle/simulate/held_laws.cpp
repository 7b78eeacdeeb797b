#include "pintle/simulate/held_laws.h"

#include <algorithm>

namespace pintle {

double calc_held_effort(const JointLaw& law, const Parameters<double>& p, const State<double>& state,
                        std::span<const double> living) {
  const double effort = law.living >= 0 ? living[static_cast<std::size_t>(law.living)] : p[law.effort];
  const double q = state.joints[law.joint.i].value_of(law.direction);
  const double stop = law.has_soft_stops() ? state.stop[law.limits->place] : 0;
  return calc_law(law, p, {q, 0.0, effort, 0.0, 0.0, stop}).tau;
}

HeldLaws::HeldLaws(const System& system)
    : system_(system), living_values_(system.living), living_(static_cast<std::size_t>(system.living.output_count())) {}

void HeldLaws::enter(const Structure& structure) {
  held_.clear();
  for (const JointLaw& law : system_.laws)
    if (structure.closed[law.joint.i] && !structure.acts(law)) held_.push_back(&law);
}

void HeldLaws::take_out(const Parameters<double>& p, const Instant& instant, std::vector<Wrench<double>>& reaction) {
  const auto lives = [](const JointLaw* law) { return law->living >= 0; };
  if (std::ranges::any_of(held_, lives)) living_values_.update(system_, p, instant, living_);
  const State<double>& state = instant.view.state;
  for (const JointLaw* law : held_) {
    const JointRecord& joint = system_.joint(law->joint);
    const double tau = calc_held_effort(*law, p, state, living_);
    Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
    (is_translation(law->direction) ? force : moment)[axis_of(law->direction)] = tau;
    Wrench<double>& of_joint = reaction[law->joint.i];
    of_joint = of_joint - calc_effort_wrench(joint.type, joint.movable, state.joints[law->joint.i], force, moment);
  }
}

}  // namespace pintle
