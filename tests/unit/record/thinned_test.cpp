#include "pintle/record/thinned.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("thinned: few items all stay") {
  Thinned<int> list(8);
  for (int k = 0; k < 5; ++k) list.add(0.1 * k, k);
  REQUIRE(list.entries().size() == 5);
  CHECK(list.entries()[3].item == 3);
}

TEST_CASE("thinned: a long run keeps at most the capacity and at least half of it, equally spaced, the first among them") {
  Thinned<int> list(64);
  for (int k = 0; k < 100'000; ++k) list.add(0.001 * k, k);
  const auto& entries = list.entries();
  CHECK(entries.size() <= 64);
  CHECK(entries.size() >= 32);
  CHECK(entries.front().item == 0);
  const double gap = entries[1].t - entries[0].t;
  for (std::size_t i = 1; i < entries.size(); ++i) CHECK(entries[i].t - entries[i - 1].t == doctest::Approx(gap).epsilon(0.01));
}

TEST_CASE("thinned: a first step that is far too small does no harm, and one time is kept once") {
  Thinned<int> list(16);
  list.add(0, 0);
  list.add(0, 1);
  CHECK(list.entries().size() == 1);
  list.add(1e-12, 2);
  for (int k = 1; k < 1000; ++k) list.add(k, k);
  CHECK(list.entries().size() <= 16);
  CHECK(list.entries().back().t > 900);
}
