#pragma once
#include <span>
#include <vector>

#include "pintle/simulate/change.h"

/// Stops with restitution. One that is reached from inside throws its direction back: the impulse that would lock the
/// direction brings its speed to zero, and (1 + e) times that impulse to −e times it, since jumps are linear in impulses:
///
///     V⁺ = V⁻ + (1 + e) (V_lock − V⁻),    Λ = (1 + e) Λ_lock                                              (1)
///
/// Bounces that have become small against the first one would go on without end; there the direction comes to rest on its
/// stop (e = 0, and it is held) until the stop would have to pull. The reaction r of a held direction then stands for the
/// stop and for the laws on the direction, which do not act while it is held: the stop gives r − τ.
namespace pintle {

/// One side of a law's limits.
struct Stop {
  const JointLaw* law;
  int side;              // +1: high, −1: low
  bool resting = false;  // held by it
  double hardest = 0;    // largest speed of impact so far

  double limit(const Parameters<double>& p) const { return p[side > 0 ? law->limits->high : law->limits->low]; }
};

/// Both sides of every law with restitution, where they are given.
std::vector<Stop> make_stops(const System& system, const Parameters<double>& p);

/// Positive where the direction is beyond its stop and goes on, or where a stop that holds it would have to pull; NaN for the
/// other side of a direction at rest. `living` are the outputs of System::living at this instant.
double calc_stop(const System& system, const Parameters<double>& p, const Stop& stop, std::span<const Stop> all,
                 const View<double>& view, std::span<const double> living);

/// The coordinate's speed towards a stop.
double calc_approach(const Stop& stop, const State<double>& state);

/// What several stops at one instant do: directions that are hit are held during the jump; those that stay at rest stay held,
/// those that leave are free. The restitution of all is the largest, or zero where one comes to rest. Each stop remembers
/// whether it holds its direction from now on.
void judge_stops(const System& system, const Parameters<double>& p, const Structure& now, const State<double>& state,
                 std::span<Stop* const> stops, Change& change);

/// (1) for several stops at once, from the state before and the state after a lock of their directions, with the largest e.
void update_rebound(double e, const State<double>& before, State<double>& locked, JumpRecord<double>& jump);

}  // namespace pintle
