#include "pintle/simulate/run.h"

#include "pintle/base/check.h"
#include "pintle/base/error.h"
#include "pintle/base/team.h"
#include "pintle/simulate/check_start.h"
#include "pintle/simulate/check_unique.h"
#include "pintle/simulate/choose.h"
#include "pintle/simulate/flight.h"
#include "pintle/simulate/set_numbers.h"
#include "pintle/structure/riding.h"

namespace pintle {

RunOptions make_run_options(const RunPart& run) {
  RunOptions options;
  options.until = run.until;
  options.output_every = run.output_every.value_or(run.until / 500);
  options.formulation = run.formulation;
  options.integrator = run.integrator;
  options.stabilization = run.stabilization;
  options.threads = run.threads.value_or(0);
  const IntegratorKind* const kind = find_integrator(run.integrator);
  const double atol = kind && kind->atol_is_rtol ? run.rtol : 0;
  options.integration = {run.rtol, run.atol.value_or(atol), run.dt.value_or(0), run.max_step.value_or(0)};
  return options;
}

RunOptions make_run_options(const RunPart& run, const System& system) {
  RunOptions options = make_run_options(run);
  if (run.integrator != "auto") return options;
  const bool is_asked = run.asks_for_tolerance();
  const IntegratorChoice choice = weigh_integrators(system, run.formulation, is_asked, run.until);
  if (!is_asked) options.integration.rtol = choice.kind->rtol;
  if (choice.kind->atol_is_rtol) options.integration.atol = options.integration.rtol;
  options.integrator = choice.kind->name;
  options.integrator_reason = choice.reason;
  return options;
}

struct Run::Work {
  System system;  // with the numbers of the case at hand
  RunOptions options;
  const Structure structure;
  Choice choice;
  const IntegratorKind& integrator;
  Stabilization stabilization;
  std::shared_ptr<PlanCache> plans;
  StartMaker starts;
  const Case given;  // the system's own numbers
  std::unique_ptr<Team> team{};
  std::unique_ptr<Engines> engines{};
  std::unique_ptr<Flight> flight{};
  std::vector<double> inputs{};  // of the case at hand
  bool own = true;               // the numbers at hand are those that were given
  bool fresh = true;             // nobody has flown with them

  Work(const System& given_system, RunOptions run_options, std::shared_ptr<PlanCache> shared)
      : system(given_system),
        options(std::move(run_options)),
        structure(make_structure(system)),
        choice(choose_formulation(system, structure, options.formulation)),
        integrator(choose_integrator(options.integrator)),
        stabilization(choose_stabilization(options.stabilization)),
        plans(std::move(shared)),
        starts(system, structure),
        given(make_case(system)) {
    check_absent(system, structure);
    check_unique(system, structure);
    check_settings(system);
    make_engines();
    starts.make(system.nominal);
    check();
  }

  void make_engines() {
    flight.reset();
    const int threads = choose_threads(*choice.formulation, system, options.threads);
    if (!team || team->size() != threads) {
      engines.reset();
      team = std::make_unique<Team>(threads);
    }
    engines = std::make_unique<Engines>(system, system.nominal, *choice.formulation, integrator, options.integration,
                                        stabilization, plans, *team);
  }
  void check() {
    engines->engine_for(structure);
    if (starts.closes()) check_start(system, system.nominal, *engines);
    fresh = true;
  }

  void take(const Case& numbers) {
    own = false;
    inputs = numbers.inputs;
    put_case(numbers, system);
    assemble(system, starts);
    engines->restart();
    if (starts.closes()) choose_again();
    check();
  }
  /// Of loops, numbers have a say in which formulation can run them, and in what is unique.
  void choose_again() {
    const Formulation* const before = choice.formulation;
    choice = choose_formulation(system, structure, options.formulation);
    check_unique(system, structure);
    if (choice.formulation != before) make_engines();
  }
  void take_own() {
    if (own && fresh) return;
    put_case(given, system);  // events may have written numbers
    inputs.clear();
    own = true;
    starts.make(system.nominal);
    engines->restart();
  }

  void start(Observer& observer) {
    observer.start(system, system.nominal);
    prepare(observer);
  }
  void prepare(Observer& observer) {
    fresh = false;
    if (!flight) flight = std::make_unique<Flight>(system, system.nominal, options, *engines, starts);
    flight->take_inputs(inputs);
    flight->restart(observer);
  }
  /// Numbers first: who reads them at a restart finds those that the run had.
  void load(std::string_view memory, Observer& observer) {
    try {
      Archive archive(memory);
      observer.start(system, system.nominal);
      archive("numbers", system.nominal.value);
      observer.take_numbers(system.nominal);
      prepare(observer);
      flight->archive(archive);
      archive.finish();
    } catch (const Error& why) {
      throw Error(std::string("--resume: the checkpoint does not fit: ") + why.what());
    }
  }

  const RunSummary& go(Observer& observer) {
    try {
      flight->go();
    } catch (const InternalError&) {
      throw;
    } catch (const std::exception& reason) {
      flight->fail(reason.what());
    }
    RunSummary& summary = flight->update_summary();
    summary.formulation = choice.formulation->name;
    summary.choice = choice.reason;
    summary.integrator = integrator.name;
    summary.integrator_choice = options.integrator_reason;
    summary.rtol = options.integration.rtol;
    summary.stabilization = name_of(stabilization);
    observer.finish(summary);
    return summary;
  }
};

/// All that can be wrong with the options is found here, before anything is written.
Run::Run(const System& system, RunOptions options) : Run(system, std::move(options), std::make_shared<PlanCache>()) {}

Run::Run(const System& system, RunOptions options, std::shared_ptr<PlanCache> plans)
    : work_(std::make_unique<Work>(system, std::move(options), std::move(plans))) {}

Run::~Run() = default;

RunSummary Run::go(Observer& observer) {
  work_->take_own();
  work_->start(observer);
  return work_->go(observer);
}

RunSummary Run::resume(std::string_view memory, Observer& observer) {
  work_->take_own();
  work_->load(memory, observer);
  return work_->go(observer);
}

const RunSummary& Run::go(const Case& numbers, Observer& observer) {
  work_->take(numbers);
  work_->start(observer);
  return work_->go(observer);
}

/// Step, locate, change structure, observe.
void Flight::go() {
  if (!begun_) begin();  // else it is resumed
  while (is_live()) {
    Step<double> step = advance();
    if (any(step.failed)) return fail({});
    std::optional<Hit> hit = find_hit(step);  // conditions at the step's end, then on its interpolant
    step_to_kink(step, hit);                  // a law's kink lies at a step's end
    if (any(step.failed)) return fail({});
    const double end = hit ? hit->t : step.end;
    write_rows(end, hit);                                  // of the grid, on the interpolant
    watch_singular(step.start, end);                       // configurations that the mechanism comes beside
    find_peaks(step.start, end);                           // of loads and measures, on the interpolant
    if (!commit(end, hit && hit->bends)) return fail({});  // y and accounts; the kernel's accept()
    const Instant now = observe();                         // energy and what is asked for: once per accepted step
    const auto fired = conditions_.fire(now, hit);
    change_structure(fired, conditions_.asking_stops(hit));  // store → edit bits → kernel → jump → load → restart → log
    sample();                                                // controllers that are due
    write_due_row();
  }
}

}  // namespace pintle
