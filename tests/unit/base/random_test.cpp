#include "pintle/base/random.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pintle;

TEST_CASE("random: the stream of seed 0 is that of splitmix64") {
  Random random(0);  // the reference implementation of Vigna prints these
  CHECK(random.bits() == 0xe220a8397b1dcdaf);
  CHECK(random.bits() == 0x6e789e6aa1b965f4);
  CHECK(random.bits() == 0x06c45d188009454f);
}

TEST_CASE("random: uniform numbers fill [0, 1) evenly, normal ones have mean 0 and deviation 1") {
  Random random(7);
  const int n = 100000;
  double sum = 0, least = 1, most = 0, normal = 0, square = 0, fourth = 0;
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform(), x = random.normal();
    sum += u, normal += x, square += x * x, fourth += x * x * x * x;
    least = std::min(least, u), most = std::max(most, u);
  }
  // Five deviations of a mean over n draws: 5/√n, times the deviation of what is averaged.
  const double five = 5 / std::sqrt(n);
  CHECK(std::abs(sum / n - 0.5) < five * std::sqrt(1. / 12));
  CHECK(least >= 0);
  CHECK(most < 1);
  CHECK(std::abs(normal / n) < five);
  CHECK(std::abs(square / n - 1) < five * std::sqrt(2.));
  CHECK(std::abs(fourth / n - 3) < five * std::sqrt(96.));
}

TEST_CASE("random: integers reach both ends of their range and no further") {
  Random random(3);
  bool seen[5] = {};
  for (int i = 0; i < 1000; ++i) {
    const int k = random.integer(5);
    REQUIRE(k >= 0);
    REQUIRE(k < 5);
    seen[k] = true;
  }
  for (bool s : seen) CHECK(s);
}
