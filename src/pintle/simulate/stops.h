#pragma once
#include <limits>
#include <span>
#include <vector>

#include "pintle/structure/structure.h"
#include "pintle/views/view.h"

/// Stops with restitution push and never pull. With the gap velocity u of a stop, positive where its direction leaves the
/// limit, and the impulse π that it gives along its direction,
///
///     u = −side q̇,     u⁺ = u + W π,     W = J M⁻¹ Jᵀ in the structure in which all of them are free         (1)
///     0 ≤ π ⊥ u⁺ + e u ≥ 0                                                                                (2)
///
/// for all stops together that are closed or closing at an instant, each with an e of its own: Newton's law in the form of
/// complementarity [Moreau 1988]. Everything else of the instant is bilateral and comes first: locks, closures and impulses
/// from outside jump with all closed stops free, and u is what they leave. So energy never grows at stops: where π > 0, u⁺ =
/// −e u, and
///
///     T⁺ − T = ½ Σ π (u⁺ + u) = ½ Σ π (1 − e) u ≤ 0,   since u ≤ 0 for all that take part                    (3)
///
/// with what is driven at rest; drives work, as at any jump. Why Newton's law: the speed after an impact of one stop alone is
/// −e times that before it, as its user knows; (2) is one linear problem (math/complementarity.h), which has a solution for
/// every W; Poisson's law takes two, for compression and expansion. What (2) does not have is a closed stop that throws back
/// what others hit: with u = 0, u⁺ = 0. With e = 0 everywhere (2) is the projection of velocities onto those that open no gap
/// backwards, the least change in the sense of the masses: locks first and stops then give the same there as all at once.
///
/// Which closed stops hold, and which let go, is the same problem with accelerations. Of stops with u = 0
///
///     0 ≤ λ ⊥ ü ≥ 0,     ü = b + W λ,     b with all of them free                                         (4)
///
/// and those with λ > 0 are held in the structure, as locks are, until one would have to pull: what a stop gives is the reaction,
/// without the laws on its direction (simulate/held_laws.h).
///
/// Bounces would go on without end. A rebound slower than c = 1/1000 of the hardest motion that a stop has seen is none: its
/// e is zero there. Stops with e = 0 may throw each other open, ever less, as the corners of a block that rocks; where one is
/// open with u⁺ below that bound, and (4) presses it back, it is held at once. What it takes to stop it would be a pull: it
/// is no impulse of the stop, but one from outside, `applied` in the log, with the energy that it takes away.
///
/// Stops within rounding of their limits are hit together, by one (2). If they are a little more apart, they may hit each other
/// open and closed again without end, in no time: a stop with e = 0 that another throws back at once. One that is hit again
/// before it has got 1e-9 of its mechanism's size away is in a crowd, and what counts as rounding of its place doubles with
/// every such hit, up to those 1e-9: then they are hit together. What is slower than 1e-9 of the hardest has no sign there.
namespace pintle {

constexpr double slowest_bounce = 1e-3;  // c
constexpr double crowd_size = 1e-9;
constexpr int most_in_crowd = 30;

/// One side of a law's limits.
struct Stop {
  enum class Mode : char {
    open,
    resting,  // holds its direction
    leaning,  // closed, and held by others that rest: it depends on them
    asleep    // its direction is locked, or its joint does not hold
  };

  const JointLaw* law;
  int side;  // +1: high, −1: low
  Mode mode = Mode::open;
  double hardest = 0;                                     // largest speed that an impact took or gave so far
  double pushed = 0;                                      // largest effort of it while it rests
  double slack = 0;                                       // how far beyond its limit it opened
  double hit = -std::numeric_limits<double>::infinity();  // when it was hit last [s]
  int crowd = 0;                                          // so often it was hit again before it had got away
  bool is_left = false;                                   // its limit was set away from the body, at this instant

  double limit(const Parameters<double>& p) const { return p[side > 0 ? law->limits->high : law->limits->low]; }
  bool is_closed() const { return mode == Mode::resting || mode == Mode::leaning; }
};

/// Both sides of every law with restitution, where they are given.
std::vector<Stop> make_stops(const System& system, const Parameters<double>& p);

/// What it holds is read off the joint's load, not its reaction: it is one of several rotations.
bool needs_load(const System& system, const Stop& stop);

/// Positive where the direction is beyond its stop, or where a stop that holds it would have to pull; NaN for one that does
/// not decide: asleep, leaning, or the other side of a closed one. `living` are the outputs of System::living at this
/// instant.
double calc_stop(const System& system, const Parameters<double>& p, const Stop& stop, std::span<const Stop> all,
                 const View<double>& view, std::span<const double> living);

/// How far its direction is beyond the limit; what rounding makes of that [m, rad].
double calc_beyond(const Parameters<double>& p, const Stop& stop, const State<double>& state);
double calc_stop_rounding(const System& system, const Parameters<double>& p, const Stop& stop, const State<double>& state);
/// The same, if it is in a crowd: what counts as rounding there.
double calc_crowd_rounding(const System& system, const Parameters<double>& p, const Stop& stop, const State<double>& state);
/// It is hit at state.t.
void note_hit(const System& system, const Parameters<double>& p, const State<double>& state, Stop& stop);

/// u of (1).
double calc_gap_velocity(const Stop& stop, const State<double>& state);

/// A structure is entered: stops of what is locked or broken sleep, others wake up.
void update_sleep(const Structure& structure, std::span<Stop> stops);

/// The same structure with the directions of resting stops free.
void free_resting(std::span<const Stop> stops, Structure& structure);

}  // namespace pintle
