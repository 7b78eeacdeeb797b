#include "pintle/simulate/engines.h"

#include <doctest/doctest.h>

#include <vector>

#include "pintle/base/team.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/model/makers.h"
#include "pintle/simulate/allocations.h"
#include "pintle/simulate/run.h"
#include "pintle/system/make_system.h"

using namespace pintle;

namespace {

/// Two bars and a sled; the second pin and the rail lock and unlock all the time. With the rod there is a loop.
std::string make_ratchet(bool with_loop) {
  std::string text = R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}
  lower: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}
  sled: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [3, 0, 1]}
joints:
  pin1: {type: hinge, between: [world, upper], at: [0, 0, 0], axis: [0, 1, 0]}
  pin2: {type: hinge, between: [upper, lower], at: [1.5, 0, 0], axis: [0, 1, 0]}
  rail: {type: slider, between: [world, sled], at: [3, 0, 1], axis: [1, 0, 0], spring: {stiffness: 100 N/m}}
initial: {rail: {velocity: 1 m/s}}
events:
  shut: {when: "mod(time, 2 ms) > 1 ms", rearm: true, do: [lock: pin2]}
  open: {when: "mod(time, 2 ms) < 1 ms", rearm: true, do: [unlock: pin2]}
run: {until: 1 s, output_every: 0.5 s}
)yaml";
  if (with_loop)
    text += "constraints:\n  rod: {type: distance, at: {lower: [0.5, 0, 0], sled: [0, 0, 0]}, length: =sqrt(1.25)*1 m}\n";
  return text;
}

/// What events take from the heap, from the row before one to the row after it.
class Counter final : public Observer {
 public:
  Counter() { taken.reserve(4000); }
  std::vector<long> taken;
  void row(const Instant& instant) override {
    if (instant.jump) taken.push_back(allocation_count() - before_);
    before_ = allocation_count();
  }

 private:
  long before_ = 0;
};

}  // namespace

TEST_CASE(
    "a structure that comes back makes no plan and takes no memory, tree or loop: a pin locks and unlocks a thousand times") {
  if (allocation_count() < 0) return;
  for (const bool with_loop : {false, true})
    for (const Formulation& row : formulations()) {
      const std::string formulation(row.name);
      CAPTURE(with_loop);
      CAPTURE(formulation);
      const Model model = read_model_text(make_ratchet(with_loop), "ratchet.yaml");
      System system = make_system(model);
      assemble(system);
      RunOptions options = make_run_options(model.run);
      options.formulation = formulation;
      Counter counter;
      const RunSummary summary = Run(system, options).go(counter);
      CHECK(summary.status == Status::completed);
      CHECK(summary.counters.plans == 2);
      REQUIRE(counter.taken.size() >= 998);
      long later = 0;
      for (std::size_t k = 8; k < counter.taken.size(); ++k) later += counter.taken[k];
      CHECK(later == 0);
    }
}

TEST_CASE("engines: of many structures the last ones are kept, the counts of all, and one that was given up comes back") {
  const System system = make_system(make_chain(80));
  const IntegratorKind& kind = *find_integrator("auto");
  Team team;
  Engines engines(system, system.nominal, *find_formulation("articulated-body"), kind, {}, Stabilization::projection,
                  std::make_shared<PlanCache>(), team);
  const auto locked = [&](int pin) {
    Structure structure = make_structure(system);
    structure.set_free(JointIndex(pin), Direction::rz, false);
    return structure;
  };
  const Structure first = make_structure(system);
  Engine* engine = &engines.engine_for(first);
  engine->enter(system.nominal, make_start(system, system.nominal, first));
  double t = 0;
  engine->integrator->advance(*engine->kernel, t, engine->y, 1e-3);
  const long evaluations = engines.counters().evaluations;
  CHECK(evaluations > 0);
  const int most = static_cast<int>(Engines::most);
  for (int pin = 0; pin < most - 1; ++pin) engines.engine_for(locked(pin));
  CHECK(&engines.engine_for(first) == engine);  // among the last ones
  CHECK(engines.plans() == most);
  for (int pin = 0; pin < most; ++pin) engines.engine_for(locked(pin));
  CHECK(engines.counters().evaluations == evaluations);
  CHECK(engines.plans() == most + 1);
  engines.engine_for(first);
  CHECK(engines.plans() == most + 2);
}
