#include "pintle/simulate/impacts.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double speed_rounding = 1e-12;        // of the fastest motion in the mechanism
constexpr double touching = 1e-9;               // of that: who leaves its limit no faster is not away yet
constexpr double same_instant = 128 * epsilon;  // of time: two roots that rounding cannot tell apart

/// Of the body of a mechanism that moves fastest [m/s].
double calc_fastest(const System& system, int mechanism, const State<double>& state) {
  const double L = system.mechanisms.lengths[mechanism];
  double most = 0;
  for (std::size_t b = 1; b < state.V_WB.size(); ++b)
    if (system.mechanisms.of_body[b] == mechanism) most = std::max(most, norm(state.V_WB[b].v) + L * norm(state.V_WB[b].w));
  return most;
}

/// Of what impulses from outside would do to bodies of a mechanism that nothing holds [m/s]: where all is held, what is left of
/// that is rounding.
double calc_struck(const System& system, const Parameters<double>& p, int mechanism, std::span<const Impulse> applied) {
  const double L = system.mechanisms.lengths[mechanism];
  double most = 0;
  for (const Impulse& one : applied) {
    if (one.body == world || system.mechanisms.of(one.body) != mechanism) continue;
    const BodyRecord& body = system.bodies[one.body.i];
    const double m = p[body.mass];
    const Sym3<double> I = p[body.inertia];
    const double turning = I.xx + I.yy + I.zz + m * L * L;
    if (m > 0) most += norm(one.value.f) / m + (turning > 0 ? L * norm(one.value.n) / turning : 0);
  }
  return most;
}

}  // namespace

Impacts::Impacts(const System& system, const Parameters<double>& p)
    : system_(system), p_(p), touched_(static_cast<std::size_t>(system.mechanisms.count())), view_(make_view<double>(system)) {}

void Impacts::collect_touched(std::span<Stop* const> asking, const Structure& base, const Change& change) {
  std::ranges::fill(touched_, false);
  for (const Stop* stop : asking) touched_[system_.mechanism_of(stop->law->joint)] = true;
  for (const Impulse& one : change.applied) touched_[system_.mechanisms.of(one.body)] = true;
  for (int j = 0; j < system_.joint_count(); ++j)
    if (base.closed[j] != change.next.closed[j] ||
        base.free_directions(JointIndex(j)) != change.next.free_directions(JointIndex(j)))
      touched_[system_.mechanism_of(JointIndex(j))] = true;
  for (std::size_t k = 0; k < system_.constraints.size(); ++k) {
    if (base.held[static_cast<int>(k)] == change.next.held[static_cast<int>(k)]) continue;
    for (BodyIndex b : system_.constraints[k].bodies)
      if (b != world) touched_[system_.mechanisms.of(b)] = true;
  }
}

/// Stops that are reached at one time are so within rounding of their places, and of that time.
bool Impacts::is_at_limit(const Stop& stop, const State<double>& state) const {
  const double gap = -calc_beyond(p_, stop, state);
  return gap <=
         2 * calc_crowd_rounding(system_, p_, stop, state) + same_instant * state.t * std::abs(calc_gap_velocity(stop, state));
}

void Impacts::gather(std::span<Stop> stops, std::span<Stop* const> asking, const Structure& now, const State<double>& before,
                     Change& change) {
  pushes_.clear();
  parts_.clear();
  has_response_ = settles_ = false;
  if (stops.empty()) return;
  Structure base = now;
  free_resting(stops, base);
  collect_touched(asking, base, change);
  for (Stop& stop : stops) {
    const JointIndex j = stop.law->joint;
    if (touched_[system_.mechanism_of(j)]) continue;
    if (stop.mode == Stop::Mode::resting) change.next.set_free(j, stop.law->direction, false);
  }
  change.during = change.next;
  for (Stop& stop : stops) {
    if (!touched_[system_.mechanism_of(stop.law->joint)]) continue;
    if (stop.is_left) continue;  // also if it was to act at the limit that it had
    const bool asks = std::ranges::find(asking, &stop) != asking.end(), was_closed = stop.is_closed();
    if (!change.next.acts(*stop.law)) {
      stop.mode = Stop::Mode::open;  // a lock has it now, or it is broken
    } else if (asks || was_closed || is_at_limit(stop, before)) {
      pushes_.push_back(make_stop_push(system_, p_, change.during, before, stop));
      parts_.push_back({asks, was_closed});
    }
  }
  for (Stop& stop : stops) stop.is_left = false;
}

void Impacts::respond(Kernel<double>& kernel, const State<double>& state) {
  if (has_response_) return;
  W_.update(kernel, pushes_, state);
  has_response_ = true;
}

void Impacts::update_noise(const Change& change, const EventLog& log) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const int m = pushes_[i].mechanism;
    const double speed = std::max(
        {calc_fastest(system_, m, log.before), calc_fastest(system_, m, log.after), calc_struck(system_, p_, m, change.applied)});
    const double unit = is_translation(stop_of(i).law->direction) ? 1.0 : system_.mechanisms.lengths[m];
    parts_[i].noise = speed_rounding * speed / unit;
    if (stop_of(i).crowd > 0) parts_[i].noise = std::max(parts_[i].noise, crowd_size * stop_of(i).hardest);
    parts_[i].touching = std::max(parts_[i].noise, touching * speed / unit);
  }
}

void Impacts::solve(std::span<const std::size_t> parts, std::span<const double> q, std::span<const double> noise) {
  W_part_.clear();
  for (std::size_t i : parts)
    for (std::size_t k : parts) W_part_.push_back(W_(i, k));
  problem_.solve(W_part_, q, noise);
}

void Impacts::strike(Kernel<double>& kernel, Change& change, EventLog& log) {
  update_noise(change, log);
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].u = calc_gap_velocity(stop_of(i), log.after);
  const auto is_closing = [](const Part& part) { return part.u < -part.noise; };
  if (std::ranges::none_of(parts_, is_closing)) return;
  respond(kernel, log.before);
  std::vector<std::size_t> together;
  for (std::size_t m = 0; m < touched_.size(); ++m) {
    together.clear();
    bool closes = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (pushes_[i].mechanism != static_cast<int>(m) || parts_[i].u > parts_[i].touching) continue;
      together.push_back(i);
      closes = closes || is_closing(parts_[i]);
    }
    if (closes) strike_mechanism(together, log.before);
  }
  jump(kernel, change, log);
}

/// (2) of stops.h
void Impacts::strike_mechanism(std::span<const std::size_t> parts, const State<double>& before) {
  std::vector<double> q, noise;
  for (std::size_t i : parts) {
    Part& part = parts_[i];
    Stop& stop = stop_of(i);
    const double speed = part.u < -part.noise ? -part.u : 0, leaving = part.u > part.noise ? part.u : 0;
    stop.hardest = std::max(stop.hardest, speed);
    part.e = p_[*stop.law->limits->restitution];
    if (part.e * speed <= slowest_bounce * stop.hardest || stop.crowd >= most_in_crowd) part.e = 0;
    q.push_back(leaving - (1 + part.e) * speed);
    noise.push_back(part.noise);
  }
  solve(parts, q, noise);
  const auto is_driven = [&](std::size_t i) { return std::abs(W_.driven(i)) > parts_[i].noise; };
  if (problem_.blocked() >= 0 && std::ranges::any_of(parts, is_driven)) {
    const Stop& stop = stop_of(parts[static_cast<std::size_t>(problem_.blocked())]);
    throw Error(
        fmt::format("joint {} is driven beyond its stop {} = {:.9g} at t = {:.9g} s, and what is driven or locked lets nothing "
                    "give way; move the stop, or stop the drive before it",
                    system_.joint(stop.law->joint).name, stop.side > 0 ? "high" : "low", stop.limit(p_), before.t));
  }
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts_[parts[k]].impulse = problem_.x()[k];
    parts_[parts[k]].stress = problem_.stress()[k];
    if (problem_.x()[k] > 0) note_hit(system_, p_, before, stop_of(parts[k]));
  }
}

/// The one jump that is logged: everything else, stops, and what settles.
void Impacts::jump(Kernel<double>& kernel, Change& change, EventLog& log) {
  impulses_ = change.applied;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (const double sum = parts_[i].impulse + parts_[i].settling; sum != 0) add_push(pushes_[i], sum, impulses_);
  log.after = log.before;
  kernel.update_jump(impulses_, log.after, log.jump);
  change.jumps = true;
}

const char* Impacts::action_of(std::size_t i) const {
  const Part& part = parts_[i];
  const bool is_hit = part.impulse > 0;
  if (part.mode == Stop::Mode::resting || part.mode == Stop::Mode::leaning) {
    if (part.was_closed) return is_hit ? "stays on its stop" : nullptr;
    return is_hit ? "comes to rest on its stop" : "rests on its stop";
  }
  if (is_hit) return part.u_after > part.noise ? "rebounds from its stop" : "hits its stop";
  return part.was_closed ? "leaves its stop" : nullptr;
}

void Impacts::tell(Kernel<double>& kernel, Change& change, EventLog& log) {
  mark(kernel, log);
  const auto add = [&](std::size_t i, double size) {
    Wrench<double>& impulse = log.jump.impulse[stop_of(i).law->joint.i];
    impulse = impulse + Wrench<double>{size * pushes_[i].in_M.n, size * pushes_[i].in_M.f};
  };
  for (std::size_t i = 0; i < parts_.size(); ++i) {  // the direction was free: what is there is rounding
    const Wrench<double>& impulse = log.jump.impulse[stop_of(i).law->joint.i];
    add(i, -dot(pushes_[i].along.w, impulse.n) - dot(pushes_[i].along.v, impulse.f));
  }
  Change::Line line{{}, "limits", {}};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    add(i, parts_[i].impulse);
    if (parts_[i].settling != 0) add_push(pushes_[i], parts_[i].settling, log.applied);
    const char* const action = action_of(i);
    if (!action) continue;
    line.event += (line.event.empty() ? "" : ", ") + system_.joint(stop_of(i).law->joint).name;
    line.actions.emplace_back(action);
  }
  if (!line.actions.empty()) change.lines.push_back(std::move(line));
}

/// Where stops share an impulse in a way that balance leaves open, so do the joints between them.
void Impacts::mark(Kernel<double>& kernel, EventLog& log) {
  std::vector<double> stress;
  double largest = 0;
  for (const Part& part : parts_) {
    stress.push_back(part.stress);
    largest = std::max(largest, std::abs(part.stress));
  }
  if (largest == 0) return;
  const JumpRecord<double>& answer = W_.calc_impulses(kernel, pushes_, stress);
  log.uniqueness.joints.resize(system_.joints.size());
  log.uniqueness.constraints.resize(system_.constraints.size());
  std::vector<Wrench<double>> sums = answer.impulse;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Wrench<double>& sum = sums[stop_of(i).law->joint.i];
    sum = sum + Wrench<double>{stress[i] * pushes_[i].in_M.n, stress[i] * pushes_[i].in_M.f};
  }
  constexpr double rounding = 1e-6;  // of the stops' own
  for (std::size_t j = 0; j < sums.size(); ++j)
    for (int k = 0; k < 3; ++k) {
      if (std::abs(sums[j].f[k]) > rounding * largest) log.uniqueness.joints[j].load |= 1u << k;
      if (std::abs(sums[j].n[k]) > rounding * largest) log.uniqueness.joints[j].load |= 8u << k;
    }
  for (std::size_t c = 0; c < system_.constraints.size(); ++c)
    for (int r = 0; r < system_.constraints[c].row_count(); ++r)
      if (std::abs(answer.multiplier[system_.constraints[c].first + r]) > rounding * largest)
        log.uniqueness.constraints[c].reaction |= 1u << r;
}

}  // namespace pintle
