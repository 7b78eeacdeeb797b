#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "pintle/base/error.h"
#include "pintle/base/random.h"
#include "pintle/joints/motion.h"
#include "support/random_loops.h"
#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions until(double t) {
  RunOptions options;
  options.until = t;
  options.integration.rtol = 1e-9;
  return options;
}

BodyPart make_block(const std::string& name, double mass) {
  BodyPart block;
  block.name = name;
  block.mass = mass;
  block.inertia = {1, 0, 0, 1, 0, 1};
  block.at = Vec3<double>{0, 0, 0};
  return block;
}

/// A vertical slider, its frames at the origin.
JointPart make_rail(const std::string& name, const std::string& parent, const std::string& child) {
  JointPart rail;
  rail.name = name;
  rail.type = *find_joint_type("slider");
  rail.parent = parent;
  rail.child = child;
  rail.at = Vector(Vec3<double>{0, 0, 0});
  rail.axis = Vec3<double>{0, 0, 1};
  return rail;
}

LimitLaw make_limits(std::optional<double> low, std::optional<double> high, double e) {
  LimitLaw law;
  if (low) law.low = *low;
  if (high) law.high = *high;
  law.restitution = e;
  return law;
}

/// A on the floor, B on a rail of A that ends half a metre up; both of 1 kg, B thrown up with 1 m/s.
Model make_two_sliders() {
  Model model;
  model.name = "two sliders";
  model.gravity = {0, 0, -0.1};
  model.bodies = {make_block("A", 1), make_block("B", 1)};
  model.joints = {make_rail("ga", "world", "A"), make_rail("gb", "A", "B")};
  model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0);
  model.joints[1].limits[Direction::tz] = make_limits({}, 0.5, 0);
  model.joint_starts = {{"gb", {{Direction::tz, {0.0, 1.0}}}, {}, {}}};
  return model;
}

/// The event at which the impulses are largest.
const EventLog& find_hardest(const Watch& watch) {
  const auto size = [](const EventLog& log) {
    double sum = 0;
    for (const Wrench<double>& impulse : log.jump.impulse) sum += norm(impulse.f) + norm(impulse.n);
    return sum;
  };
  const EventLog* hardest = &watch.events.front();
  for (const EventLog& log : watch.events)
    if (size(log) > size(*hardest)) hardest = &log;
  return *hardest;
}

// ---- the reference: all cases of closed and open, one after the other

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
      joint.limits[d] = side > 0 ? make_limits({}, at, e) : make_limits(at, {}, e);
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
  RunOptions options = until(1e-9);
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

TEST_CASE("impacts: the floor does not pull while a slider on it hits its upper stop; both lift off with half the energy") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(make_two_sliders(), name, until(1), watch);
    REQUIRE(summary.status == Status::completed);
    const EventLog& log = find_hardest(watch);
    const double t = (1 - std::sqrt(1 - 2 * 0.1 * 0.5)) / 0.1, v = 1 - 0.1 * t;  // 0.5 m up against 0.1 m/s²
    CHECK(log.time == doctest::Approx(t).epsilon(1e-9));
    CHECK(log.after.joints[0].velocity.z == doctest::Approx(v / 2).epsilon(1e-9));
    CHECK(std::fabs(log.after.joints[1].velocity.z) < 1e-12);
    CHECK(std::fabs(log.jump.impulse[0].f.z) < 1e-12);
    CHECK(log.jump.impulse[1].f.z == doctest::Approx(-v / 2).epsilon(1e-9));
    CHECK(log.kinetic_after == doctest::Approx(log.kinetic_before / 2).epsilon(1e-9));
    CHECK(std::fabs(summary.balance_error) < 1e-9);
  }
}

TEST_CASE("impacts: mechanisms that hit their stops at one instant share nothing, each has its own restitution") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {make_block("a", 1), make_block("b", 1)};
  model.joints = {make_rail("ja", "world", "a"), make_rail("jb", "world", "b")};
  model.joints[0].limits[Direction::tz] = make_limits(-1.0, {}, 0.9);
  model.joints[1].limits[Direction::tz] = make_limits(-1.0, {}, 0.1);
  const double v = std::sqrt(2 * 9.81);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, until(0.46), watch);
    REQUIRE(watch.events.size() == 1);
    CHECK(watch.events[0].after.joints[0].velocity.z == doctest::Approx(0.9 * v).epsilon(1e-9));
    CHECK(watch.events[0].after.joints[1].velocity.z == doctest::Approx(0.1 * v).epsilon(1e-9));
    CHECK(watch.events[0].jump.impulse[1].f.z == doctest::Approx(1.1 * v).epsilon(1e-9));
  }
}

TEST_CASE("impacts: a latch that catches a lid lifts what rests on the floor, which does not hold it back") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {make_block("A", 2), make_block("B", 1)};
  model.joints = {make_rail("floor", "world", "A"), make_rail("lid", "A", "B")};
  model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0);
  model.joint_starts = {{"lid", {{Direction::tz, {0.0, 9.0}}}, {}, {}}};
  add_lock(model, "grab", 0.05, "lid");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(0.1), watch);
    const EventLog& log = find_hardest(watch);
    const double v = 9 - 9.81 * 0.05;
    CHECK(std::fabs(log.jump.impulse[0].f.z) < 1e-12);
    CHECK(log.after.joints[0].velocity.z == doctest::Approx(v / 3).epsilon(1e-9));
    CHECK(std::fabs(summary.balance_error) < 1e-9);
  }
}

TEST_CASE("impacts: a latch and a stop on one joint: it bounces until it latches") {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {make_block("A", 1)};
  model.joints = {make_rail("rail", "world", "A")};
  model.joints[0].limits[Direction::tz] = make_limits(0.0, {}, 0.5);
  model.joint_starts = {{"rail", {{Direction::tz, {0.1, 0.0}}}, {}, {}}};
  add_lock(model, "latch", 0.25, "rail");
  add_lock(model, "open", 0.4, "rail", std::nullopt, false);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(0.8), watch);
    REQUIRE(watch.events.size() > 4);
    CHECK(watch.events[0].actions.front() == "rebounds from its stop");
    const auto latched = std::ranges::find(watch.events, "latch", &EventLog::event);
    REQUIRE(latched != watch.events.end());
    CHECK((latched + 1)->event == "open");  // its stops sleep while it is locked
    CHECK((latched + 2)->actions.front() == "rebounds from its stop");
    CHECK(std::fabs(summary.balance_error) < 1e-8);
  }
}

TEST_CASE("impacts: panels with stops on alternate sides: one that is caught throws the others off theirs") {
  // Three equal rods in a row. M of absolute rates, W = J M⁻¹ Jᵀ; two closed stops would pull. A chain with stiff springs and strong
  // dampers in their place gave the same to 1e-6, in a program that shares nothing with this one.
  Model model = make_pendulum(3);
  model.gravity = {0, 0, 0};
  for (JointStart& start : model.joint_starts) start.directions[Direction::rz] = {0.0, 0.0};
  model.joint_starts[2].directions[Direction::rz] = {0.0, -1.0};
  model.joints[0].limits[Direction::rz] = make_limits(0.0, {}, 0);
  model.joints[1].limits[Direction::rz] = make_limits({}, 0.0, 0);
  model.joints[2].limits[Direction::rz] = make_limits(0.0, {}, 0);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, until(0.01), watch);
    REQUIRE_FALSE(watch.events.empty());
    const EventLog& log = watch.events[0];
    CHECK(log.after.joints[0].rate.z == doctest::Approx(3.0 / 20).epsilon(1e-9));
    CHECK(log.after.joints[1].rate.z == doctest::Approx(-23.0 / 40).epsilon(1e-9));
    CHECK(std::fabs(log.after.joints[2].rate.z) < 1e-12);
    CHECK(log.jump.impulse[2].n.z == doctest::Approx(13.0 / 240).epsilon(1e-9));
    CHECK(std::fabs(log.jump.impulse[0].n.z) < 1e-12);
    CHECK(std::fabs(log.jump.impulse[1].n.z) < 1e-12);
  }
}

TEST_CASE(
    "impacts: a door whose two hinges have a stop each, at the same angle, is thrown back by both, and who gave what is open") {
  Model model;
  model.gravity = {0, 0, 0};
  model.bodies = {make_block("door", 2)};
  for (const auto& [name, z] : {std::pair("upper", 0.5), std::pair("lower", -0.5)}) {
    JointPart hinge = make_rail(name, "world", "door");
    hinge.type = *find_joint_type("hinge");
    hinge.at = Vector(Vec3<double>{-0.5, 0, z});
    hinge.limits[Direction::rz] = make_limits({}, 0.0, 0.5);
    model.joints.push_back(hinge);
  }
  model.joint_starts = {{"upper", {{Direction::rz, {0.0, 2.0}}}, {}, {}}};
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, until(0.01), watch);
    REQUIRE(watch.events.size() == 1);
    const EventLog& log = watch.events[0];
    CHECK(log.after.joints[0].rate.z == doctest::Approx(-1.0).epsilon(1e-9));
    CHECK(log.after.joints[1].rate.z == doctest::Approx(-1.0).epsilon(1e-9));
    const double I = 1 + 2 * 0.25;  // about the hinges [kg m²]
    CHECK(log.jump.impulse[0].n.z == doctest::Approx(-1.5 * I).epsilon(1e-9));
    CHECK(log.jump.impulse[1].n.z == doctest::Approx(-1.5 * I).epsilon(1e-9));
    REQUIRE(log.uniqueness.joints.size() == 2);
    CHECK((log.uniqueness.joints[0].load >> 5 & 1) == 1);
    CHECK((log.uniqueness.joints[1].load >> 5 & 1) == 1);
  }
}

TEST_CASE(
    "impacts: a block that rocks from corner to corner on stops without restitution comes to rest, and nothing has pulled it") {
  Model model;
  model.gravity = {0, 0, -9.81};
  BodyPart block = make_block("block", 1);
  block.inertia = {1.0 / 3, 0, 0, 1.0 / 3, 0, 1.0 / 3};
  model.bodies = {block, make_block("left", 1e-3), make_block("right", 1e-3)};
  model.bodies[1].inertia = model.bodies[2].inertia = {1e-6, 0, 0, 1e-6, 0, 1e-6};
  model.bodies[1].at = Vec3<double>{-1, 0, 0};
  model.bodies[2].at = Vec3<double>{1, 0, 0};
  JointPart base = make_rail("base", "world", "block");
  base.type = make_joint_type({Direction::tz, Direction::ry});
  base.axis = Vec3<double>{0, 0, 1};
  model.joints = {base};
  for (const auto& [name, x] : {std::pair("left", -1.0), std::pair("right", 1.0)}) {
    JointPart foot = make_rail(std::string(name) + "_foot", "world", name);  // the corner's height, with a stop on the floor
    foot.at = Vector(Vec3<double>{x, 0, 0});
    foot.limits[Direction::tz] = make_limits(0.0, {}, 0);
    model.joints.push_back(foot);
    JointPart pin = make_rail(std::string(name) + "_pin", "block", name);
    pin.type = make_joint_type({Direction::tx, Direction::ry});
    pin.at = Vector(Vec3<double>{x, 0, 0});
    model.joints.push_back(pin);
  }
  model.joint_starts = {{"base", {{Direction::tz, {0.1, 0.0}}, {Direction::ry, {-0.1, 0.0}}}, {}, {}}};
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(6), watch);
    REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
    CHECK(summary.final.V_WB[1].v.z == doctest::Approx(0));
    CHECK(std::fabs(summary.final.V_WB[1].w.y) < 1e-9);
    for (const EventLog& log : watch.events) {
      CHECK(log.jump.impulse[1].f.z >= -1e-12);
      CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-12));
    }
    CHECK(std::fabs(summary.balance_error) < 1e-7);
  }
}

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
