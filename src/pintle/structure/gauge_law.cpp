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

GaugeLaw::Effort GaugeLaw::calc_other(const System& system, double q, double qdot, const LawAround<double>& around) const {
  const LawEffort<double> all = calc_law(system, *law_, *p_, q, qdot, around);
  return {all.tau, all.dissipated, all.applied};
}

}  // namespace pintle
