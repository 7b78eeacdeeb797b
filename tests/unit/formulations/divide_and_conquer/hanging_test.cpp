#include "pintle/formulations/divide_and_conquer/hanging.h"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pintle/formulations/divide_and_conquer/assembly_tree.h"
#include "pintle/formulations/divide_and_conquer/divide_and_conquer.h"
#include "pintle/formulations/divide_and_conquer/skeleton.h"
#include "pintle/io/reader.h"
#include "pintle/simulate/compare.h"
#include "pintle/simulate/simulate.h"
#include "unit/formulations/bodies/mechanisms.h"

/// Changes of structure where joints close loops, or may: what lies on their way is assembled anew, and nothing else.
using namespace pintle;
using namespace pintle::body_tests;

namespace {

/// n bars to and fro on hinges about two axes in turn, held out to the side, the middle one of which may wait where it is; and
/// more bodies and joints.
std::string make_text(int n, const std::string& bodies, const std::string& joints, const std::string& action,
                      bool middle_waits = false) {
  std::string text = "pintle: 1\ngravity: [0, 0, -9.81]\nbodies:\n";
  for (int k = 0; k < n; ++k)
    text += fmt::format("  b{}: {{mass: 1, inertia: [0.01, 0.09, 0.08], at: [{}, 0, 0.25]}}\n", k, k + 0.5);
  text += bodies + "joints:\n";
  for (int k = 0; k < n; ++k) {
    const std::string before = k == 0 ? "world" : fmt::format("b{}", k - 1);
    const bool waits = middle_waits && k == n / 2;
    const std::string at = fmt::format("[{}, 0, {}]", k, 0.5 * (k % 2));
    text += fmt::format("  j{}: {{type: hinge, between: [{}, b{}], at: {}, axis: {}{}}}\n", k, before, k,
                        waits ? fmt::format("{{{}: current, b{}: {}}}", before, k, at) : at,
                        k % 2 == 0 ? "[0, 1, 0]" : "[0, 0.6, 0.8]", waits ? ", active: false" : "");
  }
  return text + joints + fmt::format("events:\n  e: {{when: time >= 0.001 s, do: [{}]}}\nrun: {{until: 0.002 s}}\n", action);
}

/// The end of the chain closes where it is, in the world.
std::string make_closing_chain(int n) {
  return make_text(
      n, "",
      fmt::format("  end: {{type: ball, between: [b{}, world], at: {{b{}: [{}, 0, 0], world: current}}, active: false}}\n", n - 1,
                  n - 1, n),
      "close: end");
}

/// Three bars that close a loop with the last of the chain; t3 closes it.
std::string make_chain_with_loop(int n, const std::string& action) {
  const auto body = [](const char* name, double x, double z) {
    return fmt::format("  {}: {{mass: 1, inertia: [0.01, 0.09, 0.08], at: [{}, 0, {}]}}\n", name, x, z);
  };
  return make_text(n, body("u", n, 0.5) + body("v", n - 0.5, 1) + body("w", n - 1, 0.5),
                   fmt::format("  t1: {{type: hinge, between: [b{0}, u], at: [{1}, 0, 0], axis: [0, 1, 0]}}\n"
                               "  t2: {{type: hinge, between: [u, v], at: [{1}, 0, 1], axis: [0, 1, 0]}}\n"
                               "  t3: {{type: ball, between: [v, w], at: [{0}, 0, 1]}}\n"
                               "  t4: {{type: hinge, between: [w, b{0}], at: [{0}, 0, 0], axis: [0, 1, 0]}}\n",
                               n - 1, n),
                   action);
}

/// Two bars from the hub out and back to it: a ball, a hinge and a ball each.
std::string make_hub(int legs) {
  std::string bodies = "  hub: {mass: 100, inertia: [50, 50, 50], at: [0, 0, 0]}\n", joints;
  for (int k = 0; k < legs; ++k) {
    const double a = 2 * 3.141592653589793 * k / legs, x = std::cos(a), y = std::sin(a);
    bodies += fmt::format(
        "  u{0}: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [{1:.9f}, {2:.9f}, 0.15]}}\n"
        "  l{0}: {{mass: 1, inertia: [0.1, 0.1, 0.1], at: [{3:.9f}, {4:.9f}, -0.25]}}\n",
        k, 5.5 * x, 5.5 * y, 5.75 * x, 5.75 * y);
    joints += fmt::format(
        "  h{0}: {{type: ball, between: [hub, u{0}], at: [{1:.9f}, {2:.9f}, 0]}}\n"
        "  k{0}: {{type: hinge, between: [u{0}, l{0}], at: [{3:.9f}, {4:.9f}, 0.3], axis: [{6:.9f}, {5:.9f}, 0]}}\n"
        "  c{0}: {{type: ball, between: [l{0}, hub], at: [{7:.9f}, {8:.9f}, -0.8]}}\n",
        k, 5 * x, 5 * y, 6 * x, 6 * y, x, -y, 5.5 * x, 5.5 * y);
  }
  return "pintle: 1\ngravity: [0, 0, -9.81]\nbodies:\n" + bodies + "joints:\n" + joints + "run: {until: 0.001 s}\n";
}

Model read(const std::string& text) { return read_model_text(text, "change.yaml"); }

long count_reassembled(const std::string& text) {
  Model model = read(text);
  model.run.formulation = "divide-and-conquer";
  const Simulation simulation = simulate(model);
  REQUIRE(simulation.summary.status == Status::completed);
  REQUIRE(simulation.events.size() == 1);
  return simulation.summary.counters.reassembled;
}

void check_agreement(const std::string& text) {
  const System system = make_system(read(text));
  RunOptions run;
  run.until = 0.002;
  const CompareReport report =
      compare(system, run,
              {.formulations = {"articulated-body", "divide-and-conquer"}, .states = 10, .tolerance = 1e-10, .along_run = 4});
  CAPTURE(report.message);
  CAPTURE(report.worst.quantity);
  CAPTURE(report.worst.state);
  CHECK(report.worst.difference <= report.worst.tolerance);
  CHECK(report.agree);
}

}  // namespace

TEST_CASE("divide-and-conquer: a break or a close in a chain of 500 assembles at most 20 parts anew") {
  CHECK(count_reassembled(make_text(500, "", "", "break: j250")) <= 20);
  CHECK(count_reassembled(make_text(500, "", "", "close: j250", true)) <= 20);
}

TEST_CASE(
    "divide-and-conquer: the end of a chain of 500 that closes assembles at most 25 parts anew [Mukherjee 2007, loop closure]") {
  const long parts = count_reassembled(make_closing_chain(500));
  CHECK(parts > 0);
  CHECK(parts <= 25);  // from the last bar to the root: 2 + log₂ 500, twice if both sides were far from it
}

TEST_CASE("divide-and-conquer: with a loop at the tip of a chain of 300, a change assembles at most 30 parts anew") {
  for (const char* action :
       {"lock: j150", "break: j150", "break: t3", "break: t1", "lock: t4", "release: t2.ry", "release: t3.tx"}) {
    CAPTURE(action);
    const long parts = count_reassembled(make_chain_with_loop(300, action));
    CHECK(parts > 0);
    CHECK(parts <= 30);  // of some 600
  }
}

TEST_CASE("divide-and-conquer: changes with loops agree with articulated-body to 1e-10, jumps too") {
  check_agreement(make_closing_chain(12));
  check_agreement(make_text(12, "", "", "close: j6", true));
  for (const char* action :
       {"lock: j4", "break: j4", "break: t3", "break: t1", "lock: t4", "lock: t3.ry", "release: t2.ry", "release: t3.tx"}) {
    CAPTURE(action);
    check_agreement(make_chain_with_loop(5, action));
  }
}

TEST_CASE(
    "divide-and-conquer: what a change leaves is kept to the bits of assembling all, and the skeleton is the same before it and "
    "after") {
  for (const bool closes : {true, false}) {
    CAPTURE(closes);
    Random random(4);
    Bench bench(read(closes ? make_closing_chain(60) : make_chain_with_loop(60, "break: t2")), divide_and_conquer::make);
    if (closes) bench.randomize(random);
    std::vector<double> y = bench.load(), ydot(y.size()), power(count_accounts(bench.system));
    bench.kernel->accept(0, y, {true});
    bench.kernel->update_rates(0, y, ydot, power);
    State<double> before = bench.state;
    bench.kernel->store(0, y, before);

    Structure structure = bench.structure;
    structure.apply(edit_closed(JointIndex(closes ? 60 : 61), closes));
    const auto plan = std::make_shared<const Plan>(make_plan(bench.system, structure, Coordinates::body));
    const auto following = divide_and_conquer::make(bench.system, plan, bench.system.nominal);
    const auto alone = divide_and_conquer::make(bench.system, plan, bench.system.nominal);
    following->follow(*bench.kernel);
    State<double> followed = before, anew = before;
    following->update_jump({}, followed);
    alone->update_jump({}, anew);
    CHECK(following->reassembled() > 0);
    CHECK(following->reassembled() <= 25);
    int others = 0;
    for (std::size_t b = 1; b < followed.V_WB.size(); ++b) {
      const Motion<double>&x = followed.V_WB[b], &z = anew.V_WB[b];
      others += !(x.v.x == z.v.x && x.v.y == z.v.y && x.v.z == z.v.z && x.w.x == z.w.x && x.w.y == z.w.y && x.w.z == z.w.z);
    }
    CHECK(others == 0);
  }
}

TEST_CASE("divide-and-conquer: 200 closed legs of a hub take twice what 100 take, in small assemblies") {
  const auto calc_work = [](int legs) {  // products of elimination
    const Bench bench(read(make_hub(legs)), divide_and_conquer::make);
    REQUIRE(bench.plan->closings.size() == static_cast<std::size_t>(legs));
    std::vector<bodies::LinkRows> links;
    for (const Link& link : bench.plan->tree.links)
      links.push_back({.parent = link.parent, .joint = link.joint, .points = link.joint.exists() ? 3 : 0});
    const divide_and_conquer::AssemblyTree tree(divide_and_conquer::make_skeleton(bench.system, *bench.plan, links, {}));
    CHECK(tree.largest <= 24);  // the hub, and hinges that are open between neighbouring branches, whatever the number of legs
    double work = 0;
    for (const divide_and_conquer::Assembly& assembly : tree.assemblies)
      work += assembly.eliminated * assembly.size * assembly.size;
    return work;
  };
  CHECK(calc_work(200) < 2.1 * calc_work(100));
}

TEST_CASE("divide-and-conquer: bodies hang as declared, through joints that hold at the start where there are loops") {
  const System system = make_system(read(make_closing_chain(6)));
  const Topology declared = divide_and_conquer::make_declared_tree(system, make_structure(system));
  REQUIRE(declared.loops.size() == 1);
  CHECK(system.joint(declared.loops[0]).name == "end");
  for (int i = 1; i < declared.size(); ++i) CHECK(declared.links[i].joint.i == i - 1);

  Structure broken = make_structure(system);
  broken.apply(edit_closed(JointIndex(6), true));
  broken.apply(edit_closed(JointIndex(3), false));
  const auto plan = std::make_shared<const Plan>(make_plan(system, broken, Coordinates::body));
  const auto hung = divide_and_conquer::hang_as_declared(system, plan);
  CHECK(!hung->tree.links[4].joint.exists());  // b3 floats, and the end holds it
  REQUIRE(hung->closings.size() == 1);
  CHECK(hung->closings[0].joint == JointIndex(6));
}
