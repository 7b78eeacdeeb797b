#include "pintle/formulations/divide_and_conquer/assembling.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "pintle/formulations/divide_and_conquer/divide_and_conquer.h"
#include "pintle/math/symmetric_eigen.h"
#include "support/random_tree.h"
#include "unit/formulations/bodies/mechanisms.h"

using namespace pintle;
using namespace pintle::body_tests;

namespace {

/// Bars on hinges about two axes in turn, of which one will be locked.
Model make_chain(int n, int locked) {
  Model model;
  model.gravity = {0, 0, -9.81};
  for (int k = 0; k < n; ++k) {
    model.bodies.push_back(make_body("bar" + std::to_string(k), 1, {0.01, 0, 0, 0.09, 0, 0.08}));
    const std::string before = k == 0 ? "world" : model.bodies[static_cast<std::size_t>(k) - 1].name;
    model.joints.push_back(
        make_joint("pin" + std::to_string(k), "hinge", before, model.bodies.back().name, {k == 0 ? 0 : 0.5, 0, 0}, {-0.5, 0, 0}));
    model.joints.back().axis = k % 2 == 0 ? Vec3<double>{0, 1, 0} : Vec3<double>{0, 0.6, 0.8};
  }
  add_lock(model, "latch", 1, "pin" + std::to_string(locked));
  return model;
}

/// A kernel of the structure with a joint locked.
struct Locked {
  Locked(Bench& bench, int joint) {
    Structure structure = bench.structure;
    for (Direction d : all_directions) structure.set_free(JointIndex(joint), d, false);
    plan = std::make_shared<const Plan>(make_plan(bench.system, structure, Coordinates::body));
    kernel = bench.make(bench.system, plan, bench.system.nominal);
  }
  std::shared_ptr<const Plan> plan;
  std::unique_ptr<Kernel<double>> kernel;
};

/// An accepted state at which rates have been evaluated.
State<double> accept(Bench& bench) {
  std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
  bench.kernel->accept(0, y, {true});
  bench.kernel->update_rates(0, y, ydot, power);
  State<double> state = bench.state;
  bench.kernel->store(0, y, state);
  return state;
}

double calc_momentum(const Bench& bench, const State<double>& along, const State<double>& of, bool magnitudes) {
  double sum = 0;
  for (std::size_t b = 1; b < bench.system.bodies.size(); ++b) {
    const BodyRecord& body = bench.system.bodies[b];
    const double part = bench.system.nominal[body.mass] * dot(along.V_WB[b].v, of.V_WB[b].v) +
                        dot(along.V_WB[b].w, bench.system.nominal[body.inertia] * of.V_WB[b].w);
    sum += magnitudes ? std::fabs(part) : part;
  }
  return sum;
}

}  // namespace

TEST_CASE("divide-and-conquer: a lock in a chain of 10,000 assembles at most 20 parts anew, to the bits of assembling all") {
  constexpr int n = 10'000;
  for (const int joint : {1, 1234, n / 2, n - 1}) {
    CAPTURE(joint);
    Random random(1);
    Bench bench(make_chain(n, joint), divide_and_conquer::make);
    bench.randomize(random);
    const State<double> before = accept(bench);
    Locked following(bench, joint), alone(bench, joint);
    following.kernel->follow(*bench.kernel);
    State<double> followed = before, anew = before;
    following.kernel->update_jump({}, followed);
    alone.kernel->update_jump({}, anew);
    CHECK(following.kernel->reassembled() > 0);
    CHECK(following.kernel->reassembled() <= 20);
    int others = 0;
    for (std::size_t b = 1; b <= n; ++b) {
      const Motion<double>&x = followed.V_WB[b], &y = anew.V_WB[b];
      others += !(x.v.x == y.v.x && x.v.y == y.v.y && x.v.z == y.v.z && x.w.x == y.w.x && x.w.y == y.w.y && x.w.z == y.w.z);
    }
    CHECK(others == 0);
  }
}

TEST_CASE("divide-and-conquer: a lock leaves what may move its momentum [Mukherjee 2007, discussion]") {
  constexpr int n = 4, joint = 2;
  Random random(2);
  Bench bench(make_chain(n, joint), divide_and_conquer::make);
  bench.randomize(random);
  const State<double> before = accept(bench);
  Locked locked(bench, joint);
  State<double> after = before;
  locked.kernel->update_jump({}, after);
  const auto draw = [&] {
    State<double> may = before;
    for (std::size_t b = 1; b <= n; ++b) may.V_WB[b] = {random_vector(random), random_vector(random)};
    locked.kernel->update_jump({}, may);  // to velocities that the lock allows
    return may;
  };
  std::vector<State<double>> draws;
  for (int k = 0; k < 2 * n; ++k) draws.push_back(draw());
  std::vector<std::vector<double>> gram(draws.size(), std::vector<double>(draws.size()));
  for (std::size_t a = 0; a < draws.size(); ++a)
    for (std::size_t b = 0; b < draws.size(); ++b)
      gram[a][b] = calc_momentum(bench, draws[a], draws[b], false) /
                   std::sqrt(calc_momentum(bench, draws[a], draws[a], false) * calc_momentum(bench, draws[b], draws[b], false));
  const SymmetricEigen eigen = calc_symmetric_eigen(gram);
  // n − 1 hinges still turn: as many independent velocities are allowed, none less and none more.
  CHECK(std::ranges::count_if(eigen.values, [](double value) { return value > 1e-3; }) == n - 1);
  CHECK(std::ranges::count_if(eigen.values, [](double value) { return std::fabs(value) < 1e-12; }) == n + 1);
  for (int k = 0; k < n - 1; ++k) {
    const State<double>& may = draws[static_cast<std::size_t>(k)];
    const double was = calc_momentum(bench, may, before, false), is = calc_momentum(bench, may, after, false);
    MESSAGE("generalized momentum ", k + 1, ": ", was, " before, ", is, " after");
    CHECK(std::fabs(is - was) < 1e-13 * calc_momentum(bench, may, before, true));
  }
}

TEST_CASE("divide-and-conquer: a chain of n bodies is assembled in log n levels, any tree in (log n)²") {
  for (const TreeShape shape : {TreeShape::chain, TreeShape::hub, TreeShape::any})
    for (const int n : {10, 100, 1000}) {
      CAPTURE(n);
      Random random(3);
      const Bench bench(make_random_model(random, {.bodies = n, .shape = shape, .floating = true, .all_types = false}));
      std::vector<bodies::LinkRows> links;
      for (const Link& link : bench.plan->tree.links)
        links.push_back({.parent = link.parent,
                         .joint = link.joint,
                         .points = link.joint.exists() ? 3 : 0,
                         .axes = link.joint.exists() ? 2 : 0});
      const divide_and_conquer::AssemblyTree tree(divide_and_conquer::make_skeleton(bench.system, *bench.plan, links, {}));
      int levels = 0;
      for (const divide_and_conquer::Assembly& assembly : tree.assemblies) levels = std::max(levels, assembly.level + 1);
      const double doublings = std::log2(n);
      CHECK(levels <= 3 + (shape == TreeShape::chain ? doublings : doublings * doublings));
      CHECK(tree.largest <= 17);  // two handles, and what is eliminated: as small in a hub of 1000 branches as in a chain
    }
}
