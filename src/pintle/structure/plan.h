#pragma once
#include <map>
#include <memory>
#include <vector>

#include "pintle/structure/closing.h"
#include "pintle/structure/loop_order.h"
#include "pintle/structure/structure.h"
#include "pintle/structure/topology.h"

namespace pintle {

/// The two families of coordinates. A plan knows the family, not the formulation.
enum class Coordinates { joint, body };

/// y = [positions | velocities | element states]. Positions and velocities of link i start at q[i] and nq + v[i].
struct Layout {
  int nq = 0, nv = 0, nz = 0;
  std::vector<int> q, v;       // by link; v counts from the start of the velocities
  std::vector<double> scales;  // error weights: L, 1 rad, L/s, 1 rad/s [docs/notation.md]

  int size() const { return nq + nv + nz; }
};

/// Made once per structure: a pure function of System, Structure and family.
///
/// Joint family, link i with joint j: the free translations (F's x, y, z), then the free rotations in the type's
/// sequence, or a quaternion w x y z with an angular velocity in M's axes; a floating base is a displacement of the
/// mass centre in world axes and a quaternion, its velocity in world axes and its angular velocity in body axes.
/// Body family: every link is such a base.
struct Plan {
  Coordinates family;
  Structure structure;
  Topology tree;
  Layout y;
  int freedoms = 0;  // of the tree; closings take some of them (structure/statics.h)
  std::vector<Closing> closings;
  LoopOrder order;
};

Plan make_plan(const System& system, const Structure& structure, Coordinates family);

/// Plans already made; `made()` counts how many had to be.
class PlanCache {
 public:
  explicit PlanCache(const System& system) : system_(system) {}
  std::shared_ptr<const Plan> plan_for(const Structure& structure, Coordinates family);
  int made() const { return static_cast<int>(plans_.size()); }

 private:
  const System& system_;
  std::map<std::pair<Coordinates, Structure>, std::shared_ptr<const Plan>> plans_;
};

}  // namespace pintle
