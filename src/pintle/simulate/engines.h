#pragma once
#include <map>
#include <memory>
#include <vector>

#include "pintle/closure/statics.h"
#include "pintle/formulations/kernel.h"
#include "pintle/integrators/integrator.h"
#include "pintle/structure/plan.h"

namespace pintle {

/// What drives a run through one structure: plan, kernel, integrator, and the y that both work on.
struct Engine {
  std::shared_ptr<const Plan> plan;
  std::unique_ptr<Kernel<double>> kernel;
  std::unique_ptr<Integrator<double>> integrator;
  std::vector<double> y, y_inside;   // at the step's end; on its interpolant
  std::vector<double> account;       // integral of each power since the step's start [J]
  std::unique_ptr<Statics> statics;  // where rows close loops
  int freedoms = 0;                  // of the structure, as it was entered
  bool warm = false;                 // has made a step, and should take no more memory
  bool used = true;                  // in the present case
  bool stale = false;                // numbers have changed since the kernel read them

  /// The state becomes that of the engine.
  void enter(const Parameters<double>& p, const State<double>& state);
};

/// The engines of a run, one per structure. A structure that comes back finds its own, in another case too.
class Engines {
 public:
  Engines(const System& system, const Parameters<double>& p, const Formulation& formulation, const IntegratorKind& kind,
          const IntegratorOptions& options, Stabilization stabilization, std::shared_ptr<PlanCache> plans);

  /// Another case begins: all engines will be as if they had been made anew. Those with loops are.
  void restart();
  /// Numbers were written: every kernel reads them again before it is used again.
  void forget_numbers();
  /// Throws Error if the formulation cannot run the structure. References stay good.
  Engine& engine_for(const Structure& structure);

  int plans() const;                    // that the present case has used
  IntegratorCounters counters() const;  // of all integrators together

 private:
  const System& system_;
  const Parameters<double>& p_;
  const Formulation& formulation_;
  const IntegratorKind& kind_;
  IntegratorOptions options_;
  Stabilization stabilization_;
  std::shared_ptr<PlanCache> plans_;
  std::map<Structure, Engine> engines_;
};

}  // namespace pintle
