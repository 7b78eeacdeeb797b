#include "pintle/structure/plan.h"

#include <functional>
#include <queue>

#include "pintle/joints/motion.h"

namespace pintle {
namespace {

/// FORMAT.md section 2: repeatedly, the first joint in file order with exactly one reached side (the world is reached)
/// reaches the other; if there is none, the first body that is left floats. A heap of the joints at the frontier gives
/// the same tree in O(n log n).
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

Tree grow_tree(const System& system, const Structure& structure) {
  const auto n = static_cast<std::size_t>(system.body_count());
  std::vector<std::vector<int>> joints_at(n);
  for (int j = 0; j < system.joint_count(); ++j) {
    if (!structure.closed[j]) continue;
    const JointRecord& joint = system.joint(JointIndex(j));
    joints_at[static_cast<std::size_t>(joint.parent.i)].push_back(j);
    joints_at[static_cast<std::size_t>(joint.child.i)].push_back(j);
  }
  Tree tree{std::vector<Attachment>(n), {}, {}};
  std::vector<char> reached(n, 0), used(static_cast<std::size_t>(system.joint_count()), 0);
  std::priority_queue<int, std::vector<int>, std::greater<>> frontier;
  const auto reach = [&](BodyIndex b) {
    reached[static_cast<std::size_t>(b.i)] = 1;
    for (int j : joints_at[static_cast<std::size_t>(b.i)])
      if (!used[static_cast<std::size_t>(j)]) frontier.push(j);
  };
  const auto attach_frontier = [&] {
    while (!frontier.empty()) {
      const int j = frontier.top();
      frontier.pop();
      if (used[static_cast<std::size_t>(j)]) continue;
      used[static_cast<std::size_t>(j)] = 1;
      const JointRecord& joint = system.joint(JointIndex(j));
      const bool has_parent = reached[static_cast<std::size_t>(joint.parent.i)], has_child = reached[static_cast<std::size_t>(joint.child.i)];
      if (has_parent && has_child) {
        tree.loops.push_back(JointIndex(j));
        continue;
      }
      const BodyIndex next = has_parent ? joint.child : joint.parent;
      tree.attachment[static_cast<std::size_t>(next.i)] = {has_parent ? joint.parent : joint.child, JointIndex(j), !has_parent};
      tree.reached_in_order.push_back(next);
      reach(next);
    }
  };
  reach(world);
  attach_frontier();
  for (int b = 1; b < system.body_count(); ++b) {
    if (reached[static_cast<std::size_t>(b)]) continue;
    tree.attachment[static_cast<std::size_t>(b)] = {world, JointIndex(), false};
    tree.reached_in_order.push_back(BodyIndex(b));
    reach(BodyIndex(b));
    attach_frontier();
  }
  return tree;
}

/// Depth first, the largest branch of each body right behind it: kernels keep a running articulated inertia in a local
/// while the parent is the one before.
Topology order_tree(const System& system, const Tree& tree) {
  const auto n = static_cast<std::size_t>(system.body_count());
  std::vector<int> size(n, 1);
  std::vector<std::vector<int>> children(n);
  for (auto b = tree.reached_in_order.rbegin(); b != tree.reached_in_order.rend(); ++b) {
    const BodyIndex parent = tree.attachment[static_cast<std::size_t>(b->i)].parent;
    size[static_cast<std::size_t>(parent.i)] += size[static_cast<std::size_t>(b->i)];
  }
  for (BodyIndex b : tree.reached_in_order)
    children[static_cast<std::size_t>(tree.attachment[static_cast<std::size_t>(b.i)].parent.i)].push_back(b.i);

  Topology out;
  out.loops = tree.loops;
  out.links.push_back({world, 0, JointIndex(), false});
  out.link_of_body.assign(n, 0);
  std::vector<int> stack;
  const auto push_children = [&](int body) {  // the largest comes last, so it is visited first
    std::vector<int>& list = children[static_cast<std::size_t>(body)];
    if (list.empty()) return;
    std::size_t largest = 0;
    for (std::size_t k = 1; k < list.size(); ++k)
      if (size[static_cast<std::size_t>(list[k])] > size[static_cast<std::size_t>(list[largest])]) largest = k;
    for (std::size_t k = list.size(); k-- > 0;)
      if (k != largest) stack.push_back(list[k]);
    stack.push_back(list[largest]);
  };
  push_children(0);
  while (!stack.empty()) {
    const int body = stack.back();
    stack.pop_back();
    const Attachment& a = tree.attachment[static_cast<std::size_t>(body)];
    out.link_of_body[static_cast<std::size_t>(body)] = out.size();
    out.links.push_back({BodyIndex(body), out.link_of_body[static_cast<std::size_t>(a.parent.i)], a.joint, a.reversed});
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
    y_.nz = PointOnPlane::states * system_.contacts.size();
    y_.scales = position_scales_;
    y_.scales.insert(y_.scales.end(), velocity_scales_.begin(), velocity_scales_.end());
    // A contact's states are depths: a hundredth of L is deep.
    y_.scales.insert(y_.scales.end(), static_cast<std::size_t>(y_.nz), 0.01 * length_);
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
      if (is_translation(d)) add(length_, length_);
      else if (!is_quaternion(type, free)) add(1.0, 1.0);
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
