#include "pintle/formulations/divide_and_conquer/skeleton.h"

#include <algorithm>

namespace pintle::divide_and_conquer {
namespace {

/// By joint: events may free or hold directions of it, or it holds some by itself.
std::vector<char> find_changing(const System& system) {
  std::vector<char> changing(system.joints.size(), 0);
  for (const EventRecord& event : system.events)
    for (const Edits& edits : event.actions) {
      for (const BitEdit& bit : edits.bits) {
        if (bit.of == BitEdit::Of::free) changing[bit.place / 6] = 1;
        if (bit.of == BitEdit::Of::closed) changing[bit.place] = 1;
      }
      for (const ClosingEdit& closing : edits.closings)
        if (closing.joint.exists()) changing[closing.joint.i] = 1;  // none: a constraint
    }
  return changing;
}

/// Every declared joint holds. With loops: the tree of the plan.
Topology make_declared(const System& system, const Plan& plan) {
  Structure all = plan.structure;
  for (int j = 0; j < system.joint_count(); ++j) all.apply(edit_closed(JointIndex(j), true));
  Topology tree = make_topology(system, all);
  return tree.loops.empty() ? tree : plan.tree;
}

}  // namespace

Skeleton make_skeleton(const System& system, const Plan& plan, std::span<const bodies::LinkRows> links,
                       std::span<const int> drags) {
  const std::vector<char> changing = find_changing(system);
  std::vector<int> rows(system.joints.size(), 0);
  for (std::size_t i = 1; i < links.size(); ++i)
    if (const JointIndex j = plan.tree.links[i].joint; j.exists()) rows[j.i] = links[i].count() + (drags.empty() ? 0 : drags[i]);
  Skeleton out;
  const Topology declared = make_declared(system, plan);
  for (const Link& link : declared.links) {
    const bool held = link.joint.exists(), changes = held && changing[link.joint.i];
    out.bones.push_back({link.body, link.parent, link.joint, !held ? 0 : changes ? 6 : rows[link.joint.i], changes});
  }
  for (const Closing& closing : plan.closings) {
    ClosingEnds& ends = out.closings.emplace_back();
    ends.first = closing.first;
    ends.rows = closing.rows;
    for (int link : closing.links) ends.bones.push_back(declared.link_of_body[plan.tree.links[link].body.i]);
  }
  return out;
}

}  // namespace pintle::divide_and_conquer
