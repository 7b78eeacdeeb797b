#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "pintle/base/team.h"
#include "pintle/formulations/divide_and_conquer/assembling.h"
#include "pintle/formulations/divide_and_conquer/divide_and_conquer.h"
#include "pintle/formulations/divide_and_conquer/shifts.h"
#include "pintle/model/makers.h"
#include "pintle/simulate/choose.h"
#include "pintle/simulate/simulate.h"
#include "support/random_loops.h"
#include "support/random_tree.h"
#include "unit/formulations/bodies/mechanisms.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

using Bits = std::vector<std::uint64_t>;

void add(Bits& bits, double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); }
void add(Bits& bits, const Vec3<double>& v) { add(bits, v.x), add(bits, v.y), add(bits, v.z); }
void add(Bits& bits, const Wrench<double>& F) { add(bits, F.n), add(bits, F.f); }
void add(Bits& bits, const Motion<double>& V) { add(bits, V.w), add(bits, V.v); }

/// All that a kernel says of a state, of its neighbourhood, and of a jump from it.
Bits ask(Bench& bench, int threads) {
  Team team(threads);
  bench.make_kernel();
  bench.kernel->set_team(team);
  Bits bits;
  std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
  const auto add_all = [&](const auto& list) {
    for (const auto& x : list) add(bits, x);
  };
  for (int round = 0; round < 3; ++round) {
    bench.kernel->update_rates(0, y, ydot, power);
    add_all(ydot), add_all(power);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += 1e-3 * ydot[i];
    bench.kernel->accept(1e-3 * round, y, {true});
    add_all(y);
    bench.kernel->update_stage(0, y, 1e-3, {}, ydot, power);
    add_all(ydot), add_all(power);
    View<double> view = make_view<double>(bench.system);
    bench.kernel->update_view(0, y, {.state = true, .accelerations = true, .loads = true, .reactions = true, .elements = true},
                              view);
    add_all(view.A_WB), add_all(view.load), add_all(view.reaction), add_all(view.multiplier);
  }
  State<double> state = bench.state;
  for (std::size_t b = 1; b < state.V_WB.size(); ++b) state.V_WB[b].v += Vec3<double>{0.1, -0.2, 0.3};  // the joints take it up
  const JumpRecord<double> jump = bench.kernel->update_jump({}, state);
  add_all(state.V_WB), add_all(jump.impulse);
  return bits;
}

/// Threads that say something else than one does.
int count_others(Bench& bench) {
  const Bits alone = ask(bench, 1);
  return static_cast<int>(
      std::ranges::count_if(std::array{2, 3, 5, 8}, [&](int threads) { return ask(bench, threads) != alone; }));
}

}  // namespace

TEST_CASE("divide-and-conquer: any number of threads gives the same bits, in chains, hubs and trees of all joints") {
  for (const TreeShape shape : {TreeShape::chain, TreeShape::hub, TreeShape::any})
    for (const int n : {1, 2, 7, 60, 300}) {
      CAPTURE(static_cast<int>(shape));
      CAPTURE(n);
      Random random(static_cast<std::uint64_t>(n));
      Bench bench(
          make_random_model(
              random,
              {.bodies = n, .shape = shape, .floating = n % 2 == 0, .trees = n > 50 ? 3 : 1, .laws = true, .forces = true}),
          divide_and_conquer::make);
      bench.randomize(random);
      CHECK(count_others(bench) == 0);
    }
}

TEST_CASE("divide-and-conquer: any number of threads gives the same bits with loops, redundant ones too") {
  for (const LoopKind kind : {LoopKind::any, LoopKind::planar, LoopKind::doors})
    for (const std::uint64_t seed : {1, 2, 3}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(seed);
      Bench bench(make_random_loops({.bodies = 24, .closings = 6, .kind = kind, .seed = seed}), divide_and_conquer::make);
      CHECK(count_others(bench) == 0);
    }
}

TEST_CASE("divide-and-conquer: shifts make each assembly once, its parts before it, and few at the meetings") {
  for (const TreeShape shape : {TreeShape::chain, TreeShape::hub, TreeShape::any})
    for (const int threads : {1, 2, 3, 8}) {
      CAPTURE(static_cast<int>(shape));
      CAPTURE(threads);
      Random random(3);
      const Bench bench(make_random_model(random, {.bodies = 1000, .shape = shape, .floating = true, .all_types = false}));
      std::vector<bodies::LinkRows> links;
      for (const Link& link : bench.plan->tree.links)
        links.push_back({.parent = link.parent,
                         .joint = link.joint,
                         .points = link.joint.exists() ? 3 : 0,
                         .axes = link.joint.exists() ? 2 : 0});
      const divide_and_conquer::AssemblyTree tree(divide_and_conquer::make_skeleton(bench.system, *bench.plan, links, {}));
      const divide_and_conquer::Shifts shifts(tree, threads);
      Team team(threads);
      std::vector<int> made(tree.assemblies.size(), 0), level_of(made), place_of(made);
      for (int level = 0; level < shifts.levels(); ++level)
        shifts.each(&team, level, [&](int part, std::span<const int> list) {
          for (std::size_t k = 0; k < list.size(); ++k) {
            ++made[list[k]];
            level_of[list[k]] = level;
            place_of[list[k]] = part * 1'000'000 + static_cast<int>(k);
          }
        });
      int early = 0;
      for (std::size_t a = 0; a < tree.assemblies.size(); ++a)
        for (const int child : tree.assemblies[a].children)
          if (child >= 0)  // in the same list before it, or at a level before
            early += level_of[child] > level_of[a] || (level_of[child] == level_of[a] && place_of[child] > place_of[a]);
      CHECK(std::ranges::all_of(made, [](int times) { return times == 1; }));
      CHECK(early == 0);
      CHECK(shifts.levels() == 1 + static_cast<int>(std::ceil(std::log2(threads))));
      const auto meet = std::ranges::count_if(level_of, [](int level) { return level > 0; });
      CHECK(meet <= 40 * (threads - 1));  // of 2,000: what reaches across an end is on one way to the root
    }
}

TEST_CASE("threads are as many as have enough to do, and no more than were asked for") {
  const Formulation& shared = *find_formulation("divide-and-conquer");
  const auto count = [&](const char* name, int bodies, int asked) {
    RandomTreeOptions options{.bodies = bodies, .seed = 1};
    return choose_threads(*find_formulation(name), make_system(make_random_tree(options)), asked);
  };
  CHECK(shared.shared_from > 0);
  CHECK(count("divide-and-conquer", shared.shared_from - 1, 8) == 1);
  CHECK(count("divide-and-conquer", shared.shared_from, 8) == 2);
  CHECK(count("divide-and-conquer", 2 * shared.shared_from, 8) == 4);
  CHECK(count("divide-and-conquer", 2 * shared.shared_from, 3) == 3);
  CHECK(count("divide-and-conquer", 2 * shared.shared_from, 1) == 1);
  CHECK(count("articulated-body", 2 * shared.shared_from, 8) == 1);
}

TEST_CASE("a run gives the same bits for any number of threads, through a lock and after it") {
  Model model = pintle::make_chain(3 * find_formulation("divide-and-conquer")->shared_from);
  pintle::add_lock(model, "latch", 2e-3, "pin50");
  model.run.formulation = "divide-and-conquer";
  model.run.until = 4e-3;
  model.run.threads = 1;
  const Simulation alone = simulate(model);
  REQUIRE(alone.summary.status == Status::completed);
  REQUIRE(alone.events.size() == 1);
  for (const int threads : {2, 3, 6}) {
    CAPTURE(threads);
    model.run.threads = threads;
    CHECK(simulate(model).values == alone.values);
  }
}
