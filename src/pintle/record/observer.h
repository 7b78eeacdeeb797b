#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/closure/statics.h"
#include "pintle/record/load_table.h"
#include "pintle/views/instant.h"
#include "pintle/views/partition_counts.h"

namespace pintle {

enum class Status { completed, stopped, failed, interrupted };
std::string_view name_of(Status status);

/// One event, as logged. Events of one instant share one change: the same jump, the same two sides.
struct EventLog {
  double time = 0;
  std::string event, cause;
  std::vector<std::string> actions;
  int freedoms_before = 0, freedoms_after = 0;
  double kinetic_before = 0, kinetic_after = 0;
  Momentum momentum_before, momentum_after;
  JumpRecord<double> jump;
  Uniqueness uniqueness;         // of its impulses; empty lists: all are unique
  std::vector<Impulse> applied;  // from outside
  State<double> before, after;
  Structure structure;  // after it
};

struct Counters {
  long steps = 0, rejected = 0, evaluations = 0, events = 0, plans = 0;
  long allocations = 0;  // in steps after the first of each structure; −1: not counted (simulate/allocations.h)
  long reassembled = 0;  // parts of the equations that changes of structure made anew (Kernel::reassembled)
};

/// One of the model's measures.
struct MeasureValue {
  std::string name, unit;  // SI
  double value = 0;
  bool is_logic = false;  // 1 is true, 0 false
};

/// A singular configuration on the way: rows that were independent become dependent, the motion goes on by its momentum.
struct SingularPassage {
  double time;       // [s]
  double condition;  // at the accepted step next to it
};

/// What closes loops and constrains bodies, and how well it decided the motion.
struct ClosureSummary {
  bool any = false;             // there were rows besides those of a tree
  int rows = 0, redundant = 0;  // of all joints and constraints, in the structure that was entered last
  double worst_condition = 1, worst_time = 0;
  std::vector<SingularPassage> singular;  // the first hundred
  long singular_count = 0;
};

/// A table that holds its first or last value beyond its points, though nobody said so.
struct TableLeft {
  std::string name, unit;
  bool below;    // its first point; else above its last
  double end;    // where that is, in `unit`
  double time;   // of the accepted step that found it left [s]
  bool of_time;  // the argument is time itself
};

/// How far a body got from its start, and how fast: what its errors are measured against.
struct BodyReach {
  double travel = 0, turn = 0;  // [m], [rad]
  double speed = 0, spin = 0;   // largest [m/s], [rad/s]
};

/// The work of an account that the energy balance cannot vouch for (simulate/books.h).
struct VagueAccount {
  std::string name;  // "damping", "applied", "contact"
  double work;       // to and fro [J]
  double error;      // what is missing, of that
};

/// A joint whose motion is too small beside that of its bodies to be resolved (simulate/faint_watch.h).
struct FaintJoint {
  std::string name, unit;  // "m", "rad"
  double moved, bodies;    // half of its range; how far its bodies got
  double rounded = 0;      // 0, or the size whose rounding is as good as known of it, whatever the tolerance
};

/// How a run ended. What was computed up to then is good.
struct RunSummary {
  Status status = Status::completed;
  double time = 0;      // [s]
  std::string message;  // why it failed or stopped
  std::string formulation, integrator;
  std::string choice;             // why this formulation, if `auto` picked it
  std::string integrator_choice;  // why this integrator, if `auto` weighed them
  double rtol = 0;                // of the integrator
  Counters counters;
  PartitionCounts partition;  // of a formulation that integrates a part of the coordinates
  double wall_seconds = 0;
  double energy_initial = 0, energy_final = 0, dissipated = 0;
  double balance_error = 0, drift_error = 0;  // simulate/books.h
  std::vector<VagueAccount> vague_accounts;   // none: the balance vouches for all of them
  double ground_made = 0;  // [J] 0: the ground, which only takes, has given nothing back that would count (simulate/books.h)
  std::vector<FaintJoint> faint_joints;
  Ledger accounts;              // at the end
  ConstraintError constraints;  // the largest along the run
  std::string stabilization;    // of constraints: off, baumgarte, projection
  ClosureSummary closure;
  Uniqueness uniqueness;           // of loads, in all structures that were met; empty lists: all are unique
  std::optional<LoadTable> loads;  // if the observer wants them
  std::vector<MeasureValue> measures;
  std::vector<TableLeft> tables;           // that were left
  std::vector<std::string> silent_events;  // armed or asleep to the end: they never fired
  std::vector<BodyReach> reach;            // by body
  State<double> final;
};

/// Watches a run. `needs` says what is to be computed for observe(); nothing else is.
class Observer {
 public:
  virtual ~Observer() = default;

  /// What observe() reads of a view, once per accepted step; what row() reads, once per grid time.
  virtual Needs step_needs() const { return {}; }
  virtual Needs row_needs() const { return {}; }
  /// True: peaks of loads are located, and RunSummary::loads tells them.
  virtual bool wants_peaks() const { return false; }
  virtual void start(const System& /*system*/, const Parameters<double>& /*p*/) {}
  /// Numbers are others from now on: an event has written some, or a run is resumed where one had.
  virtual void take_numbers(const Parameters<double>& /*p*/) {}
  /// At the start, once per accepted step, and on both sides of an event. Times do not decrease.
  virtual void observe(const Instant& /*instant*/) {}
  /// Once per grid time (on the interpolant) and on both sides of an event.
  virtual void row(const Instant& /*instant*/) {}
  /// Where peaks are wanted: at the end of every step, before its state is projected, with the loads there. Comes between the
  /// rows of the step and its observe().
  virtual void sample(const Instant& /*instant*/) {}
  /// Between its two sides.
  virtual void event(const EventLog& /*log*/) {}
  /// Last, however the run ended; never called if start() was not.
  virtual void finish(const RunSummary& /*summary*/) {}
  /// True ends the run with status `interrupted`.
  virtual bool wants_stop() { return false; }

  /// Asked after every step, `last` where no other follows: true if the run is to be kept as it is there.
  virtual bool wants_checkpoint(double /*t*/, bool /*last*/) { return false; }
  /// All that a run remembers at t, what its observer archives among it: Run::resume() goes on from there.
  virtual void keep(double /*t*/, const std::string& /*memory*/) {}
  virtual void archive(Archive& /*archive*/) {}
};

}  // namespace pintle
