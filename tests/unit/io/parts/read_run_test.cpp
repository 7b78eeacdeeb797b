#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

const Golden bad_runs[] = {
    {"run: {until: -1 s}", "m.yaml:3:14: run.until: -1 s is negative; give zero or more"},
    {"run: {until: 10 m}", "m.yaml:3:14: run.until: 10 m is a length; give a time, for example 10 s"},
    {"run: {output_every: 0}", "m.yaml:3:21: run.output_every: 0 is not positive; give a number above zero"},
    {"run: {record: arm}",
     "m.yaml:3:15: run.record: a single value where a list is expected; give a list of parts or signals, for example [elbow, "
     "system.energy]"},
    {"run: {record: [a b]}", R"(m.yaml:3:16: run.record[1]: there is no part "a b"; known are system, arm, leg)"},
    {"run: {formulation: featherstone}",
     R"(m.yaml:3:20: run.formulation: "featherstone" is not known; known are auto, articulated-body, newton-euler, partitioned, divide-and-conquer)"},
    {"run: {formulation: articulated_body}",
     R"(m.yaml:3:20: run.formulation: "articulated_body" is not known; did you mean articulated-body?)"},
    {"run: {stabilization: baumgart}", R"(m.yaml:3:22: run.stabilization: "baumgart" is not known; did you mean baumgarte?)"},
    {"run: {stabilization: none}",
     R"(m.yaml:3:22: run.stabilization: "none" is not known; known are auto, off, baumgarte, projection)"},
    {"run: {rtol: 1 s}", "m.yaml:3:13: run.rtol: 1 s is a time; give a pure number, for example 1"},
    {"run: {threads: 0}", "m.yaml:3:16: run.threads: 0 is no number of threads; give a whole number from 1 to 1024"},
    {"run: {threads: 1.5}", "m.yaml:3:16: run.threads: 1.5 is no number of threads; give a whole number from 1 to 1024"},
    {"run:", "m.yaml:3:1: run: has no value; give one, or take the key out"},
};

TEST_CASE("a run that cannot be is refused in one sentence") {
  for (const Golden& golden : bad_runs) check(golden, two_bodies + std::string(golden.text) + "\n");
}

TEST_CASE("a run has the defaults of the model until the file says otherwise") {
  const Model plain = read_model_text(two_bodies, "m.yaml");
  CHECK(plain.run.until == 1);
  CHECK(plain.run.rtol == 1e-8);
  CHECK_FALSE(plain.run.output_every);
  const Model model = read_model_text(two_bodies +
                                          "run: {until: 2 min, output_every: 5 ms, record: [arm, system.energy], formulation: "
                                          "newton-euler, integrator: rk4, rtol: 1e-6, atol: 2, dt: 1 ms, max_step: 0.1 s, "
                                          "stabilization: projection, threads: 3}\n",
                                      "m.yaml");
  CHECK(model.run.until == 120);
  CHECK(*model.run.output_every == 0.005);
  CHECK(model.run.record == std::vector<std::string>{"arm", "system.energy"});
  CHECK(model.run.formulation == "newton-euler");
  CHECK(model.run.integrator == "rk4");
  CHECK(*model.run.atol == 2);
  CHECK(*model.run.dt == 0.001);
  CHECK(*model.run.max_step == 0.1);
  CHECK(model.run.stabilization == "projection");
  CHECK(*model.run.threads == 3);
  CHECK_FALSE(plain.run.threads);
  CHECK(plain.run.stabilization == "auto");
  CHECK(read_model_text(two_bodies + "run: {stabilization: off}\n", "m.yaml").run.stabilization == "off");
}
