#include "pintle/system/walk.h"

#include <functional>
#include <queue>

namespace pintle {

std::vector<Reached> calc_walk(std::span<const JointSides> joints, std::vector<bool> given) {
  std::vector<bool> reached = std::move(given);
  reached[0] = true;
  const std::size_t body_count = reached.size();
  std::vector<std::vector<int>> joints_of(body_count);
  for (int j = 0; const JointSides& sides : joints) {
    joints_of[sides.parent.i].push_back(j);
    joints_of[sides.child.i].push_back(j++);
  }

  std::vector<Reached> order;
  std::priority_queue<int, std::vector<int>, std::greater<>> frontier;  // joints with a side reached, first in file on top
  const auto add_joints_of = [&](std::size_t body) {
    for (int j : joints_of[body]) frontier.push(j);
  };
  const auto reach = [&](const Reached& next) {
    reached[next.body.i] = true;
    order.push_back(next);
    add_joints_of(static_cast<std::size_t>(next.body.i));
  };
  const auto follow_joints = [&] {
    while (!frontier.empty()) {
      const int j = frontier.top();
      frontier.pop();
      const auto [parent, child] = joints[j];
      const bool has_parent = reached[parent.i];
      if (has_parent && reached[child.i]) continue;
      reach({has_parent ? child : parent, JointIndex(j), !has_parent});
    }
  };

  for (std::size_t b = 0; b < body_count; ++b)
    if (reached[b]) add_joints_of(b);
  follow_joints();
  for (std::size_t b = 1; b < body_count; ++b) {
    if (reached[b]) continue;
    reach({BodyIndex(static_cast<int>(b)), JointIndex(), false});
    follow_joints();
  }
  return order;
}

}  // namespace pintle
