#include "pintle/formulations/holding.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("the mean of steps follows time: a burst of tiny steps leaves it, as long a time of them does not") {
  MeanStep mean(0.1);
  CHECK(mean.h() == 0);
  mean.add(0.01);
  CHECK(mean.h() == 0.01);
  for (int k = 0; k < 1000; ++k) mean.add(1e-9);
  CHECK(mean.h() > 0.0099);
  for (int k = 0; k < 2000; ++k) mean.add(1e-4);  // 0.2 s: twenty times the mean
  CHECK(mean.h() < 0.0025);
  for (int k = 0; k < 100; ++k) mean.add(0.02);
  CHECK(mean.h() == doctest::Approx(0.02).epsilon(1e-3));
  mean.restart();
  CHECK(mean.h() == 0);
}

TEST_CASE("rows are caught while they are loose and once more where they hold again") {
  LooseRows rows;
  CHECK_FALSE(rows.update(6, true));
  CHECK(rows.update(6, false));  // one lets go
  CHECK(rows.update(5, true));   // it is left out
  CHECK(rows.update(5, true));
  CHECK(rows.update(6, true));  // it holds again
  CHECK_FALSE(rows.update(6, true));
}
