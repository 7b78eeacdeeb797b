#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/record/observer.h"
#include "pintle/structure/plan.h"
#include "pintle/system/cases.h"

namespace pintle {

struct RunOptions {
  double until = 1;         // [s]
  double output_every = 0;  // [s]; 0: no rows but first, last and events
  std::string formulation = "auto", integrator = "auto", stabilization = "auto";
  IntegratorOptions integration{};
  int threads = 0;                  // at most, where they pay (Formulation::shared_from); 0: one for each processor
  std::string integrator_reason{};  // why this integrator, if `auto` weighed them
};
RunOptions make_run_options(const RunPart& run);
/// The same with what `auto` finds best for a system that has been assembled (choose.h).
RunOptions make_run_options(const RunPart& run, const System& system);

/// Simulations in double precision of one system, one case after the other: step, locate, change structure, observe. The loop
/// reads as prose; a batch of lanes has its own driver on the same kernels and integrators.
///
/// A run keeps a system of its own, in which it puts the numbers of the case at hand. Everything that they enter is brought up to
/// date in place: a case has the bits of a run that was made for it alone, and takes no memory after the first, but for what
/// closes loops (plans, kernels and assembly of such structures are made anew), what searches roots of functions of time, and
/// the table of loads, if the observer wants it.
class Run {
 public:
  Run(const System& system, RunOptions options);
  /// With plans that other runs of the same model share, on other threads perhaps.
  Run(const System& system, RunOptions options, std::shared_ptr<PlanCache> plans);
  ~Run();

  /// From the system's start to `until`, as often as one likes. What happens after the clock started is a result and not
  /// an exception; only what the observer's start() and finish() throw passes through.
  RunSummary go(Observer& observer);
  /// The same of a case of the system (system/cases.h), which is assembled first. Throws Error, before the clock starts, if it
  /// cannot be. The summary is good until the next go.
  const RunSummary& go(const Case& numbers, Observer& observer);
  /// Goes on from where a run of the same system was kept, with the options that it had but for a later `until`: to the same bits
  /// as if it had not been interrupted. `memory` is what Observer::keep() was given. Throws Error if it does not fit.
  RunSummary resume(std::string_view memory, Observer& observer);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace pintle
