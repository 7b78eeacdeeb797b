#include "pintle/math/elementary.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "pintle/base/random.h"
#include "pintle/math/dual.h"
#include "pintle/math/lanes.h"

using namespace pintle;

namespace {

using Long = long double;  // 64 bits of mantissa: a reference that is wrong by 1/2048 ulp of a double

constexpr double inf = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max(), smallest = std::numeric_limits<double>::denorm_min();
constexpr double pi = std::numbers::pi;
constexpr int draws = 100000;
constexpr double goal = 0.8;  // [ulp] half a unit of the last rounding, and what the sums before it may lose

/// The largest error seen, in units of the last place of a double of that size, and where.
struct Worst {
  double error = 0, x = 0, y = 0;

  void look(double got, Long exact, double at_x, double at_y = 0) {
    const double size = std::fabs(static_cast<double>(exact)), above = std::nextafter(size, inf);
    const double ulp = above < inf ? above - size : size - std::nextafter(size, 0.0);
    const double found = std::isnan(got) ? inf : static_cast<double>(std::fabs(static_cast<Long>(got) - exact) / ulp);
    if (found <= error) return;
    error = found;
    x = at_x;
    y = at_y;
  }
  void check(double most) const {
    CAPTURE(x);
    CAPTURE(y);
    CHECK(error <= most);
  }
};

/// Finite, of any size and sign.
double draw_bits(Random& random) {
  for (;;)
    if (const auto x = std::bit_cast<double>(random.bits()); std::isfinite(x)) return x;
}

double draw_size(Random& random, double low, double high) { return std::pow(10.0, random.uniform(low, high)); }

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace

TEST_CASE("log: right to 0.8 ulp for every positive double, and next to 1") {
  Random random(1);
  Worst worst;
  for (int k = 0; k < draws; ++k)
    for (const double x : {std::fabs(draw_bits(random)), random.uniform(0.5, 2),
                           1 + random.uniform(-1, 1) * draw_size(random, -16, -1), draw_size(random, -323, -307)})
      worst.look(pintle::log(x), std::log(static_cast<Long>(x)), x);
  worst.check(goal);
}

// Where y ln x is large, digits of ln x beyond the 53rd become digits of the power.
TEST_CASE("pow: right to 0.8 ulp from the smallest to the largest power") {
  Random random(2);
  Worst worst;
  const auto look = [&](double x, double y) { worst.look(pintle::pow(x, y), std::pow(static_cast<Long>(x), Long(y)), x, y); };
  for (int k = 0; k < draws; ++k) {
    const double wide = draw_size(random, -300, 300), near = 1 + random.uniform(-1, 1) * draw_size(random, -15, -1);
    look(wide, random.uniform(-708, 709) / std::log(wide));
    look(near, random.uniform(-708, 709) / std::log(near));
    look(random.uniform(0, 10), random.uniform(-3, 3));
    look(wide, random.uniform(-745, -708) / std::log(wide));  // to a power without full mantissa
  }
  worst.check(goal);
}

TEST_CASE("pow: whole powers are exact where they are doubles, with the sign of an odd one") {
  for (int base = 2; base < 300; ++base) {
    double exact = 1;
    for (int n = 0; exact <= 0x1p53 / base; ++n, exact *= base) {
      CAPTURE(base);
      CAPTURE(n);
      REQUIRE(pintle::pow(base, n) == exact);
      REQUIRE(pintle::pow(-base, n) == (n % 2 ? -exact : exact));
    }
  }
  for (int n = -1074; n < 1024; ++n) REQUIRE(pintle::pow(2, n) == std::ldexp(1.0, n));
  CHECK(pintle::pow(0.25, 0.5) == 0.5);
  CHECK(pintle::pow(largest, 1) == largest);
  CHECK(pintle::pow(smallest, 1) == smallest);
}

TEST_CASE("asin, acos: right to 0.8 ulp, at the ends of their range too") {
  Random random(3);
  Worst sine, cosine;
  for (int k = 0; k < draws; ++k)
    for (const double x : {random.uniform(-1, 1), 1 - draw_size(random, -16, 0), draw_size(random, -16, 0) - 1,
                           -draw_size(random, -20, 0), draw_size(random, -320, 0)}) {
      sine.look(pintle::asin(x), std::asin(static_cast<Long>(x)), x);
      cosine.look(pintle::acos(x), std::acos(static_cast<Long>(x)), x);
    }
  sine.check(goal);
  cosine.check(goal);
}

TEST_CASE("atan2: right to 0.8 ulp in every quadrant, for every pair of sizes") {
  Random random(4);
  Worst worst;
  const auto look = [&](double y, double x) { worst.look(pintle::atan2(y, x), std::atan2(Long(y), Long(x)), x, y); };
  for (int k = 0; k < draws; ++k) {
    look(random.uniform(-1, 1), random.uniform(-1, 1));
    look(draw_bits(random), draw_bits(random));
    look(random.uniform(-1, 1) * draw_size(random, -17, 0), random.uniform(-1, 1));
    look(random.uniform(-1, 1) * largest, random.uniform(-1, 1) * largest);
    look(random.uniform(-1, 1) * 1e-310, random.uniform(-1, 1) * 1e-309);
    const double x = random.uniform(-1, 1);
    look(std::nextafter(x, 2.0), x);  // next to the diagonal
  }
  worst.check(goal);
}

TEST_CASE("tanh: right to 1.1 ulp, hypot to 0.8, for every size") {
  Random random(5);
  Worst tangent, two, three;
  const double seam = 0x1.192d82236ebe3p-1;  // next to tanh x = ½, where its two formulas meet: the worst of ten million
  tangent.look(pintle::tanh(seam), std::tanh(static_cast<Long>(seam)), seam);
  for (int k = 0; k < draws; ++k) {
    for (const double x : {random.uniform(-1, 1), random.uniform(-20, 20), draw_size(random, -320, 2)})
      tangent.look(pintle::tanh(x), std::tanh(static_cast<Long>(x)), x);
    const double x = 0.25 * draw_bits(random), y = x * random.uniform(-2, 2), z = x * random.normal();
    two.look(pintle::hypot(x, y), std::sqrt(Long(x) * x + Long(y) * y), x, y);
    if (std::fabs(z) < largest / 4) three.look(pintle::hypot(x, y, z), std::sqrt(Long(x) * x + Long(y) * y + Long(z) * z), x, y);
  }
  tangent.check(1.1);
  two.check(goal);
  three.check(goal);
}

TEST_CASE("log, pow: zeros, infinities and what does not exist are those of C") {
  CHECK(pintle::log(0.0) == -inf);
  CHECK(pintle::log(-0.0) == -inf);
  CHECK(pintle::log(inf) == inf);
  CHECK(same(pintle::log(1), 0.0));
  CHECK(std::isnan(pintle::log(-smallest)));
  CHECK(std::isnan(pintle::log(-inf)));
  CHECK(std::isnan(pintle::log(none)));

  const double values[] = {0.0,   -0.0,   0.5,    -0.5,   1,          -1,  2,    -2,   3,        -3,        2.5,     -2.5,
                           1e300, -1e300, 1e-300, 0x1p53, 0x1p53 - 1, inf, -inf, none, smallest, -smallest, largest, -largest};
  for (const double x : values)
    for (const double y : values) {
      CAPTURE(x);
      CAPTURE(y);
      const double got = pintle::pow(x, y), wanted = std::pow(x, y);
      if (std::isnan(wanted))
        CHECK(std::isnan(got));
      else if (wanted == 0 || std::isinf(wanted) || wanted == 1)
        CHECK(same(got, wanted));
      else
        CHECK(std::fabs(got / wanted - 1) < 1e-15);
    }
}

TEST_CASE("asin, acos, atan2: zeros keep their sign, directions at infinity are told apart, beyond 1 is no angle") {
  CHECK(same(pintle::asin(-0.0), -0.0));
  CHECK(pintle::asin(1) == pi / 2);
  CHECK(pintle::asin(-1) == -pi / 2);
  CHECK(same(pintle::acos(1), 0.0));
  CHECK(pintle::acos(-1) == pi);
  CHECK(pintle::acos(-0.0) == pi / 2);
  for (const double x : {1 + 0x1p-52, -1 - 0x1p-52, largest, -inf, none}) {
    CHECK(std::isnan(pintle::asin(x)));
    CHECK(std::isnan(pintle::acos(x)));
  }
  const double values[] = {0.0, -0.0, 1, -1, smallest, -smallest, largest, -largest, inf, -inf};
  for (const double y : values) {
    for (const double x : values) {
      CAPTURE(x);
      CAPTURE(y);
      CHECK(same(pintle::atan2(y, x), std::atan2(y, x)));  // multiples of 45 degrees
    }
    CHECK(std::isnan(pintle::atan2(y, none)));
    CHECK(std::isnan(pintle::atan2(none, y)));
  }
}

TEST_CASE("tanh, hypot: limits") {
  CHECK(same(pintle::tanh(-0.0), -0.0));
  CHECK(pintle::tanh(smallest) == smallest);
  CHECK(pintle::tanh(19.1) == 1);
  CHECK(pintle::tanh(-inf) == -1);
  CHECK(std::isnan(pintle::tanh(none)));
  CHECK(pintle::hypot(3e300, -4e300) == 5e300);
  CHECK(pintle::hypot(3 * smallest, 4 * smallest) == 5 * smallest);
  CHECK(pintle::hypot(-2, 3, 6) == 7);
  CHECK(pintle::hypot(-inf, none) == inf);
  CHECK(pintle::hypot(largest, largest) == inf);
  CHECK(std::isnan(pintle::hypot(1, none)));
  CHECK(same(pintle::hypot(-0.0, 0.0), 0.0));
}

TEST_CASE("log, atan2, asin, tanh: grow with their argument across the seams of their formulas") {
  const auto grows = [](auto f, double seam) {
    double x = seam * (1 - 1e-14), last = f(x);
    for (int k = 0; k < 200; ++k) {
      x = std::nextafter(x, inf);
      const double next = f(x);
      if (next < last) return false;
      last = next;
    }
    return true;
  };
  for (const double seam : {std::numbers::sqrt2 / 2, 1.0, std::numbers::sqrt2, 2 * std::numbers::sqrt2})
    CHECK(grows([](double x) { return pintle::log(x); }, seam));
  for (const double seam : {0x1p-60, 0.4375, 0.6875, 1.0, 1 / 0.6875, 1 / 0.4375})
    CHECK(grows([](double x) { return pintle::atan2(x, 1); }, seam));
  for (const double seam : {0.5, std::numbers::sqrt2 / 2}) CHECK(grows([](double x) { return pintle::asin(x); }, seam));
  CHECK(grows([](double x) { return pintle::tanh(x); }, 0.549));
}

TEST_CASE("lanes: every elementary function is that of doubles to the bit, in every lane") {
  Random random(6);
  for (int k = 0; k < 500; ++k) {
    Lanes x, y, z;
    for (int i = 0; i < lane_count; ++i) {
      set_lane(x, i, random.uniform(0, 1));
      set_lane(y, i, random.normal());
      set_lane(z, i, draw_size(random, -3, 3));
    }
    for (int i = 0; i < lane_count; ++i) {
      const double a = lane(x, i), b = lane(y, i), c = lane(z, i);
      REQUIRE(same(lane(log(z), i), pintle::log(c)));
      REQUIRE(same(lane(pow(z, y), i), pintle::pow(c, b)));
      REQUIRE(same(lane(asin(x), i), pintle::asin(a)));
      REQUIRE(same(lane(acos(x), i), pintle::acos(a)));
      REQUIRE(same(lane(atan2(y, z), i), pintle::atan2(b, c)));
      REQUIRE(same(lane(tanh(y), i), pintle::tanh(b)));
      REQUIRE(same(lane(hypot(x, y), i), pintle::hypot(a, b)));
      REQUIRE(same(lane(hypot(x, y, z), i), pintle::hypot(a, b, c)));
    }
  }
}

// Central differences over h: h² of the third derivative, and 1e-16/h of roundings.
TEST_CASE("dual: slopes of the elementary functions are those of finite differences to 1e-8") {
  Random random(7);
  constexpr double h = 1e-5;
  for (int k = 0; k < 300; ++k) {
    const double x = random.uniform(0.1, 0.9), y = random.uniform(0.2, 2), dx = random.normal(), dy = random.normal();
    const auto check = [&](auto f) {
      const double wanted = (f(Dual(x + h * dx), Dual(y + h * dy)).value - f(Dual(x - h * dx), Dual(y - h * dy)).value) / (2 * h);
      const Dual got = f(Dual(x, dx), Dual(y, dy));
      CHECK(std::fabs(got.slope - wanted) < 1e-8 * (1 + std::fabs(dx) + std::fabs(dy)) * (1 + std::fabs(wanted)));
    };
    check([](Dual a, Dual) { return log(a); });
    check([](Dual a, Dual b) { return pow(a, b); });
    check([](Dual a, Dual) { return asin(0.9 * a); });
    check([](Dual a, Dual) { return acos(0.9 * a); });
    check([](Dual a, Dual b) { return atan2(a, b); });
    check([](Dual a, Dual) { return tanh(a); });
    check([](Dual a, Dual b) { return hypot(a, b); });
    check([](Dual a, Dual b) { return hypot(a, b, a * b); });
  }
}
