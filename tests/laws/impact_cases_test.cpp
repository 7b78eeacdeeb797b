#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "pintle/base/error.h"
#include "pintle/base/random.h"
#include "pintle/joints/motion.h"
#include "support/random_loops.h"
#include "support/random_tree.h"
#include "support/watch.h"

using namespace pintle;

/// Impacts of stops against a reference that tries all cases of closed and open, one after the other.
namespace {

LimitLaw make_stop(double at, int side, double e) {
  LimitLaw law;
  (side > 0 ? law.high : law.low) = at;
  law.restitution = e;
  return law;
}

/// W x = b by Gauss with pivots; none if W is singular.
std::optional<std::vector<double>> solve(std::vector<std::vector<double>> W, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < n; ++r)
      if (std::fabs(W[r][c]) > std::fabs(W[pivot][c])) pivot = r;
    if (std::fabs(W[pivot][c]) < 1e-9) return {};
    std::swap(W[c], W[pivot]);
    std::swap(b[c], b[pivot]);
    for (std::size_t r = c + 1; r < n; ++r) {
      const double factor = W[r][c] / W[c][c];
      for (std::size_t k = c; k < n; ++k) W[r][k] -= factor * W[c][k];
      b[r] -= factor * b[c];
    }
  }
  for (std::size_t r = n; r-- > 0;) {
    for (std::size_t k = r + 1; k < n; ++k) b[r] -= W[r][k] * b[k];
    b[r] /= W[r][r];
  }
  return b;
}

/// u⁺ by 0 ≤ π ⊥ u⁺ + e u ≥ 0, u⁺ = u + W π; rows scaled to a unit diagonal, but for those that a loop does not let move.
/// Empty: no case fits.
std::vector<double> find_by_enumeration(std::vector<std::vector<double>> W, const std::vector<double>& u,
                                        const std::vector<double>& e) {
  const std::size_t n = u.size();
  std::vector<double> scale(n);
  for (std::size_t i = 0; i < n; ++i) scale[i] = W[i][i] > 1e-9 ? 1 / std::sqrt(W[i][i]) : 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) W[i][k] *= scale[i] * scale[k];
  for (unsigned bits = 0; bits < 1u << n; ++bits) {
    std::vector<std::size_t> closed;
    for (std::size_t i = 0; i < n; ++i)
      if (bits >> i & 1) closed.push_back(i);
    std::vector<std::vector<double>> among;
    std::vector<double> b;
    for (std::size_t i : closed) {
      among.emplace_back();
      for (std::size_t k : closed) among.back().push_back(W[i][k]);
      b.push_back(-(1 + e[i]) * u[i] * scale[i]);
    }
    const auto impulse = solve(among, b);
    if (!impulse) continue;
    std::vector<double> after(n);
    bool fits = true;
    for (std::size_t i = 0; i < n; ++i) {
      after[i] = u[i] * scale[i];
      for (std::size_t k = 0; k < closed.size(); ++k) after[i] += W[i][closed[k]] * (*impulse)[k];
      fits = fits && after[i] + e[i] * u[i] * scale[i] > -1e-9;
      after[i] /= scale[i];
    }
    for (double one : *impulse) fits = fits && one > -1e-9;
    if (fits) return after;
  }
  return {};
}

/// A stop of the model, at the value where its direction starts.
struct Placed {
  std::size_t joint;
  Direction direction;
  int side;
  double e;
};

double gap_velocity(const Placed& stop, const State<double>& state) {
  return -stop.side * state.joints[stop.joint].rate_of(stop.direction);
}

/// Up to six stops where directions start, on both ends of some.
std::vector<Placed> add_stops(Model& model, Random& random) {
  const System system = make_system(model);
  std::vector<Placed> stops;
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    for (Direction d : all_directions) {
      JointPart& joint = model.joints[j];
      if (!joint.type.free.has(d) || (joint.type.ball && !is_translation(d)) || joint.type.name == "free") continue;
      if (stops.size() == 6 || random.chance(0.3)) continue;
      const double at = system.start.joints[j].value_of(d), e = random.chance(0.5) ? 0 : random.uniform(0, 1);
      const int side = random.chance(0.5) ? 1 : -1;
      joint.limits[d] = make_stop(at, side, e);
      stops.push_back({j, d, side, e});
    }
  return stops;
}

/// W by jumps of a kernel, from rest.
std::vector<std::vector<double>> calc_response(const System& system, Kernel<double>& kernel, State<double> rest,
                                               const std::vector<Placed>& stops) {
  for (auto& V : rest.V_WB) V = Motion<double>::zero();
  for (auto& q : rest.joints) q.velocity = q.rate = Vec3<double>::zero();
  std::vector<std::vector<double>> W(stops.size(), std::vector<double>(stops.size()));
  for (std::size_t k = 0; k < stops.size(); ++k) {
    const JointRecord& joint = system.joints[stops[k].joint];
    Vec3<double> force = Vec3<double>::zero(), moment = force;
    (is_translation(stops[k].direction) ? force : moment)[axis_of(stops[k].direction)] = -stops[k].side;
    const Wrench<double> unit = calc_effort_wrench(joint.type, joint.type.free, rest.joints[stops[k].joint], force, moment);
    const Mat3<double> R_WF = rest.X_WB[joint.parent.i].R * system.nominal[joint.X_PF].R;
    const Vec3<double> f = R_WF * unit.f, n = R_WF * unit.n, at = rest.X_WB[joint.child.i] * system.nominal[joint.X_CM].p;
    std::vector<Impulse> impulses;
    for (const auto& [body, sign] : {std::pair(joint.child, 1.0), std::pair(joint.parent, -1.0)})
      if (body != world) impulses.push_back({body, {sign * (n + cross(at - rest.X_WB[body.i].p, f)), sign * f}});
    State<double> moved = rest;
    kernel.update_jump(impulses, moved);
    for (std::size_t i = 0; i < stops.size(); ++i) W[i][k] = gap_velocity(stops[i], moved);
  }
  return W;
}

/// What one instant did, against the reference by the other formulation. True if there was an impact.
bool check_instant(const Model& model, const std::vector<Placed>& stops, const std::string& name) {
  const System system = make_system(model);
  Watch watch;
  RunOptions options;
  options.until = 1e-9;
  options.formulation = name;
  Run(system, options).go(watch);
  if (watch.events.empty() || watch.events[0].kinetic_before == watch.events[0].kinetic_after) return false;
  const EventLog& log = watch.events[0];
  const Formulation* other = find_formulation(name == "newton-euler" ? "articulated-body" : "newton-euler");
  const auto plan = std::make_shared<Plan>(make_plan(system, make_structure(system), other->family));
  if (other->why_not(system, *plan)) return false;
  const auto kernel = other->make(system, plan, system.nominal);
  std::vector<Placed> closing;
  std::vector<double> u, e;
  double fastest = 0;
  for (const Placed& stop : stops) {
    const double speed = gap_velocity(stop, log.before), rounding = 1e-11;  // of speeds of some 1 m/s or 1 rad/s
    fastest = std::max(fastest, std::fabs(speed));
    if (speed > rounding) continue;
    closing.push_back(stop);
    u.push_back(speed < -rounding ? speed : 0);
    e.push_back(stop.e > 1e-3 ? stop.e : 0);
  }
  const std::vector<double> expected = find_by_enumeration(calc_response(system, *kernel, log.before, closing), u, e);
  REQUIRE(expected.size() == closing.size());
  // W to some 1e-10, ill-conditioned at times; what is slower than 1e-3 of the hardest may have settled
  const double tolerance = log.applied.empty() ? 1e-7 : 1e-3;
  for (std::size_t i = 0; i < closing.size(); ++i)
    CHECK(std::fabs(gap_velocity(closing[i], log.after) - expected[i]) < tolerance * fastest);
  CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-12));
  for (const Placed& stop : closing) {  // what the joint gives along a direction that is free but for its stop
    const JointRecord& joint = system.joints[stop.joint];
    const Mat3<double> R_FM = calc_pose(joint.type, log.before.joints[stop.joint]).R;
    const Wrench<double>& impulse = log.jump.impulse[stop.joint];
    const Vec3<double> axis = calc_rotation_axes(joint.type, log.before.joints[stop.joint]).column(axis_of(stop.direction));
    const double push =
        is_translation(stop.direction) ? (R_FM * impulse.f)[axis_of(stop.direction)] : dot(R_FM * impulse.n, axis);
    CHECK(-stop.side * push >= -1e-9 * (norm(impulse.f) + norm(impulse.n) + 1e-3));
  }
  return true;
}

}  // namespace

TEST_CASE("impacts: a thousand random trees and loops with up to six stops: as all cases one by one, no energy is made [slow]") {
  int impacts = 0, systems = 0;
  for (int k = 0; systems < 1000; ++k) {
    CAPTURE(k);
    const auto seed = static_cast<std::uint64_t>(k);
    Random random(1000 + seed);
    const bool loops = k % 2 == 1;
    const LoopKind kind = k % 6 == 1 ? LoopKind::planar : LoopKind::any;
    Model model = loops ? make_random_loops({.bodies = 4, .closings = 1, .kind = kind, .seed = seed, .laws = false})
                        : make_random_tree({.bodies = 4, .seed = seed, .singular_inertia = false});
    const JointPart& first = model.joints[0];
    const Direction d = first.type.free.has(Direction::rz) && !first.type.ball ? Direction::rz : Direction::tz;
    if (loops && first.type.free.has(d)) model.joint_starts.push_back({first.name, {{d, {{}, 1.0}}}, {}, {}});
    try {
      const std::vector<Placed> stops = add_stops(model, random);
      if (stops.empty()) continue;
      for (const std::string& name : formulation_names()) {
        CAPTURE(name);
        impacts += check_instant(model, stops, name);
      }
    } catch (const Error&) {  // its rates do not fit the loop
      continue;
    }
    ++systems;
  }
  MESSAGE(impacts, " impacts");
  CHECK(impacts > 1000);
}

TEST_CASE("impacts: random trees rattle between their stops, stay within them, and no impact makes energy [slow]") {
  long impacts = 0;
  double beyond = 0;
  for (int k = 0; k < 60; k += 2) {
    CAPTURE(k);
    const auto seed = static_cast<std::uint64_t>(k);
    Random random(5000 + seed);
    Model model = make_random_tree({.bodies = 4, .seed = seed, .springs = k % 4 == 0, .singular_inertia = false});
    const System free = make_system(model);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
      for (Direction d : all_directions) {
        JointPart& joint = model.joints[j];
        if (!joint.type.free.has(d) || (joint.type.ball && !is_translation(d)) || joint.type.name == "free") continue;
        const double at = free.start.joints[j].value_of(d), e = random.chance(0.5) ? 0 : random.uniform(0, 1);
        LimitLaw law = make_stop(at - random.uniform(0.01, 0.5), -1, e);
        law.high = at + random.uniform(0.01, 0.5);
        if (random.chance(0.6)) joint.limits[d] = law;
      }
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      Watch watch;
      watch.stop_after = 20000;  // many times what it takes
      RunOptions options;
      options.until = 1.5;
      options.integration.rtol = 1e-8;
      const RunSummary summary = run_model(model, name, options, watch);
      CHECK(summary.status == Status::completed);
      CHECK(std::fabs(summary.balance_error) < 1e-5);  // some hundred impacts at rtol
      for (const EventLog& log : watch.events) CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-12) + 1e-14);
      for (std::size_t j = 0; j < model.joints.size(); ++j)
        for (const auto& [d, law] : model.joints[j].limits)
          for (const Seen& row : watch.rows) {
            const double q = row.state.joints[j].value_of(d);
            beyond = std::max({beyond, *law.low - q, q - *law.high});
          }
      impacts += static_cast<long>(watch.events.size());
    }
  }
  MESSAGE(impacts, " events, beyond stops by ", beyond);
  CHECK(impacts > 1000);
  CHECK(beyond < 1e-7);  // rows lie on the interpolant, known to some rtol of 1 m or 1 rad
}
