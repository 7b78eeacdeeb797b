#include "pintle/simulate/run.h"

#include "pintle/base/check.h"
#include "pintle/simulate/flight.h"

namespace pintle {

RunOptions make_run_options(const RunPart& run) {
  RunOptions options;
  options.until = run.until;
  options.output_every = run.output_every.value_or(run.until / 500);
  options.formulation = run.formulation;
  options.integrator = run.integrator;
  options.integration = {run.rtol, run.atol.value_or(0), run.dt.value_or(0), run.max_step.value_or(0)};
  return options;
}

struct Run::Work {
  const System& system;
  RunOptions options;
  Parameters<double> p;
  Choice choice;
  const IntegratorKind& integrator;
};

Run::Run(const System& system, RunOptions options) {
  const Choice choice = choose_formulation(system, make_structure(system), options.formulation);
  const IntegratorKind& integrator = choose_integrator(options.integrator);
  work_ = std::make_unique<Work>(Work{system, std::move(options), system.nominal, choice, integrator});
}

Run::~Run() = default;

RunSummary Run::go(Observer& observer) {
  Flight flight(work_->system, work_->p, work_->options, work_->choice, work_->integrator, observer);
  observer.start(work_->system, work_->p);
  try {
    flight.go();
  } catch (const InternalError&) {
    throw;
  } catch (const std::exception& reason) {
    flight.fail(reason.what());
  }
  RunSummary summary = flight.make_summary();
  observer.finish(summary);
  return summary;
}

/// Step, locate, change structure, observe.
void Flight::go() {
  begin();
  while (is_live()) {
    const Step<double> step = advance();
    if (any(step.failed)) return fail({});
    const std::optional<Hit> hit = find_hit(step);          // conditions at the step's end, then on its interpolant
    write_rows(hit ? hit->t : step.end, hit);               // of the grid, on the interpolant
    if (!commit(hit ? hit->t : step.end)) return fail({});  // y and accounts; the kernel's accept()
    const Instant now = observe();                          // loads, energy, measures: once per accepted step
    const auto fired = conditions_.fire(now, hit);
    if (!fired.empty()) change_structure(fired);  // store → edit bits → kernel → jump → load → restart → log
    write_due_row();
  }
}

}  // namespace pintle
