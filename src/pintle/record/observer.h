#pragma once
#include <string>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/closure/statics.h"
#include "pintle/record/run_summary.h"
#include "pintle/views/instant.h"

namespace pintle {

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

/// Watches a run. step_needs() and row_needs() say what is to be computed for observe() and row(); nothing else is.
class Observer {
 public:
  virtual ~Observer() = default;

  /// What observe() reads of a view, once per accepted step; what row() reads, once per grid time.
  virtual Needs step_needs() const { return {}; }
  virtual Needs row_needs() const { return {}; }
  /// True: peaks of loads are located, and RunSummary::loads tells them.
  virtual bool wants_peaks() const { return false; }
  virtual void start(const System& /*system*/, const Parameters<double>& /*p*/) {}
  /// Numbers have changed: an event has written some, or a run is resumed where one had.
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
