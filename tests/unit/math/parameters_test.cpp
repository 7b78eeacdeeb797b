#include "pintle/math/parameters.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("parameters: what is put is read at its slot") {
  Parameters<double> p;
  SlotMaker slots{p.value};
  const Slot a = slots.put(2.0);
  const Slot3 b = slots.put(Vec3<double>{3, 4, 5});
  const SlotPose c = slots.put(Pose<double>{Mat3<double>::identity(), {6, 7, 8}});
  CHECK(p[a] == 2);
  CHECK(p[b].z == 5);
  CHECK(p[c].R.yy == 1);
  CHECK(p[c].p.y == 7);
  p[a] = 9;
  CHECK(p.at(a.i) == 9);
}

#ifdef PINTLE_ASSERTIONS
TEST_CASE("parameters: a slot that nobody has put is our mistake, and does not pass for a number") {
  Parameters<double> p;
  SlotMaker slots{p.value};
  const Slot3 last = slots.put(Vec3<double>{1, 2, 3});
  CHECK_THROWS_AS(p[Slot{}], InternalError);
  CHECK_THROWS_AS(p[Slot3{}], InternalError);
  CHECK_THROWS_AS(p[SlotPose{}], InternalError);
  CHECK_THROWS_AS(p[Slot3{last.i + 1}], InternalError);
  CHECK_THROWS_AS(p[SlotPose{last.i}], InternalError);
}
#endif
