#include "pintle/structure/structure.h"

namespace pintle {

Structure make_structure(const System& system) {
  Structure s{Bits(6 * system.joint_count()), Bits(system.joint_count()),
              Bits(system.point_forces.size() + system.point_springs.size())};
  for (int j = 0; j < system.joint_count(); ++j) {
    s.closed.set(j, true);
    for (Direction d : all_directions) s.set_free(JointIndex(j), d, system.joint(JointIndex(j)).type.free.has(d));
  }
  for (int k = 0; k < system.point_forces.size() + system.point_springs.size(); ++k) s.active.set(k, true);
  return s;
}

}  // namespace pintle
