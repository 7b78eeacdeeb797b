#include "pintle/math/rank.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("rank: a row counts by its sine, and what depends on steps lets it go without a jump") {
  CHECK_FALSE(rank::counts(2.49e-9));
  CHECK(rank::counts(2.51e-9));
  CHECK(rank::calc_share(2.51e-9, false) == 1);
  CHECK(rank::calc_share(2.51e-9, true) < 1e-5);
  CHECK(rank::calc_share(1e-8, true) == 1);
  double last = 0;
  for (double s = 5e-5; s < 1e-4; s += 2e-8) {
    const double share = rank::calc_share(s * s, true);
    CHECK(share >= last);
    CHECK(share - last < 2e-3);
    last = share;
  }
}
