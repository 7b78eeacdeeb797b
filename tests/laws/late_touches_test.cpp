#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <string>
#include <vector>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

/// With ros2 contacts touch at the ends of steps, and what flies freely has steps of any length.
using namespace pintle;

namespace {

/// A box of 10 kg falls, while it slides, on three points of which two are on one side of its mass centre.
Model drop_box(const std::string& normal, double height, const std::string& run) {
  return read_model_text(
      fmt::format("pintle: 1\ngravity: [0, 0, -9.81]\nbodies: {{box: {{mass: 10, inertia: [1, 1, 1]}}}}\n"
                  "surfaces: {{ground: {{plane: {{}}, normal: {}, friction: {{law: coulomb, mu: 0.5, v0: 1 mm/s}}}}}}\n"
                  "contacts:\n  a: {{at: {{box: [0.3, 0.3, -0.1]}}, surface: ground}}\n"
                  "  b: {{at: {{box: [-0.3, 0.3, -0.1]}}, surface: ground}}\n"
                  "  c: {{at: {{box: [0, -0.3, -0.1]}}, surface: ground}}\n"
                  "initial: {{box: {{at: [0, 0, {:.17g}], velocity: [0.5, 0, 0]}}}}\nrun: {{{}}}\n",
                  normal, 0.1 + height, run),
      "box.yaml");
}

/// A tenth of critical damping.
std::string make_spring(double k) {
  return fmt::format("{{law: spring-damper, k: {:.17g} N/m, c: {:.17g} N*s/m}}", k, 0.2 * std::sqrt(10 * k));
}

struct Fall {
  Simulation run;
  double start, most;  // of the energy above rest [J]
};

Fall fall(const std::string& normal, double height, const char* formulation, const std::string& run) {
  Model model = drop_box(normal, height, run);
  model.run.formulation = formulation;
  Fall out{simulate(model, {"box.position", "system.energy.total"}), 0, 0};
  const std::vector<double>& energy = out.run.series("system.energy.total");
  const double at_rest = 10 * 9.81 * 0.1;
  out.start = energy.front() - at_rest;
  for (const double one : energy) out.most = std::fmax(out.most, one - at_rest);
  return out;
}

double calc_gap(const Simulation& a, const Simulation& b) {
  double gap = 0;
  for (const char* axis : {"box.position.x", "box.position.y", "box.position.z"})
    for (std::size_t k = 0; k < a.series(axis).size(); ++k)
      gap = std::fmax(gap, std::fabs(a.series(axis)[k] - b.series(axis)[k]));
  return gap;
}

}  // namespace

// What a touch may bring is rtol/2 of the kinetic energy; the account of the ground is known to ten times rtol.
TEST_CASE("ros2: a box that falls on a ground of 10⁴ to 10¹⁰ N/m is thrown nowhere, from any height, by every formulation") {
  const std::string run = "until: 0.3 s, output_every: 5 ms, integrator: ros2";
  for (const double k : {1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10})
    for (const double height : {0.002, 0.02, 0.1})
      for (const std::string& formulation : formulation_names()) {
        CAPTURE(k);
        CAPTURE(height);
        CAPTURE(formulation);
        const Fall found = fall(make_spring(k), height, formulation.c_str(), run);
        REQUIRE(found.run.summary.status == Status::completed);
        CHECK(found.most < 1.01 * found.start);
        CHECK(found.run.summary.dissipated > 0);
      }
}

TEST_CASE("ros2: on any law of a stiff ground a box slides and comes to rest as dop853 has it, to a part of a millimetre") {
  for (const std::string& normal : {make_spring(1e4), make_spring(1e6), make_spring(1e8),
                                    std::string("{law: standard-linear-solid, ke: 1e8 N/m, kv: 1e7 N/m, cv: 1e4 N*s/m}"),
                                    std::string("{law: hunt-crossley, force: 1e5 N, depth: 1 mm, damping: 0.5 s/m}")}) {
    CAPTURE(normal);
    const std::string run = "until: 1 s, output_every: 0.1 s, integrator: ";
    const Fall truth = fall(normal, 0.1, "articulated-body", run + "dop853"),
               found = fall(normal, 0.1, "articulated-body", run + "ros2");
    REQUIRE(found.run.summary.status == Status::completed);
    CHECK(calc_gap(truth.run, found.run) < 1e-3);  // rtol, of 1 m
    CHECK(found.run.summary.counters.evaluations < truth.run.summary.counters.evaluations);
  }
}

// Free flight has no error, and a step may be as long as the run: it is looked at on its way.
TEST_CASE("ros2: what flies at a boulder does not pass through it within a step") {
  const auto run = [&](const char* integrator) {
    return simulate(
        read_model_text(
            fmt::format("pintle: 1\nbodies: {{stone: {{mass: 1, inertia: [1, 1, 1]}}}}\n"
                        "surfaces: {{rock: {{boulders: {{stones: {{a: {{at: [3, 0, 0], radius: 1}}}}}}, normal: {}}}}}\n"
                        "contacts: {{hit: {{at: {{stone: [0, 0, 0]}}, surface: rock}}}}\n"
                        "initial: {{stone: {{at: [0, 0, 0.2], velocity: [3, 0, 0]}}}}\n"
                        "run: {{until: 2 s, output_every: 0.5 s, integrator: {}}}\n",
                        make_spring(1e7), integrator),
            "rock.yaml"),
        {"stone.position"});
  };
  const Simulation truth = run("dop853"), found = run("ros2");
  for (const char* axis : {"stone.position.x", "stone.position.z"})
    for (std::size_t k = 0; k < truth.time.size(); ++k)
      CHECK(std::fabs(found.series(axis)[k] - truth.series(axis)[k]) < 0.03);  // of 4 m behind the blow, off a round stone
}
