#include <doctest/doctest.h>

#include "unit/io/golden.h"

using namespace pintle;

TEST_CASE("signals and measures have units: their own where they are one signal, else that of the dimension") {
  const Model model = read_model_text(
      two_joints +
          "signals: {a: =hip.angle, b: =2*hip.load.fx, c: =arm.velocity.norm^2, d: =hip.angle > 1}\n"
          "measures: {m: {of: arm.acceleration.norm, take: max}, n: {of: d, take: ever}, o: {of: b/1 N, take: rms}}\n",
      "m.yaml");
  CHECK(model.signals[0].unit == "rad");
  CHECK(model.signals[1].unit == "N");
  CHECK(model.signals[2].unit == "m^2/s^2");
  CHECK(model.signals[3].unit == "1");
  REQUIRE(model.measures.size() == 3);
  CHECK(model.measures[0].unit == "m/s^2");
  CHECK(model.measures[0].take == take_kind<takes::Max>);
  CHECK(model.measures[1].take == take_kind<takes::Ever>);
  CHECK(model.measures[2].unit == "1");
}
