#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/joints/direction.h"
#include "pintle/math/quaternion.h"

/// What the user said, in SI units: names still names, poses not yet computed. A file and a C++ program make the
/// same Model; `system/make_system.h` turns it into index maps and slots. Every error about its content says
/// `where(path)`, so that a reader of files can add line and column.
namespace pintle {

/// A point fixed on a named body ("world" allowed), in the axes of its mass centre [m].
struct PointOn {
  std::string body;
  Vec3<double> p;
};

struct BodyPart {
  std::string name;
  double mass = 0;                              // [kg]
  Sym3<double> inertia = Sym3<double>::zero();  // about the mass centre, tensor elements [kg m²]
  std::optional<Vec3<double>> at;               // mass centre in the reference configuration [m]
  std::optional<Quaternion<double>> rotation;   // of the body in the reference configuration
};

/// τ = −k(q)(q − rest) − c(q) q̇ on one direction of a joint. Constants are tables of one point.
struct SpringLaw {
  using Table = std::vector<std::pair<double, double>>;  // (coordinate, value), ascending; ends are held
  Table stiffness{{0, 0}};                               // [N m/rad] or [N/m]
  Table damping{{0, 0}};                                 // [N m s/rad] or [N s/m]
  std::optional<double> rest;                            // [rad] or [m]; default: the value at the start
};

struct JointPart {
  std::string name;
  JointType type;
  std::string parent, child;
  /// One world point of the reference configuration, or a point on each body.
  std::variant<Vec3<double>, std::array<PointOn, 2>> at = Vec3<double>::zero();
  std::optional<Vec3<double>> axis, second_axis, x_axis;
  std::optional<std::string> axes;  // the body whose axes the vectors above are in; default: the world's
  std::map<Direction, SpringLaw> springs;
  std::map<Direction, double> motors;  // constant effort on a direction [N] or [N m]
};

/// A force and a moment at a point of a body, in world axes or in the axes of a body.
struct PointForcePart {
  std::string name;
  PointOn at;
  std::optional<std::string> axes;             // default: the world's
  Vec3<double> force = Vec3<double>::zero();   // [N]
  Vec3<double> moment = Vec3<double>::zero();  // [N m]
};

/// A spring and damper between two points; positive force pushes them apart.
struct PointSpringPart {
  std::string name;
  std::array<PointOn, 2> at;
  double stiffness = 0, damping = 0, free_length = 0;  // [N/m], [N s/m], [m]
};

/// A plane with its laws: standard-linear-solid normal force, LuGre friction.
struct SurfacePart {
  std::string name;
  Vec3<double> at = Vec3<double>::zero();
  Vec3<double> up{0, 0, 1};
  double ke = 0, kv = 0, cv = 0;                                 // [N/m], [N/m], [N s/m]
  double mu_s = 0, mu_k = 0;                                     // [1]
  double sigma0 = 0, sigma1 = 0, sigma2 = 0, vs = 1, alpha = 1;  // [1/m], [s/m], [s/m], [m/s], [1]
  bool has_friction = false;
};

/// A point of a body on a surface; `scale` multiplies ke, kv and cv.
struct ContactPart {
  std::string name;
  PointOn at;
  std::string surface;
  double scale = 1;
};

/// Start of one direction of a joint; what is not given is zero.
struct DirectionStart {
  std::optional<double> value, rate;
};
struct JointStart {
  std::string joint;
  std::map<Direction, DirectionStart> directions;
  std::optional<Quaternion<double>> rotation;    // a ball's, of the child relative to the parent
  std::optional<Vec3<double>> angular_velocity;  // a ball's, in M's axes [rad/s]
};
/// Start of a floating base; what hangs on it rides along.
struct BodyStart {
  std::string body;
  std::optional<Vec3<double>> at;  // [m]
  std::optional<Quaternion<double>> rotation;
  std::optional<Vec3<double>> velocity;          // world axes [m/s]
  std::optional<Vec3<double>> angular_velocity;  // body axes [rad/s]
};

enum class Comparison { less, less_equal, greater, greater_equal };

struct LockAction {
  bool lock;  // or unlock
  std::string joint;
  std::optional<Direction> direction;  // none: all free directions of the type
};

/// It fires when `signal (comparison) value` becomes true.
struct EventPart {
  std::string name;
  std::string when;    // as the user wrote it
  std::string signal;  // "time", "elbow.angle", "elbow.rate.rx", …
  Comparison comparison = Comparison::greater_equal;
  double value = 0;  // SI
  std::vector<LockAction> actions;
  bool rearm = false;  // default: once
};

struct RunPart {
  double until = 1;                    // [s]
  std::optional<double> output_every;  // [s]; default until/500
  std::vector<std::string> record;     // empty: bodies, joint coordinates, energies
  std::string formulation = "auto", integrator = "auto";
  double rtol = 1e-8;
  std::optional<double> atol, dt, max_step;
};

struct Model {
  std::string name;
  Vec3<double> gravity = Vec3<double>::zero();  // [m/s²]; a file without it has none
  std::vector<BodyPart> bodies;
  std::vector<JointPart> joints;
  std::vector<PointForcePart> point_forces;
  std::vector<PointSpringPart> point_springs;
  std::vector<SurfacePart> surfaces;
  std::vector<ContactPart> contacts;
  std::vector<JointStart> joint_starts;
  std::vector<BodyStart> body_starts;
  std::vector<EventPart> events;
  RunPart run;
};

}  // namespace pintle
