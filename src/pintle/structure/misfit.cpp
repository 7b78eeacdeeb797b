#include "pintle/structure/misfit.h"

#include <fmt/core.h>

#include <algorithm>
#include <numbers>

#include "pintle/math/elementary.h"

namespace pintle {

std::string misfit_text(const System& system, const BodyRows& rows, bool velocity, double allowed) {
  struct Misfit {
    double size;
    std::string text;
  };
  std::vector<Misfit> list;
  for (const BodyRows::Group& group : rows.groups()) {
    double length = 0, angle = 0;
    for (int k = 0; k < group.rows; ++k) {
      const ConstraintRow<double>& row = rows.rows()[static_cast<std::size_t>(group.first + k)];
      double& sum = rows.is_angular(group.first + k) ? angle : length;
      sum = hypot(sum, (velocity ? row.gdot : row.g) / rows.scale(group.first + k));
    }
    const double size = std::max(length, system.length * angle);
    if (!(size > allowed)) continue;
    const std::string name = group.joint.exists()
                                 ? "joint " + system.joint(group.joint).name
                                 : "constraint " + system.constraints[static_cast<std::size_t>(group.constraint.i)].name;
    const bool by_angle = system.length * angle > length;
    list.push_back({size, by_angle ? fmt::format("{} by {:.3g} deg{}", name, angle * 180 / std::numbers::pi, velocity ? "/s" : "")
                                   : fmt::format("{} by {:.3g} m{}", name, length, velocity ? "/s" : "")});
  }
  std::ranges::sort(list, [](const Misfit& a, const Misfit& b) { return a.size > b.size; });
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, list.size()); ++k) text += (k ? ", " : "") + list[k].text;
  if (list.size() > 3) text += fmt::format(" and {} more", list.size() - 3);
  return text;
}

}  // namespace pintle
