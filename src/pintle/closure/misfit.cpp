#include "pintle/closure/misfit.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

/// Rows of one joint or constraint.
struct Misfit {
  double length = 0, angle = 0;                   // [m], [rad]; or per second
  Vec3<double> turn = Vec3<double>::zero();       // of a joint: φ of body_rows.h (2)
  Vec3<double> free_axis = Vec3<double>::zero();  // of a joint that turns about one axis: as its parent has it
};

Misfit calc_misfit(const BodyRows& rows, const BodyRows::Group& group, bool velocity) {
  Misfit out;
  for (int k = 0; k < group.rows; ++k) {
    const ConstraintRow<double>& row = rows.rows()[group.first + k];
    const bool angular = rows.is_angular(group.first + k);
    const double off = (velocity ? row.gdot : row.g) / rows.scale(group.first + k);
    double& sum = angular ? out.angle : out.length;
    sum = hypot(sum, off);
    if (angular && group.joint.exists()) out.turn += off * rows.axes(group)[k];
  }
  if (group.joint.exists() && group.rows - group.forces == 2) {
    const auto e = rows.axes(group).subspan(static_cast<std::size_t>(group.forces));
    out.free_axis = cross(e[0], e[1]);
  }
  return out;
}

Vec3<double> turned(const Vec3<double>& a, const Vec3<double>& turn) {
  const double angle = norm(turn);
  double s, c;
  update_sincos(angle, s, c);
  return c * a + (s / angle) * cross(turn, a);  // a is normal to the turn
}

/// Where a joint's axis points, on either side; about what a joint without axis is turned.
std::string axes_text(const System& system, const JointRecord& joint, const Misfit& misfit) {
  if (norm(misfit.free_axis) > 0)
    return fmt::format(" (its axis is {} on {} and {} on {})", axis_words(misfit.free_axis), system.body(joint.parent).name,
                       axis_words(turned(misfit.free_axis, misfit.turn)), system.body(joint.child).name);
  return fmt::format(" about {}", axis_words((1 / norm(misfit.turn)) * misfit.turn));
}

std::string describe(const System& system, const BodyRows::Group& group, const Misfit& misfit, bool velocity) {
  const bool by_angle = system.length * misfit.angle > misfit.length;
  const char* per_second = velocity ? "/s" : "";
  if (!group.joint.exists()) {
    const std::string& name = system.constraints[group.constraint.i].name;
    return by_angle ? fmt::format("constraint {} by {:.3g} deg{}", name, misfit.angle * degrees, per_second)
                    : fmt::format("constraint {} by {:.3g} m{}", name, misfit.length, per_second);
  }
  const JointRecord& joint = system.joint(group.joint);
  const bool tilted = system.length * misfit.angle > 1e-3 * misfit.length && !velocity;
  const std::string length = fmt::format("{:.3g} m{}", misfit.length, per_second);
  const std::string angle = fmt::format("{:.3g} deg{}{}", misfit.angle * degrees, per_second,
                                        tilted ? axes_text(system, joint, misfit) : std::string());
  return fmt::format("joint {} by {}", joint.name, by_angle ? angle : tilted ? length + " and " + angle : length);
}

}  // namespace

std::string axis_words(const Vec3<double>& v) {
  const auto tidy = [&](double x) { return std::fabs(x) < 5e-7 * norm(v) ? 0.0 : x; };
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", tidy(v.x), tidy(v.y), tidy(v.z));
}

std::string misfit_text(const System& system, const BodyRows& rows, bool velocity, double allowed) {
  struct Line {
    double size;
    std::string text;
  };
  std::vector<Line> list;
  for (const BodyRows::Group& group : rows.groups()) {
    const Misfit misfit = calc_misfit(rows, group, velocity);
    const double size = std::max(misfit.length, system.length * misfit.angle);
    if (size > allowed) list.push_back({size, describe(system, group, misfit, velocity)});
  }
  std::ranges::sort(list, [](const Line& a, const Line& b) { return a.size > b.size; });
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, list.size()); ++k) text += (k ? ", " : "") + list[k].text;
  if (list.size() > 3) text += fmt::format(" and {} more", list.size() - 3);
  return text;
}

}  // namespace pintle
