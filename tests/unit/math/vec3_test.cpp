#include "pintle/math/vec3.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "unit/math/draw.h"
#include "unit/math/to_eigen.h"

using namespace pintle;
using namespace pintle::tests;

TEST_CASE("vec3: products are those of Eigen") {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    const Vec3<double> a = draw_vector(random), b = draw_vector(random);
    const double size = norm(a) * norm(b);
    CHECK(std::fabs(dot(a, b) - to_eigen(a).dot(to_eigen(b))) < 2 * rounding * size);
    CHECK((to_eigen(cross(a, b)) - to_eigen(a).cross(to_eigen(b))).norm() < 2 * rounding * size);
    CHECK(norm(a) == doctest::Approx(to_eigen(a).norm()).epsilon(2 * rounding));
    CHECK(distance(centripetal(a, b), cross(a, cross(a, b))) < 8 * rounding * norm(a) * size);
  }
}

TEST_CASE("vec3: indices count x, y, z") {
  Vec3<double> v{1, 2, 3};
  for (int i = 0; i < 3; ++i) {
    CHECK(v[i] == i + 1);
    CHECK(dot(unit<double>(i), v) == i + 1);
    v[i] = -v[i];
  }
  CHECK(v.y == -2);
  v += Vec3<double>{1, 2, 3};
  v -= Vec3<double>{0, 0, 5};
  CHECK(distance(v, {0, 0, -5}) == 0);
}
