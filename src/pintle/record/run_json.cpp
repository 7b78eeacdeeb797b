#include "pintle/record/run_json.h"

#include <sys/utsname.h>

#include <cmath>
#include <ctime>
#include <fstream>
#include <thread>

#include "pintle/base/json.h"

namespace pintle {
namespace {

Json to_json(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Json to_json(const Quaternion<double>& q) { return {{"w", q.w}, {"x", q.x}, {"y", q.y}, {"z", q.z}}; }
Json to_json(const Wrench<double>& w) {
  return {{"fx", w.f.x}, {"fy", w.f.y}, {"fz", w.f.z}, {"mx", w.n.x}, {"my", w.n.y}, {"mz", w.n.z}};
}
template <class A>
Json pair_of(const A& before, const A& after) {
  return {{"before", before}, {"after", after}};
}

std::string name_text(Direction d) { return std::string(name_of(d)); }

/// One entry per direction of the joint that can move: `make(direction)` gives it; a ball's rotations are left out. The one
/// direction of a type stands alone, with what events release beside it.
template <class Make>
Json directions_json(const JointRecord& joint, Make make) {
  const JointType& type = joint.type;
  Json json = Json::object();
  for (Direction d : all_directions) {
    if (!joint.movable.has(d) || (type.ball && !is_translation(d))) continue;
    if (type.freedoms() == 1 && type.free.has(d))
      json.update(make(d));
    else
      json[name_text(d)] = make(d);
  }
  return json;
}

/// Rotation of M in F and its rate in M's axes, from the bodies: a ball that is locked in part keeps its coordinates as
/// a sequence, but its motion is the same thing.
struct BallMotion {
  Quaternion<double> rotation;
  Vec3<double> rate;
};
BallMotion calc_ball_motion(const System& system, const Parameters<double>& p, JointIndex j, const State<double>& state) {
  const JointRecord& joint = system.joint(j);
  const auto parent = static_cast<std::size_t>(joint.parent.i), child = static_cast<std::size_t>(joint.child.i);
  const Mat3<double> R_WF = state.X_WB[parent].R * p[joint.X_PF].R, R_WM = state.X_WB[child].R * p[joint.X_CM].R;
  const Vec3<double> w_FM_W = state.X_WB[child].R * state.V_WB[child].w - state.X_WB[parent].R * state.V_WB[parent].w;
  const Quaternion<double> last = state.joints[j.i].rotation;
  return {nearest_sign(to_quaternion(R_WF.transposed() * R_WM), last), transpose_times(R_WM, w_FM_W)};
}

Json final_json(const System& system, const Parameters<double>& p, JointIndex j, const State<double>& state) {
  const JointType& type = system.joint(j).type;
  const JointCoordinates<double>& q = state.joints[j.i];
  Json json = directions_json(system.joint(j), [&](Direction d) -> Json {
    const int k = axis_of(d);
    if (is_translation(d)) return {{"displacement", q.displacement[k]}, {"velocity", q.velocity[k]}};
    return {{"angle", q.angle[k]}, {"rate", q.rate[k]}};
  });
  if (type.ball) {
    const BallMotion ball = calc_ball_motion(system, p, j, state);
    json["orientation"] = to_json(ball.rotation);
    json["angular_velocity"] = to_json(ball.rate);
  }
  return json;
}

Json jump_json(const System& system, const Parameters<double>& p, JointIndex j, const EventLog& log) {
  const JointType& type = system.joint(j).type;
  const JointCoordinates<double>&before = log.before.joints[j.i], &after = log.after.joints[j.i];
  Json json = directions_json(system.joint(j), [&](Direction d) -> Json {
    const int k = axis_of(d);
    if (is_translation(d)) return {{"velocity", pair_of(before.velocity[k], after.velocity[k])}};
    return {{"rate", pair_of(before.rate[k], after.rate[k])}};
  });
  if (type.ball) {
    const BallMotion last = calc_ball_motion(system, p, j, log.before), next = calc_ball_motion(system, p, j, log.after);
    json["orientation"] = to_json(next.rotation);
    json["angular_velocity"] = pair_of(to_json(last.rate), to_json(next.rate));
  }
  return json;
}

/// Bodies of a state but the world; a run that failed before its first step has none.
template <class Make>
Json bodies_json(const System& system, const State<double>& state, Make make) {
  Json json = Json::object();
  for (std::size_t b = 1; b < std::min(system.bodies.size(), state.q_WB.size()); ++b) json.add(system.bodies[b].name, make(b));
  return json;
}
template <class Make>
Json joints_json(const System& system, const State<double>& state, Make make) {
  Json json = Json::object();
  for (std::size_t j = 0; j < std::min(system.joints.size(), state.joints.size()); ++j) json.add(system.joints[j].name, make(j));
  return json;
}

Json accounts_json(const Ledger& l) {
  return {{"kinetic", l.kinetic},         {"potential", l.potential},
          {"dissipated", l.dissipated()}, {"applied", l.applied()},
          {"events", l.events},           {"set", l.set},
          {"projection", l.projection},   {"stabilization", l.stabilization()}};
}

Json check_json(const CheckResult& c) {
  Json json{{"rtol", c.rtol},
            {"position", c.position},
            {"attitude", c.attitude},
            {"velocity", c.velocity},
            {"angular_velocity", c.angular_velocity},
            {"peak_force", c.peak_force},
            {"peak", {{"difference", c.peak}, {"of", c.peak_of}}},
            {"share", c.share},
            {"body", c.body}};
  if (std::isfinite(c.dt)) json["dt"] = c.dt;
  if (!c.message.empty()) json["message"] = c.message;
  return json;
}

Json closure_json(const RunSummary& s) {
  Json singular = Json::list();
  for (const SingularPassage& one : s.closure.singular) singular.push_back({{"time", one.time}, {"condition", one.condition}});
  Json left_out = Json::list();
  for (const LoadsLeftOut& one : s.closure.left_out) left_out.push_back({{"from", one.from}, {"to", one.to}});
  return {{"stabilization", s.stabilization},
          {"rows", s.closure.rows},
          {"redundant", s.closure.redundant},
          {"worst_condition", {{"value", s.closure.worst_condition}, {"time", s.closure.worst_time}}},
          {"singular_passages", s.closure.singular_count},
          {"singular", singular},
          {"stretches_without_loads", s.closure.left_out_count},
          {"without_loads", left_out}};
}

Json partition_json(const PartitionCounts& c) {
  return {{"repartitions", c.repartitions},
          {"worst_condition", c.worst_condition},
          {"stages", c.stages},
          {"newton_iterations", c.iterations},
          {"newton_iterations_per_stage", c.iterations_per_stage()},
          {"most_newton_iterations", c.most_iterations}};
}

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "";
}

Json host_json() {
  utsname u{};
  uname(&u);
  return {{"name", u.nodename},
          {"system", std::string(u.sysname) + " " + u.release},
          {"processor", processor_name()},
          {"threads", std::thread::hardware_concurrency()},
          {"compiler", __VERSION__}};
}

Json conventions_json() {
  return {
      {"units", "SI, radians"},
      {"series", "on the grid; two rows, before and after, at the time of an event"},
      {"position, velocity", "of the mass centre, world axes"},
      {"angular_velocity", "of a body: in its own axes; of a ball joint: in M's axes"},
      {"orientation", "quaternion w x y z, body to world; of a ball joint: M to F; q and -q are the same"},
      {"loads, impulses", "what the joint does to the child, at M's origin, in M's axes"},
      {"applied", "impulses from outside: on the body, moment about its mass centre, world axes"},
      {"axial, radial, torsion, bending", "fz, hypot(fx, fy), mz, hypot(mx, my)"},
      {"reactions", "constraint part alone, on the child, about M's origin, in F's axes; of a constraint: λ, on its second body"},
      {"peak", "in loads.csv: the largest magnitude along the motion, with its sign; located between steps"},
      {"source",
       "in loads.csv: at that peak, what constraints and held directions give (reaction), springs and other laws, or both"},
      {"unique, not_unique",
       "where constraints are redundant, loads and impulses that balance leaves open are shared by the least norm"},
      {"redundant", "of the structure in which the run ended"},
      {"angular_momentum", "about the world's origin, world axes"},
      {"balance_error", "what is missing in the ledger / largest (kinetic energy + |work|), of the mechanism where it is worst"},
      {"drift_error", "work of putting constraints back, likewise"},
      {"faint_joints",
       "moved so little beside its bodies that errors of the bodies may drown it: half of its range, and their way; rounding_of: "
       "the "
       "size whose rounding is too coarse for it, whatever rtol"},
      {"made_by_ground", "that the ground, which can only take, gave back; there if it is more than 10^-3 of that energy [J]"},
      {"vague_accounts",
       "accounts of which more than a hundredth may be missing: work to and fro [J], and what is missing of it"}};
}

template <class A>
Json optional_json(const std::optional<A>& a) {
  return a ? Json(*a) : Json(nullptr);
}

}  // namespace

namespace {

/// Of joints, then of constraints: the multiplier of each row, with its unit.
Json impulses_json(const System& system, const JumpRecord<double>& jump) {
  Json impulses = Json::object();
  for (std::size_t j = 0; j < std::min(system.joints.size(), jump.impulse.size()); ++j)
    impulses.add(system.joints[j].name, to_json(jump.impulse[j]));
  for (const ConstraintRecord& constraint : system.constraints) {
    if (jump.multiplier.empty()) break;
    const std::vector<NameTable::Entry::Row>& rows = system.names.find_entry(constraint.name)->rows;
    Json values = Json::object(), units = Json::object();
    for (std::size_t r = 0; r < rows.size(); ++r) {
      Json value = jump.multiplier[static_cast<std::size_t>(constraint.first) + r], unit = rows[r].unit + "*s";
      if (constraint.rows[r].empty()) {
        values = std::move(value);
        units = std::move(unit);
      } else {
        values.add(constraint.rows[r], std::move(value));
        units.add(constraint.rows[r], std::move(unit));
      }
    }
    impulses.add(constraint.name, {{"reaction", std::move(values)}, {"unit", std::move(units)}});
  }
  return impulses;
}

/// On bodies, about their mass centres, world axes.
Json applied_json(const System& system, const std::vector<Impulse>& applied) {
  Json list = Json::list();
  for (const Impulse& one : applied)
    list.push_back(
        {{"body", system.bodies[one.body.i].name}, {"impulse", to_json(one.value.f)}, {"moment", to_json(one.value.n)}});
  return list;
}

/// "hinge.fx", "rod.reaction": what the balance of impulses does not decide, and the least norm has shared.
std::vector<std::string> find_open_impulses(const System& system, const Uniqueness& uniqueness) {
  constexpr std::array<const char*, 6> components{"fx", "fy", "fz", "mx", "my", "mz"};
  std::vector<std::string> open;
  for (std::size_t j = 0; j < uniqueness.joints.size(); ++j)
    for (std::size_t k = 0; k < components.size(); ++k)
      if (uniqueness.joints[j].load >> k & 1) open.push_back(system.joints[j].name + "." + components[k]);
  for (std::size_t c = 0; c < uniqueness.constraints.size(); ++c) {
    const std::string& name = system.constraints[c].name;
    const std::vector<NameTable::Entry::Row>& rows = system.names.find_entry(name)->rows;
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (uniqueness.constraints[c].reaction >> r & 1) open.push_back(name + "." + rows[r].signal);
  }
  return open;
}

}  // namespace

std::string make_event_line(const System& system, const Parameters<double>& p, const EventLog& log) {
  const State<double>&before = log.before, &after = log.after;
  Json json{{"time", log.time},
            {"event", log.event},
            {"cause", log.cause},
            {"actions", log.actions},
            {"freedoms", pair_of(log.freedoms_before, log.freedoms_after)},
            {"kinetic_energy", pair_of(log.kinetic_before, log.kinetic_after)},
            {"linear_momentum", pair_of(to_json(log.momentum_before.linear), to_json(log.momentum_after.linear))},
            {"angular_momentum", pair_of(to_json(log.momentum_before.angular), to_json(log.momentum_after.angular))}};
  json["impulses"] = impulses_json(system, log.jump);
  json["not_unique"] = find_open_impulses(system, log.uniqueness);
  json["applied"] = applied_json(system, log.applied);
  json["bodies"] = bodies_json(system, after, [&](std::size_t b) -> Json {
    return {{"position", to_json(after.X_WB[b].p)},
            {"orientation", to_json(after.q_WB[b])},
            {"velocity", pair_of(to_json(before.V_WB[b].v), to_json(after.V_WB[b].v))},
            {"angular_velocity", pair_of(to_json(before.V_WB[b].w), to_json(after.V_WB[b].w))}};
  });
  json["joints"] =
      joints_json(system, after, [&](std::size_t j) { return jump_json(system, p, JointIndex(static_cast<int>(j)), log); });
  return to_text(json);
}

std::string make_summary_text(const System& system, const Parameters<double>& p, const RunSummary& s,
                              const std::optional<MomentumDrift>& drift, const std::optional<CheckResult>& check) {
  const State<double>& state = s.final;
  Json json{{"status", name_of(s.status)},
            {"time", s.time},
            {"message", s.message},
            {"formulation", s.formulation},
            {"formulation_reason", s.choice},
            {"integrator", s.integrator},
            {"integrator_reason", s.integrator_choice},
            {"rtol", s.rtol},
            {"counters",
             {{"steps", s.counters.steps},
              {"rejected", s.counters.rejected},
              {"evaluations", s.counters.evaluations},
              {"events", s.counters.events},
              {"plans", s.counters.plans},
              {"allocations", s.counters.allocations},
              {"reassembled", s.counters.reassembled}}},
            {"wall_seconds", s.wall_seconds},
            {"energy",
             {{"initial", s.energy_initial},
              {"final", s.energy_final},
              {"dissipated", s.dissipated},
              {"balance_error", s.balance_error},
              {"drift_error", s.drift_error}}},
            {"constraints", {{"max_position_error", s.constraints.position}, {"max_velocity_error", s.constraints.velocity}}}};
  if (s.closure.any) json["constraints"].update(closure_json(s));
  if (s.partition.any()) json["partition"] = partition_json(s.partition);
  if (s.ground_made > 0) json["energy"]["made_by_ground"] = s.ground_made;
  for (const VagueAccount& one : s.vague_accounts)
    json["energy"]["vague_accounts"][one.name] = {{"work", one.work}, {"error", one.error}};
  if (!s.faint_joints.empty()) json["faint_joints"] = Json::list();
  for (const FaintJoint& one : s.faint_joints) {
    Json line{{"joint", one.name}, {"moved", one.moved}, {"bodies_moved", one.bodies}, {"unit", one.unit}};
    if (one.rounded > 0) line["rounding_of"] = one.rounded;
    json["faint_joints"].push_back(line);
  }
  json["silent_events"] = s.silent_events;
  json["accounts"] = accounts_json(s.accounts);
  if (!s.measures.empty()) {
    json["measures"] = Json::object();
    json["measure_units"] = Json::object();
  }
  for (const MeasureValue& measure : s.measures) {
    json["measures"][measure.name] = measure.is_logic ? Json(measure.value != 0) : Json(measure.value);
    if (!measure.is_logic) json["measure_units"][measure.name] = measure.unit;
  }
  if (!s.tables.empty()) json["tables_left"] = Json::list();
  for (const TableLeft& table : s.tables)
    json["tables_left"].push_back({{"table", table.name}, {"end", table.end}, {"unit", table.unit}, {"time", table.time}});
  if (check) json["check"] = check_json(*check);
  if (drift) json["momentum"] = {{"linear_drift", drift->linear}, {"angular_drift", drift->angular}};
  Json& last = json["final"];
  last["bodies"] = bodies_json(system, state, [&](std::size_t b) -> Json {
    return {{"position", to_json(state.X_WB[b].p)},
            {"orientation", to_json(state.q_WB[b])},
            {"velocity", to_json(state.V_WB[b].v)},
            {"angular_velocity", to_json(state.V_WB[b].w)}};
  });
  last["joints"] =
      joints_json(system, state, [&](std::size_t j) { return final_json(system, p, JointIndex(static_cast<int>(j)), state); });
  return to_text(json, 1) + "\n";
}

std::string make_manifest_text(const Manifest& m) {
  const RunPart& run = m.run;
  Json json{
      {"pintle", PINTLE_VERSION},
      {"model",
       {{"file", m.model_file}, {"name", m.model_name}, {"bodies", m.bodies}, {"joints", m.joints}, {"contacts", m.contacts}}},
      {"command", m.command},
      {"options",
       {{"until", run.until},
        {"output_every", optional_json(run.output_every)},
        {"record", run.record},
        {"formulation", run.formulation},
        {"formulation_reason", m.reason},
        {"integrator", run.integrator},
        {"stabilization", run.stabilization},
        {"rtol", run.rtol},
        {"atol", optional_json(run.atol)},
        {"dt", optional_json(run.dt)},
        {"max_step", optional_json(run.max_step)},
        {"threads", optional_json(run.threads)}}},
      {"seed", optional_json(m.seed)},
      {"host", host_json()},
      {"times",
       {{"started", m.started},
        {"finished", m.finished.empty() ? Json(nullptr) : Json(m.finished)},
        {"wall_seconds", m.finished.empty() ? Json(nullptr) : Json(m.wall_seconds)}}},
      {"conventions", conventions_json()}};
  if (!m.resumed.empty()) json["times"]["resumed"] = m.resumed;
  if (m.origin) json["study"] = {{"store", m.origin->store}, {"case", m.origin->number}, {"page", m.origin->page}};
  return to_text(json, 1) + "\n";
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

}  // namespace pintle
