#include "pintle/math/lanes.h"

#include <doctest/doctest.h>

#include <bit>
#include <limits>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

Lanes draw(Random& random, double low, double high) {
  Lanes x = 0.0;
  for (int i = 0; i < lane_count; ++i) set_lane(x, i, random.uniform(low, high));
  return x;
}

Mask<Lanes> draw_mask(Random& random) {
  Mask<Lanes> m;
  for (int i = 0; i < lane_count; ++i) set_lane(m, i, random.chance(0.5));
  return m;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// Half a unit in the last place, so that a fused multiply-add in one of two programs is no difference.
bool near(double a, double b) { return std::fabs(a - b) <= 2 * std::numeric_limits<double>::epsilon() * std::fabs(b); }

}  // namespace

TEST_CASE("lanes: one operation gives the bits of the same operation on doubles, in every lane") {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const Lanes a = draw(random, -5, 5), b = draw(random, -5, 5), p = draw(random, 0, 9);
    const Lanes sum = a + b, less = a - b, product = a * b, quotient = a / b, minus = -a, root = sqrt(p), size = abs(a),
                most = max(a, b), least = min(a, b), angle = atan2(a, b);
    for (int i = 0; i < lane_count; ++i) {
      const double x = lane(a, i), y = lane(b, i);
      REQUIRE(same_bits(lane(sum, i), x + y));
      REQUIRE(same_bits(lane(less, i), x - y));
      REQUIRE(same_bits(lane(product, i), x * y));
      REQUIRE(same_bits(lane(quotient, i), x / y));
      REQUIRE(same_bits(lane(minus, i), -x));
      REQUIRE(same_bits(lane(root, i), std::sqrt(lane(p, i))));
      REQUIRE(same_bits(lane(size, i), std::fabs(x)));
      REQUIRE(same_bits(lane(most, i), max(x, y)));
      REQUIRE(same_bits(lane(least, i), min(x, y)));
      REQUIRE(same_bits(lane(angle, i), pintle::atan2(x, y)));
      REQUIRE(lane(is_greater(a, b), i) == (x > y));
      REQUIRE(lane(is_less(a, b), i) == (x < y));
    }
  }
}

TEST_CASE("lanes: zeros keep their sign, infinities and NaN pass") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(same_bits(lane(Lanes(-0.0), 0), -0.0));
  CHECK(same_bits(lane(abs(Lanes(0.0)), 0), 0.0));
  CHECK(same_bits(lane(abs(Lanes(-0.0)), 0), 0.0));
  CHECK(lane(Lanes(inf), lane_count - 1) == inf);
  CHECK(std::isnan(lane(Lanes(nan), 0)));
  CHECK(std::isnan(lane(pintle::exp(Lanes(nan)), 0)));
  CHECK_FALSE(any(is_greater(Lanes(nan), Lanes(0.0))));
}

TEST_CASE("lanes: sin, cos and exp are those of doubles to the last digit, and never those of a neighbour") {
  Random random(2);
  for (int k = 0; k < 2000; ++k) {
    const double range = std::pow(10.0, random.uniform(-3, 9));
    const Lanes x = draw(random, -range, range), t = draw(random, -800, 800);
    Lanes s, c;
    update_sincos(x, s, c);
    const Lanes e = pintle::exp(t);
    for (int i = 0; i < lane_count; ++i) {
      double sd, cd;
      update_sincos(lane(x, i), sd, cd);
      REQUIRE(near(lane(s, i), sd));
      REQUIRE(near(lane(c, i), cd));
      REQUIRE(near(lane(e, i), pintle::exp(lane(t, i))));
      Lanes other = draw(random, -1, 1), other_s, other_c;  // the same number in other company
      set_lane(other, i, lane(x, i));
      update_sincos(other, other_s, other_c);
      REQUIRE(same_bits(lane(other_s, i), lane(s, i)));
      REQUIRE(same_bits(lane(other_c, i), lane(c, i)));
    }
  }
}

TEST_CASE("lanes: an angle of any size is that of doubles, and leaves its neighbours alone") {
  Random random(4);
  for (int k = 0; k < 500; ++k) {
    const Lanes x = draw(random, -10, 10);
    Lanes mixed = x, s, c, mixed_s, mixed_c;
    const int far = random.integer(lane_count);
    set_lane(mixed, far, std::pow(10.0, random.uniform(9, 308)));
    update_sincos(x, s, c);
    update_sincos(mixed, mixed_s, mixed_c);
    for (int i = 0; i < lane_count; ++i) {
      double sd, cd;
      update_sincos(lane(mixed, i), sd, cd);
      REQUIRE(std::fabs(lane(mixed_s, i) - sd) < 1e-15);
      REQUIRE(std::fabs(lane(mixed_c, i) - cd) < 1e-15);
      if (i == far) continue;
      REQUIRE(same_bits(lane(mixed_s, i), lane(s, i)));
      REQUIRE(same_bits(lane(mixed_c, i), lane(c, i)));
    }
  }
}

TEST_CASE("lanes: masks obey the algebra of sets, lane by lane") {
  Random random(3);
  const Mask<Lanes> none{}, every = !none;
  CHECK_FALSE(any(none));
  CHECK_FALSE(all(none));
  CHECK(any(every));
  CHECK(all(every));
  for (int k = 0; k < 200; ++k) {
    const Mask<Lanes> a = draw_mask(random), b = draw_mask(random);
    bool some = false, whole = true;
    for (int i = 0; i < lane_count; ++i) {
      const bool x = lane(a, i), y = lane(b, i);
      some = some || x;
      whole = whole && x;
      REQUIRE(lane(a & b, i) == (x && y));
      REQUIRE(lane(a | b, i) == (x || y));
      REQUIRE(lane(!a, i) == !x);
      REQUIRE(lane(!(a | b), i) == lane((!a) & (!b), i));
      REQUIRE(lane(select(a, Lanes(1.0), Lanes(2.0)), i) == (x ? 1 : 2));
    }
    REQUIRE(any(a) == some);
    REQUIRE(all(a) == whole);
  }
}

TEST_CASE("lanes: a lane that is set leaves the others alone") {
  Lanes x = 3.0;
  set_lane(x, 1, 7.0);
  Mask<Lanes> m{};
  set_lane(m, 0, true);
  for (int i = 0; i < lane_count; ++i) {
    CHECK(lane(x, i) == (i == 1 ? 7 : 3));
    CHECK(lane(m, i) == (i == 0));
  }
  CHECK(width<Lanes> == lane_count);
  CHECK(width<double> == 1);
}
