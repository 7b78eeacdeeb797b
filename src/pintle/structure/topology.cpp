#include "pintle/structure/topology.h"

#include <functional>
#include <queue>
#include <set>
#include <tuple>

#include "pintle/math/symmetric_eigen.h"
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

/// A body on a joint turns in some way without inertia, as far as its own mass goes: a slender rod on a ball at its end.
bool spins(const System& system, JointIndex j, DirectionSet free, BodyIndex body) {
  constexpr double rounding = 1e-12;
  if (system.nominal.value.empty()) return false;  // a graph without numbers
  const BodyRecord& record = system.body(body);
  const Sym3<double> own = system.nominal[record.inertia];
  const PrincipalAxes principal = calc_principal_axes(own);
  if (principal.moments[0] > rounding * principal.moments[2]) return false;
  const JointRecord& joint = system.joint(j);
  const Mat3<double>&R_WP = system.start.X_WB[joint.parent.i].R, &R_WB = system.start.X_WB[body.i].R;
  const Mat3<double> axes = R_WP * system.nominal[joint.X_PF].R * calc_rotation_axes(joint.type, system.start.joints[j.i]);
  const Vec3<double> arm = R_WB * system.nominal[body == joint.child ? joint.X_CM : joint.X_PF].p;
  const Sym3<double> J = pintle::turned(R_WB, own);
  std::vector<Vec3<double>> w;
  for (int k = 0; k < 3; ++k)
    if (free.has(static_cast<Direction>(3 + k))) w.push_back(axes.column(k));
  if (w.empty()) return false;
  std::vector<std::vector<double>> D(w.size(), std::vector<double>(w.size()));
  for (std::size_t a = 0; a < w.size(); ++a)
    for (std::size_t b = 0; b < w.size(); ++b)
      D[a][b] = dot(w[a], J * w[b]) + system.nominal[record.mass] * dot(cross(w[a], arm), cross(w[b], arm));
  const SymmetricEigen eigen = calc_symmetric_eigen(std::move(D));
  return !(eigen.values.front() > rounding * eigen.values.back());
}

/// The same with the nearest joint first: breadth first, the ties by law or driver, by rows, by place in the file. A joint that
/// would leave a body to turn without inertia comes last: what holds that rotation should be in the tree.
class ShortWalk {
 public:
  ShortWalk(const System& system, const Structure& structure)
      : system_(system),
        tree_{std::vector<Attachment>(system.bodies.size()), {}, {}},
        depth_(system.bodies.size(), -1),
        at_(system.bodies.size()),
        plain_(system.joints.size(), true) {
    for (int j = 0; j < system.joint_count(); ++j) {
      if (!structure.closed[j]) continue;
      closed_.push_back(JointIndex(j));
      at_[system.joint(JointIndex(j)).parent.i].push_back(JointIndex(j));
      at_[system.joint(JointIndex(j)).child.i].push_back(JointIndex(j));
    }
    for (const JointLaw& law : system.laws) plain_[law.joint.i] = false;
    for (const Driver& driver : system.drivers) plain_[driver.joint.i] = false;
    for (int j = 0; j < system.joint_count(); ++j) free_.push_back(structure.free_directions(JointIndex(j)));
  }

  Tree go() {
    reach(world, 0);
    spread();
    for (int b = 1; b < system_.body_count(); ++b) {
      if (depth_[b] >= 0) continue;
      tree_.attachment[b] = {world, JointIndex(), false};
      tree_.reached_in_order.push_back(BodyIndex(b));
      reach(BodyIndex(b), 0);
      spread();
    }
    for (JointIndex j : closed_)
      if (!used_.contains(j.i)) tree_.loops.push_back(j);
    return std::move(tree_);
  }

 private:
  using Candidate = std::tuple<bool, int, bool, int, int>;  // spins, depth, without law, freedoms, place in the file

  void reach(BodyIndex b, int depth) {
    depth_[b.i] = depth;
    for (JointIndex j : at_[b.i]) {
      const JointRecord& joint = system_.joint(j);
      const BodyIndex next = joint.parent == b ? joint.child : joint.parent;
      if (depth_[next.i] >= 0) continue;
      queue_.push({spins(system_, j, free_[j.i], next), depth, plain_[j.i], free_[j.i].count(), j.i});
    }
  }
  void spread() {
    while (!queue_.empty()) {
      const int depth = std::get<1>(queue_.top()), j = std::get<4>(queue_.top());
      queue_.pop();
      const JointRecord& joint = system_.joint(JointIndex(j));
      const bool reversed = depth_[joint.parent.i] < 0;
      const BodyIndex next = reversed ? joint.parent : joint.child, from = reversed ? joint.child : joint.parent;
      if (depth_[next.i] >= 0) continue;
      used_.insert(j);
      tree_.attachment[next.i] = {from, JointIndex(j), reversed};
      tree_.reached_in_order.push_back(next);
      reach(next, depth + 1);
    }
  }

  const System& system_;
  Tree tree_;
  std::vector<int> depth_;
  std::vector<std::vector<JointIndex>> at_;  // by body
  std::vector<bool> plain_;
  std::vector<DirectionSet> free_;
  std::vector<JointIndex> closed_;
  std::set<int> used_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
};

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
  for (BodyIndex b : tree.reached_in_order) children[tree.attachment[b.i].parent.i].push_back(b.i);

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

}  // namespace

Topology make_file_topology(const System& system, const Structure& structure) {
  return order_tree(system, grow_tree(system, structure));
}

Topology make_topology(const System& system, const Structure& structure) {
  const Tree tree = grow_tree(system, structure);
  return order_tree(system, tree.loops.empty() ? tree : ShortWalk(system, structure).go());
}

}  // namespace pintle
