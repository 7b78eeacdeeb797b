#include "pintle/laws/spring.h"

#include <doctest/doctest.h>

#include <vector>

#include "pintle/base/random.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

using namespace pintle;

namespace {

/// Pairs (x, y), ascending.
template <class T>
using Points = std::vector<T>;

Points<double> draw_table(Random& random, int count) {
  Points<double> xy;
  double x = random.uniform(-2, 0);
  for (int i = 0; i < count; ++i, x += random.uniform(0.1, 1)) xy.insert(xy.end(), {x, random.uniform(1, 50)});
  return xy;
}
template <class T>
Points<T> as(const Points<double>& xy) {
  return {xy.begin(), xy.end()};
}
int count_of(const Points<double>& xy) { return static_cast<int>(xy.size() / 2); }

/// The points themselves, their neighbours, the middles and both sides outside.
std::vector<double> places_of(const Points<double>& xy) {
  std::vector<double> places{xy.front() - 3, xy[xy.size() - 2] + 3};
  for (std::size_t i = 0; i < xy.size(); i += 2) {
    places.insert(places.end(), {xy[i], std::nextafter(xy[i], -99), std::nextafter(xy[i], 99)});
    if (i > 0) places.push_back((xy[i] + xy[i - 2]) / 2);
  }
  return places;
}

/// By the textbook: search the segment.
double look_up(const Points<double>& xy, double x) {
  if (x <= xy[0]) return xy[1];
  for (std::size_t i = 0; i + 2 < xy.size(); i += 2)
    if (x <= xy[i + 2]) return xy[i + 1] + (x - xy[i]) / (xy[i + 2] - xy[i]) * (xy[i + 3] - xy[i + 1]);
  return xy.back();
}

}  // namespace

TEST_CASE("table: linear between its points, exact on them, ends held") {
  Random random(1);
  for (int count = 1; count <= 6; ++count) {
    const Points<double> xy = draw_table(random, count);
    for (const double x : places_of(xy)) CHECK(calc_table(xy.data(), count, x) == doctest::Approx(look_up(xy, x)).epsilon(1e-14));
    for (std::size_t i = 0; i < xy.size(); i += 2)
      CHECK(calc_table(xy.data(), count, xy[i]) == doctest::Approx(xy[i + 1]).epsilon(1e-14));
    CHECK(calc_table(xy.data(), count, -1e9) == xy[1]);
    CHECK(calc_table(xy.data(), count, 1e9) == doctest::Approx(xy.back()).epsilon(1e-14));
  }
}

TEST_CASE("table spring: the force is the derivative of the energy everywhere, on the kinks and outside the ends too") {
  Random random(2);
  for (int n = 0; n < 40; ++n) {
    const Points<double> xy = draw_table(random, 1 + n % 6);
    const Points<Dual> dual = as<Dual>(xy);
    std::vector<double> rests = places_of(xy);
    for (const double rest : rests)
      for (const double q : places_of(xy)) {
        CAPTURE(rest);
        CAPTURE(q);
        const Dual E = calc_table_energy(dual.data(), count_of(xy), Dual(rest), Dual(q, 1));
        CHECK(E.slope == doctest::Approx(look_up(xy, q) * (q - rest)).epsilon(1e-12));
        CHECK(E.value >= -1e-12 * 50 * 25);  // k ≥ 0: no energy below that of the rest; cancelling sums of size k q²
      }
  }
}

TEST_CASE("table spring: the energy is zero at rest, and that of a constant spring is ½ k (q − r)²") {
  Random random(3);
  for (int n = 0; n < 40; ++n) {
    const Points<double> xy = draw_table(random, 1 + n % 6);
    const double rest = random.uniform(-3, 3), q = random.uniform(-3, 3);
    CHECK(calc_table_energy(xy.data(), count_of(xy), rest, rest) == 0);
    const Points<double> constant{-1, 20, 0.3, 20, 2, 20};
    for (const int count : {1, 2, 3})
      CHECK(calc_table_energy(constant.data(), count, rest, q) == doctest::Approx(10 * (q - rest) * (q - rest)).epsilon(1e-12));
  }
}

TEST_CASE("table spring by hand: k from 10 at 0 to 20 at 1, rest 0: E(1) = ∫ (10 + 10 s) s ds = 5 + 10/3") {
  const Points<double> xy{0, 10, 1, 20};
  CHECK(calc_table_energy(xy.data(), 2, 0.0, 1.0) == doctest::Approx(5 + 10. / 3));
  CHECK(calc_table_energy(xy.data(), 2, 0.0, -1.0) == doctest::Approx(5));                // held at 10
  CHECK(calc_table_energy(xy.data(), 2, 0.0, 2.0) == doctest::Approx(5 + 10. / 3 + 30));  // held at 20: ½ 20 (4 − 1)
}

TEST_CASE("table: lanes give every lane its own segment, to the last digits") {
  Random random(4);
  const Points<double> xy = draw_table(random, 5);
  const Points<Lanes> wide = as<Lanes>(xy);
  for (int n = 0; n < 200; ++n) {
    Lanes q = 0.0;
    for (int i = 0; i < lane_count; ++i) set_lane(q, i, random.uniform(-3, 4));
    const Lanes k = calc_table(wide.data(), 5, q), E = calc_table_energy(wide.data(), 5, Lanes(0.3), q);
    for (int i = 0; i < lane_count; ++i) {
      CHECK(lane(k, i) == doctest::Approx(calc_table(xy.data(), 5, lane(q, i))).epsilon(1e-14));
      CHECK(lane(E, i) == doctest::Approx(calc_table_energy(xy.data(), 5, 0.3, lane(q, i))).epsilon(1e-12));
    }
  }
}
