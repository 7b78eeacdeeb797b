#include "pintle/system/case_maker.h"

#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/model/scope.h"
#include "pintle/system/make_system.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

Model make_model(const char* mass) {
  Model model = parts::make_pendulum();
  add_parameter(model, "m", mass);
  model.bodies[0].mass = make_number(model, "2*m", "kg");
  model.joints[0].motors[Direction::rz] = make_number(model, "m*1 m^2/s^2*sin(1 rad/s*time)", "N*m");
  return model;
}

}  // namespace

TEST_CASE("cases: new parameters give the numbers of a model that was made with them, to the bit") {
  CaseMaker cases(make_model("3 kg"));
  cases.set("m", 4.25);
  const Case one = cases.make();
  const System expected = make_system(make_model("4.25 kg"));
  CHECK(one.parameters.value == expected.nominal.value);
  cases.set("m", 3);
  CHECK(cases.make().parameters.value == make_system(make_model("3 kg")).nominal.value);
}

TEST_CASE("cases: what is no parameter, or follows from others, cannot be set") {
  Model model = make_model("3 kg");
  model.parameters.push_back({"double_mass", make_number(model, "2*m", "kg"), {}, parse_unit("kg").dimension, false, false, 0});
  CaseMaker cases(model);
  CHECK_THROWS_WITH_AS(cases.set("n", 1), doctest::Contains("there is no such parameter"), Error);
  CHECK_THROWS_WITH_AS(cases.set("double_mass", 1), doctest::Contains("follows from other parameters"), Error);
}

}  // namespace pintle
