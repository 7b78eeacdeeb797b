#include <doctest/doctest.h>

#include <cmath>

#include "pintle/base/error.h"
#include "pintle/model/makers.h"
#include "pintle/system/make_system.h"

namespace pintle {

TEST_CASE("chain: links lie end to end along x, hinged about y and z in turn") {
  const Reference reference = make_reference(make_chain(4));
  for (int i = 1; i <= 4; ++i) {
    CHECK(reference.X_WB[static_cast<std::size_t>(i)].p.x == i - 0.5);
    const Vec3<double> axis = reference.X_WJ[static_cast<std::size_t>(i - 1)].R.column(2);
    CHECK((i % 2 == 1 ? axis.y : axis.z) == 1);
  }
  CHECK(make_system(make_chain(4)).laws.size() == 4);
}

TEST_CASE("star: legs stand around a floating hub, each hinge tangential") {
  const System system = make_system(make_star(6));
  CHECK(system.body_count() == 14);
  CHECK(system.joint_count() == 12);
  const Reference reference = make_reference(make_star(6));
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const Vec3<double> upper = reference.X_WB[2 + 2 * leg].p, lower = reference.X_WB[3 + 2 * leg].p;
    CHECK(norm(upper) == doctest::Approx(0.8));
    CHECK(norm(lower) == doctest::Approx(1.4));
    for (std::size_t joint : {2 * leg, 2 * leg + 1}) {
      const Vec3<double> axis = reference.X_WJ[joint].R.column(2);
      CHECK(std::fabs(dot(axis, upper)) < 1e-15);
      CHECK(std::fabs(axis.z) < 1e-15);
    }
  }
}

TEST_CASE("makers: fewer than one of anything is a mistake") {
  CHECK_THROWS_WITH_AS(make_chain(0), "0 links; give 1 or more", Error);
  CHECK_THROWS_WITH_AS(make_star(-2), "-2 legs; give 1 or more", Error);
}

}  // namespace pintle
