#include "pintle/structure/structure.h"

namespace pintle {

Structure make_structure(const System& system) {
  Structure s{Bits(6 * system.joint_count()), Bits(system.joint_count()),
              Bits(system.point_forces.size() + system.point_springs.size()), Bits(static_cast<int>(system.constraints.size()))};
  for (int j = 0; j < system.joint_count(); ++j) {
    s.closed.set(j, system.joints[static_cast<std::size_t>(j)].active);
    for (Direction d : all_directions) s.set_free(JointIndex(j), d, system.joint(JointIndex(j)).type.free.has(d));
  }
  for (const Driver& driver : system.drivers) s.set_free(driver.joint, driver.direction, false);
  for (int k = 0; k < system.point_forces.size(); ++k) s.active.set(k, system.point_forces.active[static_cast<std::size_t>(k)]);
  for (int k = 0; k < system.point_springs.size(); ++k)
    s.active.set(system.point_forces.size() + k, system.point_springs.active[static_cast<std::size_t>(k)]);
  for (std::size_t k = 0; k < system.constraints.size(); ++k) s.held.set(static_cast<int>(k), system.constraints[k].active);
  return s;
}

}  // namespace pintle
