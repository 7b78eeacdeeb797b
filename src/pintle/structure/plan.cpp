#include "pintle/structure/plan.h"

#include "pintle/joints/motion.h"
#include "pintle/system/walk.h"

namespace pintle {
namespace {

/// How a body hangs in the tree.
struct Attachment {
  BodyIndex parent;
  JointIndex joint;
  bool reversed = false;
};

struct Tree {
  std::vector<Attachment> attachment;       // by body
  std::vector<BodyIndex> reached_in_order;  // without the world
  std::vector<JointIndex> loops;
};

/// The walk of system/walk.h over the joints that are closed; a closed joint that it did not need closes a loop.
Tree grow_tree(const System& system, const Structure& structure) {
  std::vector<JointSides> sides;
  std::vector<JointIndex> closed;
  for (int j = 0; j < system.joint_count(); ++j) {
    if (!structure.closed[j]) continue;
    closed.push_back(JointIndex(j));
    sides.push_back({system.joints[j].parent, system.joints[j].child});
  }
  Tree tree{std::vector<Attachment>(system.bodies.size()), {}, {}};
  std::vector<bool> used(closed.size(), false);
  for (const Reached& next : calc_walk(sides, std::vector<bool>(system.bodies.size(), false))) {
    tree.reached_in_order.push_back(next.body);
    if (!next.joint.exists()) {
      tree.attachment[next.body.i] = {world, JointIndex(), false};
      continue;
    }
    used[next.joint.i] = true;
    tree.attachment[next.body.i] = {next.from(sides[next.joint.i]), closed[next.joint.i], next.reversed};
  }
  for (std::size_t k = 0; k < closed.size(); ++k)
    if (!used[k]) tree.loops.push_back(closed[k]);
  return tree;
}

/// Depth first, the largest branch of each body right behind it: kernels keep a running articulated inertia in a local
/// while the parent is the one before.
Topology order_tree(const System& system, const Tree& tree) {
  const auto n = static_cast<std::size_t>(system.body_count());
  std::vector<int> size(n, 1);
  std::vector<std::vector<int>> children(n);
  for (auto b = tree.reached_in_order.rbegin(); b != tree.reached_in_order.rend(); ++b) {
    const BodyIndex parent = tree.attachment[b->i].parent;
    size[parent.i] += size[b->i];
  }
  for (BodyIndex b : tree.reached_in_order) children[tree.attachment[static_cast<std::size_t>(b.i)].parent.i].push_back(b.i);

  Topology out;
  out.loops = tree.loops;
  out.links.push_back({world, 0, JointIndex(), false});
  out.link_of_body.assign(n, 0);
  std::vector<int> stack;
  const auto push_children = [&](int body) {  // the largest comes last, so it is visited first
    std::vector<int>& list = children[body];
    if (list.empty()) return;
    std::size_t largest = 0;
    for (std::size_t k = 1; k < list.size(); ++k)
      if (size[list[k]] > size[list[largest]]) largest = k;
    for (std::size_t k = list.size(); k-- > 0;)
      if (k != largest) stack.push_back(list[k]);
    stack.push_back(list[largest]);
  };
  push_children(0);
  while (!stack.empty()) {
    const int body = stack.back();
    stack.pop_back();
    const Attachment& a = tree.attachment[body];
    out.link_of_body[body] = out.size();
    out.links.push_back({BodyIndex(body), out.link_of_body[a.parent.i], a.joint, a.reversed});
    push_children(body);
  }
  return out;
}

class LayoutMaker {
 public:
  LayoutMaker(const System& system, const Structure& structure, Coordinates family)
      : system_(system), structure_(structure), family_(family), length_(system.length) {}

  Layout make(const Topology& tree) {
    for (const Link& link : tree.links) {
      y_.q.push_back(y_.nq);
      y_.v.push_back(y_.nv);
      if (link.body == world) continue;
      if (family_ == Coordinates::body || !link.joint.exists()) {
        add_base();
      } else {
        add_joint(link.joint);
      }
    }
    y_.nz = system_.state_count();
    y_.scales = position_scales_;
    y_.scales.insert(y_.scales.end(), velocity_scales_.begin(), velocity_scales_.end());
    // A contact's states are depths, and a hundredth of L is deep; a bristle is as small.
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(system_.bristle_place(0)), 0.01 * length_);
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(system_.bristles), 0.01);
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(system_.driven_rates), 1.0);
    return std::move(y_);
  }

 private:
  void add_base() {
    for (int k = 0; k < 3; ++k) add(length_, length_);
    add_quaternion();
  }
  void add_joint(JointIndex j) {
    const JointType& type = system_.joint(j).type;
    const DirectionSet free = structure_.free_directions(j);
    for (Direction d : all_directions) {
      if (!free.has(d)) continue;
      if (is_translation(d))
        add(length_, length_);
      else if (!is_quaternion(type, free))
        add(1.0, 1.0);
    }
    if (is_quaternion(type, free)) add_quaternion();
  }
  void add_quaternion() {
    position_scales_.insert(position_scales_.end(), 4, 1.0);
    velocity_scales_.insert(velocity_scales_.end(), 3, 1.0);
    y_.nq += 4;
    y_.nv += 3;
  }
  void add(double position_scale, double velocity_scale) {
    position_scales_.push_back(position_scale);
    velocity_scales_.push_back(velocity_scale);
    ++y_.nq;
    ++y_.nv;
  }

  const System& system_;
  const Structure& structure_;
  Coordinates family_;
  double length_;
  Layout y_;
  std::vector<double> position_scales_, velocity_scales_;
};

}  // namespace

Plan make_plan(const System& system, const Structure& structure, Coordinates family) {
  Plan plan{family, structure, order_tree(system, grow_tree(system, structure)), {}, 0};
  plan.y = LayoutMaker(system, structure, family).make(plan.tree);
  for (const Link& link : plan.tree.links)
    if (link.body != world) plan.freedoms += link.joint.exists() ? structure.free_directions(link.joint).count() : 6;
  return plan;
}

std::shared_ptr<const Plan> PlanCache::plan_for(const Structure& structure, Coordinates family) {
  auto& plan = plans_[{family, structure}];
  if (!plan) plan = std::make_shared<const Plan>(make_plan(system_, structure, family));
  return plan;
}

}  // namespace pintle
