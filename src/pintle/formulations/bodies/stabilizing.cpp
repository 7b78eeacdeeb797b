#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/formulations/bodies/body_kernel.h"

/// Rows hold accelerations, so positions and velocities drift. [Aslanov 2011, eq. 33] pulls them back by Baumgarte's terms
/// (mechanism.h, 1). Here they are put back after each step, by the least change in the sense of the masses, which is the
/// saddle-point system again with other right-hand sides:
///
///     M δ = Gᵀμ,   G δ = −g     then  p += δ_p, q turned by δ_θ, until g is rounding          (1)
///     M δ = Gᵀμ,   G δ = −ġ     then  V += δ                                                  (2)
///
/// over the rows of the tree and of the closings; rows without a position level have no part in (1). Nothing enters the
/// rates, so that loads carry no trace of stabilization. Next to a singular configuration both are done in any case, before
/// drift would decide the way (formulations/holding.h).
namespace pintle::bodies {

namespace {

constexpr int most_iterations = 6;

/// What rounding leaves of a row: rows are differences of places in the world.
double calc_tolerance(const Mechanism& mechanism, double L) {
  double farthest = 0;
  for (const Placed& at : mechanism.placed) farthest = std::fmax(farthest, dot(at.p, at.p));
  return 1e-14 * L + 8 * std::numeric_limits<double>::epsilon() * std::sqrt(farthest);
}

void move(const Mechanism& mechanism, std::span<double> y) {
  mechanism.share([&](Links of) {
    for (int i = of.from; i < of.to; ++i) {
      const Body& body = mechanism.bodies[i];
      const Motion<double>& delta = mechanism.motions[i];
      const Quaternion<double> q = quaternion_at(y, body.q + 3);
      const Quaternion<double> turn = calc_rate(q, transpose_times(mechanism.placed[i].R, delta.w));
      put(y, body.q, vector_at(y, body.q) + delta.v);
      put(y, body.q + 3, normalized(Quaternion<double>{q.w + turn.w, q.x + turn.x, q.y + turn.y, q.z + turn.z}));
    }
  });
}

void add_velocities(const Mechanism& mechanism, std::span<double> y) {
  mechanism.share([&](Links of) {
    for (int i = of.from; i < of.to; ++i) {
      const Body& body = mechanism.bodies[i];
      const Motion<double>& delta = mechanism.motions[i];
      put(y, body.v, vector_at(y, body.v) + delta.v);
      put(y, body.v + 3, vector_at(y, body.v + 3) + transpose_times(mechanism.placed[i].R, delta.w));
    }
  });
}

}  // namespace

std::optional<bool> BodyKernel::find_bend(double t, std::span<const double> y) {
  if (!mechanism_.closings.any() || !loose_.lets_go(calc_conditioning())) return {};
  update_accelerations(t, y, 0, scratch_zdot_.data(), power_);
  return mechanism_.solver->bends();
}

bool BodyKernel::solve_change(Level level, double t, std::span<const double> y) {
  Mechanism& m = mechanism_;
  const auto solve = [&] {
    std::ranges::fill(m.wrenches, Wrench<double>::zero());
    m.ask(level);
    m.solve();
  };
  solve();
  if (m.known != rank::Bending::unknown) return m.known == rank::Bending::yes;
  const std::optional<bool> firm = find_bend(t, y);
  if (!firm) return false;
  m.known = *firm ? rank::Bending::yes : rank::Bending::no;
  solve();
  m.known = rank::Bending::unknown;
  return *firm;
}

void BodyKernel::project(double t, std::span<double> y) {
  const double tolerance = calc_tolerance(mechanism_, system_.length);
  double error = mechanism_.calc_error(system_.length).position;
  bool firm = mechanism_.known == rank::Bending::yes;  // then all of rounding counts
  for (int k = 0; k < most_iterations && error > (firm ? 0 : tolerance); ++k) {
    firm = solve_change(Level::position, t, y);
    move(mechanism_, y);  // (1)
    place(t, y);
    const double left = mechanism_.calc_error(system_.length).position;
    if (!(left < 0.5 * error)) break;  // rounding, or NaN
    error = left;
  }
  solve_change(Level::velocity, t, y);
  add_velocities(mechanism_, y);  // (2)
  place(t, y);
}

std::span<const double> BodyKernel::remove_drift(double t, std::span<const double> y) {
  copy_.assign(y.begin(), y.end());
  place(t, copy_);
  project(t, copy_);
  return copy_;
}

void BodyKernel::book_change(double t, std::span<const double> y, double sign) {
  store(t, y, energy_state_);
  update_energy(system_, parameters_, plan_->structure, energy_state_, energies_);
  for (std::size_t m = 0; m < work_.size(); ++m) work_[m] += sign * energies_[m].total();
}

void BodyKernel::look_ahead(double t, std::span<const double> y) {
  if (mechanism_.closings.any() && loose_.asks(accepted_conditioning_)) {
    update_accelerations(t, y, 0, scratch_zdot_.data(), power_);
    loose_.decide(mechanism_.solver->bends());
  }
  mechanism_.known = loose_.bending();
}

void BodyKernel::catch_loose_rows(double t, std::span<double> y) {
  if (!mechanism_.closings.any()) return;
  solve_change(Level::velocity, t, y);
  const Conditioning rows = accepted_conditioning_ = calc_conditioning();
  const bool loose = loose_.update(rows.rank, rows.in_full);
  const bool strays = loose_.strays(mechanism_.closings.calc_relative_error(), rows, stabilization_);
  if (!loose && !strays) return;
  book_change(t, y, -1);
  if (strays) {
    project(t, y);
  } else {
    add_velocities(mechanism_, y);
    place(t, y);
  }
  book_change(t, y, 1);
}

void BodyKernel::stabilize(double t, std::span<double> y) {
  step_.add(t - step_time_);
  place(t, y);
  if (stabilization_ != Stabilization::projection) {
    catch_loose_rows(t, y);
    look_ahead(t, y);
    error_ = mechanism_.calc_error(system_.length);
    return;
  }
  book_change(t, y, -1);
  project(t, y);
  error_ = mechanism_.calc_error(system_.length);
  const Conditioning rows = accepted_conditioning_ = calc_conditioning();
  loose_.update(rows.rank, rows.in_full);
  book_change(t, y, 1);
  look_ahead(t, y);
}

}  // namespace pintle::bodies
