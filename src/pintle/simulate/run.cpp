#include "pintle/simulate/run.h"

#include "pintle/base/check.h"
#include "pintle/simulate/check_start.h"
#include "pintle/simulate/check_unique.h"
#include "pintle/simulate/choose.h"
#include "pintle/simulate/flight.h"

namespace pintle {

RunOptions make_run_options(const RunPart& run) {
  RunOptions options;
  options.until = run.until;
  options.output_every = run.output_every.value_or(run.until / 500);
  options.formulation = run.formulation;
  options.integrator = run.integrator;
  options.stabilization = run.stabilization;
  options.integration = {run.rtol, run.atol.value_or(0), run.dt.value_or(0), run.max_step.value_or(0)};
  return options;
}

struct Run::Work {
  const System& system;
  RunOptions options;
  Parameters<double> p;
  Choice choice;
  const IntegratorKind& integrator;
  Stabilization stabilization;
  std::unique_ptr<Engines> engines;  // of the next go

  std::unique_ptr<Engines> make_engines() const {
    auto made = std::make_unique<Engines>(system, p, *choice.formulation, integrator, options.integration, stabilization);
    made->engine_for(make_structure(system));
    return made;
  }
};

/// All that can be wrong with the options is found here, before anything is written.
Run::Run(const System& system, RunOptions options) {
  const Choice choice = choose_formulation(system, make_structure(system), options.formulation);
  const IntegratorKind& integrator = choose_integrator(options.integrator);
  const Stabilization stabilization = choose_stabilization(options.stabilization);
  check_unique(system, make_structure(system));
  work_ = std::make_unique<Work>(Work{system, std::move(options), system.nominal, choice, integrator, stabilization, nullptr});
  work_->engines = work_->make_engines();
  check_start(system, work_->p, *work_->engines);
}

Run::~Run() = default;

RunSummary Run::go(Observer& observer) {
  const std::unique_ptr<Engines> engines = work_->engines ? std::move(work_->engines) : work_->make_engines();
  observer.start(work_->system, work_->p);
  Flight flight(work_->system, work_->p, work_->options, *engines, observer);
  try {
    flight.go();
  } catch (const InternalError&) {
    throw;
  } catch (const std::exception& reason) {
    flight.fail(reason.what());
  }
  RunSummary summary = flight.make_summary();
  summary.formulation = work_->choice.formulation->name;
  summary.choice = work_->choice.reason;
  summary.integrator = work_->integrator.name;
  summary.stabilization = name_of(work_->stabilization);
  observer.finish(summary);
  return summary;
}

/// Step, locate, change structure, observe.
void Flight::go() {
  begin();
  while (is_live()) {
    Step<double> step = advance();
    if (any(step.failed)) return fail({});
    std::optional<Hit> hit = find_hit(step);  // conditions at the step's end, then on its interpolant
    step_to_kink(step, hit);                  // a law's kink lies at a step's end
    if (any(step.failed)) return fail({});
    const double end = hit ? hit->t : step.end;
    write_rows(end, hit);                                  // of the grid, on the interpolant
    find_peaks(step.start, end);                           // of loads and measures, on the interpolant
    if (!commit(end, hit && hit->bends)) return fail({});  // y and accounts; the kernel's accept()
    const Instant now = observe();                         // energy and what is asked for: once per accepted step
    const auto fired = conditions_.fire(now, hit);
    obey_stops(conditions_.stops_at(hit));  // rebound, come to rest, let go
    change_structure(fired);                // store → edit bits → kernel → jump → load → restart → log
    write_due_row();
  }
}

}  // namespace pintle
