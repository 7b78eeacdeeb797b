#include "pintle/formulations/divide_and_conquer/skeleton.h"

#include "pintle/formulations/divide_and_conquer/hanging.h"
#include "pintle/joints/rows.h"

namespace pintle::divide_and_conquer {

Skeleton make_skeleton(const System& system, const Plan& plan, std::span<const bodies::LinkRows> links,
                       std::span<const int> drags) {
  const Changing changing = find_changing(system);
  std::vector<int> rows(system.joints.size(), 0);
  for (std::size_t i = 1; i < links.size(); ++i)
    if (const JointIndex j = plan.tree.links[i].joint; j.exists()) rows[j.i] = links[i].count() + (drags.empty() ? 0 : drags[i]);
  Skeleton out;
  const Topology declared = make_declared_tree(system, plan.structure);
  for (const Link& link : declared.links) {
    const bool held = link.joint.exists(), changes = held && (changing.free[link.joint.i] || changing.closed[link.joint.i]);
    out.bones.push_back({link.body, link.parent, link.joint, !held ? 0 : changes ? 6 : rows[link.joint.i], changes});
  }
  const auto bone_of = [&](BodyIndex body) { return declared.link_of_body[body.i]; };
  for (const JointIndex j : declared.loops) {
    const JointRecord& joint = system.joint(j);
    const int own = changing.free[j.i] ? 6 : make_rows(joint.type, plan.structure.free_directions(j), {}).count;
    if (own > 0) out.closings.push_back({j, {}, {bone_of(joint.parent), bone_of(joint.child)}, own});
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const ConstraintRecord& constraint = system.constraints[k];
    if (!constraint.active && !changing.held[k] && !plan.structure.held[static_cast<int>(k)]) continue;
    ClosingEnds ends{{}, ConstraintIndex(static_cast<int>(k)), {}, constraint.row_count()};
    for (const BodyIndex body : constraint.bodies) ends.bones.push_back(bone_of(body));
    if (constraint.is_one_sided()) ends.bones.push_back(0);
    if (ends.rows > 0) out.closings.push_back(std::move(ends));
  }
  return out;
}

}  // namespace pintle::divide_and_conquer
