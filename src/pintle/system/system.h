#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pintle/base/index.h"
#include "pintle/joints/motion.h"
#include "pintle/math/parameters.h"
#include "pintle/model/model.h"
#include "pintle/model/names.h"
#include "pintle/model/signal.h"
#include "pintle/system/condition.h"
#include "pintle/system/element_pools.h"
#include "pintle/system/formula.h"
#include "pintle/system/joint_law.h"
#include "pintle/system/mechanisms.h"
#include "pintle/system/particle_record.h"
#include "pintle/system/time_laws.h"

/// What exists: bodies, joints, elements, signals, events, by index and slot. Const after make_system() and shared by
/// all threads; no number that a case may vary is in it, except those of the model as it stands: `nominal`, `start`
/// (other cases: case_maker.h).
namespace pintle {

class ControllerLibrary;

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
  SlotPose X_PF, X_CM;     // in the mass-centre frames of parent and child
  bool active = true;      // holds from the start
  DirectionSet movable{};  // what the type leaves free, and what an event releases
  DirectionSet locked{};   // of these: from the start
  /// When it is closed, F or M takes the place of the other one.
  enum class Current : std::uint8_t { neither, F, M } current = Current::neither;
};

/// A direction that moves as told, and is not free: f, ḟ and f̈ are three outputs of System::driving in a row. Where the law
/// gives the rate, f is a state of its own.
struct Driver {
  JointIndex joint;
  Direction direction;
  int output;
  int state;  // of a rate law: its place among such states; else −1
};

/// One direction of a joint.
struct CoordinateOf {
  JointIndex joint;
  Direction direction;
};

/// A condition between bodies besides joints (constraints/row.h).
using ConstraintKind = ConstraintKinds::Variant<std::type_identity_t>;
struct ConstraintRecord {
  std::string name;
  ConstraintKind kind;
  std::vector<BodyIndex> bodies;    // its ends
  std::vector<CoordinateOf> reads;  // coordinates that its rows read
  std::vector<std::string> rows;    // their names; one alone may have none
  std::vector<bool> angular;        // by row: g is an angle, else a length
  int first = 0;                    // place of its first multiplier in View::multiplier
  bool active = true;

  int row_count() const { return static_cast<int>(rows.size()); }
  bool has_position() const {
    return std::visit([](const auto& one) { return one.has_position; }, kind);
  }
  bool is_one_sided() const {
    return std::visit([](const auto& one) { return requires { one.one_sided; }; }, kind);
  }
};

/// A marker on a body.
struct PointRecord {
  std::string name;
  BodyIndex body;
  Slot3 p;  // in the axes of the mass centre [m]
};

/// It fires when its condition becomes true, or has held for a while.
struct EventRecord {
  std::string name, cause;
  Condition condition;
  std::vector<Edits> actions;
  EventIndex after;              // armed once this one has fired; none: from the start
  std::optional<Slot> duration;  // [s]
  bool rearm;
  bool active;
  bool is_of_controller = false;  // it begins, or ends
};

/// A controller that is sampled; one with a condition is two events.
struct ControllerRecord {
  std::string name;
  Slot every;                                        // [s]
  Formula formula;                                   // its outputs; of a library, what that reads
  std::shared_ptr<const ControllerLibrary> library;  // or none
  std::vector<std::string> inputs, outputs;          // their names, for a library
  std::vector<Slot> held;                            // outputs, from sample to sample
  Edits edits;                                       // that set them
};

/// One number that a run ends with.
struct MeasureRecord {
  std::string name, unit;
  Take take;
  Formula of;
  std::optional<Condition> condition{};  // of ever and always, in place of `of`
  Condition kinks{};                     // of extremes and means: where signals take `of` over kinks (make_measure_kinks)
};

/// A table that a run should not leave, in one of the places that read it: it ends the run, or nobody said what it is to do
/// beyond.
struct TableRecord {
  std::string name, unit;  // the unit is that of its argument
  Outside outside = Outside::hold;
  double low = 0, high = 0;                     // of its arguments
  bool flat_below = false, flat_above = false;  // it is constant or zero at this end, and may well go on so
  bool of_time = false;                         // the argument is time itself
  Formula argument;
};

/// Place of an account among those of all mechanisms.
constexpr int account_place(int mechanism, Account account) { return account_count * mechanism + static_cast<int>(account); }

/// Where a run starts: coordinates of every joint, pose and velocity of every body that no joint hangs on the world.
struct Start {
  /// Directions whose value, whose rate the user gave: assembly leaves them as they are.
  struct Given {
    DirectionSet value, rate;
  };
  std::vector<JointCoordinates<double>> joints;
  std::vector<Given> given;          // by joint
  std::vector<Pose<double>> X_WB;    // used for floating bases only; velocity below likewise
  std::vector<Motion<double>> V_WB;  // v in world axes, w in body axes
  std::vector<bool> base_given;      // by body: place or velocity of a base was given
};

struct System {
  std::string name;
  NameTable names;                 // of all parts
  std::vector<BodyRecord> bodies;  // 0 is the world
  std::vector<PointRecord> points;
  std::vector<JointRecord> joints;
  std::vector<JointLaw> laws;
  std::vector<Driver> drivers;
  std::vector<ConstraintRecord> constraints;
  Slot3 gravity;
  ElementPools elements;
  ParticleRecord particles;
  std::vector<EventRecord> events;
  std::vector<ControllerRecord> controllers;  // that are sampled
  std::vector<std::string> stages;            // names, in the order of the file; 0 has none: before the first
  std::shared_ptr<const Model> settable{};    // the model, if events set numbers of it
  std::vector<Formula> user_signals;
  std::vector<MeasureRecord> measures;
  std::vector<TableRecord> tables;
  int frictions = 0, bristles = 0;  // laws with friction, and those of them with a state
  int soft_stops = 0;               // laws with stops that give way
  int driven_rates = 0;             // drivers by rate
  int multipliers = 0;              // rows of all constraints
  Formula living;                   // forces and efforts that change while a run goes on
  Formula driving;                  // of time: f, ḟ, f̈ of every driver
  Condition law_kinks;              // where signals take laws over kinks (make_law_kinks): steps end there
  TimeLaws time_laws;               // kinks and short features that time brings: steps take notice of them
  TimeLaws measured_times;          // kinks that time brings into what is measured: pieces end there
  Parameters<double> nominal;
  Start start;
  double length = 1;  // L: longest distance between two joints of a body [m]
  Mechanisms mechanisms;

  // Made once, in system.cpp: they are long, and most units have a system.
  System();
  System(const System&);
  System(System&&) noexcept;
  System& operator=(const System&);
  System& operator=(System&&) noexcept;
  ~System();

  int body_count() const { return static_cast<int>(bodies.size()); }
  int joint_count() const { return static_cast<int>(joints.size()); }
  const BodyRecord& body(BodyIndex b) const { return bodies[b.i]; }
  const JointRecord& joint(JointIndex j) const { return joints[j.i]; }
  int mechanism_of(JointIndex j) const { return mechanisms.of(joints[j.i].parent, joints[j.i].child); }
  /// Of an element, by the bodies that it pushes.
  template <class Kind>
  int mechanism_of(const Kind& element) const {
    if constexpr (Kind::pushed == 1)
      return mechanisms.of(element.bodies[0]);
    else
      return mechanisms.of(element.bodies[0], element.bodies[1]);
  }
  /// States: those of elements, then bristles of joints, then coordinates driven by their rate.
  int state_count() const { return elements.states + bristles + driven_rates; }
  int driven_place(int state) const { return elements.states + bristles + state; }
  int bristle_place(int bristle) const { return elements.states + bristle; }
};

/// Of all mechanisms.
inline std::size_t count_accounts(const System& system) {
  return static_cast<std::size_t>(account_count * system.mechanisms.count());
}

}  // namespace pintle
