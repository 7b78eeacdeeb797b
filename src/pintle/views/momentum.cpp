#include "pintle/views/instant.h"

namespace pintle {

/// Per body:  p = m v,   L = r × m v + R I ω  (about the world's origin, world axes; ω in body axes). What is made of particles
/// is counted by its particles, whether they are free or ride.
Momentum calc_momentum(const System& system, const Parameters<double>& p, const State<double>& state) {
  Momentum sum;
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    if (system.particles.is_group(BodyIndex(static_cast<int>(b)))) continue;
    const Pose<double>& X = state.X_WB[b];
    const Motion<double>& V = state.V_WB[b];
    const Vec3<double> linear = p[system.bodies[b].mass] * V.v;
    const Vec3<double> angular = cross(X.p, linear) + X.R * (p[system.bodies[b].inertia] * V.w);
    sum.linear += linear;
    sum.angular += angular;
    sum.linear_sum += norm(linear);
    sum.angular_sum += norm(angular);
  }
  for (int i = 0; i < system.particles.count(); ++i) {
    const PointMotion& at = state.particles[i];
    const Vec3<double> linear = system.particles.all->mass[i] * at.v, angular = cross(at.p, linear);
    sum.linear += linear;
    sum.angular += angular;
    sum.linear_sum += norm(linear);
    sum.angular_sum += norm(angular);
  }
  return sum;
}

}  // namespace pintle
