#include "pintle/io/named_values.h"

#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

namespace {

Model read(const std::string& parameters, const std::vector<Setting>& settings = {}) {
  return read_model_text(two_bodies + "parameters: " + parameters + "\n", "m.yaml", settings);
}

}  // namespace

TEST_CASE("parameters use each other in any order; plain ones are inputs, the others expressions of them") {
  const Model model = read("{a: =2*b, b: =c + 1 m, c: 50 cm, n: 3, angle: 90 deg, q: [1 m, =c, 2]}");
  REQUIRE(model.parameters.size() == 6);
  const ParameterPart &a = model.parameters[0], &c = model.parameters[2], &n = model.parameters[3], &q = model.parameters[5];
  CHECK(a.value == 3);
  CHECK(a.dimension == Dimension{0, 1, 0});
  CHECK(model.graph.inputs_of(a.value.expr) == model.graph.inputs_of(c.value.expr));
  CHECK(model.graph.node(c.value.expr).op == Op::input);
  CHECK(n.bare);
  CHECK_FALSE(model.parameters[4].bare);
  CHECK(model.parameters[4].dimension == Dimension{});
  REQUIRE(q.list.size() == 3);
  CHECK(q.list[1] == 0.5);
  CHECK(q.list[2] == 2);
  CHECK(q.dimension == Dimension{0, 1, 0});
}

TEST_CASE("a number without unit takes the dimension of what it replaces") {
  const std::string text = two_bodies +
                           "parameters: {mass: 900 kg, half: =mass/2, pure: 3}\n"
                           "variants: {v: {w: {parameters.mass: 950}}}\nchoose: {v: w}\n";
  const Model model = read_model_text(text, "m.yaml", {{"parameters.half", "7"}, {"parameters.pure", "4"}});
  CHECK(model.parameters[0].value == 950);
  CHECK(model.parameters[0].dimension == Dimension{1, 0, 0});
  CHECK(model.parameters[1].value == 7);
  CHECK(model.parameters[1].dimension == Dimension{1, 0, 0});
  CHECK(model.parameters[2].bare);
  const Model twice =
      read_model_text(text, "m.yaml", {{"parameters.mass", "=half0*2"}, {"parameters.mass", "8"}, {"parameters.half0", "3 kg"}});
  CHECK(twice.parameters[0].value == 8);
  CHECK(twice.parameters[0].dimension == Dimension{1, 0, 0});
}

TEST_CASE("a parameter is used if an expression reads it, also in a variant that was not chosen") {
  ReadNotes notes;
  read_model_text(two_bodies +
                      "parameters: {g: 9.81 m/s^2, other: 3, spare: 2}\ngravity: [0, 0, =-g]\n"
                      "variants: {v: {w: {gravity.z: =other*g}}}\n",
                  "m.yaml", {}, {}, &notes);
  REQUIRE(notes.warnings.size() == 1);
  CHECK(notes.warnings[0].find("parameters.spare: is never used") != std::string::npos);
}
