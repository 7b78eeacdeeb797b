#pragma once
#include <functional>
#include <memory>
#include <string>

#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/record/observer.h"
#include "pintle/structure/plan.h"

namespace pintle {

struct RunOptions {
  double until = 1;         // [s]
  double output_every = 0;  // [s]; 0: no rows but first, last and events
  std::string formulation = "auto", integrator = "auto", stabilization = "auto";
  IntegratorOptions integration{};
};
RunOptions make_run_options(const RunPart& run);

/// One simulation in double precision: step, locate, change structure, observe. The loop reads as prose; a batch of
/// lanes has its own driver on the same kernels and integrators.
class Run {
 public:
  Run(const System& system, RunOptions options);
  ~Run();

  /// From the model's start to `until`, as often as one likes. What happens after the clock started is a result and not
  /// an exception; only what the observer's start() and finish() throw passes through.
  RunSummary go(Observer& observer);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace pintle
