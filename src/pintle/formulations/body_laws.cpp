#include "pintle/formulations/body_laws.h"

namespace pintle {

BodyLaws::BodyLaws(const System& system, const Plan& plan) : system_(system) {
  for (const JointLaw& law : system.laws)
    if (plan.structure.acts(law)) laws_.emplace_back(law);
}

void BodyLaws::update(const Parameters<double>& p) {
  for (GaugeLaw& law : laws_) law.update(p);
}

void BodyLaws::add(std::span<const JointCoordinates<double>> remembered, const LawAround<double>& around, const PushedBodies& m,
                   std::span<double> power, std::span<Wrench<double>> by_joint) const {
  for (int k = 0; k < system_.bristles; ++k) around.zdot[system_.bristle_place(k)] = 0;  // of what is locked
  for (const GaugeLaw& law : laws_) {
    const int j = law.joint().i, mechanism = system_.mechanism_of(law.joint());
    const Gauge& gauge = m.joints[j].gauge;
    const Placed &A = m.placed[gauge.a], &B = m.placed[gauge.b];
    const GaugePush push = law.calc(system_, gauge, remembered[j], A, B, around);
    Wrench<double> on_B = push.on_B, on_A = push.on_B;
    if (law.slides()) {
      const Vec3<double> s = B.R * gauge.X_BM.p;
      on_B.n = cross(s, on_B.f);
      on_A.n = cross(B.p + s - A.p, on_A.f);
    }
    m.wrenches[gauge.b] = m.wrenches[gauge.b] + on_B;
    m.wrenches[gauge.a] = m.wrenches[gauge.a] - on_A;
    power[account_place(mechanism, Account::damping)] += push.dissipated;
    power[account_place(mechanism, Account::applied)] += push.applied;
    if (!by_joint.empty()) by_joint[j] = by_joint[j] + push.on_B;
  }
}

}  // namespace pintle
