#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/index.h"
#include "pintle/contact/point_on_plane.h"
#include "pintle/forces/point_force.h"
#include "pintle/forces/point_spring.h"
#include "pintle/joints/motion.h"
#include "pintle/math/parameters.h"
#include "pintle/model/model.h"
#include "pintle/system/names.h"
#include "pintle/system/signal.h"

/// What exists: bodies, joints, elements, signals, events, by index and slot. Const after make_system() and shared by
/// all threads; no number that a case may vary is in it, except the nominal set of parameters to start from.
namespace pintle {

struct BodyRecord {
  std::string name;
  Slot mass;      // [kg]
  Slot6 inertia;  // about the mass centre, body axes [kg m²]
};

/// Joint from F on the parent (user's `between: [parent, child]`) to M on the child.
struct JointRecord {
  std::string name;
  JointType type;
  BodyIndex parent, child;
  SlotPose X_PF, X_CM;  // in the mass-centre frames of parent and child
};

/// Spring, damper and motor on one direction of a joint: τ = effort − k(q)(q − rest) − c(q) q̇.
struct JointLaw {
  JointIndex joint;
  Direction direction;
  SlotTable stiffness, damping;  // tables of one point are constants
  Slot rest, effort;

  bool is_linear() const { return stiffness.count == 1 && damping.count == 1; }
};

/// A homogeneous array of one kind of element, with names for signals.
template <class Kind>
struct Pool {
  std::vector<Kind> items;
  std::vector<std::string> names;

  int size() const { return static_cast<int>(items.size()); }
};

struct LockTarget {
  bool lock;
  JointIndex joint;
  DirectionSet directions;
  std::string text;  // "lock elbow"
};

/// It fires when `signal (comparison) value` becomes true.
struct EventRecord {
  std::string name, cause;
  Signal signal;
  Comparison comparison;
  Slot value;
  std::vector<LockTarget> actions;
  bool rearm;
};

/// Power that is integrated along a run [W].
enum class Account { damping, applied, contact };
inline constexpr int account_count = 3;

/// Where a run starts: coordinates of every joint, pose and velocity of every body that no joint hangs on the world.
struct Start {
  std::vector<JointCoordinates<double>> joints;
  std::vector<Pose<double>> X_WB;    // used for floating bases only; velocity below likewise
  std::vector<Motion<double>> V_WB;  // v in world axes, w in body axes
};

struct System {
  std::string name;
  NameTable names;                 // of all parts
  std::vector<BodyRecord> bodies;  // 0 is the world
  std::vector<JointRecord> joints;
  std::vector<JointLaw> laws;
  Slot3 gravity;
  Pool<PointForce> point_forces;
  Pool<PointSpring> point_springs;
  Pool<PointOnPlane> contacts;
  std::vector<EventRecord> events;
  Parameters<double> nominal;
  Start start;
  double length = 1;  // L: longest distance between two joints of a body [m]

  int body_count() const { return static_cast<int>(bodies.size()); }
  int joint_count() const { return static_cast<int>(joints.size()); }
  const BodyRecord& body(BodyIndex b) const { return bodies[b.i]; }
  const JointRecord& joint(JointIndex j) const { return joints[j.i]; }
};

}  // namespace pintle
