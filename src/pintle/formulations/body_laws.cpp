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

void BodyLaws::list_ends(const PushedBodies& m) {
  std::vector<std::vector<End>> by_link(m.placed.size());
  for (int k = 0; k < static_cast<int>(laws_.size()); ++k) {
    const Gauge& gauge = m.joints[laws_[k].joint().i].gauge;
    by_link[gauge.b].push_back({k, true});
    by_link[gauge.a].push_back({k, false});
  }
  first_end_.assign(1, 0);
  for (const std::vector<End>& ends : by_link) {
    ends_.insert(ends_.end(), ends.begin(), ends.end());
    first_end_.push_back(static_cast<int>(ends_.size()));
  }
  found_.resize(laws_.size());
}

void BodyLaws::share(Team& team, std::span<const JointCoordinates<double>> remembered, const LawAround<double>& around,
                     const PushedBodies& m, std::span<double> power, std::span<Wrench<double>> by_joint) {
  for (int k = 0; k < system_.bristles; ++k) around.zdot[system_.bristle_place(k)] = 0;  // of what is locked
  if (laws_.empty()) return;
  if (first_end_.empty()) list_ends(m);
  team.share(0, static_cast<int>(laws_.size()), [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      const GaugeLaw& law = laws_[k];
      const Gauge& gauge = m.joints[law.joint().i].gauge;
      const Placed &A = m.placed[gauge.a], &B = m.placed[gauge.b];
      GaugePush push = law.calc(system_, gauge, remembered[law.joint().i], A, B, around);
      Vec3<double> moment_A = push.on_B.n;
      if (law.slides()) {
        const Vec3<double> s = B.R * gauge.X_BM.p;
        push.on_B.n = cross(s, push.on_B.f);
        moment_A = cross(B.p + s - A.p, push.on_B.f);
      }
      found_[k] = {push, moment_A};
    }
  });
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const GaugeLaw& law = laws_[k];
    const int j = law.joint().i, mechanism = system_.mechanism_of(law.joint());
    const GaugePush& push = found_[k].push;
    power[account_place(mechanism, Account::damping)] += push.dissipated;
    power[account_place(mechanism, Account::applied)] += push.applied;
    if (!by_joint.empty())
      by_joint[j] = by_joint[j] + Wrench<double>{law.slides() ? Vec3<double>::zero() : push.on_B.n, push.on_B.f};
  }
  team.share(0, static_cast<int>(m.wrenches.size()), [&](int from, int to) {
    for (int i = from; i < to; ++i)
      for (int e = first_end_[i]; e < first_end_[i + 1]; ++e) {
        const auto& [push, moment_A] = found_[ends_[e].law];
        m.wrenches[i] = ends_[e].is_child ? m.wrenches[i] + push.on_B : m.wrenches[i] - Wrench<double>{moment_A, push.on_B.f};
      }
  });
}

}  // namespace pintle
