#include "pintle/math/fill_pattern.h"

namespace pintle {

void FillPattern::couple(int a, int b) {
  if (a == b) return;
  near_[a].insert(b);
  near_[b].insert(a);
}

void FillPattern::couple(std::span<const int> all) {
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) couple(all[a], all[b]);
}

void FillPattern::leave(int k) {
  const std::set<int>& near = near_[k];
  std::vector<int>& later = later_[k];
  later.assign(near.begin(), near.end());
  for (int j : later) near_[j].erase(k);
  couple(later);
}

std::vector<int> FillPattern::leave_fewest_first(std::span<const int> all) {
  const auto degree = [&](int k) { return near_[k].size(); };
  std::set<std::pair<std::size_t, int>> queue;
  for (int k : all) queue.insert({degree(k), k});
  std::vector<int> order;
  while (!queue.empty()) {
    const int k = queue.begin()->second;
    queue.erase(queue.begin());
    const std::vector<int> near(near_[k].begin(), near_[k].end());
    for (int j : near) queue.erase({degree(j), j});
    leave(k);
    for (int j : near) queue.insert({degree(j), j});
    order.push_back(k);
  }
  return order;
}

}  // namespace pintle
