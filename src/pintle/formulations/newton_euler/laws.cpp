#include "pintle/formulations/newton_euler/laws.h"

namespace pintle::newton_euler {

Laws::Laws(const System& system, const Plan& plan) : system_(system) {
  for (const JointLaw& record : system.laws) {
    if (!plan.structure.closed[record.joint.i] || !plan.structure.free_directions(record.joint).has(record.direction)) continue;
    Law law{};
    law.linear = record.is_linear();
    law.joint = record.joint.i;
    law.axis = axis_of(record.direction);
    law.translation = is_translation(record.direction);
    law.record = &record;
    laws_.push_back(law);
  }
}

void Laws::update(const Parameters<double>& p) {
  p_ = &p;
  for (Law& law : laws_) {
    law.rest = p[law.record->rest];
    law.effort = p[law.record->effort];
    law.stiffness = p.at(law.record->stiffness.i + 1);
    law.damping = p.at(law.record->damping.i + 1);
    law.looks = !law.linear || law.stiffness != 0;
  }
}

[[gnu::always_inline]] inline Laws::Effort Laws::calc_effort(const Law& law, double q, double qdot, const Around& around) const {
  if (law.linear)
    return {law.effort - law.stiffness * (q - law.rest) - law.damping * qdot, law.damping * qdot * qdot, law.effort * qdot};
  const JointLaw& record = *law.record;
  const int bristle = record.friction && record.friction->bristle >= 0 ? system_.bristle_place(record.friction->bristle) : -1;
  const LawEffort<double> all =
      calc_law(record, *p_,
               {q, qdot, record.living >= 0 ? around.living[record.living] : law.effort,
                record.friction ? max(around.load[record.friction->place], 0.0) : 0.0, bristle >= 0 ? around.z[bristle] : 0.0});
  if (bristle >= 0) around.zdot[bristle] = all.zetadot;
  return {all.tau, all.dissipated, all.applied};
}

/// (1)
Laws::Effort Laws::add_force(const Law& law, const Gauge& gauge, std::span<const Placed> placed, const Around& around,
                             std::span<Wrench<double>> wrenches, Vec3<double>& force) const {
  const Placed &A = placed[gauge.a], &B = placed[gauge.b];
  const Vec3<double> a = A.R * gauge.X_AF.R.column(law.axis);
  const Vec3<double> s = B.R * gauge.X_BM.p, r = B.p + s - A.p;
  const Vec3<double> v = B.v + cross(B.w, s) - A.v - cross(A.w, r);
  const Effort effort = calc_effort(law, dot(a, r - A.R * gauge.X_AF.p), dot(a, v), around);
  force = effort.tau * a;
  wrenches[gauge.b].f += force;
  wrenches[gauge.b].n += cross(s, force);
  wrenches[gauge.a].f -= force;
  wrenches[gauge.a].n -= cross(r, force);
  return effort;
}

/// (2), (3)
[[gnu::always_inline]] inline Laws::Effort Laws::add_moment(const Law& law, const Gauge& gauge, std::span<const Placed> placed,
                                                            const JointCoordinates<double>& remembered, const Around& around,
                                                            std::span<Wrench<double>> wrenches, Vec3<double>& moment) const {
  const Placed &A = placed[gauge.a], &B = placed[gauge.b];
  Effort effort;
  if (gauge.turn >= 0) {
    const Vec3<double> a = A.R * gauge.axis;
    effort = calc_effort(law, law.looks ? gauge.calc_angle(A, B, remembered) : law.rest, dot(a, B.w - A.w), around);
    moment = effort.tau * a;
  } else {
    const JointCoordinates<double> q = calc_coordinates(gauge, remembered, A, B);
    effort = calc_effort(law, q.angle[law.axis], q.rate[law.axis], around);
    const Vec3<double> tau = effort.tau * unit<double>(law.axis);
    moment = A.R * (gauge.X_AF.R * calc_effort_wrench(gauge.joint->type, gauge.free, q, Vec3<double>::zero(), tau).n);
  }
  wrenches[gauge.b].n += moment;
  wrenches[gauge.a].n -= moment;
  return effort;
}

void Laws::add(std::span<const Gauge> gauges, std::span<const Placed> placed,
               std::span<const JointCoordinates<double>> remembered, const Around& around, std::span<Wrench<double>> wrenches,
               std::span<double> power, std::span<Wrench<double>> by_joint) const {
  double dissipated = 0, applied = 0;
  for (int k = 0; k < system_.bristles; ++k) around.zdot[system_.bristle_place(k)] = 0;  // of what is locked
  for (const Law& law : laws_) {
    const Gauge& gauge = gauges[law.joint];
    Vec3<double> push;
    const Effort effort = law.translation ? add_force(law, gauge, placed, around, wrenches, push)
                                          : add_moment(law, gauge, placed, remembered[law.joint], around, wrenches, push);
    dissipated += effort.dissipated;
    applied += effort.applied;
    if (by_joint.empty()) continue;
    Vec3<double>& sum = law.translation ? by_joint[law.joint].f : by_joint[law.joint].n;
    sum += push;
  }
  power[static_cast<int>(Account::damping)] += dissipated;
  power[static_cast<int>(Account::applied)] += applied;
}

}  // namespace pintle::newton_euler
