#include "pintle/structure/gauge_law.h"

namespace pintle {
namespace {

LawEffort<double> calc_effort(const System& system, const Parameters<double>& p, const JointLaw& law, double q, double qdot,
                              const LawAround& around) {
  const int bristle = law.friction && law.friction->bristle >= 0 ? system.bristle_place(law.friction->bristle) : -1;
  const LawEffort<double> effort =
      calc_law(law, p,
               {q, qdot, law.living >= 0 ? around.living[law.living] : p[law.effort],
                law.friction ? max(around.load[static_cast<std::size_t>(law.friction->place)], 0.0) : 0.0,
                bristle >= 0 ? around.z[bristle] : 0.0});
  if (bristle >= 0) around.zdot[bristle] = effort.zetadot;
  return effort;
}

}  // namespace

GaugePush calc_push(const System& system, const Parameters<double>& p, const JointLaw& law, const Gauge& gauge,
                    const JointCoordinates<double>& remembered, const BodyPlace& A, const BodyPlace& B, const LawAround& around) {
  const int axis = axis_of(law.direction);
  const Vec3<double> zero = Vec3<double>::zero();
  if (is_translation(law.direction)) {  // (1)
    const Vec3<double> a = A.R * gauge.X_AF.R.column(axis), s = B.R * gauge.X_BM.p, r = B.p + s - A.p;
    const Vec3<double> v = B.v + cross(B.w, s) - A.v - cross(A.w, r);
    const LawEffort<double> effort = calc_effort(system, p, law, dot(a, r - A.R * gauge.X_AF.p), dot(a, v), around);
    return {{zero, effort.tau * a}, effort.dissipated, effort.applied};
  }
  if (gauge.turn >= 0) {  // (2)
    const Vec3<double> a = A.R * gauge.axis;
    const double q = gauge.calc_angle(A, B, remembered);
    const LawEffort<double> effort = calc_effort(system, p, law, q, dot(a, B.w - A.w), around);
    return {{effort.tau * a, zero}, effort.dissipated, effort.applied};
  }
  const JointCoordinates<double> q = calc_coordinates(gauge, remembered, A, B);  // (3)
  const LawEffort<double> effort = calc_effort(system, p, law, q.angle[axis], q.rate[axis], around);
  const Vec3<double> moment = calc_effort_wrench(gauge.joint->type, gauge.free, q, zero, effort.tau * unit<double>(axis)).n;
  return {{A.R * (gauge.X_AF.R * moment), zero}, effort.dissipated, effort.applied};
}

}  // namespace pintle
