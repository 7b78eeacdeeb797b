#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "pintle/record/observer.h"

namespace pintle {

/// From now on Ctrl-C (or SIGTERM) asks the run to end, and a second one ends the program at once.
void catch_interrupts();
bool is_interrupted();

/// Passes all on to the recorder, and adds what belongs to a terminal: a line of progress on standard error once the
/// run takes longer than a second, and Ctrl-C.
class Watch : public Observer {
 public:
  Watch(Observer& inner, double until, bool show_progress);

  Needs step_needs() const override { return inner_.step_needs(); }
  Needs row_needs() const override { return inner_.row_needs(); }
  bool wants_peaks() const override { return inner_.wants_peaks(); }
  void start(const System& system, const Parameters<double>& p) override { inner_.start(system, p); }
  void take_numbers(const Parameters<double>& p) override { inner_.take_numbers(p); }
  void observe(const Instant& instant) override;
  void row(const Instant& instant) override { inner_.row(instant); }
  void sample(const Instant& instant) override { inner_.sample(instant); }
  void event(const EventLog& log) override { inner_.event(log); }
  void finish(const RunSummary& summary) override;
  bool wants_stop() override { return is_interrupted() || inner_.wants_stop(); }
  /// Ctrl-C leaves one, whatever was asked for.
  bool wants_checkpoint(double t, bool last) override { return inner_.wants_checkpoint(t, last) || (last && is_interrupted()); }
  void keep(double t, const std::string& memory) override { inner_.keep(t, memory); }
  void archive(Archive& archive) override { inner_.archive(archive); }

 private:
  using Clock = std::chrono::steady_clock;
  void show(double t, Clock::time_point now);

  Observer& inner_;
  double until_, from_ = -1;  // [s] of the run; where it began, or went on
  bool on_terminal_, shown_ = false;
  Clock::time_point started_, next_;
};

/// A line on standard error, on a terminal, while something that cannot say how far it is takes longer than a second.
class Waiting {
 public:
  Waiting(std::string what, bool show);
  ~Waiting();

 private:
  void tick(const std::stop_token& done);

  std::string what_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace pintle
