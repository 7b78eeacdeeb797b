#include "pintle/structure/loop_order.h"

#include "pintle/math/fill_pattern.h"

namespace pintle {
namespace {

/// The link nearest to the leaves behind which all ends are.
std::vector<int> calc_leaves(const Topology& tree, std::span<const Closing> closings) {
  std::vector<int> depth(tree.links.size(), 0), leaves;
  for (int i = 1; i < tree.size(); ++i) depth[i] = depth[tree.links[i].parent] + 1;
  const auto parent = [&](int i) { return tree.links[i].parent; };
  for (const Closing& closing : closings) {
    int at = closing.links.front();
    for (int end : closing.links) {
      while (depth[at] > depth[end]) at = parent(at);
      while (depth[end] > depth[at]) end = parent(end);
      while (at != end) at = parent(at), end = parent(end);
    }
    leaves.push_back(at);
  }
  return leaves;
}

}  // namespace

LoopOrder make_loop_order(const Topology& tree, std::span<const Closing> closings) {
  const std::size_t n = tree.links.size();
  LoopOrder order{std::vector<std::vector<int>>(n), std::vector<std::vector<int>>(n), {}, calc_leaves(tree, closings)};
  for (std::size_t k = 0; k < closings.size(); ++k) {
    const int leaves = order.leaves_at[k];
    order.closes[leaves].push_back(static_cast<int>(k));
    for (int end : closings[k].links)
      for (int i = end; i != leaves; i = tree.links[i].parent) {
        std::vector<int>& open = order.open[i];
        if (open.empty() || open.back() != static_cast<int>(k)) open.push_back(static_cast<int>(k));
      }
  }
  FillPattern pattern(closings.size());
  for (int i = tree.size() - 1; i > 0; --i) {
    for (int k : order.closes[i]) pattern.leave(k);
    pattern.couple(order.open[i]);
  }
  order.closes[0] = pattern.leave_fewest_first(order.closes[0]);
  order.later = pattern.take_later();
  return order;
}

}  // namespace pintle
