#pragma once
#include "pintle/joints/sequence.h"
#include "pintle/structure/gauge.h"
#include "pintle/structure/law_around.h"

namespace pintle {

/// What a law has in the matrix of a stage (system/law_drag.h), where its joint is read off two bodies: the wrench of a unit
/// effort on the child at M's origin, world axes, which is also the row q̇ = φ·(V_B − V_A) of its rate (gauge_law.h, 1–3).
struct GaugeDrag {
  Wrench<double> row;
  LawDrag<double> drag;
  double rate;  // q̇
};

inline GaugeDrag calc_gauge_drag(const System& system, const JointLaw& law, const Parameters<double>& p, const Gauge& gauge,
                                 const JointCoordinates<double>& remembered, const BodyPlace& A, const BodyPlace& B,
                                 const LawAround<double>& around, double g) {
  const JointCoordinates<double> at = calc_coordinates(gauge, remembered, A, B);
  const Vec3<double> zero = Vec3<double>::zero();
  const int axis = axis_of(law.direction);
  Wrench<double> row{zero, zero};
  if (is_translation(law.direction))
    row.f = A.R * gauge.X_AF.R.column(axis);
  else if (gauge.turn >= 0)
    row.n = A.R * gauge.axis;
  else
    row.n = A.R * (gauge.X_AF.R * calc_effort_wrench(gauge.joint->type, gauge.free, at, zero, unit<double>(axis)).n);
  const double q = at.value_of(law.direction), rate = at.rate_of(law.direction);
  return {row, calc_law_drag(law, p, inputs_of(system, law, p, q, rate, around), g), rate};
}

}  // namespace pintle
