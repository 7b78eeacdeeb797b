#include "pintle/simulate/stops.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "pintle/simulate/held_laws.h"
#include "pintle/system/lengths.h"

namespace pintle {
namespace {

/// What the rounding of a displacement is of: L, or where the body is if no joint tells L [m].
double calc_size(const System& system, const Parameters<double>& p, const JointLaw& law, const State<double>& state) {
  if (has_length(system, p, system.mechanism_of(law.joint))) return system.length;
  return norm(state.X_WB[system.joint(law.joint).child.i].p);
}

/// What its place is measured by [m, rad].
double calc_reach(const System& system, const Parameters<double>& p, const Stop& stop, const State<double>& state) {
  return (is_translation(stop.law->direction) ? calc_size(system, p, *stop.law, state) : 1.0) + std::abs(stop.limit(p));
}

/// It cannot have got away since it was hit.
bool is_crowded(const Stop& stop, double size, double t) { return (t - stop.hit) * stop.hardest <= crowd_size * size; }

constexpr double rounded = 256 * std::numeric_limits<double>::epsilon();
constexpr double least = std::numeric_limits<double>::min();
constexpr double nobody = std::numeric_limits<double>::quiet_NaN();

/// How much a stop that holds its direction would pull: its reaction. A rotation's part of a moment is that along its own axis,
/// which those before it in the sequence carry. Axes of several rotations are not perpendicular: laws on the others have a part
/// there too, so that the whole load counts, less the law on its own direction.
double calc_pull(const System& system, const Parameters<double>& p, const Stop& stop, const View<double>& view,
                 std::span<const double> living) {
  const JointLaw& law = *stop.law;
  const JointType& type = system.joint(law.joint).type;
  const JointCoordinates<double>& q = view.state.joints[law.joint.i];
  const Wrench<double>& reaction = view.reaction[law.joint.i];
  const int axis = axis_of(law.direction);
  if (!needs_load(system, stop)) return stop.side * (is_translation(law.direction) ? reaction.f : reaction.n)[axis];
  const double held = dot(calc_rotation_axes(type, q).column(axis), calc_pose(type, q).R * view.load[law.joint.i].n);
  return stop.side * (held - calc_held_effort(law, p, view.state, living));
}

}  // namespace

std::vector<Stop> make_stops(const System& system, const Parameters<double>& p) {
  std::vector<Stop> stops;
  for (const JointLaw& law : system.laws) {
    if (!law.limits || !law.limits->restitution) continue;
    for (int side : {-1, 1})
      if (const Stop stop{&law, side}; std::isfinite(stop.limit(p))) stops.push_back(stop);
  }
  return stops;
}

bool needs_load(const System& system, const Stop& stop) {
  const DirectionSet rotations{static_cast<std::uint8_t>(system.joint(stop.law->joint).type.free.bits & 0b111000)};
  return !is_translation(stop.law->direction) && rotations.count() > 1;
}

double calc_stop(const System& system, const Parameters<double>& p, const Stop& stop, std::span<const Stop> all,
                 const View<double>& view, std::span<const double> living) {
  if (stop.mode == Stop::Mode::asleep || stop.mode == Stop::Mode::leaning) return nobody;
  for (const Stop& other : all)
    if (&other != &stop && other.law == stop.law && other.is_closed()) return nobody;
  if (stop.mode == Stop::Mode::resting) {
    const double pull = calc_pull(system, p, stop, view, living);
    return pull == 0 ? -least : pull;
  }
  const double beyond = calc_beyond(p, stop, view.state) - stop.slack - calc_stop_rounding(system, p, stop, view.state);
  if (beyond != 0) return beyond;
  return calc_gap_velocity(stop, view.state) < 0 ? least : -least;  // nothing to round: it is right there
}

double calc_beyond(const Parameters<double>& p, const Stop& stop, const State<double>& state) {
  return stop.side * (state.joints[stop.law->joint.i].value_of(stop.law->direction) - stop.limit(p));
}

double calc_stop_rounding(const System& system, const Parameters<double>& p, const Stop& stop, const State<double>& state) {
  return rounded * calc_reach(system, p, stop, state);
}

double calc_crowd_rounding(const System& system, const Parameters<double>& p, const Stop& stop, const State<double>& state) {
  const double size = calc_reach(system, p, stop, state);
  return size * (is_crowded(stop, size, state.t) ? std::min(std::ldexp(rounded, stop.crowd), crowd_size) : rounded);
}

void note_hit(const System& system, const Parameters<double>& p, const State<double>& state, Stop& stop) {
  constexpr int most_doublings = 64;
  const bool again = is_crowded(stop, calc_reach(system, p, stop, state), state.t);
  stop.crowd = again ? std::min(stop.crowd + 1, most_doublings) : 0;
  stop.hit = state.t;
}

double calc_gap_velocity(const Stop& stop, const State<double>& state) {
  return -stop.side * state.joints[stop.law->joint.i].rate_of(stop.law->direction);
}

void update_sleep(const Structure& structure, std::span<Stop> stops) {
  for (Stop& stop : stops) {
    const bool held_by_other_side =
        std::ranges::any_of(stops, [&](const Stop& other) { return other.law == stop.law && other.mode == Stop::Mode::resting; });
    const bool sleeps = !structure.closed[stop.law->joint.i] || (!structure.acts(*stop.law) && !held_by_other_side);
    if (sleeps)
      stop.mode = Stop::Mode::asleep;
    else if (stop.mode == Stop::Mode::asleep)
      stop.mode = Stop::Mode::open;
  }
}

void free_resting(std::span<const Stop> stops, Structure& structure) {
  for (const Stop& stop : stops)
    if (stop.mode == Stop::Mode::resting) structure.set_free(stop.law->joint, stop.law->direction, true);
}

}  // namespace pintle
