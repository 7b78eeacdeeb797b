#pragma once
#include <span>
#include <vector>

#include "pintle/base/team.h"
#include "pintle/formulations/divide_and_conquer/assembly_tree.h"

/// Who of a team makes which assembly, and when. The leaves are cut into as many stretches as there are parts of the team, each with
/// about the same work. An assembly all of whose leaves are in one stretch is made by its part, at level 0: no one else needs to know.
/// The few that reach across the end of a stretch follow level by level, stretches joined two and two, then four and four:
///
///     level 0    [0] [1] [2] [3]       level 1    [0 1] [2 3]       level 2    [0 1 2 3]
///
/// The team meets once a level. Upwards level 0 comes first, downwards last.
namespace pintle::divide_and_conquer {

class Shifts {
 public:
  Shifts(const AssemblyTree& tree, int parts);

  int levels() const { return static_cast<int>(lists_.size()); }
  /// make(part, list) for all lists of a level; a list is in the order of the tree.
  template <class Make>
  void each(Team* team, int level, Make&& make) const {
    const std::vector<std::vector<int>>& lists = lists_[static_cast<std::size_t>(level)];
    if (lists.size() == 1) return make(0, std::span<const int>(lists[0]));
    team->each([&](int part) {
      if (part < static_cast<int>(lists.size())) make(part, std::span<const int>(lists[static_cast<std::size_t>(part)]));
    });
  }

 private:
  std::vector<std::vector<std::vector<int>>> lists_;  // by level, by joined stretches: assemblies
};

}  // namespace pintle::divide_and_conquer
