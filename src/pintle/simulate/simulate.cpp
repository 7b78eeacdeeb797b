#include "pintle/simulate/simulate.h"

#include <algorithm>
#include <limits>

#include "pintle/base/error.h"
#include "pintle/closure/assemble.h"
#include "pintle/record/recorder.h"
#include "pintle/system/make_system.h"

namespace pintle {
namespace {

class MemoryRecorder : public Observer {
 public:
  MemoryRecorder(const System& system, Simulation& out) : system_(system), out_(out) {
    for (const Signal& signal : out.signals) needs_ = needs_ | needs_of(system, signal);
    out.values.resize(out.signals.size());
  }

  Needs row_needs() const override { return needs_; }
  void start(const System& /*system*/, const Parameters<double>& p) override { p_ = p; }
  void take_numbers(const Parameters<double>& p) override { p_ = p; }
  void row(const Instant& instant) override {
    out_.time.push_back(instant.view.state.t);
    for (std::size_t i = 0; i < out_.signals.size(); ++i)
      out_.values[i].push_back(calc_signal(system_, p_, out_.signals[i], instant));
  }
  void event(const EventLog& log) override { out_.events.push_back(log); }

 private:
  const System& system_;
  Simulation& out_;
  Parameters<double> p_;
  Needs needs_;
};

}  // namespace

const std::vector<double>& Simulation::series(std::string_view signal) const {
  const auto found = std::ranges::find(signals, signal, &Signal::name);
  if (found == signals.end()) throw Error(std::string(signal), "was not asked for; name it in the call of simulate()");
  return values[found - signals.begin()];
}

double Simulation::final(std::string_view signal) const {
  const std::vector<double>& all = series(signal);
  return all.empty() ? std::numeric_limits<double>::quiet_NaN() : all.back();
}

Simulation simulate(const Model& model, const std::vector<std::string>& signals) {
  System system = make_system(model);
  assemble(system);
  Simulation out;
  out.signals = find_recorded_signals(system, signals);
  MemoryRecorder recorder(system, out);
  out.summary = Run(system, make_run_options(model.run)).go(recorder);
  return out;
}

}  // namespace pintle
