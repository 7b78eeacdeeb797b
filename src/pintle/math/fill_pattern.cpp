#include "pintle/math/fill_pattern.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace pintle {

void FillPattern::couple(int a, int b) {
  if (a == b) return;
  const auto add = [&](int to, int one) {
    std::vector<int>& near = near_[to];
    const auto at = std::ranges::lower_bound(near, one);
    if (at == near.end() || *at != one) near.insert(at, one);
  };
  add(a, b);
  add(b, a);
}

void FillPattern::couple(std::span<const int> all) {
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a + 1; b < all.size(); ++b) couple(all[a], all[b]);
}

void FillPattern::leave(int k) {
  const std::vector<int>& later = later_[k] = near_[k];
  for (int j : later) {
    std::vector<int>& near = near_[j];
    both_.clear();
    std::ranges::set_union(near, later, std::back_inserter(both_));
    std::erase_if(both_, [&](int one) { return one == j || one == k; });
    near.assign(both_.begin(), both_.end());
  }
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
