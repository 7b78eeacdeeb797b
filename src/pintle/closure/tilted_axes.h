#pragma once
#include <string>
#include <vector>

#include "pintle/structure/state.h"
#include "pintle/structure/topology.h"

/// Loops of hinges, sliders and planar joints move in a plane, if at all: their hinges are parallel, their sliders lie in the
/// plane. Where one of them is tilted, the loop does not close, or closes in one configuration and cannot move; the distance by
/// which it then gapes says little, the axes say it all.
namespace pintle {

/// A joint whose axis is tilted against those of the other hinges of its loop.
struct TiltedAxis {
  JointIndex joint;
  Vec3<double> axis, others;      // in world axes of the reference configuration
  double tilt;                    // of a hinge from parallel, of a slider out of the plane [rad]
  std::vector<JointIndex> among;  // the hinges that are parallel
};

/// Of all loops in which most of the hinges are parallel, or there are two. Loops with other joints are spatial, and not judged.
std::vector<TiltedAxis> find_tilted_axes(const System& system, const Parameters<double>& p, const Structure& structure);

/// "pin_a turns about [0, 0.0995, 0.995], 5.71 deg off the axis [0, 0, 1] of pin_b, pin_c, pin_d in its loop".
std::string tilt_text(const System& system, const TiltedAxis& tilted);

}  // namespace pintle
