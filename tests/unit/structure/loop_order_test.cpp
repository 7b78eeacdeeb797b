#include "pintle/structure/loop_order.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace pintle {
namespace {

/// A tree by the parents of its links, 1 on; link 0 is the world.
Topology make_tree(const std::vector<int>& parents) {
  Topology tree;
  tree.links.push_back({world, 0, JointIndex(), false});
  for (std::size_t i = 0; i < parents.size(); ++i)
    tree.links.push_back({BodyIndex(static_cast<int>(i) + 1), parents[i], JointIndex(static_cast<int>(i)), false});
  return tree;
}
Closing between(int a, int b) { return {JointIndex(0), {}, {a, b}, 0, 5}; }

TEST_CASE("loop order: a closing leaves at the first link behind which both ends are, and is open on the way") {
  const Topology tree = make_tree({0, 1, 2, 1, 4});  // 1 carries 2-3 and 4-5
  const std::vector<Closing> closings{between(3, 5), between(3, 2), between(5, 0)};
  const LoopOrder order = make_loop_order(tree, closings);
  CHECK(order.leaves_at == std::vector{1, 2, 0});
  CHECK(order.open[3] == std::vector{0, 1});
  CHECK(order.open[2] == std::vector{0});
  CHECK(order.open[5] == std::vector{0, 2});
  CHECK(order.open[1] == std::vector{2});
  CHECK(order.closes[1] == std::vector{0});
  CHECK(order.closes[0] == std::vector{2});
  CHECK(order.later[1] == std::vector{0});
  CHECK(order.later[0] == std::vector{2});
}

TEST_CASE("loop order: 200 closed branches on a hub leave one by one and never meet") {
  std::vector<int> parents{0};
  std::vector<Closing> closings;
  for (int k = 0; k < 200; ++k) {
    const int first = static_cast<int>(parents.size()) + 1;
    parents.push_back(1);
    parents.push_back(first);
    closings.push_back(between(first + 1, 1));
  }
  const LoopOrder order = make_loop_order(make_tree(parents), closings);
  CHECK(order.closes[1].size() == 200);
  CHECK(std::ranges::all_of(order.later, [](const auto& later) { return later.empty(); }));
}

TEST_CASE("loop order: loops in a row, each coupled with its neighbours, fill nothing") {
  std::vector<int> parents;
  std::vector<Closing> closings;
  const int n = 500;
  for (int k = 0; k <= n; ++k) parents.push_back(0);                           // bars 1 … n + 1
  for (int k = 1; k <= n; ++k) parents.push_back(k);                           // link k on bar k
  for (int k = 1; k <= n; ++k) closings.push_back(between(n + 1 + k, k + 1));  // its end on bar k + 1
  const LoopOrder order = make_loop_order(make_tree(parents), closings);
  for (const auto& later : order.later) CHECK(later.size() <= 2);
}

}  // namespace
}  // namespace pintle
