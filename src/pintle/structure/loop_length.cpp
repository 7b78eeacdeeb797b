#include "pintle/structure/loop_length.h"

#include <algorithm>

namespace pintle {

std::vector<double> calc_loop_lengths(const System& system, const Plan& plan) {
  const std::vector<double> reach = calc_lengths_of_bodies(system);
  std::vector<double> length(plan.closings.size(), 0.0);
  for (std::size_t i = 1; i < plan.tree.links.size(); ++i)
    for (int k : plan.order.open[i]) {
      double& L = length[k];
      L = std::max(L, reach[plan.tree.links[i].body.i]);
    }
  for (std::size_t k = 0; k < length.size(); ++k) {
    if (length[k] > 0) continue;
    std::vector<BodyIndex> bodies;
    for (int link : plan.closings[k].links) bodies.push_back(plan.tree.links[link].body);
    length[k] = system.mechanisms.length_of(bodies);
  }
  return length;
}

}  // namespace pintle
