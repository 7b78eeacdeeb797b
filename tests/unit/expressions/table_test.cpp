#include "pintle/expressions/table.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/random.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

using namespace pintle;

namespace {

constexpr std::uint64_t seed = 2110;
using Points = std::vector<std::pair<double, double>>;

/// Ascending, with intervals from 0.2 to 1.2.
template <class F>
Points draw_points(Random& random, int count, F y) {
  Points points;
  double x = random.uniform(-3, 0);
  for (int i = 0; i < count; ++i, x += random.uniform(0.2, 1.2)) points.emplace_back(x, y(x));
  return points;
}

std::string sentence_of(const Points& points, Interpolate interpolate = Interpolate::linear) {
  try {
    make_table(points, interpolate, Outside::hold);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a linear table goes through its points along straight lines") {
  const Table table = make_table({{0, 0}, {0.5, 10}, {2, 4}}, Interpolate::linear, Outside::hold);
  CHECK(calc_table(table, 0.0, 0) == 0);
  CHECK(calc_table(table, 0.25, 0) == 5);
  CHECK(calc_table(table, 0.5, 0) == 10);
  CHECK(calc_table(table, 1.25, 0) == doctest::Approx(7));
  CHECK(calc_table(table, 2.0, 0) == doctest::Approx(4));
  CHECK(calc_table(table, 0.25, 1) == 20);
  CHECK(calc_table(table, 0.5, 1) == -4);  // at a point: the interval that begins there
  CHECK(calc_table(table, 0.25, 2) == 0);
}

TEST_CASE("a cubic table reproduces a cubic and its derivatives, from four points on") {
  CAPTURE(seed);
  Random random(seed);
  for (int count = 4; count < 12; ++count) {
    const double a = random.normal(), b = random.normal(), c = random.normal(), d = random.normal();
    const auto y = [&](double x) { return a + x * (b + x * (c + x * d)); };
    const Table table = make_table(draw_points(random, count, y), Interpolate::cubic, Outside::extrapolate);
    for (int k = 0; k < 100; ++k) {
      const double x = random.uniform(table.x.front() - 1, table.x.back() + 1);
      CAPTURE(count);
      // Second differences of rounded values over intervals of 0.2: some hundred roundings of values up to 10³.
      REQUIRE(calc_table(table, x, 0) == doctest::Approx(y(x)).epsilon(1e-10));
      REQUIRE(calc_table(table, x, 1) == doctest::Approx(b + x * (2 * c + x * 3 * d)).epsilon(1e-9));
      REQUIRE(calc_table(table, x, 2) == doctest::Approx(2 * c + 6 * d * x).epsilon(1e-9));
      REQUIRE(calc_table(table, x, 3) == doctest::Approx(6 * d).epsilon(1e-8));
    }
  }
}

TEST_CASE("a cubic table of two points is a line, of three a parabola") {
  const Table line = make_table({{1, 2}, {3, 8}}, Interpolate::cubic, Outside::extrapolate);
  CHECK(calc_table(line, 2.0, 0) == doctest::Approx(5));
  CHECK(calc_table(line, 4.0, 0) == doctest::Approx(11));
  const Table parabola = make_table({{-1, 1}, {1, 1}, {4, 16}}, Interpolate::cubic, Outside::extrapolate);
  for (const double x : {-2.0, -0.5, 0.0, 1.0, 3.0, 5.0}) CHECK(calc_table(parabola, x, 0) == doctest::Approx(x * x));
  CHECK(calc_table(parabola, 2.0, 2) == doctest::Approx(2));
}

TEST_CASE("a cubic table of any points has two continuous derivatives, and goes through the points") {
  CAPTURE(seed);
  Random random(seed + 1);
  for (int k = 0; k < 100; ++k) {
    const Table table = make_table(draw_points(random, 4 + random.integer(9), [&](double) { return random.normal(); }),
                                   Interpolate::cubic, Outside::hold);
    for (std::size_t i = 0; i + 1 < table.x.size(); ++i) {
      REQUIRE(calc_table(table, table.x[i], 0) == table.y[i]);
      if (i == 0) continue;
      for (int order = 0; order <= 2; ++order) {
        const double before = calc_table(table, std::nextafter(table.x[i], -1e9), order),
                     after = calc_table(table, table.x[i], order);
        // One step of 2⁻⁵² to the left, times the next derivative, which may be 10³ here.
        REQUIRE(before == doctest::Approx(after).epsilon(1e-10).scale(10));
      }
    }
  }
}

TEST_CASE("not-a-knot: the third derivative does not jump at the second and the last but one point") {
  const Table table = make_table({{0, 0}, {1, 5}, {2, -1}, {3.5, 2}, {4, 7}}, Interpolate::cubic, Outside::hold);
  CHECK(table.c[0][3] == doctest::Approx(table.c[1][3]));
  CHECK(table.c[2][3] == doctest::Approx(table.c[3][3]));
  CHECK(table.c[1][3] != doctest::Approx(table.c[2][3]));
}

TEST_CASE("outside its points a table holds its ends, is zero, goes on, or is NaN") {
  const Points points{{0, 1}, {1, 3}, {2, 5}};
  for (const Interpolate interpolate : {Interpolate::linear, Interpolate::cubic}) {
    const auto at = [&](Outside outside, double x, int order = 0) {
      return calc_table(make_table(points, interpolate, outside), x, order);
    };
    CHECK(at(Outside::hold, -9) == 1);
    CHECK(at(Outside::hold, 9) == 5);
    CHECK(at(Outside::hold, 9, 1) == 0);
    CHECK(at(Outside::zero, -1) == 0);
    CHECK(at(Outside::zero, 2.001) == 0);
    CHECK(at(Outside::extrapolate, 3) == doctest::Approx(7));
    CHECK(at(Outside::extrapolate, -1) == doctest::Approx(-1));
    CHECK(at(Outside::extrapolate, 3, 1) == doctest::Approx(2));
    CHECK(std::isnan(at(Outside::error, 2.001)));
    CHECK(std::isnan(at(Outside::error, -0.001, 1)));
    for (const Outside outside : {Outside::hold, Outside::zero, Outside::extrapolate, Outside::error}) {  // the ends are inside
      CHECK(at(outside, 0) == 1);
      CHECK(at(outside, 2) == doctest::Approx(5));
    }
  }
}

TEST_CASE("tables in lanes and duals: the value of the scalar, and the slope of the next order") {
  CAPTURE(seed);
  Random random(seed + 2);
  for (const Interpolate interpolate : {Interpolate::linear, Interpolate::cubic})
    for (const Outside outside : {Outside::hold, Outside::zero, Outside::extrapolate}) {
      const Table table = make_table(draw_points(random, 7, [&](double) { return random.normal(); }), interpolate, outside);
      for (int k = 0; k < 200; ++k) {
        Lanes x(0.0);
        for (int i = 0; i < lane_count; ++i) set_lane(x, i, random.uniform(-4, 8));
        for (int order = 0; order <= 3; ++order) {
          const Lanes y = calc_table(table, x, order);
          for (int i = 0; i < lane_count; ++i) {
            const double scalar = calc_table(table, lane(x, i), order);
            REQUIRE(lane(y, i) == doctest::Approx(scalar).epsilon(1e-13));  // a*b + c may be fused or not
            const Dual dual = calc_table(table, Dual(lane(x, i), 1), order);
            REQUIRE(dual.value == doctest::Approx(scalar).epsilon(1e-13));
            REQUIRE(dual.slope == doctest::Approx(calc_table(table, lane(x, i), order + 1)).epsilon(1e-12));
          }
        }
      }
    }
}

TEST_CASE("kinks of a table are where it, its slope or its curvature jumps") {
  const Points points{{0, 1}, {1, 3}, {2, 4}, {3, 4}};
  CHECK(kinks_of(make_table(points, Interpolate::linear, Outside::hold)) == std::vector<double>{0, 1, 2, 3});
  CHECK(kinks_of(make_table(points, Interpolate::cubic, Outside::hold)) == std::vector<double>{0, 3});
  CHECK(kinks_of(make_table(points, Interpolate::linear, Outside::extrapolate)) == std::vector<double>{1, 2});
  CHECK(kinks_of(make_table(points, Interpolate::cubic, Outside::extrapolate)).empty());
}

TEST_CASE("points that make no table get a sentence") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(sentence_of({}) == "a table of 0 points; give at least two");
  CHECK(sentence_of({{1, 2}}) == "a table of 1 points; give at least two");
  CHECK(sentence_of({{0, 1}, {inf, 2}}) == "point 2 of the table, [inf, 2], is not finite; give two numbers");
  CHECK(sentence_of({{0, 1}, {2, 2}, {2, 3}}) ==
        "point 3 of the table is at 2, the one before it at 2; give the points in ascending order, each place once");
  CHECK(sentence_of({{0, 0}, {1e-300, 1e300}, {1, 0}}) ==
        "the table is too steep for numbers between 0 and 1e-300; move these points apart");
}
