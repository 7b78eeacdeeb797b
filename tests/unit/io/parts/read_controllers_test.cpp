#include <doctest/doctest.h>

#include "pintle/io/writing/writer.h"
#include "pintle/system/make_system.h"
#include "unit/io/golden.h"

using namespace pintle;

const std::string with_spring = two_bodies + R"(parameters: {k: 4 N*m/rad, twice: =2*k, q: [1, 2]}
joints: {hip: {type: hinge, between: [world, arm], spring: {stiffness: =k, damping: 2}, motor: {torque: =k*sin(time/1 s)}}}
controllers: )";

const Golden bad_controllers[] = {
    {"{c: {set: {k: 3}}}",
     "m.yaml:5:15: controllers.c: neither when nor every; give one, for example when: foot.touching, or every: 10 ms"},
    {"{c: {when: hip.angle > 1, every: 1 s, set: {k: 3}}}",
     "m.yaml:5:19: controllers.c.when: stands beside `every`; keep one; what is sampled may depend on a condition, "
     "=if(foot.touching, a, b)"},
    {"{c: {when: hip.angle > 1}}",
     "m.yaml:5:15: controllers.c: set is missing; give it, for example set: {parameters.k: 2 kN/m}"},
    {"{c: {every: 1 s, set: {k: 3}, otherwise: keep}}",
     "m.yaml:5:44: controllers.c.otherwise: stands beside `every`; what is sampled is held up to the next sample; take it out"},
    {"{c: {every: 0 s, set: {k: 3}}}", "m.yaml:5:26: controllers.c.every: 0 s is not positive; give a number above zero"},
    {"{c: {when: hip.angle > 1, library: x.so, set: {k: 3}}}",
     "m.yaml:5:40: controllers.c.library: stands beside `when`; a library is sampled; give `every` in place of it"},
    {"{c: {every: 1 s, set: {k: 3}, inputs: [hip.angle]}}",
     "m.yaml:5:44: controllers.c.inputs: belongs to a `library`; give one, or `set` with expressions of signals"},
    {"{c: {every: 1 s, library: x.so, inputs: [hip.angle]}}",
     "m.yaml:5:15: controllers.c: outputs is missing; give it, for example outputs: [parameters.push]"},
    {"{c: {every: 1 s, library: x.so, inputs: [hip.angel], outputs: [k]}}",
     R"(m.yaml:5:55: controllers.c.inputs[1]: hip has no signal "angel"; did you mean hip.angle?)"},
    {"{c: {every: 1 s, library: x.so, inputs: [hip.angle], outputs: [p]}}",
     R"(m.yaml:5:77: controllers.c.outputs[1]: there is no parameter p; known are k, twice, q)"},
    {"{c: {when: hip.angle > 1, set: {k: 3 m}}}",
     "m.yaml:5:49: controllers.c.set.k: 3 m is a length; give a moment or an energy"},
    {"{c: {when: hip.angle > 1, set: {twice: 3}}}",
     "m.yaml:5:53: controllers.c.set.twice: twice follows from other parameters; set those"},
    {"{c: {when: hip.angle > 1, set: {q: 3}}}",
     "m.yaml:5:49: controllers.c.set.q: q is a list; set a parameter that is one number"},
    {"{c: {when: hip.angle > 1, set: {k: =hip.angle}}}",
     "m.yaml:5:49: controllers.c.set.k: hip.angle changes during a run, and this value is fixed; use numbers and parameters"},
    {"{c: {when: hip.angle > 1, set: {joints.hip.spring.rest: 3}}}",
     "m.yaml:5:46: controllers.c.set.joints.hip.spring.rest: joints.hip.spring.rest is no number of this file; give it a value "
     "where the part is described, then it can be set"},
    {"{c: {when: hip.angle > 1, set: {k: 3, parameters.k: 4}}}",
     "m.yaml:5:66: controllers.c.set.parameters.k: parameters.k is set twice by this controller; keep one"},
    {"{hip: {when: hip.angle > 1, set: {k: 3}}}",
     "m.yaml:5:15: controllers.hip: there is also a joint of this name; names are unique among all parts, so rename one"},
};

TEST_CASE("controllers: each mistake gets a sentence with its place, the value and the way out") {
  for (const Golden& golden : bad_controllers) check(golden, with_spring + std::string(golden.text) + "\n");
}

TEST_CASE("controllers: what lives cannot be set, and is told so where it stands") {
  CHECK(read_sentences(with_spring + "{c: {when: hip.angle > 1, set: {joints.hip.motor.torque: 3}}}\n") ==
        "m.yaml:4:105: joints.hip.motor.torque: changes while a run goes on, so that nobody can set it; let it read a parameter, "
        "and "
        "set that");
}

TEST_CASE("controllers: one that is not active is checked and left out") {
  const Model model = read_model_text(with_spring + "{c: {active: false, when: hip.angle > 1, set: {k: 3}}}\n", "m.yaml");
  CHECK(model.controllers.empty());
  CHECK(read_sentences(with_spring + "{c: {active: false, when: hip.angel > 1, set: {k: 3}}}\n") ==
        R"(m.yaml:5:40: controllers.c.when: hip has no signal "angel"; did you mean hip.angle?)");
}

TEST_CASE("controllers: in a group names are the instance's own, maps go on along a path, and what follows can be set") {
  const Model model = read_model_text(R"(pintle: 1
parameters: {k: 4 N*m/rad}
repeat:
  leg:
    count: 2
    bodies: {arm: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}
    joints: {hip: {type: hinge, between: [world, arm], spring: {stiffness: =k, damping: 2}}}
    controllers: {soft: {when: hip.angle > 1, set: {joints.hip.spring: {stiffness: =k/2, damping: 1}}}}
)",
                                      "m.yaml");
  REQUIRE(model.controllers.size() == 2);
  CHECK(model.controllers[1].name == "soft2");
  CHECK(model.controllers[1].when == "hip2.angle > 1");
  CHECK(model.controllers[1].outputs[0].path == "joints.hip2.spring.stiffness");
  CHECK(model.controllers[1].outputs[1].path == "joints.hip2.spring.damping");
  const System system = make_system(model);
  CHECK(system.events.size() == 4);
}

TEST_CASE("controllers: the written model has them, with the parameters that they set and what follows from these") {
  const std::string text = with_spring + "{c: {when: hip.angle > 1, set: {k: 3 N*m/rad}, otherwise: keep}, " +
                           "d: {every: 2 s, set: {joints.hip.spring.damping: \"=2 N*m*s/rad + 1 N*m*s/rad*hip.angle\"}}}\n";
  const std::string written = write_model(read_model_text(text, "m.yaml"));
  CHECK(write_model(read_model_text(written, "back.yaml")) == written);
  CHECK(written.find("  k: 4.0 N*m\n") != std::string::npos);
  CHECK(written.find("stiffness: \"=k\"") != std::string::npos);
  const Model back = read_model_text(written, "back.yaml");
  REQUIRE(back.controllers.size() == 2);
  CHECK(back.controllers[0].keeps);
  CHECK(back.controllers[1].every->value == 2);
}
