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
  int of_particles = 0;              // that particles bring (structure/riding.h)
  State<double> entered;             // what enter() was given
  bool warm = false;                 // has made a step, and should take no more memory
  bool used = true;                  // in the present case
  bool stale = false;                // numbers have changed since the kernel read them
  long asked = 0;                    // when somebody wanted it last, counted
  long reassembled_before = 0;       // by the kernel, in other cases

  /// The state becomes that of the engine.
  void enter(const Parameters<double>& p, const State<double>& state);
  /// Where it is in the structure that was entered: after enter() of the same state it is the same engine to the bit.
  void archive(Archive& archive);
};

/// The engines of a run, one per structure. A structure that comes back finds its own, in another case too: it makes no plan and
/// takes no memory. Of more than `most` structures those that were not wanted for longest are given up, and made anew should
/// they come back.
class Engines {
 public:
  static constexpr std::size_t most = 64;

  Engines(const System& system, const Parameters<double>& p, const Formulation& formulation, const IntegratorKind& kind,
          const IntegratorOptions& options, Stabilization stabilization, std::shared_ptr<PlanCache> plans, Team& team);

  /// Another case begins: all engines will be as if they had been made anew. Those with loops are.
  void restart();
  /// Numbers were written: every kernel reads them again before it is used again.
  void forget_numbers();
  /// Throws Error if the formulation cannot run the structure. References stay good until `most` other structures were wanted.
  Engine& engine_for(const Structure& structure);

  int plans() const { return plans_used_; }  // that the present case has used; one that was given up counts again
  IntegratorCounters counters() const;       // of all integrators together
  long reassembled() const;                  // by all kernels (Kernel::reassembled)
  PartitionCounts partition_counts() const;  // of all kernels together
  /// Which structures are known, and counts; engines are made when they come back, and not counted twice.
  void archive(Archive& archive);

 private:
  Engine make(const Structure& structure) const;
  void wake(Engine& engine);
  void give_up_oldest();

  const System& system_;
  const Parameters<double>& p_;
  const Formulation& formulation_;
  const IntegratorKind& kind_;
  IntegratorOptions options_;
  Stabilization stabilization_;
  std::shared_ptr<PlanCache> plans_;
  Team& team_;
  std::map<Structure, Engine> engines_;
  int plans_used_ = 0;
  long asked_ = 0;
  IntegratorCounters past_;  // of engines that were given up, and of those before a resumption
  long past_reassembled_ = 0;
  PartitionCounts past_partition_;
};

}  // namespace pintle
