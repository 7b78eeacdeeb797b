#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/closure/statics.h"
#include "pintle/record/load_table.h"
#include "pintle/views/instant.h"
#include "pintle/views/partition_counts.h"

/// What there is to say of a run when it is over.
namespace pintle {

enum class Status { completed, stopped, failed, interrupted };
std::string_view name_of(Status status);

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

/// From when to when loads are left out of the peaks: the motion is beside a singular configuration there [s].
struct LoadsLeftOut {
  double from, to;
};

/// What closes loops and constrains bodies, and how well it decided the motion.
struct ClosureSummary {
  bool any = false;             // there were rows besides those of a tree
  int rows = 0, redundant = 0;  // of all joints and constraints, in the structure that was entered last
  double worst_condition = 1, worst_time = 0;
  std::vector<SingularPassage> singular;  // the first hundred
  long singular_count = 0;
  std::vector<LoadsLeftOut> left_out;  // the first hundred
  long left_out_count = 0;
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

  /// Nothing has happened yet. Lists keep their memory; what is told anew where a run ends stays until then.
  void clear();
};

/// How far the energy balance vouches for a run. A sum that balances is no more than fair where an account or a joint drowns in it.
enum class Trust { good, fair, poor };
inline constexpr double good_balance = 1e-6, fair_balance = 1e-3;
Trust judge_balance(const RunSummary& summary);
std::string_view name_of(Trust trust);

}  // namespace pintle
