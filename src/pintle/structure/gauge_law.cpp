#include "pintle/structure/gauge_law.h"

namespace pintle {

void GaugeLaw::update(const Parameters<double>& p) {
  p_ = &p;
  rest_ = p[law_->rest];
  effort_ = p[law_->effort];
  stiffness_ = p.at(law_->stiffness.i + 1);
  damping_ = p.at(law_->damping.i + 1);
  looks_ = !linear_ || stiffness_ != 0;
}

GaugeLaw::Effort GaugeLaw::calc_other(const System& system, double q, double qdot, const LawAround& around) const {
  const JointLaw& law = *law_;
  const int bristle = law.friction && law.friction->bristle >= 0 ? system.bristle_place(law.friction->bristle) : -1;
  const LawEffort<double> all = calc_law(
      law, *p_,
      {q, qdot, law.living >= 0 ? around.living[law.living] : effort_, law.friction ? around.load[law.friction->place] : 0.0,
       bristle >= 0 ? around.z[bristle] : 0.0, law.has_soft_stops() ? around.stop[law.limits->place] : 0.0});
  if (bristle >= 0) around.zdot[bristle] = all.zetadot;
  return {all.tau, all.dissipated, all.applied};
}

}  // namespace pintle
