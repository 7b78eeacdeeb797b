#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/model/names.h"
#include "unit/system/parts.h"

namespace pintle {

TEST_CASE("names: bodies count from 1, springs go on after point forces, the world is body 0") {
  Model model = parts::make_pendulum();
  model.forces.of<PointForce>().push_back({"push", {PointOn{"bar", {0, 0, 0}}}});
  model.forces.of<PointSpring>().push_back({"rope", parts::points("world", {0, 0, 0}, "bar", {0, 0, 0}), {{1, 0, 0}, 0}});
  const NameTable names = make_names(model);
  CHECK(names.find("world")->index == 0);
  CHECK(names.find("bar")->index == 1);
  CHECK(names.find("pin")->kind == PartKind::joint);
  CHECK(names.find("rope")->index == 1);
  CHECK_FALSE(names.find("ba").has_value());
}

TEST_CASE("names: all kinds of parts share one namespace") {
  Model model = parts::make_pendulum();
  model.joints[0].name = "bar";
  CHECK_THROWS_WITH_AS(make_names(model),
                       "joints.bar: the name is taken by bodies.bar; parts of all kinds share one namespace: rename one of them",
                       Error);
}

TEST_CASE("names: words with a meaning, hyphens and empty names are refused") {
  Model model = parts::make_pendulum();
  for (const char* name : {"world", "time", "system"}) {
    model.bodies[0].name = name;
    CHECK_THROWS_WITH_AS(make_names(model), doctest::Contains("has a meaning of its own; take another"), Error);
  }
  for (const char* name : {"", "2nd", "left-arm", "a.b", "bär"}) {
    model.bodies[0].name = name;
    CHECK_THROWS_WITH_AS(make_names(model), doctest::Contains("is no name; take a letter, then letters, digits and _"), Error);
  }
}

}  // namespace pintle
