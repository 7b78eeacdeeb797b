#include "pintle/structure/structure.h"

namespace pintle {

Structure make_structure(const System& system) {
  Structure s{Bits(6 * system.joint_count()), Bits(system.joint_count()), Bits(system.elements.count),
              Bits(static_cast<int>(system.constraints.size())), Bits(system.body_count())};
  for (int b = 0; b < system.body_count(); ++b) s.whole.set(b, !system.particles.is_group(BodyIndex(b)));
  for (int j = 0; j < system.joint_count(); ++j) {
    s.closed.set(j, system.joints[j].active);
    for (Direction d : all_directions) s.set_free(JointIndex(j), d, system.joint(JointIndex(j)).type.free.has(d));
  }
  for (int j = 0; j < system.joint_count(); ++j)
    for (Direction d : all_directions)
      if (system.joint(JointIndex(j)).locked.has(d)) s.set_free(JointIndex(j), d, false);
  for (const Driver& driver : system.drivers) s.set_free(driver.joint, driver.direction, false);
  system.elements.for_each([&](const auto& pool, int k, const auto&) { s.active.set(pool.element(k), pool.active[k]); });
  for (std::size_t k = 0; k < system.constraints.size(); ++k) s.held.set(static_cast<int>(k), system.constraints[k].active);
  return s;
}

Structure without_locks(const System& system, Structure structure) {
  for (int j = 0; j < system.joint_count(); ++j)
    for (Direction d : all_directions)
      if (system.joint(JointIndex(j)).locked.has(d)) structure.set_free(JointIndex(j), d, true);
  return structure;
}

}  // namespace pintle
