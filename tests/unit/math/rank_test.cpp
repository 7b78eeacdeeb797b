#include "pintle/math/rank.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pintle;

TEST_CASE("rank: a row counts by its sine, and what depends on steps lets it go without a jump") {
  CHECK_FALSE(rank::counts(2.49e-9));
  CHECK(rank::counts(2.51e-9));
  CHECK(rank::calc_share(2.51e-9, 0, false) == 1);
  CHECK(rank::calc_share(2.51e-9, 0, true) < 1e-5);
  CHECK(rank::calc_share(1e-8, 0, true) == 1);
  double last = 0;
  for (double s = 5e-5; s < 1e-4; s += 2e-8) {
    const double share = rank::calc_share(s * s, 0, true);
    CHECK(share >= last);
    CHECK(share - last < 2e-3);
    last = share;
  }
}

TEST_CASE("rank: a row that bends the way is held further down, and goes without a jump there too") {
  CHECK(rank::calc_share(1e-11, 1, true) == 1);
  CHECK(rank::calc_share(1e-11, 1, false) == 1);
  CHECK(rank::calc_share(1e-11, 1e-4, true) == 0);
  CHECK(rank::calc_share(0.9e-12, 1, false) == 0);
  CHECK(rank::calc_share(std::nan(""), 1, true) == 0);
  double last = 0;
  for (double s = 1e-6; s < 2e-6; s += 1e-9) {
    const double share = rank::calc_share(s * s, 1, true);
    CHECK(share >= last);
    CHECK(share - last < 5e-3);  // 500 samples, and a slope of 15/8 at most
    last = share;
  }
  CHECK(last == 1);
  last = 0;
  for (double bend = 1e-3; bend < 2.1e-3; bend += 2e-6) {
    const double share = rank::calc_share(1e-10, bend, true);
    CHECK(share >= last);
    CHECK(share - last < 1e-2);
    last = share;
  }
  CHECK(last == 1);
}
