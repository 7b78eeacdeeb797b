#include "pintle/formulations/divide_and_conquer/hanging.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pintle/structure/plan_on_tree.h"

namespace pintle::divide_and_conquer {
namespace {

/// Sets of bodies that are joined.
class Joined {
 public:
  explicit Joined(int bodies) : above_(static_cast<std::size_t>(bodies)) { std::iota(above_.begin(), above_.end(), 0); }

  /// False: they were already.
  bool join(BodyIndex a, BodyIndex b) {
    const int x = find(a.i), y = find(b.i);
    above_[x] = y;
    return x != y;
  }

 private:
  int find(int body) {
    while (above_[body] != body) body = above_[body] = above_[above_[body]];
    return body;
  }
  std::vector<int> above_;
};

}  // namespace

Changing find_changing(const System& system) {
  Changing changing{std::vector<char>(system.joints.size(), 0), std::vector<char>(system.joints.size(), 0),
                    std::vector<char>(system.constraints.size(), 0)};
  for (const EventRecord& event : system.events)
    for (const Edits& edits : event.actions) {
      for (const BitEdit& bit : edits.bits) {
        if (bit.of == BitEdit::Of::free) changing.free[bit.place / 6] = 1;
        if (bit.of == BitEdit::Of::closed) changing.closed[bit.place] = 1;
        if (bit.of == BitEdit::Of::held) changing.held[bit.place] = 1;
      }
      for (const ClosingEdit& closing : edits.closings)
        if (closing.joint.exists()) changing.closed[closing.joint.i] = 1;  // none: a constraint
    }
  return changing;
}

Topology make_declared_tree(const System& system, const Structure& now) {
  const Changing changing = find_changing(system);
  const Structure start = make_structure(system);
  Structure all = start;
  for (int j = 0; j < system.joint_count(); ++j)
    if (changing.closed[j] || now.closed[j]) all.apply(edit_closed(JointIndex(j), true));
  Topology tree = make_topology(system, all);
  if (tree.loops.empty()) return tree;

  tree = make_topology(system, start);
  Joined joined(system.body_count());
  Structure spanning = start;
  for (const JointIndex j : tree.loops) spanning.apply(edit_closed(j, false));
  for (int j = 0; j < system.joint_count(); ++j)
    if (spanning.closed[j]) joined.join(system.joints[j].parent, system.joints[j].child);
  std::vector<JointIndex> loops = std::move(tree.loops);
  bool grows = false;
  for (int j = 0; j < system.joint_count(); ++j) {
    if (start.closed[j] || !all.closed[j]) continue;
    if (joined.join(system.joints[j].parent, system.joints[j].child)) {
      spanning.apply(edit_closed(JointIndex(j), true));
      grows = true;
    } else {
      loops.push_back(JointIndex(j));
    }
  }
  if (grows) tree = make_file_topology(system, spanning);
  tree.loops = std::move(loops);
  std::ranges::sort(tree.loops, {}, &JointIndex::i);
  return tree;
}

std::shared_ptr<const Plan> hang_as_declared(const System& system, std::shared_ptr<const Plan> plan) {
  Topology tree = make_declared_tree(system, plan->structure);
  if (tree.loops.empty()) return plan;
  const auto holds = [&](JointIndex j) { return plan->structure.closed[j.i]; };
  for (Link& link : tree.links)
    if (link.joint.exists() && !holds(link.joint)) link = {link.body, 0, JointIndex(), false};
  std::erase_if(tree.loops, [&](JointIndex j) { return !holds(j); });
  return std::make_shared<const Plan>(make_plan(system, plan->structure, plan->family, std::move(tree)));
}

}  // namespace pintle::divide_and_conquer
