#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/base/units.h"
#include "pintle/joints/direction.h"
#include "pintle/model/constraint_parts.h"
#include "pintle/model/kinds.h"
#include "pintle/model/takes.h"
#include "pintle/model/values.h"
#include "pintle/particles/particles.h"

/// What the user said, in SI units: names still names, poses not yet computed. A file and a C++ program make the
/// same Model; `system/make_system.h` turns it into index maps and slots. Every error about its content says
/// `where(path)`, so that a reader of files can add line and column.
///
/// A Number may be an expression of `Model::graph`. Fixed ones read parameters; living ones, said so below, also time, the
/// age of their element and signals.
namespace pintle {

/// A quantity that expressions use and a study may draw. A list has elements instead of a value.
struct ParameterPart {
  std::string name;
  Number value;
  std::vector<Number> list;
  Dimension dimension;
  bool bare = false;        // given without unit: takes the dimension of the place where it is used
  bool structural = false;  // decides what exists (a count, an `if`): a new value needs a new reading
  int angle = 0;            // exponent of its angles, for people: −1 of N*m/rad
};

/// A table that expressions call: `spin_up(time)`.
struct FunctionPart {
  std::string name;
  int table = -1;             // in the graph
  Dimension x, y;             // of its argument and its value
  bool bare_y = false;        // values given without unit
  std::string of;             // as written: "time", or a unit's word
  bool of_angle = false;      // of the pure numbers it may be of: those in rad
  bool says_outside = false;  // `outside` was given, and is no default
};

/// An instance of a `repeat` group that is turned rigidly, in the reference configuration, about an axis through the
/// world's origin: its bodies, its points on outer bodies, its joint frames, its force vectors that are not in axes of
/// its own bodies. A part belongs to at most one; a body is a part's own if both belong to the same.
struct Instance {
  Vector about{0, 0, 1};
  Number angle;  // [rad]
};
inline constexpr int no_instance = -1;

/// What a body looks like, for pictures alone: edges of a box, a sphere's radius, radius and length of a cylinder along
/// z, sides, width and height of a prism along z, a file with a mesh.
struct Shape {
  enum class Kind { box, sphere, cylinder, prism, mesh } kind = Kind::sphere;
  std::array<double, 3> size{};  // [m]; of a prism: sides, width, height
  std::string file;
};

struct BodyPart {
  std::string name;
  Number mass;                       // [kg]
  Tensor inertia;                    // about the mass centre, tensor elements [kg m²]
  std::optional<Vector> at;          // mass centre in the reference configuration [m]
  std::optional<Rotation> rotation;  // of the body in the reference configuration
  std::optional<Shape> shape{};
  int instance = no_instance;
  std::string group{};  // of particles, which it is made of: mass, inertia and place above are theirs at the start
};

/// Point masses that push each other in pairs.
struct ParticlesPart {
  std::string file, bonds_file;            // complete paths; without bonds the second is empty
  std::shared_ptr<const Particles> all{};  // what the files say
  struct Pairs {
    Number depth, distance, fade, cutoff;  // [J], [m], [m], [m] (particles/pair_law.h)
  };
  std::optional<Pairs> pairs{};
};

/// A marker on a body.
struct PointPart {
  std::string name;
  PointOn at;
  int instance = no_instance;
};

/// τ = −k(q)(q − rest) − c(q) q̇ on one direction of a joint. Constants are tables of one point.
struct SpringLaw {
  using Table = std::vector<std::pair<Number, Number>>;  // (coordinate, value), ascending; ends are held
  Table stiffness{{0.0, 0.0}};                           // [N m/rad] or [N/m]
  Table damping{{0.0, 0.0}};                             // [N m s/rad] or [N s/m]
  std::optional<Number> rest;                            // [rad] or [m]; default: the value at the start
  static constexpr auto fields() {
    return std::tuple{
        field("stiffness", &SpringLaw::stiffness, "N*m/rad").where_sliding("N/m").bounded(Bound::stiffness),
        field("damping", &SpringLaw::damping, "N*m*s/rad").where_sliding("N*s/m").bounded(Bound::damping),
        field("rest", &SpringLaw::rest, "rad", "coordinate without force; default its value at the start").where_sliding("m")};
  }
};

/// Stops of one direction: beyond `low` or `high` a spring and damper push back, and never pull.
struct LimitLaw {
  std::optional<Number> low, high;    // [rad] or [m]
  Number stiffness, damping;          // as of a spring
  std::optional<Number> restitution;  // in their place: an impact, q̇⁺ = −e q̇⁻ [1]
  static constexpr auto fields() {
    return std::tuple{
        field("low", &LimitLaw::low, "rad").where_sliding("m"), field("high", &LimitLaw::high, "rad").where_sliding("m"),
        field("stiffness", &LimitLaw::stiffness, "N*m/rad").where_sliding("N/m").bounded(Bound::above_zero),
        field("damping", &LimitLaw::damping, "N*m*s/rad").where_sliding("N*s/m").bounded(Bound::zero_or_more),
        field("restitution", &LimitLaw::restitution, "1", "in place of `stiffness`: share of the speed after an impact, 0 to 1")
            .where_sliding("1")};
  }
};

/// Friction of one direction, in proportion to the load that the joint carries; `radius` turns load into moment.
enum class FrictionKind { coulomb, stribeck, lugre };
struct FrictionLaw {
  FrictionKind kind = FrictionKind::coulomb;
  Number mu_s, mu_k;              // [1]; of coulomb mu_s = mu_k
  Number vs, alpha = 1.0;         // speed of the Stribeck curve [rad/s] or [m/s], exponent 1 or 2
  Number sigma0, sigma1, sigma2;  // bristles, per unit load: [1/rad], [s/rad], [s/rad], or per metre
  Number radius = 1.0;            // [m]; of a translation 1
  Number preload;                 // load that is always there [N]
};

/// A direction that moves as told; its effort is part of the reaction.
struct DrivenLaw {
  bool rate = false;  // the law gives the rate, else the coordinate itself
  Number value;       // living: of time [rad], [m], [rad/s] or [m/s]
};

struct JointPart {
  std::string name;
  JointType type;
  std::string parent, child;
  /// One world point of the reference configuration, or a point on each body.
  std::variant<Vector, std::array<PointOn, 2>> at = Vector();
  std::optional<int> current;  // the one of the two points that is where the other is when the joint is closed
  std::optional<Vector> axis, second_axis, x_axis;
  std::optional<std::string> axes;  // the body whose axes the vectors above are in; default: the world's
  std::map<Direction, SpringLaw> springs;
  std::map<Direction, LimitLaw> limits;
  std::map<Direction, FrictionLaw> frictions;
  std::map<Direction, Number> motors;  // effort on a direction, living [N] or [N m]
  std::map<Direction, DrivenLaw> drivers;
  DirectionSet locked;  // from the start
  bool active = true;   // else it waits to be closed
  int instance = no_instance;
};

/// What bodies have to obey besides joints.
struct ConstraintPart {
  std::string name;
  ConstraintForm kind;
  std::optional<std::string> axes;  // of `normal` and `axis`
  bool active = true;
  int instance = no_instance;
};

/// A force of one of the ForceKinds.
template <class Kind>
struct ForcePart {
  std::string name;
  std::array<PointOn, Kind::points> at;
  typename Kind::template Law<Number> law{};
  std::optional<std::string> axes{};  // the body whose axes its vectors are in, if the kind asks; default: the world's
  bool active = true;
  int instance = no_instance;
};
/// All forces, kind by kind.
struct ForceParts {
  template <class Kind>
  using List = std::vector<ForcePart<Kind>>;
  ForceKinds::Tuple<List> lists;

  template <class Kind>
  List<Kind>& of() {
    return std::get<List<Kind>>(lists);
  }
  template <class Kind>
  const List<Kind>& of() const {
    return std::get<List<Kind>>(lists);
  }
  /// visit(part) for each.
  template <class Visit>
  void for_each(Visit&& visit) {
    std::apply([&](auto&... list) { (std::for_each(list.begin(), list.end(), visit), ...); }, lists);
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::apply([&](const auto&... list) { (std::for_each(list.begin(), list.end(), visit), ...); }, lists);
  }
  std::size_t size() const {
    return std::apply([](const auto&... list) { return (list.size() + ...); }, lists);
  }
};

template <class Kind>
using NumbersOf = typename Kind::template Law<Number>;

/// Ground to stand on, with its laws.
struct SurfacePart {
  std::string name;
  SurfaceKinds::Variant<NumbersOf> form;
  NormalKinds::Variant<NumbersOf> normal;
  std::optional<FrictionKinds::Variant<NumbersOf>> friction{};
  std::optional<std::string> on{};  // the body that carries it, in whose axes it is given; default: the world
  int instance = no_instance;
};

/// A shape of a body, at a point of it, on a surface; `scale` multiplies the normal law.
struct ContactPart {
  std::string name;
  PointOn at;
  std::string surface;
  Number scale = 1.0;
  ShapeKinds::Variant<NumbersOf> shape{};
  int instance = no_instance;
};

/// Start of one direction of a joint; what is not given is zero.
struct DirectionStart {
  std::optional<Number> value, rate;
  bool guess = false;  // the value only picks the branch: assembly may move it
};
struct JointStart {
  std::string joint;
  std::map<Direction, DirectionStart> directions;
  std::optional<Rotation> rotation;        // a ball's, of the child relative to the parent
  std::optional<Vector> angular_velocity;  // a ball's, in M's axes [rad/s]
};
/// The base is moved along up until the lowest contact point of what is joined to it is a gap above the surface.
struct LowerOnto {
  std::string surface;
  Number gap;  // [m]
};
/// Start of a floating base; what hangs on it rides along.
struct BodyStart {
  std::string body;
  std::optional<Vector> at;  // [m]
  std::optional<Rotation> rotation;
  std::optional<Vector> velocity;          // world axes [m/s]
  std::optional<Vector> angular_velocity;  // body axes [rad/s]
  std::optional<LowerOnto> lower_onto{};
};

using Action = ActionKinds::Variant<std::type_identity_t>;

/// It fires when `condition` becomes true, or has been true for a while.
struct EventPart {
  std::string name;
  std::string when;  // as the user wrote it
  Expr condition;    // true or false; reads time and signals
  std::vector<Action> actions;
  std::string after;               // armed once this event has fired; empty: from the start
  std::optional<Number> duration;  // [s] that the condition must have held without a break
  bool rearm = false;              // default: once
  bool active = true;
};

/// Numbers of the model that change while a condition holds; or that are made anew of signals, at a fixed distance of time,
/// and held in between. What it sets may be set by events too (actions/set.h).
struct ControllerPart {
  std::string name;
  std::string when;  // as the user wrote it; empty if it is sampled
  Expr condition;
  bool keeps = false;           // when the condition ends, numbers stay; else those that were there before come back
  std::optional<Number> every;  // [s] from sample to sample
  std::string library;          // the file of one in C (controllers/controller.h); empty: outputs are expressions
  struct Input {
    Expr value;
    std::string text;
  };
  std::vector<Input> inputs;  // of a library
  struct Output {
    std::string path;  // of an input of the model, as of SetAction
    Number value;      // of one that is sampled living; of a library none
    std::string text;
  };
  std::vector<Output> outputs;
  bool active = true;
};

/// A quantity of the user's own, from other signals.
struct SignalPart {
  std::string name;
  Expr value;        // reads time and signals
  std::string unit;  // SI: "N", "1"
};

/// One number that a run ends with, taken over accepted steps and both sides of events (takes.h).
struct MeasurePart {
  std::string name;
  Expr of;           // a quantity; or a condition
  std::string unit;  // SI
  Take take = take_kind<takes::Max>;
};

struct RunPart {
  double until = 1;                    // [s]
  std::optional<double> output_every;  // [s]; default until/500
  std::vector<std::string> record;     // empty: bodies, joint coordinates, energies
  std::string formulation = "auto", integrator = "auto";
  double rtol = 1e-8;
  std::optional<double> atol, dt, max_step;
  std::string stabilization = "auto";
  std::optional<int> threads;  // at most; default: one for each processor
  bool is_rtol_given = false;  // else it is what the integrator likes

  static constexpr auto fields() {
    return std::tuple{
        field("until", &RunPart::until, "s", "end; 0 evaluates the start; default 1 s").bounded(Bound::zero_or_more),
        field("output_every", &RunPart::output_every, "s", "grid of series.csv; default until/500"),
        field("record", &RunPart::record, "",
              "signals, beginnings of signals, or parts; default bodies, joint coordinates, energies"),
        field("formulation", &RunPart::formulation, "auto|articulated-body|newton-euler|partitioned|divide-and-conquer",
              "default `auto`"),
        field("integrator", &RunPart::integrator, "", "`auto`, or one that `pintle info` names"),
        field("rtol", &RunPart::rtol, "1", "relative tolerance; default 1e-8, of ros2 1e-3"),
        field("atol", &RunPart::atol, "1", "factor on the scales; default 0, of ros2 rtol"),
        field("dt", &RunPart::dt, "s", "step of fixed-step methods; first step of the others"),
        field("max_step", &RunPart::max_step, "s", "default none"),
        field("stabilization", &RunPart::stabilization, "auto|off|baumgarte|projection",
              "what keeps constraints from drifting; default `auto`"),
        field("threads", &RunPart::threads, "1",
              "at most that many share an evaluation, where they pay; the numbers do not depend on it; default one for each "
              "processor")};
  }

  /// How exact it is to be is said, and not left to the integrator.
  bool asks_for_tolerance() const { return is_rtol_given || rtol != RunPart().rtol || atol || dt; }
};

struct Model {
  std::string name;
  Vector gravity;                          // [m/s²]; a file without it has none
  Graph graph;                             // of all expressions
  std::map<int, std::string> expressions;  // by Expr: how to write a living one, complete names in place of short ones
  std::vector<ParameterPart> parameters;
  std::vector<FunctionPart> functions;
  std::vector<Instance> instances;
  std::vector<BodyPart> bodies;
  std::optional<ParticlesPart> particles;
  std::vector<PointPart> points;
  std::vector<JointPart> joints;
  std::vector<ConstraintPart> constraints;
  ForceParts forces;
  std::vector<SurfacePart> surfaces;
  std::vector<ContactPart> contacts;
  std::vector<JointStart> joint_starts;
  std::vector<BodyStart> body_starts;
  std::vector<EventPart> events;
  std::vector<ControllerPart> controllers;
  std::vector<SignalPart> signals;
  std::vector<MeasurePart> measures;
  RunPart run;

  // Made once, in model.cpp: they are long, and most units have a model.
  Model();
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();
};

}  // namespace pintle
