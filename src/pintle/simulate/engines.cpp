#include "pintle/simulate/engines.h"

#include <algorithm>

#include "pintle/base/error.h"
#include "pintle/structure/riding.h"

namespace pintle {
namespace {

void add(const IntegratorCounters& one, IntegratorCounters& sum) {
  sum.steps += one.steps;
  sum.rejected += one.rejected;
  sum.evaluations += one.evaluations;
}

/// A structure that was met, and when it was wanted last.
struct Known {
  Structure structure;
  long asked = 0;
};

}  // namespace

Engines::Engines(const System& system, const Parameters<double>& p, const Formulation& formulation, const IntegratorKind& kind,
                 const IntegratorOptions& options, Stabilization stabilization, std::shared_ptr<PlanCache> plans, Team& team)
    : system_(system),
      p_(p),
      formulation_(formulation),
      kind_(kind),
      options_(options),
      stabilization_(stabilization),
      plans_(std::move(plans)),
      team_(team) {}

void Engines::restart() {
  std::erase_if(engines_, [](const auto& entry) { return !entry.second.plan || !entry.second.plan->closings.empty(); });
  for (auto& [structure, engine] : engines_) engine.used = false;
  plans_used_ = 0;
  past_ = {};
  past_reassembled_ = 0;
  past_partition_ = {};
}

void Engines::forget_numbers() {
  for (auto& [structure, engine] : engines_) engine.stale = true;
}

void Engine::enter(const Parameters<double>& p, const State<double>& state) {
  entered = state;
  kernel->load(state, y);
  freedoms = plan->freedoms + of_particles;
  if (!statics) return;
  statics->update(p, state);
  freedoms = statics->freedoms() + of_particles;
}

void Engine::archive(Archive& archive) {
  archive("engine", y, account);
  kernel->archive(archive);
  integrator->archive(archive, *kernel);
}

Engine& Engines::engine_for(const Structure& structure) {
  auto found = engines_.find(structure);
  if (found == engines_.end()) {
    Engine engine = make(structure);
    if (engines_.size() >= most) give_up_oldest();
    found = engines_.emplace(structure, std::move(engine)).first;
    ++plans_used_;
  }
  Engine& engine = found->second;
  if (!engine.kernel) engine = make(structure);
  if (!engine.used) wake(engine);
  if (engine.stale) engine.kernel->update_parameters();
  engine.stale = false;
  engine.asked = ++asked_;
  return engine;
}

Engine Engines::make(const Structure& structure) const {
  Engine engine;
  engine.plan = plans_->plan_for(system_, structure, formulation_.family);
  if (const auto reason = why_not(formulation_, system_, *engine.plan))
    throw Error(std::string(formulation_.name) + " cannot run the structure: " + *reason);
  engine.kernel = make_kernel(formulation_, system_, engine.plan, p_);
  engine.kernel->set_stabilization(stabilization_);
  if (!kind_.takes_touches_late) engine.kernel->locate_touches();
  engine.kernel->set_team(team_);
  engine.of_particles = count_particle_freedoms(system_, structure);
  if (!engine.plan->closings.empty()) engine.statics = std::make_unique<Statics>(system_, structure);
  engine.integrator = kind_.make(*engine.kernel, options_);
  engine.y.assign(engine.kernel->size(), 0.0);
  engine.y_inside = engine.y;
  engine.account.assign(engine.kernel->accounts(), 0.0);
  return engine;
}

/// It was made for another case.
void Engines::wake(Engine& engine) {
  engine.kernel->update_parameters();
  engine.integrator->reset(*engine.kernel);
  std::ranges::fill(engine.account, 0.0);
  engine.reassembled_before = engine.kernel->reassembled();
  engine.kernel->forget_counts();
  engine.used = true;
  ++plans_used_;
}

void Engines::give_up_oldest() {
  const auto oldest = std::ranges::min_element(engines_, {}, [](const auto& entry) { return entry.second.asked; });
  if (const Engine& engine = oldest->second; engine.kernel && engine.used) {
    add(engine.integrator->counters(), past_);
    past_reassembled_ += engine.kernel->reassembled() - engine.reassembled_before;
    past_partition_.add(engine.kernel->partition_counts());
  }
  engines_.erase(oldest);
}

IntegratorCounters Engines::counters() const {
  IntegratorCounters sum = past_;
  for (const auto& [structure, engine] : engines_)
    if (engine.kernel && engine.used) add(engine.integrator->counters(), sum);
  return sum;
}

long Engines::reassembled() const {
  long sum = past_reassembled_;
  for (const auto& [structure, engine] : engines_)
    if (engine.kernel && engine.used) sum += engine.kernel->reassembled() - engine.reassembled_before;
  return sum;
}

PartitionCounts Engines::partition_counts() const {
  PartitionCounts sum = past_partition_;
  for (const auto& [structure, engine] : engines_)
    if (engine.kernel && engine.used) sum.add(engine.kernel->partition_counts());
  return sum;
}

void Engines::archive(Archive& archive) {
  std::vector<Known> known;
  for (const auto& [structure, engine] : engines_)
    if (engine.used) known.push_back({structure, engine.asked});
  IntegratorCounters all = counters();
  long made_anew = reassembled();
  PartitionCounts partition = partition_counts();
  archive("engines", known, plans_used_, asked_, all, made_anew, partition);
  if (!archive.is_loading()) return;
  past_ = all;
  past_reassembled_ = made_anew;
  past_partition_ = partition;
  engines_.clear();
  for (const auto& [structure, asked] : known) engines_[structure].asked = asked;
}

}  // namespace pintle
