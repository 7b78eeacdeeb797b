#include "pintle/formulations/partitioned/passages.h"

#include <algorithm>
#include <map>

namespace pintle::partitioned {

Passages::Passages(const Plan& plan) : open(plan.tree.links.size()), leaves(plan.tree.links.size()) {
  const LoopOrder& order = plan.order;
  std::vector<int> turn(plan.closings.size());
  int turns = 0;
  for (std::size_t i = leaves.size(); i-- > 0;)
    for (int k : order.closes[i]) turn[k] = turns++;
  std::map<std::pair<int, int>, int> slot_of;  // of link and closing
  const auto slot = [&](int link, int k) {
    if (link == 0) return -1;
    const auto [found, is_new] = slot_of.try_emplace({link, k}, slots);
    slots += is_new;
    return found->second;
  };
  for (std::size_t i = 1; i < open.size(); ++i) {
    const int link = static_cast<int>(i);
    std::vector<int> list = order.open[i];
    std::ranges::sort(list, {}, [&](int k) { return turn[k]; });
    for (int k : list) open[i].push_back({k, slot(link, k), slot(plan.tree.links[i].parent, k)});
  }
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (int k : order.closes[i]) {
      const int link = static_cast<int>(i);
      Leave& leave = leaves[i].emplace_back(Leave{k, slot(link, k), order.later[k], {}});
      std::ranges::sort(leave.later, {}, [&](int j) { return turn[j]; });
      for (int j : leave.later) leave.slots.push_back(slot(link, j));
    }
  for (std::size_t k = 0; k < plan.closings.size(); ++k)
    for (std::size_t e = 0; e < plan.closings[k].links.size(); ++e)
      if (const int link = plan.closings[k].links[e]; link > 0)
        ends.push_back({static_cast<int>(k), static_cast<int>(e), link, slot(link, static_cast<int>(k))});
}

}  // namespace pintle::partitioned
