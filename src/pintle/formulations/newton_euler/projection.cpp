#include "pintle/formulations/newton_euler/projection.h"

#include <cmath>
#include <limits>

namespace pintle::newton_euler {
namespace {

constexpr int most_iterations = 6;

/// What rounding leaves of a row: rows are differences of places in the world.
double calc_tolerance(const Mechanism& mechanism, double L) {
  double farthest = 0;
  for (const Placed& at : mechanism.placed) farthest = std::fmax(farthest, dot(at.p, at.p));
  return 1e-14 * L + 8 * std::numeric_limits<double>::epsilon() * std::sqrt(farthest);
}

void move(const Mechanism& mechanism, std::span<double> y) {
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    const Motion<double>& delta = mechanism.motions[i];
    const Quaternion<double> q = quaternion_at(y, body.q + 3);
    const Quaternion<double> turn = calc_rate(q, transpose_times(mechanism.placed[i].R, delta.w));
    put(y, body.q, vector_at(y, body.q) + delta.v);
    put(y, body.q + 3, normalized(Quaternion<double>{q.w + turn.w, q.x + turn.x, q.y + turn.y, q.z + turn.z}));
  }
}

/// (1); the error that is left.
void project_positions(Mechanism& mechanism, double L, double error, std::span<double> y) {
  const double tolerance = calc_tolerance(mechanism, L);
  for (int k = 0; k < most_iterations && error > tolerance; ++k) {
    mechanism.solve();
    move(mechanism, y);
    mechanism.place(y);
    mechanism.update_rows<Level::position>();
    const double left = calc_largest(mechanism.joints, mechanism.rows, L);
    if (!(left < 0.5 * error)) break;  // rounding, or NaN
    error = left;
  }
}

/// (2)
void project_velocities(Mechanism& mechanism, std::span<double> y) {
  mechanism.update_rows<Level::velocity>();
  mechanism.solve();
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    const Motion<double>& delta = mechanism.motions[i];
    Placed& at = mechanism.placed[i];
    put(y, body.v, at.v = at.v + delta.v);
    put(y, body.v + 3, vector_at(y, body.v + 3) + transpose_times(at.R, delta.w));
    at.w += delta.w;
  }
}

}  // namespace

Projected project(Mechanism& mechanism, const Vec3<double>& gravity_W, double L, std::span<double> y) {
  Projected out;
  mechanism.place(y);
  for (Wrench<double>& wrench : mechanism.wrenches) wrench = Wrench<double>::zero();
  mechanism.update_rows<Level::velocity>();
  out.before.velocity = calc_largest(mechanism.joints, mechanism.rows, L);
  mechanism.update_rows<Level::position>();
  out.before.position = calc_largest(mechanism.joints, mechanism.rows, L);
  const double energy = calc_energy(mechanism.bodies, mechanism.placed, gravity_W);
  project_positions(mechanism, L, out.before.position, y);
  project_velocities(mechanism, y);
  out.work = calc_energy(mechanism.bodies, mechanism.placed, gravity_W) - energy;
  out.good = std::isfinite(out.work) && std::isfinite(out.before.position) && std::isfinite(out.before.velocity);
  return out;
}

}  // namespace pintle::newton_euler
