#include "pintle/closure/massless.h"

#include "pintle/system/check_inertia.h"

namespace pintle {

std::optional<std::string> find_massless_turn(const System& system, const Plan& plan) {
  if (plan.closings.empty()) return std::nullopt;  // make_system() has looked
  std::vector<Reached> order;
  for (const Link& link : plan.tree.links)
    if (link.body != world) order.push_back({link.body, link.joint, link.reversed});
  std::vector<DirectionSet> free;
  for (int j = 0; j < system.joint_count(); ++j) free.push_back(plan.structure.free_directions(JointIndex(j)));
  return find_massless_turn(system, order, free);
}

}  // namespace pintle
