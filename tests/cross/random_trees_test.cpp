#include <doctest/doctest.h>

#include "pintle/simulate/compare.h"
#include "pintle/system/make_system.h"
#include "support/draws.h"
#include "support/jumps.h"
#include "support/random_tree.h"

using namespace pintle;

namespace {

void check_agreement(const Model& model, double until, const CompareOptions& options) {
  const System system = make_system(model);
  RunOptions run;
  run.until = until;
  const CompareReport report = compare(system, run, options);
  CAPTURE(report.message);
  CAPTURE(report.worst.formulation);
  CAPTURE(report.worst.quantity);
  CAPTURE(report.worst.part);
  CAPTURE(report.worst.state);
  CHECK(report.message.empty());
  CHECK(report.rows.size() > 0);
  CHECK(report.worst.difference <= report.worst.tolerance);
  CHECK(report.agree);
  const Jumps jumps = find_jumps(report);
  CHECK((model.events.empty() || options.along_run == 0 || jumps.count > 0));
  CHECK(jumps.worst < 1e-10);
}

/// Every joint in turn locks, as a whole or in one direction, and the first of them comes free again.
void add_locks(Model& model, double from, double every, int count) {
  double t = from;
  for (const JointPart& joint : model.joints) {
    if (joint.type.freedoms() == 0 || count-- <= 0) continue;
    std::optional<Direction> direction;
    for (Direction d : all_directions)
      if (joint.type.free.has(d) && count % 2 == 0) direction = d;
    add_lock(model, "lock_" + joint.name, t, joint.name, direction);
    t += every;
  }
  if (!model.events.empty()) {
    const LockAction first = std::get<LockAction>(model.events.front().actions.front());
    add_lock(model, "unlock", t, first.joint, first.direction, false);
  }
}

}  // namespace

TEST_CASE(
    "random trees of 2 to 60 bodies: formulations agree on accelerations, loads and lock impulses to 1e-9, on velocities after "
    "locks to 1e-10") {
  for (const int bodies : {2, 3, 4, 5, 6, 8, 11, 15, 20, 30, 60})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      CAPTURE(bodies);
      CAPTURE(seed);
      Model model = make_random_tree(
          {.bodies = bodies, .seed = 100 * seed + static_cast<std::uint64_t>(bodies), .springs = true, .dampers = true});
      add_locks(model, 0.02, 0.01, 6);
      check_agreement(model, 0.1, {.formulations = {}, .states = 20, .seed = seed, .along_run = 10});
    }
}

TEST_CASE("1,000 random trees of 2 to 12 bodies: formulations agree on accelerations, loads and lock impulses to 1e-9 [slow]") {
  for (int k = 0; k < draws(1000); ++k) {
    const std::uint64_t seed = 20'000 + static_cast<std::uint64_t>(k);
    CAPTURE(seed);
    Model model = make_random_tree({.bodies = 2 + k % 11, .seed = seed, .springs = true, .dampers = true});
    add_locks(model, 0.01, 0.01, 2);
    check_agreement(model, 0.04, {.formulations = {}, .states = 3, .seed = seed, .along_run = k % 5 == 0 ? 3 : 0});
  }
}

TEST_CASE("random trees of 200 bodies: formulations agree to 1e-9, on velocities after locks to 1e-10") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    Model model = make_random_tree({.bodies = 200, .seed = seed, .springs = true, .dampers = true});
    add_locks(model, 0.002, 0.002, 4);
    check_agreement(model, 0.012, {.formulations = {}, .states = 5, .seed = seed, .along_run = 4});
  }
}

TEST_CASE("free trees without gravity: formulations agree where nothing holds the whole") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Model model = make_random_tree(
        {.bodies = 9, .seed = seed, .gravity = false, .world = false, .floating = false, .springs = true, .dampers = true});
    add_locks(model, 0.02, 0.02, 4);
    check_agreement(model, 0.12, {.formulations = {}, .states = 20, .seed = seed, .along_run = 10});
  }
}
