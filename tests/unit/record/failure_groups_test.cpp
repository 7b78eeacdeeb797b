#include "pintle/record/failure_groups.h"

#include <doctest/doctest.h>

using namespace pintle;

TEST_CASE("reasons of failures lose their numbers, and names of parts keep theirs") {
  CHECK(mask_numbers("bodies.bob2.mass: -0.0031 kg is not above zero") == "bodies.bob2.mass: # kg is not above zero");
  CHECK(mask_numbers("hip_1 at t = 1.25e-09 s, 3 of 4") == "hip_1 at t = # s, # of #");
  CHECK(mask_numbers("is -inf, nan or -nan; information, 12.") == "is #, # or #; information, #.");
  CHECK(mask_numbers("2e, 5e+7") == "#e, #");
}

TEST_CASE("cases that failed for one reason are one group, whatever was drawn for them") {
  FailureGroups groups;
  groups.add(4, "no root");
  for (int k = 0; k < 30; ++k) groups.add(10 + static_cast<std::uint64_t>(k), "mass is -0." + std::to_string(100 + k) + " kg");
  const std::vector<FailureGroup> list = groups.list();
  REQUIRE(list.size() == 2);
  CHECK(list[0].reason == "mass is -0.100 kg");
  CHECK(list[0].count == 30);
  CHECK(list[0].first == 10);
  CHECK(list[1].reason == "no root");
}
