#include "pintle/formulations/newton_euler/projection.h"

#include <algorithm>
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

/// NaN if one is.
double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }

double calc_position_error(const Mechanism& mechanism, double L) {
  return larger(calc_largest(mechanism.joints, mechanism.rows, L), mechanism.closings.calc_position_error());
}

/// M δ = Gᵀμ with the rows at a level. True: those that bend the way were let go, and are held.
template <Level level>
bool solve_change(Mechanism& mechanism, const Bends& bends) {
  const auto solve = [&] {
    std::ranges::fill(mechanism.wrenches, Wrench<double>::zero());
    mechanism.update_rows<level>();
    mechanism.solve();
  };
  solve();
  if (mechanism.known != rank::Bending::unknown) return mechanism.known == rank::Bending::yes;
  const std::optional<bool> firm = bends();
  if (!firm) return false;
  mechanism.known = *firm ? rank::Bending::yes : rank::Bending::no;
  solve();
  mechanism.known = rank::Bending::unknown;
  return *firm;
}

/// (1)
void project_positions(Mechanism& mechanism, double L, const Refresh& refresh, const Bends& bends, double error,
                       std::span<double> y) {
  const double tolerance = calc_tolerance(mechanism, L);
  bool firm = mechanism.known == rank::Bending::yes;  // then all of rounding counts
  for (int k = 0; k < most_iterations && error > (firm ? 0 : tolerance); ++k) {
    firm = solve_change<Level::position>(mechanism, bends);
    move(mechanism, y);
    mechanism.place(y);
    refresh();
    mechanism.update_rows<Level::position>();
    const double left = calc_position_error(mechanism, L);
    if (!(left < 0.5 * error)) break;  // rounding, or NaN
    error = left;
  }
}

}  // namespace

void solve_change_of_velocities(Mechanism& mechanism, const Bends& bends) { solve_change<Level::velocity>(mechanism, bends); }

void add_change_of_velocities(Mechanism& mechanism, std::span<double> y) {
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    const Motion<double>& delta = mechanism.motions[i];
    Placed& at = mechanism.placed[i];
    put(y, body.v, at.v = at.v + delta.v);
    put(y, body.v + 3, vector_at(y, body.v + 3) + transpose_times(at.R, delta.w));
    at.w += delta.w;
  }
}

ConstraintError calc_error(Mechanism& mechanism, double L) {
  ConstraintError error;
  mechanism.update_rows<Level::velocity>();
  error.velocity = larger(calc_largest(mechanism.joints, mechanism.rows, L), mechanism.closings.calc_velocity_error());
  mechanism.update_rows<Level::position>();
  error.position = calc_position_error(mechanism, L);
  return error;
}

Projected project(Mechanism& mechanism, double L, const Refresh& refresh, const Bends& bends, std::span<double> y) {
  mechanism.place(y);
  refresh();
  const ConstraintError before = calc_error(mechanism, L);
  project_positions(mechanism, L, refresh, bends, before.position, y);
  solve_change_of_velocities(mechanism, bends);
  add_change_of_velocities(mechanism, y);
  refresh();
  return {before, calc_error(mechanism, L)};
}

}  // namespace pintle::newton_euler
