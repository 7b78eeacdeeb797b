#include "pintle/closure/row_graph.h"

namespace pintle {

EndsAt find_ends(const BodyRows& rows, const std::vector<bool>& fixed) {
  EndsAt at(fixed.size());
  for (std::size_t k = 0; k < rows.groups().size(); ++k)
    for (std::size_t e = 0; e < rows.groups()[k].bodies.size(); ++e) {
      const auto body = static_cast<std::size_t>(rows.groups()[k].bodies[e].i);
      if (!fixed[body]) at[body].emplace_back(static_cast<int>(k), e);
    }
  return at;
}

std::vector<int> group_sizes(const BodyRows& rows) {
  std::vector<int> sizes;
  for (const BodyRows::Group& group : rows.groups()) sizes.push_back(group.rows);
  return sizes;
}

std::vector<std::pair<int, int>> coupled_groups(const EndsAt& ends_at) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& ends : ends_at)
    for (std::size_t a = 0; a < ends.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) pairs.emplace_back(ends[a].first, ends[b].first);
  return pairs;
}

}  // namespace pintle
