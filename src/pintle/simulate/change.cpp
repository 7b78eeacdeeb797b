#include "pintle/simulate/change.h"

#include <fmt/core.h>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr double least_cosine = 1e-6;

}  // namespace

Change make_change(const System& system, const Structure& structure, std::span<const EventIndex> events) {
  Change change;
  update_change(system, structure, events, change);
  return change;
}

void update_change(const System& system, const Structure& structure, std::span<const EventIndex> events, Change& change) {
  change.next = structure;
  change.applied.clear();
  change.writes = false;
  change.doings.clear();
  change.lines.resize(events.size());
  for (std::size_t k = 0; k < events.size(); ++k) {
    const EventRecord& event = system.events[events[k].i];
    Change::Line& line = change.lines[k];
    line.event = event.name;
    line.cause = event.cause;
    line.ends_run = false;
    line.actions.resize(event.actions.size());
    for (std::size_t i = 0; i < event.actions.size(); ++i) {
      const Edits& edits = event.actions[i];
      for (const BitEdit& edit : edits.bits) change.next.apply(edit);
      line.actions[i] = edits.text;
      change.doings.push_back({&edits, &line.actions[i]});
      line.ends_run = line.ends_run || edits.ends_run;
    }
  }
  change.during = change.next;
  change.jumps = holds_more(system, structure, change.next);
}

bool holds_more(const System& system, const Structure& from, const Structure& to) {
  for (int j = 0; j < system.joint_count(); ++j) {
    const unsigned before = from.free_directions(JointIndex(j)).bits, after = to.free_directions(JointIndex(j)).bits;
    if ((before & ~after) || (to.closed[j] && !from.closed[j])) return true;
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (to.held[static_cast<int>(k)] && !from.held[static_cast<int>(k)]) return true;
  return false;
}

void check_sequences(const System& system, const Structure& structure, const State<double>& state) {
  for (int j = 0; j < system.joint_count(); ++j) {
    const JointRecord& joint = system.joint(JointIndex(j));
    if (!joint.type.ball || is_quaternion(joint.type, structure.free_directions(JointIndex(j)))) continue;
    const Mat3<double> R = to_matrix(state.joints[j].rotation);
    if (calc_sequence_angles(joint.type.sequence, R).middle_cosine < least_cosine)
      throw Error(
          fmt::format("{}: the rotations of a ball cannot be locked at ry = 90 deg, where rx and rz turn about the same "
                      "line (t = {:.12g} s); choose another instant",
                      joint.name, state.t));
  }
}

void update_jump(const System& system, const Change& change, Kernel<double>& kernel, State<double>& state,
                 JumpRecord<double>& jump) {
  check_sequences(system, change.during, state);
  if (change.jumps)
    kernel.update_jump(change.applied, state, jump);
  else
    update_no_jump(system, jump);
}

void update_no_jump(const System& system, JumpRecord<double>& jump) {
  jump.impulse.assign(static_cast<std::size_t>(system.joint_count()), Wrench<double>::zero());
  jump.multiplier.assign(static_cast<std::size_t>(system.multipliers), 0.0);
}

double calc_kinetic_energy(const System& system, const Parameters<double>& p, const State<double>& state) {
  double sum = 0;
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    if (system.particles.is_group(BodyIndex(static_cast<int>(b)))) continue;  // its particles have it
    const Motion<double>& V = state.V_WB[b];
    sum += 0.5 * (p[system.bodies[b].mass] * dot(V.v, V.v) + dot(V.w, p[system.bodies[b].inertia] * V.w));
  }
  for (int i = 0; i < system.particles.count(); ++i)
    sum += 0.5 * system.particles.all->mass[i] * dot(state.particles[i].v, state.particles[i].v);
  return sum;
}

}  // namespace pintle
