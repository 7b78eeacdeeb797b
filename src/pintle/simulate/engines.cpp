#include "pintle/simulate/engines.h"

#include <algorithm>

#include "pintle/base/error.h"

namespace pintle {

Engines::Engines(const System& system, const Parameters<double>& p, const Formulation& formulation, const IntegratorKind& kind,
                 const IntegratorOptions& options, Stabilization stabilization, std::shared_ptr<PlanCache> plans)
    : system_(system),
      p_(p),
      formulation_(formulation),
      kind_(kind),
      options_(options),
      stabilization_(stabilization),
      plans_(std::move(plans)) {}

void Engines::restart() {
  std::erase_if(engines_, [](const auto& entry) { return !entry.second.plan->closings.empty(); });
  for (auto& [structure, engine] : engines_) engine.used = false;
}

void Engines::forget_numbers() {
  for (auto& [structure, engine] : engines_) engine.stale = true;
}

void Engine::enter(const Parameters<double>& p, const State<double>& state) {
  kernel->load(state, y);
  freedoms = plan->freedoms;
  if (!statics) return;
  statics->update(p, state);
  freedoms = statics->freedoms();
}

Engine& Engines::engine_for(const Structure& structure) {
  const auto found = engines_.find(structure);
  if (found != engines_.end()) {
    Engine& known = found->second;
    if (known.used && !known.stale) return known;
    known.kernel->update_parameters();
    known.stale = false;
    if (known.used) return known;
    known.integrator->reset(*known.kernel);
    std::ranges::fill(known.account, 0.0);
    known.used = true;
    return known;
  }
  Engine engine;
  engine.plan = plans_->plan_for(system_, structure, formulation_.family);
  if (const auto reason = formulation_.why_not(system_, *engine.plan))
    throw Error(std::string(formulation_.name) + " cannot run the structure: " + *reason);
  engine.kernel = formulation_.make(system_, engine.plan, p_);
  engine.kernel->set_stabilization(stabilization_);
  if (!engine.plan->closings.empty()) engine.statics = std::make_unique<Statics>(system_, structure);
  engine.integrator = kind_.make(*engine.kernel, options_);
  engine.y.assign(engine.kernel->size(), 0.0);
  engine.y_inside = engine.y;
  engine.account.assign(engine.kernel->accounts(), 0.0);
  return engines_.emplace(structure, std::move(engine)).first->second;
}

int Engines::plans() const {
  return static_cast<int>(std::ranges::count_if(engines_, [](const auto& entry) { return entry.second.used; }));
}

IntegratorCounters Engines::counters() const {
  IntegratorCounters sum;
  for (const auto& [structure, engine] : engines_) {
    if (!engine.used) continue;
    const IntegratorCounters& one = engine.integrator->counters();
    sum.steps += one.steps;
    sum.rejected += one.rejected;
    sum.evaluations += one.evaluations;
  }
  return sum;
}

}  // namespace pintle
