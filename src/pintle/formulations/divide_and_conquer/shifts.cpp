#include "pintle/formulations/divide_and_conquer/shifts.h"

#include <algorithm>

namespace pintle::divide_and_conquer {
namespace {

/// About its time, in products.
double calc_work(const Assembly& assembly) {
  const double size = assembly.size, eliminated = assembly.eliminated;
  return 100 + 10 * size + (assembly.alone ? 0.25 : 0.5) * eliminated * size * size;
}

}  // namespace

Shifts::Shifts(const AssemblyTree& tree, int parts) {
  for (int width = parts;; width = (width + 1) / 2) {
    lists_.emplace_back(static_cast<std::size_t>(width));
    if (width == 1) break;
  }
  double all = 0, before = 0;
  for (const Assembly& assembly : tree.assemblies) all += calc_work(assembly);
  struct Place {
    int level, stretch;
    void rise() { ++level, stretch /= 2; }
  };
  std::vector<Place> places;
  for (const Assembly& assembly : tree.assemblies) {
    Place at{0, std::min(parts - 1, static_cast<int>(before / all * parts))};
    if (assembly.children[0] >= 0) at = places[static_cast<std::size_t>(assembly.children[0])];
    if (assembly.children[1] >= 0) {
      Place other = places[static_cast<std::size_t>(assembly.children[1])];
      while (at.level < other.level) at.rise();
      while (other.level < at.level) other.rise();
      for (; at.stretch != other.stretch; other.rise()) at.rise();
    }
    before += calc_work(assembly);
    lists_[static_cast<std::size_t>(at.level)][static_cast<std::size_t>(at.stretch)].push_back(static_cast<int>(places.size()));
    places.push_back(at);
  }
}

}  // namespace pintle::divide_and_conquer
