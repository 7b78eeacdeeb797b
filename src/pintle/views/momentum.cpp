#include "pintle/views/instant.h"

namespace pintle {

/// Per body:  p = m v,   L = r × m v + R I ω  (about the world's origin, world axes; ω in body axes).
Momentum calc_momentum(const System& system, const Parameters<double>& p, const State<double>& state) {
  Momentum sum;
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    const Pose<double>& X = state.X_WB[b];
    const Motion<double>& V = state.V_WB[b];
    const Vec3<double> linear = p[system.bodies[b].mass] * V.v;
    const Vec3<double> angular = cross(X.p, linear) + X.R * (p[system.bodies[b].inertia] * V.w);
    sum.linear += linear;
    sum.angular += angular;
    sum.linear_sum += norm(linear);
    sum.angular_sum += norm(angular);
  }
  return sum;
}

}  // namespace pintle
