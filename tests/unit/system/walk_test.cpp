#include <doctest/doctest.h>

#include "pintle/system/walk.h"

namespace pintle {
namespace {

JointSides between(int parent, int child) { return {BodyIndex(parent), BodyIndex(child)}; }

}  // namespace

TEST_CASE("walk: the first joint in file order with one side reached goes first, in either direction") {
  const std::vector<JointSides> joints{between(2, 3), between(1, 2), between(0, 1), between(3, 1)};
  const std::vector<Reached> order = calc_walk(joints, std::vector<bool>(4, false));
  REQUIRE(order.size() == 3);
  CHECK(order[0].body.i == 1);  // joint 2 is the only one at the world
  CHECK(order[0].joint.i == 2);
  CHECK(order[1].body.i == 2);  // then joint 1, before joint 3
  CHECK(order[1].joint.i == 1);
  CHECK(order[2].body.i == 3);  // then joint 0, before joint 3, which is left over: it closes a loop
  CHECK(order[2].joint.i == 0);
  CHECK_FALSE(order[2].reversed);
}

TEST_CASE("walk: a joint whose child is nearer to the world is run backwards") {
  const std::vector<JointSides> joints{between(1, 0)};
  const std::vector<Reached> order = calc_walk(joints, std::vector<bool>(2, false));
  REQUIRE(order.size() == 1);
  CHECK(order[0].reversed);
  CHECK(order[0].from(joints[0]) == world);
}

TEST_CASE("walk: bodies without a way to the world float, the first in the file first") {
  const std::vector<JointSides> joints{between(3, 2)};
  const std::vector<Reached> order = calc_walk(joints, std::vector<bool>(5, false));
  REQUIRE(order.size() == 4);
  CHECK_FALSE(order[0].joint.exists());
  CHECK(order[0].body.i == 1);
  CHECK(order[1].body.i == 2);
  CHECK(order[2].body.i == 3);
  CHECK(order[2].reversed);
  CHECK(order[3].body.i == 4);
}

TEST_CASE("walk: 100,000 joints in the worst order need no quadratic time") {
  const int n = 100'000;
  std::vector<JointSides> joints;
  for (int i = n; i > 0; --i) joints.push_back(between(i - 1, i));
  const std::vector<Reached> order = calc_walk(joints, std::vector<bool>(static_cast<std::size_t>(n) + 1, false));
  CHECK(order.back().body.i == n);
}

}  // namespace pintle
