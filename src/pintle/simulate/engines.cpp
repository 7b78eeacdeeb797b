#include "pintle/simulate/engines.h"

#include "pintle/base/error.h"

namespace pintle {

Engines::Engines(const System& system, const Parameters<double>& p, const Formulation& formulation, const IntegratorKind& kind,
                 const IntegratorOptions& options)
    : system_(system), p_(p), formulation_(formulation), kind_(kind), options_(options), plans_(system) {}

Engine& Engines::engine_for(const Structure& structure) {
  const auto found = engines_.find(structure);
  if (found != engines_.end()) return found->second;
  Engine engine;
  engine.plan = plans_.plan_for(structure, formulation_.family);
  if (const auto reason = formulation_.why_not(system_, *engine.plan))
    throw Error(std::string(formulation_.name) + " cannot run the structure: " + *reason);
  engine.kernel = formulation_.make(system_, engine.plan, p_);
  engine.integrator = kind_.make(*engine.kernel, options_);
  engine.y.assign(engine.kernel->size(), 0.0);
  engine.y_inside = engine.y;
  engine.account.assign(engine.kernel->accounts(), 0.0);
  return engines_.emplace(structure, std::move(engine)).first->second;
}

IntegratorCounters Engines::counters() const {
  IntegratorCounters sum;
  for (const auto& [structure, engine] : engines_) {
    const IntegratorCounters& one = engine.integrator->counters();
    sum.steps += one.steps;
    sum.rejected += one.rejected;
    sum.evaluations += one.evaluations;
  }
  return sum;
}

}  // namespace pintle
