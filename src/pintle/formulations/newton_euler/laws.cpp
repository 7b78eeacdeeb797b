#include "pintle/formulations/newton_euler/laws.h"

namespace pintle::newton_euler {

Laws::Laws(const System& system, const Plan& plan) : system_(system) {
  for (const JointLaw& law : system.laws)
    if (plan.structure.acts(law)) laws_.emplace_back(law);
}

void Laws::update(const Parameters<double>& p) {
  for (GaugeLaw& law : laws_) law.update(p);
}

void Laws::add(std::span<const Gauge> gauges, std::span<const Placed> placed,
               std::span<const JointCoordinates<double>> remembered, const LawAround& around, std::span<Wrench<double>> wrenches,
               std::span<double> power, std::span<Wrench<double>> by_joint) const {
  for (int k = 0; k < system_.bristles; ++k) around.zdot[system_.bristle_place(k)] = 0;  // of what is locked
  for (const GaugeLaw& law : laws_) {
    const int j = law.joint().i, mechanism = system_.mechanism_of(law.joint());
    const Gauge& gauge = gauges[j];
    const Placed &A = placed[gauge.a], &B = placed[gauge.b];
    const GaugePush push = law.calc(system_, gauge, remembered[j], A, B, around);
    Wrench<double>&on_B = wrenches[gauge.b], &on_A = wrenches[gauge.a];
    if (law.slides()) {
      const Vec3<double>& f = push.on_B.f;
      const Vec3<double> s = B.R * gauge.X_BM.p;
      on_B.f += f;
      on_B.n += cross(s, f);
      on_A.f -= f;
      on_A.n -= cross(B.p + s - A.p, f);
    } else {
      on_B.n += push.on_B.n;
      on_A.n -= push.on_B.n;
    }
    power[account_place(mechanism, Account::damping)] += push.dissipated;
    power[account_place(mechanism, Account::applied)] += push.applied;
    if (!by_joint.empty()) by_joint[j] = by_joint[j] + push.on_B;
  }
}

}  // namespace pintle::newton_euler
