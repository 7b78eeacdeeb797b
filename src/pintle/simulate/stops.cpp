#include "pintle/simulate/stops.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/system/lengths.h"

namespace pintle {
namespace {

/// What the rounding of a displacement is of: L, or where the body is if no joint tells L [m].
double calc_size(const System& system, const Parameters<double>& p, const JointLaw& law, const State<double>& state) {
  if (has_length(system, p, system.mechanism_of(law.joint))) return system.length;
  return norm(state.X_WB[system.joint(law.joint).child.i].p);
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

double calc_stop(const System& system, const Parameters<double>& p, const Stop& stop, std::span<const Stop> all,
                 const View<double>& view, std::span<const double> living) {
  const JointLaw& law = *stop.law;
  const auto j = static_cast<std::size_t>(law.joint.i);
  const int axis = axis_of(law.direction);
  const bool linear = is_translation(law.direction);
  for (const Stop& other : all)
    if (&other != &stop && other.law == stop.law && other.resting) return std::numeric_limits<double>::quiet_NaN();
  const JointCoordinates<double>& q = view.state.joints[j];
  const double at = (linear ? q.displacement : q.angle)[axis];
  if (stop.resting) {
    const double effort = law.living >= 0 ? living[law.living] : p[law.effort];
    const double tau = calc_law(law, p, {at, 0.0, effort, 0.0, 0.0, 0.0}).tau;
    const double pull = stop.side * ((linear ? view.reaction[j].f : view.reaction[j].n)[axis] - tau);
    return pull == 0 ? -std::numeric_limits<double>::min() : pull;
  }
  const double limit = stop.limit(p), size = linear ? calc_size(system, p, law, view.state) : 1.0;
  const double rounding = 256 * std::numeric_limits<double>::epsilon() * (size + std::abs(limit));
  const double beyond = stop.side * (at - limit) - rounding;
  const bool leaves = beyond >= 0 && !(calc_approach(stop, view.state) > 0);
  return leaves ? -std::numeric_limits<double>::min() : beyond == 0 ? std::numeric_limits<double>::min() : beyond;
}

double calc_approach(const Stop& stop, const State<double>& state) {
  const JointCoordinates<double>& q = state.joints[stop.law->joint.i];
  return stop.side * q.rate_of(stop.law->direction);
}

void judge_stops(const System& system, const Parameters<double>& p, const Structure& now, const State<double>& state,
                 std::span<Stop* const> stops, Change& change) {
  constexpr double slowest_bounce = 1e-3;  // of the hardest impact: a slower rebound comes to rest
  change.during = change.next = now;
  change.applied.clear();
  change.restitution.reset();
  change.jumps = false;
  change.lines.resize(1);
  Change::Line& line = change.lines.front();
  line.event.clear();
  line.cause = "limits";
  line.actions.resize(stops.size());
  line.ends_run = false;
  double restitution = 0;
  for (std::size_t k = 0; k < stops.size(); ++k) {
    Stop* const stop = stops[k];
    const JointLaw& law = *stop->law;
    if (k > 0) line.event += ", ";
    line.event += system.joint(law.joint).name;
    if (stop->resting) {
      stop->resting = false;
      change.during.set_free(law.joint, law.direction, true);
      change.next.set_free(law.joint, law.direction, true);
      line.actions[k] = "leaves its stop";
      continue;
    }
    const double speed = calc_approach(*stop, state), e = p[*law.limits->restitution];
    change.jumps = true;
    restitution = std::max(restitution, e);
    change.during.set_free(law.joint, law.direction, false);
    stop->hardest = std::max(stop->hardest, speed);
    stop->resting = e * speed <= slowest_bounce * stop->hardest;
    if (stop->resting) change.next.set_free(law.joint, law.direction, false);
    line.actions[k] = stop->resting ? "comes to rest on its stop" : "rebounds from its stop";
  }
  const bool stays = std::ranges::any_of(stops, &Stop::resting);  // one that stays holds back the others' rebound as well
  if (change.jumps) change.restitution = stays ? 0 : restitution;
}

void update_rebound(double e, const State<double>& before, State<double>& after, JumpRecord<double>& jump) {
  const auto rebound = [&](const Vec3<double>& was, const Vec3<double>& locked) { return was + (1 + e) * (locked - was); };
  for (std::size_t b = 0; b < after.V_WB.size(); ++b)
    after.V_WB[b] = {rebound(before.V_WB[b].w, after.V_WB[b].w), rebound(before.V_WB[b].v, after.V_WB[b].v)};  // (1)
  for (std::size_t j = 0; j < after.joints.size(); ++j) {
    after.joints[j].velocity = rebound(before.joints[j].velocity, after.joints[j].velocity);
    after.joints[j].rate = rebound(before.joints[j].rate, after.joints[j].rate);
  }
  for (Wrench<double>& impulse : jump.impulse) impulse = {(1 + e) * impulse.n, (1 + e) * impulse.f};
  for (double& multiplier : jump.multiplier) multiplier *= 1 + e;
}

}  // namespace pintle
