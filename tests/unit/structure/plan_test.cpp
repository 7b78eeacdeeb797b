#include "pintle/structure/plan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "pintle/base/random.h"
#include "support/ground.h"

namespace pintle {
namespace {

/// What a plan reads of a system: who is joined to whom, and by what.
struct Sides {
  int parent, child;
};
System make_joined(int bodies, const std::vector<Sides>& joints, const char* type = "hinge") {
  System system;
  system.bodies.resize(bodies + 1);
  for (const auto& [parent, child] : joints)
    system.joints.push_back({"", *find_joint_type(type), BodyIndex(parent), BodyIndex(child), {}, {}});
  system.mechanisms.of_body.assign(system.bodies.size(), 0);
  system.mechanisms.lengths = {1};
  return system;
}

Topology make_tree(const System& system) { return make_plan(system, make_structure(system), Coordinates::joint).tree; }

std::vector<int> bodies_in_order(const Topology& tree) {
  std::vector<int> order;
  for (const Link& link : tree.links) order.push_back(link.body.i);
  return order;
}

/// docs/format.md section 2, to the letter: what each body hangs on.
std::vector<Link> calc_tree_by_the_letter(const System& system) {
  std::vector<Link> hung(system.bodies.size());
  std::vector<bool> reached(system.bodies.size(), false);
  reached[0] = true;
  const auto reach_one = [&] {
    for (int j = 0; j < system.joint_count(); ++j) {
      const JointRecord& joint = system.joint(JointIndex(j));
      if (reached[joint.parent.i] == reached[joint.child.i]) continue;
      const bool reversed = reached[joint.child.i];
      const BodyIndex from = reversed ? joint.child : joint.parent, to = reversed ? joint.parent : joint.child;
      hung[to.i] = {to, from.i, JointIndex(j), reversed};  // here the parent is a body
      reached[to.i] = true;
      return true;
    }
    return false;
  };
  const auto float_one = [&] {
    const auto first = std::find(reached.begin(), reached.end(), false);
    if (first == reached.end()) return false;
    hung[first - reached.begin()] = {BodyIndex(static_cast<int>(first - reached.begin())), 0, JointIndex(), false};
    *first = true;
    return true;
  };
  while (reach_one() || float_one()) {}
  return hung;
}

/// Bodies joined at random in random file order: some loops, some joints the wrong way round, some bodies not joined.
System make_random_joined(std::uint64_t seed) {
  Random random(seed);
  const int bodies = 1 + random.integer(30);
  std::vector<Sides> joints;
  for (int k = random.integer(40); k > 0; --k) {
    const int a = random.integer(bodies + 1), b = random.integer(bodies + 1);
    if (a != b) joints.push_back({a, b});
  }
  return make_joined(bodies, joints);
}

std::vector<int> calc_branch_sizes(const Topology& tree) {
  std::vector<int> size(tree.size(), 1);
  for (int i = tree.size() - 1; i > 0; --i) size[tree.links[i].parent] += size[i];
  return size;
}

/// One body on the world by a joint of that type; the structure can be edited.
struct Single {
  System system;
  Structure structure;

  explicit Single(JointType type) : system(make_joined(1, {{0, 1}})) {
    system.joints[0].type = std::move(type);
    system.length = 3;
    system.mechanisms.lengths = {3};
    structure = make_structure(system);
  }
  Plan plan(Coordinates family = Coordinates::joint) const { return make_plan(system, structure, family); }
  std::vector<double> scales(Coordinates family = Coordinates::joint) const {
    std::vector<double> values;
    plan(family).y.update_scales(system, values);
    return values;
  }
};

}  // namespace

TEST_CASE("plan: links come depth-first, with the largest branch right behind each body") {
  // 1 carries 2, 3 and 5; the branch of 3 has two bodies, that of 5 has three
  const Topology tree = make_tree(make_joined(7, {{0, 1}, {1, 2}, {1, 3}, {3, 4}, {1, 5}, {5, 6}, {6, 7}}));
  CHECK(bodies_in_order(tree) == std::vector{0, 1, 5, 6, 7, 2, 3, 4});
  CHECK(tree.links[5].parent == 1);
  CHECK(tree.links[7].parent == 6);
  CHECK(tree.link_of_body == std::vector{0, 1, 5, 6, 7, 2, 3, 4});
}

TEST_CASE("plan: branches of one size stay in the order of the file") {
  CHECK(bodies_in_order(make_tree(make_joined(4, {{0, 3}, {0, 1}, {3, 2}, {1, 4}}))) == std::vector{0, 3, 2, 1, 4});
}

TEST_CASE("plan: in 300 random trees parents come first, branches are in one piece, the largest begins right behind") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const System system = make_random_joined(seed);
    const Topology tree = make_tree(system);
    const std::vector<int> size = calc_branch_sizes(tree);
    REQUIRE(tree.size() == system.body_count());
    for (int i = 1; i < tree.size(); ++i) {
      const int parent = tree.links[i].parent;
      REQUIRE(parent < i);
      CHECK(i + size[i] <= parent + size[parent]);
      CHECK(size[i] <= size[parent + 1]);
      CHECK(tree.links[parent + 1].parent == parent);
      CHECK(tree.link_of_body[tree.links[i].body.i] == i);
    }
  }
}

TEST_CASE("plan: the tree of a file is that of the format's rule, taken to the letter, in 300 random files with loops") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const System system = make_random_joined(seed);
    const Topology tree = make_file_topology(system, make_structure(system));
    const std::vector<Link> hung = calc_tree_by_the_letter(system);
    int in_tree = 0;
    for (int b = 1; b < system.body_count(); ++b) {
      const Link& link = tree.links[tree.link_of_body[b]];
      CHECK(tree.links[link.parent].body.i == hung[b].parent);
      CHECK(link.joint == hung[b].joint);
      CHECK(link.reversed == hung[b].reversed);
      in_tree += link.joint.exists();
    }
    CHECK(in_tree + static_cast<int>(tree.loops.size()) == system.joint_count());
    for (JointIndex loop : tree.loops)
      CHECK(std::none_of(tree.links.begin(), tree.links.end(), [&](const Link& link) { return link.joint == loop; }));
  }
}

TEST_CASE("plan: where there are loops, no body of a plan's tree is farther from the world than it must be") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const System system = make_random_joined(seed);
    const Topology tree = make_tree(system);
    if (tree.loops.empty()) continue;
    std::vector<int> depth(tree.links.size(), 0);
    for (int i = 1; i < tree.size(); ++i) depth[i] = tree.links[i].joint.exists() ? depth[tree.links[i].parent] + 1 : 0;
    for (const JointRecord& joint : system.joints) {
      const int a = depth[tree.link_of_body[joint.parent.i]], b = depth[tree.link_of_body[joint.child.i]];
      CHECK(std::abs(a - b) <= 1);
    }
  }
}

TEST_CASE("plan: a joint that is not closed holds nothing, and what hung on it floats") {
  const System system = make_joined(2, {{0, 1}, {1, 2}});
  Structure structure = make_structure(system);
  structure.closed.set(1, false);
  const Plan plan = make_plan(system, structure, Coordinates::joint);
  CHECK_FALSE(plan.tree.links[plan.tree.link_of_body[2]].joint.exists());
  CHECK(plan.freedoms == 1 + 6);
  CHECK(plan.y.nq == 1 + 7);
}

TEST_CASE("plan: a joint has as many positions and speeds in y as its type has, a body seven and six") {
  struct Row {
    const char* type;
    int nq, nv;
  };
  for (const auto& [type, nq, nv] : {Row{"weld", 0, 0}, Row{"hinge", 1, 1}, Row{"slider", 1, 1}, Row{"cylindrical", 2, 2},
                                     Row{"universal", 2, 2}, Row{"ball", 4, 3}, Row{"planar", 3, 3}, Row{"free", 7, 6}}) {
    CAPTURE(type);
    const Single one(*find_joint_type(type));
    const Plan joint = one.plan(), body = one.plan(Coordinates::body);
    CHECK(joint.y.nq == nq);
    CHECK(joint.y.nv == nv);
    CHECK(joint.freedoms == nv);
    CHECK(body.y.nq == 7);
    CHECK(body.y.nv == 6);
    CHECK(body.freedoms == nv);
    for (const Plan& plan : {joint, body}) CHECK(static_cast<int>(plan.y.scales.size()) == plan.y.size());
  }
  CHECK(Single(make_joint_type({Direction::rx, Direction::tz})).plan().y.nq == 2);
}

TEST_CASE("plan: errors are weighed against L for lengths and 1 rad for angles; states of a contact against L/100") {
  Single one(*find_joint_type("cylindrical"));
  GroundContact foot;
  foot.bodies = {BodyIndex(1)};
  one.system.elements.of<GroundContact>().add("foot", foot, true);
  NameTable names;
  names.add({.name = "foot", .part = {PartKind::contact, 0}, .type = {}, .unit = {}});
  one.system.elements.number(names);
  CHECK(one.scales() == std::vector<double>{3, 1, 3, 1, 0.03, 0.03, 0.03});
  CHECK(one.scales(Coordinates::body) == std::vector<double>{3, 3, 3, 1, 1, 1, 1, 3, 3, 3, 1, 1, 1, 0.03, 0.03, 0.03});
}

TEST_CASE("plan: places in y follow one another in the order of the links") {
  System system = make_joined(3, {{0, 1}, {1, 2}});  // and 3 floats
  system.joints[1].type = *find_joint_type("ball");
  const Plan plan = make_plan(system, make_structure(system), Coordinates::joint);
  CHECK(bodies_in_order(plan.tree) == std::vector{0, 1, 2, 3});
  CHECK(plan.y.q == std::vector{0, 0, 1, 5});
  CHECK(plan.y.v == std::vector{0, 0, 1, 4});
  CHECK(plan.y.nq == 12);
  CHECK(plan.y.nv == 10);
  CHECK(plan.freedoms == 10);
}

TEST_CASE("plan: a locked direction leaves y in joint coordinates; bodies keep theirs") {
  Single one(*find_joint_type("cylindrical"));
  one.structure.set_free(JointIndex(0), Direction::tz, false);
  CHECK(one.plan().y.nq == 1);
  CHECK(one.scales() == std::vector<double>{1, 1});
  CHECK(one.plan().freedoms == 1);
  CHECK(one.plan(Coordinates::body).y.nq == 7);
  CHECK(one.plan(Coordinates::body).freedoms == 1);
  one.structure.set_free(JointIndex(0), Direction::rz, false);
  CHECK(one.plan().y.size() == 0);
}

TEST_CASE("plan: a ball with one rotation locked has two angles in place of its quaternion") {
  Single one(*find_joint_type("ball"));
  one.structure.set_free(JointIndex(0), Direction::ry, false);
  CHECK(one.plan().y.nq == 2);
  CHECK(one.plan().y.nv == 2);
  CHECK(one.plan().freedoms == 2);
}

TEST_CASE("plan: a structure seen before makes no second plan") {
  const Single one(*find_joint_type("hinge"));
  PlanCache cache;
  const auto first = cache.plan_for(one.system, one.structure, Coordinates::joint);
  Structure locked = one.structure;
  locked.set_free(JointIndex(0), Direction::rz, false);
  CHECK(cache.plan_for(one.system, locked, Coordinates::joint) != first);
  CHECK(cache.size() == 2);
  Structure unlocked = locked;
  unlocked.set_free(JointIndex(0), Direction::rz, true);
  CHECK(cache.plan_for(one.system, unlocked, Coordinates::joint) == first);
  CHECK(cache.size() == 2);
  CHECK(cache.plan_for(one.system, unlocked, Coordinates::body) != first);
  CHECK(cache.size() == 3);
}

TEST_CASE("plan: a chain of 100,000 bodies, in the worst order of its file, is planned in less than a second [slow]") {
  const int n = 100'000;
  std::vector<Sides> joints;
  for (int i = n; i > 0; --i) joints.push_back({i - 1, i});
  const System system = make_joined(n, joints);
  const Structure structure = make_structure(system);
  const auto began = std::chrono::steady_clock::now();
  const Plan plan = make_plan(system, structure, Coordinates::joint);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  CHECK(plan.freedoms == n);
  CHECK(plan.tree.links.back().body.i == n);
  CHECK(took.count() < 1);
}

}  // namespace pintle
