#include <doctest/doctest.h>

#include <cmath>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// Two bodies on their own pins; between them a joint that holds nothing and has a law along F's z. Who is listed first is
/// in the tree; `ends` says which way the joint is read.
Model make_bushing(const std::string& law, const std::string& ends, bool in_tree) {
  const std::string bushing = "  bushing: {type: [tx, ty, tz, rx, ry, rz], between: " + ends + ", at: [1, 0, 0], " + law + "}\n";
  const std::string far = "  k: {type: ball, between: [world, b], at: [2, 0, 0]}\n";
  return read_model_text(
      "pintle: 1\n"
      "bodies:\n"
      "  a: {mass: 2, inertia: [1, 1, 1], at: [0.5, 0, 0]}\n"
      "  b: {mass: 2, inertia: [1, 1, 1], at: [1.5, 0, 0]}\n"
      "joints:\n"
      "  h: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}\n" +
          (in_tree ? bushing : far + bushing) +
          "initial: {h: {rate: 0.2}}\n"
          "run: {until: 0.3, output_every: 0.05, rtol: 1e-10}\n",
      "bushing.yaml");
}

struct Law {
  const char* text;
  double stiffness, rest, damping, motor;
};

}  // namespace

// In the tree and off it, read either way: the load is what the law does, and the reaction is nothing.
TEST_CASE("a joint with six free directions carries the effort of its law: spring, damper, motor, stop") {
  const Law laws[] = {
      {"spring: {tz: {stiffness: 10, rest: 0.5}}", 10, 0.5, 0, 0},
      {"spring: {tz: {stiffness: 10, damping: 3, rest: 0.5}}", 10, 0.5, 3, 0},
      {"motor: {tz: {force: 4}}", 0, 0, 0, 4},
      {"limits: {tz: {low: 0.2, high: 1, stiffness: 50}}, spring: {tz: {stiffness: 1, damping: 1, rest: 0}}", 1, 0, 1, 0}};
  for (const Law& law : laws)
    for (const char* ends : {"[a, b]", "[b, a]"})
      for (const bool in_tree : {false, true})
        for (const std::string& name : formulation_names()) {
          CAPTURE(law.text);
          CAPTURE(ends);
          CAPTURE(in_tree);
          CAPTURE(name);
          Model model = make_bushing(law.text, ends, in_tree);
          model.run.formulation = name;
          const Simulation run = simulate(model, {"bushing", "bushing.load", "bushing.reaction"});
          REQUIRE(run.summary.status == Status::completed);
          const auto &q = run.series("bushing.displacement.tz"), &v = run.series("bushing.velocity.tz");
          for (std::size_t k = 0; k < q.size(); ++k) {
            double effort = law.motor - law.stiffness * (q[k] - law.rest) - law.damping * v[k];
            if (std::string_view(law.text).starts_with("limits") && q[k] < 0.2) effort += 50 * (0.2 - q[k]);
            CHECK(run.series("bushing.load.force")[k] == doctest::Approx(std::fabs(effort)).epsilon(1e-12));  // rounding
            CHECK(run.series("bushing.load.moment")[k] < 1e-12);
            CHECK(std::fabs(run.series("bushing.reaction.tz")[k]) < 1e-12);
          }
        }
}

namespace {

/// Two links on a pin; what joins them is a hinge, or a bushing that leaves the hinge's turn to itself.
Model make_links(const std::string& joint) {
  return read_model_text(
      "pintle: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  a: {mass: 2, inertia: [0.1, 0.2, 0.2], at: [0.5, 0, 0]}\n"
      "  b: {mass: 1, inertia: [0.05, 0.1, 0.1], at: [1.5, 0, 0]}\n"
      "joints:\n"
      "  h: {type: hinge, between: [world, a], at: [0, 0, 0], axis: [0, 1, 0]}\n"
      "  j: " +
          joint +
          "\n"
          "run: {until: 2, integrator: ros2}\n",
      "links.yaml");
}

Simulation run_bushing(const std::string& k, const std::string& c, const std::string& formulation = "articulated-body") {
  const std::string law = "{stiffness: " + k, force = law + " N/m, damping: " + c + " N*s/m, rest: 0}",
                    moment = law + " N*m, damping: " + c + " N*m*s, rest: 0}";
  Model model = make_links("{type: [tx, ty, tz, rx, rz, ry], between: [a, b], at: [1, 0, 0], spring: {tx: " + force +
                           ", ty: " + force + ", tz: " + force + ", rx: " + moment + ", rz: " + moment + "}}");
  model.run.formulation = formulation;
  return simulate(model, {"b.position"});
}

double calc_gap(const Simulation& a, const Simulation& b) {
  double gap = 0;
  for (const char* axis : {"b.position.x", "b.position.z"})
    for (std::size_t k = 0; k < a.series(axis).size(); ++k)
      gap = std::fmax(gap, std::fabs(a.series(axis)[k] - b.series(axis)[k]));
  return gap;
}

}  // namespace

TEST_CASE("ros2: a bushing of 10⁷ N/m costs no more than one of 10⁴ N/m, and moves like the hinge that it stands for") {
  const Simulation hinge = simulate(make_links("{type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}"), {"b.position"});
  const Simulation soft = run_bushing("1e4", "1e3"), stiff = run_bushing("1e7", "1e4");
  REQUIRE(stiff.summary.status == Status::completed);
  INFO("evaluations: hinge " << hinge.summary.counters.evaluations << ", 1e4 N/m " << soft.summary.counters.evaluations
                             << ", 1e7 N/m " << stiff.summary.counters.evaluations);
  CHECK(stiff.summary.counters.evaluations < 1.2 * static_cast<double>(soft.summary.counters.evaluations));
  CHECK(calc_gap(hinge, stiff) < 0.01);  // rtol 1e-3 of 2 m, grown along 2 s of a double pendulum
}

// Coordinates of bodies turn away from the directions of a stiff spring within a step, and pay for it with shorter ones.
TEST_CASE("ros2: by every formulation a bushing of 10⁷ N/m moves like the hinge that it stands for, damped or not") {
  const Simulation hinge = simulate(make_links("{type: hinge, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}"), {"b.position"});
  for (const std::string& formulation : formulation_names())
    for (const char* damping : {"1e4", "0"}) {
      CAPTURE(formulation);
      CAPTURE(damping);
      const Simulation stiff = run_bushing("1e7", damping, formulation);
      REQUIRE(stiff.summary.status == Status::completed);
      CHECK(stiff.summary.counters.evaluations < 50'000);  // some of them to a period of the spring, 0.9 ms
      CHECK(calc_gap(hinge, stiff) < 0.01);
    }
}

// The stretch of a spring between two bodies is a small difference of their places, which is what they integrate.
TEST_CASE("ros2: in body coordinates a bushing of 10⁷ N/m takes three times as much as one of 10⁴ N/m at most, and moves alike") {
  const Simulation joint = run_bushing("1e7", "1e4");
  for (const char* formulation : {"newton-euler", "divide-and-conquer"}) {
    CAPTURE(formulation);
    const Simulation soft = run_bushing("1e4", "1e3", formulation), stiff = run_bushing("1e7", "1e4", formulation);
    REQUIRE(stiff.summary.status == Status::completed);
    INFO("evaluations: 1e4 N/m " << soft.summary.counters.evaluations << ", 1e7 N/m " << stiff.summary.counters.evaluations);
    CHECK(stiff.summary.counters.evaluations < 3 * static_cast<double>(soft.summary.counters.evaluations));
    CHECK(calc_gap(joint, stiff) < 0.01);  // rtol 1e-3 of 2 m, grown along 2 s
  }
}
