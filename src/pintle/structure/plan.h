#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pintle/integrators/problem.h"
#include "pintle/structure/closing.h"
#include "pintle/structure/loop_order.h"
#include "pintle/structure/structure.h"
#include "pintle/structure/topology.h"

namespace pintle {

/// The two families of coordinates. A plan knows the family, not the formulation.
enum class Coordinates { joint, body };

/// What a number of y is.
enum class BlockKind : char { length, angle, speed, rate };

/// Numbers of y that turn with the axes they are given in, and so have one scale: a direction of a joint, a place, a
/// quaternion, a velocity.
struct Block {
  int first, count;
  int mechanism;
  BlockKind kind;
  int place;  // in State::moved
};

/// State::moved has six values and six rates for each joint (a quaternion's are in the place of rx), then place, attitude,
/// velocity and angular velocity of each body.
inline int moved_place(JointIndex j, Direction d, bool rate) { return 12 * j.i + 6 * rate + index_of(d); }
inline int moved_place(const System& system, BodyIndex b, BlockKind q) {
  return 12 * system.joint_count() + 4 * b.i + static_cast<int>(q);
}
inline int count_moved(const System& system) { return 12 * system.joint_count() + 4 * system.body_count(); }

/// What run.atol multiplies: the L of a mechanism, or 1 rad [docs/notation.md].
struct Scale {
  double share = 1;
  int mechanism = -1;

  double value(const Mechanisms& mechanisms) const { return mechanism < 0 ? share : share * mechanisms.lengths[mechanism]; }
};

/// y = [positions | velocities | element states]. Positions and velocities of link i start at q[i] and nq + v[i].
struct Layout {
  int nq = 0, nv = 0, nz = 0;
  std::vector<int> q, v;         // by link; v counts from the start of the velocities
  std::vector<Scale> scales;     // of each y: L, 1 rad, L/s, 1 rad/s
  std::vector<Block> blocks;     // of positions, of velocities, of coordinates that are driven by their rate
  std::vector<ErrorPart> parts;  // of y: errors are measured by mechanism

  int size() const { return nq + nv + nz; }
  /// The scales as the lengths of the system have them.
  void update_scales(const System& system, std::vector<double>& values) const;
};

/// Made once per structure: a pure function of System, Structure and family. It holds no number that a case may vary; but where
/// loops are cut the inertia of slender bodies has a say (topology.h).
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
  int freedoms = 0;  // of the tree; closings take some of them
  std::vector<Closing> closings;
  LoopOrder order;
};

Plan make_plan(const System& system, const Structure& structure, Coordinates family);

/// Plans of one model, for all its cases, runs and threads. A plan with loops is of the numbers that it was made with, and is
/// not kept.
class PlanCache {
 public:
  std::shared_ptr<const Plan> plan_for(const System& system, const Structure& structure, Coordinates family);
  int size() const;  // plans that are kept

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<Coordinates, Structure>, std::shared_ptr<const Plan>> plans_;
};

}  // namespace pintle
