#include "pintle/simulate/change.h"

#include <fmt/core.h>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr double least_cosine = 1e-6;

}  // namespace

Structure edit_structure(const System& system, const Structure& structure, std::span<const EventIndex> events) {
  Structure next = structure;
  for (EventIndex e : events)
    for (const EventAction& action : system.events[e.i].actions)
      for (Direction d : all_directions)
        if (action.lock && action.lock->directions.has(d)) next.set_free(action.lock->joint, d, !action.lock->lock);
  return next;
}

bool has_lock(const System& system, const Structure& from, const Structure& to) {
  for (int j = 0; j < system.joint_count(); ++j) {
    const unsigned before = from.free_directions(JointIndex(j)).bits, after = to.free_directions(JointIndex(j)).bits;
    if (before & ~after) return true;
  }
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

JumpRecord<double> update_change(const System& system, const Structure& from, const Structure& to, Kernel<double>& kernel,
                                 State<double>& state) {
  check_sequences(system, to, state);
  if (has_lock(system, from, to)) return kernel.update_jump({}, state);
  return make_no_jump(system);
}

JumpRecord<double> make_no_jump(const System& system) {
  return {std::vector<Wrench<double>>(static_cast<std::size_t>(system.joint_count()), Wrench<double>::zero()),
          std::vector<double>(static_cast<std::size_t>(system.multipliers), 0.0)};
}

double calc_kinetic_energy(const System& system, const Parameters<double>& p, const State<double>& state) {
  double sum = 0;
  for (std::size_t b = 1; b < system.bodies.size(); ++b) {
    const Motion<double>& V = state.V_WB[b];
    sum += 0.5 * (p[system.bodies[b].mass] * dot(V.v, V.v) + dot(V.w, p[system.bodies[b].inertia] * V.w));
  }
  return sum;
}

}  // namespace pintle
