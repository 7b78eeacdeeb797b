#include "pintle/closure/tilted_axes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/base/joined.h"
#include "pintle/closure/assemble.h"
#include "pintle/closure/misfit.h"
#include "pintle/math/elementary.h"

namespace pintle {
namespace {

constexpr double parallel = 1e-6;  // sine of the angle between axes that count as parallel

/// A joint of a planar loop; its axis is F's z.
bool is_planar(const JointType& type) {
  constexpr DirectionSet hinge = DirectionSet{}.with(Direction::rz), slider = DirectionSet{}.with(Direction::tz),
                         planar = hinge.with(Direction::tx).with(Direction::ty);
  return type.free == hinge || type.free == slider || type.free == planar;
}
bool turns(const JointType& type) { return type.free.has(Direction::rz); }

/// The joints on the way around a loop: the one that closes it, and the tree's from both of its bodies to where they meet.
std::vector<JointIndex> find_joints(const System& system, const Topology& tree, JointIndex closing) {
  std::vector<JointIndex> joints{closing};
  const auto link_of = [&](BodyIndex b) { return tree.link_of_body[b.i]; };
  int a = link_of(system.joint(closing).parent), b = link_of(system.joint(closing).child);
  while (a != b) {
    int& deeper = a > b ? a : b;  // parents come before their children
    const Link& link = tree.links[deeper];
    if (link.joint.exists()) joints.push_back(link.joint);
    deeper = link.parent;
  }
  return joints;
}

/// F's z of every joint where all coordinates are zero, in world axes.
std::vector<Vec3<double>> calc_axes(const System& system, const Parameters<double>& p, const Topology& tree) {
  State<double> state = make_state(system, p, tree);
  std::ranges::fill(state.joints, JointCoordinates<double>());
  update_bodies(system, p, tree, state);
  std::vector<Vec3<double>> axes;
  for (int j = 0; j < system.joint_count(); ++j)
    axes.push_back(calc_joint_frames(system, p, JointIndex(j), state.X_WB).X_WF.R.column(2));
  return axes;
}

/// The largest set of hinges that are parallel; empty unless most of them are. Of two that are not, the first.
std::vector<JointIndex> find_parallel(const std::vector<JointIndex>& hinges, const std::vector<Vec3<double>>& axes) {
  const auto axis = [&](JointIndex j) { return axes[j.i]; };
  std::vector<JointIndex> largest;
  for (JointIndex i : hinges) {
    std::vector<JointIndex> set;
    for (JointIndex j : hinges)
      if (norm(cross(axis(i), axis(j))) < parallel) set.push_back(j);
    if (set.size() > largest.size()) largest = set;
  }
  return 2 * largest.size() > hinges.size() || hinges.size() == 2 ? largest : std::vector<JointIndex>();
}

}  // namespace

std::vector<TiltedAxis> find_tilted_axes(const System& system, const Parameters<double>& p, const Structure& structure) {
  const Topology tree = make_file_topology(system, structure);
  const std::vector<Vec3<double>> axes = calc_axes(system, p, tree);
  std::vector<TiltedAxis> list;
  for (JointIndex closing : tree.loops) {
    const std::vector<JointIndex> joints = find_joints(system, tree, closing);
    if (!std::ranges::all_of(joints, [&](JointIndex j) { return is_planar(system.joint(j).type); })) continue;
    std::vector<JointIndex> hinges;
    std::ranges::copy_if(joints, std::back_inserter(hinges), [&](JointIndex j) { return turns(system.joint(j).type); });
    std::ranges::sort(hinges, {}, [](JointIndex j) { return j.i; });
    const std::vector<JointIndex> among = find_parallel(hinges, axes);
    if (hinges.size() < 2 || among.empty()) continue;
    const Vec3<double> normal = axes[among.front().i];
    for (JointIndex j : joints) {
      const Vec3<double> axis = axes[j.i];
      const double s = norm(cross(axis, normal)), c = std::fabs(dot(axis, normal));
      const double tilt = turns(system.joint(j).type) ? atan2(s, c) : atan2(c, s);
      const bool known = std::ranges::any_of(list, [&](const TiltedAxis& one) { return one.joint == j; });
      if (tilt > parallel && !known) list.push_back({j, axis, normal, tilt, among});
    }
  }
  return list;
}

std::string tilt_text(const System& system, const TiltedAxis& tilted) {
  std::vector<std::string> names;
  for (JointIndex j : tilted.among) names.push_back(system.joint(j).name);
  if (names.size() > 4) {
    names.resize(4);
    names.push_back("…");
  }
  const JointRecord& joint = system.joint(tilted.joint);
  const double degrees = tilted.tilt * 180 / std::numbers::pi;
  if (turns(joint.type))
    return fmt::format("{} turns about {}, {:.3g} deg off the axis {} of {} in its loop", joint.name, axis_words(tilted.axis),
                       degrees, axis_words(tilted.others), joined(names));
  return fmt::format("{} slides along {}, {:.3g} deg out of the plane of its loop, whose hinges {} turn about {}", joint.name,
                     axis_words(tilted.axis), degrees, joined(names), axis_words(tilted.others));
}

}  // namespace pintle
