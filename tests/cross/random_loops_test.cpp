#include <doctest/doctest.h>

#include "pintle/closure/assemble.h"
#include "pintle/simulate/compare.h"
#include "pintle/system/make_system.h"
#include "support/draws.h"
#include "support/random_loops.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RandomLoopsOptions make_options(int k) {
  RandomLoopsOptions options;
  options.seed = static_cast<std::uint64_t>(5000 + k);
  options.kind = k % 10 < 6 ? LoopKind::any : k % 10 < 9 ? LoopKind::planar : LoopKind::doors;
  options.bodies = 2 + k % 9;
  options.closings = 1 + k % 3;
  if (options.kind == LoopKind::planar) options.bodies = 3 * options.closings + k % 4;
  return options;
}

System make_assembled(const Model& model) {
  System system = make_system(model);
  assemble(system);
  return system;
}

}  // namespace

TEST_CASE("1,000 random mechanisms with loops, redundant ones among them: formulations agree on motion and loads to 1e-9") {
  int redundant = 0, singular = 0;
  for (int k = 0; k < draws(1000); ++k) {
    const RandomLoopsOptions options = make_options(k);
    CAPTURE(options.seed);
    const System system = make_assembled(make_random_loops(options));
    const Structure structure = make_structure(system);
    Statics statics(system, structure);
    statics.update(system.nominal, make_start(system, system.nominal, structure));
    redundant += statics.redundant() > 0;
    RunOptions run;
    run.until = 0.05;
    const CompareReport report =
        compare(system, run,
                {.formulations = {}, .states = 3, .seed = options.seed, .tolerance = 1e-9, .along_run = k % 10 == 0 ? 3 : 0});
    CAPTURE(report.message);
    CAPTURE(report.worst.formulation);
    CAPTURE(report.worst.quantity);
    CAPTURE(report.worst.part);
    CAPTURE(report.worst.state);
    CHECK(report.message.empty());
    CHECK(report.rows.size() > 0);
    CHECK(report.worst.difference <= report.worst.tolerance);
    singular += report.worst.tolerance > 1e-8;
  }
  CHECK(redundant >= draws(300));
  CHECK(singular <= draws(50));  // a draw near a singular configuration is rare
}

TEST_CASE("random mechanisms with loops: constraints hold along a run and the ledger closes, in every formulation") {
  for (int k = 0; k < draws(60); ++k) {
    const RandomLoopsOptions options = make_options(k);
    const System system = make_assembled(make_random_loops(options));
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(options.seed);
      CAPTURE(formulation);
      RunOptions run;
      run.until = 0.3;
      run.formulation = formulation;
      run.integration.rtol = 1e-9;
      Observer nobody;
      const RunSummary summary = Run(system, run).go(nobody);
      CAPTURE(summary.message);
      CHECK(summary.status == Status::completed);
      CHECK(summary.constraints.position < 1e-7);  // what one step drifts before it is put back
      CHECK(summary.balance_error < 1e-7);
    }
  }
}
