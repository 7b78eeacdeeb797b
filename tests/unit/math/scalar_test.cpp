#include "pintle/math/scalar.h"

#include <doctest/doctest.h>

#include <limits>
#include <numbers>
#include <vector>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

/// |got − exact| in units of the last place of a double of that size.
double ulps(double got, long double exact) {
  const double size = std::fabs(static_cast<double>(exact));
  const double ulp = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / ulp);
}

struct Worst {
  double sine = 0, cosine = 0, at = 0;

  void look(double x) {
    double s, c;
    update_sincos(x, s, c);
    const double es = ulps(s, std::sin(static_cast<long double>(x))), ec = ulps(c, std::cos(static_cast<long double>(x)));
    if (std::fmax(es, ec) > std::fmax(sine, cosine)) at = x;
    sine = std::fmax(sine, es);
    cosine = std::fmax(cosine, ec);
  }
};

}  // namespace

// 2.5 ulp: half a unit each of two roundings in the reduction, of z = r², of 1 − z/2 and of the last sum.
TEST_CASE("sincos: right to 2.5 ulp for every size of angle up to far_angle") {
  Random random(1);
  Worst worst;
  for (int k = 0; k < 400000; ++k)
    worst.look((random.chance(0.5) ? 1 : -1) * std::pow(10.0, random.uniform(-12, std::log10(detail::far_angle))));
  for (int k = 0; k < 100000; ++k) worst.look(random.uniform(-7, 7));
  CAPTURE(worst.at);
  CHECK(worst.sine <= 2.5);
  CHECK(worst.cosine <= 2.5);
}

TEST_CASE("sincos: right to 2.5 ulp in the neighbourhood of multiples of 45 degrees, where digits cancel, up to far_angle") {
  Random random(2);
  Worst worst;
  for (int k = 0; k < 100000; ++k) {
    const double n = std::round(std::pow(10.0, random.uniform(0, 9.1)));
    double x = static_cast<double>(static_cast<long double>(n) * (std::numbers::pi_v<long double> / 4));
    if (x > 0.999999 * detail::far_angle) continue;
    for (int step = 0; step < 4; ++step, x = std::nextafter(x, 1e10)) {
      worst.look(x);
      worst.look(-x);
    }
  }
  CAPTURE(worst.at);
  CHECK(worst.sine <= 2.5);
  CHECK(worst.cosine <= 2.5);
}

// fmod takes the double next to 2π for 2π: 0.36 ulp of the angle.
TEST_CASE("sincos: beyond far_angle it is that of an angle within half an ulp, and lies on the unit circle") {
  Random random(5);
  for (int k = 0; k < 100000; ++k) {
    const double x = (random.chance(0.5) ? 1 : -1) * std::pow(10.0, random.uniform(std::log10(detail::far_angle), 18));
    const double half_ulp = 0.5 * (std::nextafter(std::fabs(x), 1e300) - std::fabs(x));
    double s, c;
    update_sincos(x, s, c);
    CAPTURE(x);
    REQUIRE(std::fabs(static_cast<double>(s - std::sin(static_cast<long double>(x)))) < half_ulp + 1e-15);
    REQUIRE(std::fabs(static_cast<double>(c - std::cos(static_cast<long double>(x)))) < half_ulp + 1e-15);
  }
  for (int k = 0; k < 10000; ++k) {
    const double x = std::pow(10.0, random.uniform(9, 308));
    double s, c;
    update_sincos(x, s, c);
    CAPTURE(x);
    REQUIRE(std::fabs(s * s + c * c - 1) < 1e-15);
  }
}

TEST_CASE("sincos: exact at zero, odd and even to the bit") {
  double s, c;
  update_sincos(0.0, s, c);
  CHECK(s == 0);
  CHECK(c == 1);
  Random random(3);
  for (int k = 0; k < 1000; ++k) {
    const double x = std::pow(10.0, random.uniform(-9, 9));
    double minus_s, minus_c;
    update_sincos(x, s, c);
    update_sincos(-x, minus_s, minus_c);
    REQUIRE(minus_s == -s);
    REQUIRE(minus_c == c);
  }
  update_sincos(1e-310, s, c);  // denormal
  CHECK(s == 1e-310);
}

TEST_CASE("sincos, exp: what is not a number stays none") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  double s, c;
  update_sincos(nan, s, c);
  CHECK(std::isnan(s));
  CHECK(std::isnan(c));
  update_sincos(std::numeric_limits<double>::infinity(), s, c);
  CHECK(std::isnan(s));
  CHECK(std::isnan(c));
  CHECK(std::isnan(pintle::exp(nan)));
}

TEST_CASE("exp: right to 2 ulp on its range, held outside") {
  Random random(4);
  double worst = 0;
  for (int k = 0; k < 200000; ++k) {
    const double x = k % 2 ? random.uniform(-700, 700) : random.uniform(-2, 2);
    worst = std::fmax(worst, ulps(pintle::exp(x), std::exp(static_cast<long double>(x))));
  }
  CHECK(worst <= 2);  // Taylor's last term is below 1e-17; 1 ulp of the sums, half of the reduction
  CHECK(pintle::exp(0.0) == 1);
  CHECK(pintle::exp(1e6) == pintle::exp(700.0));
  CHECK(pintle::exp(-1e6) == pintle::exp(-700.0));
  CHECK(pintle::exp(-std::numeric_limits<double>::infinity()) < 1e-300);
}

TEST_CASE("mask of a double: algebra of one bit") {
  for (const bool a : {false, true})
    for (const bool b : {false, true}) {
      const Mask<double> A{a}, B{b};
      CHECK((A & B).yes == (a && b));
      CHECK((A | B).yes == (a || b));
      CHECK((!A).yes == !a);
      CHECK((!(A & B)).yes == ((!A) | (!B)).yes);  // De Morgan
      CHECK(any(A) == a);
      CHECK(all(A) == a);
      CHECK(select(A, 1.0, 2.0) == (a ? 1 : 2));
    }
}
