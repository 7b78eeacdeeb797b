#include "pintle/particles/pair_law.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pintle;

constexpr PairLaw law{0.7, 1.1, 1.7, 2.3};

TEST_CASE("pair law: the push is the slope of the energy, across both ends of where it fades") {
  const double h = 1e-5;
  for (double r = 0.95; r < 2.29; r += 0.0137) {
    const double slope = (law.at((r + h) * (r + h)).energy - law.at((r - h) * (r - h)).energy) / (2 * h);
    CHECK(std::abs(slope + law.at(r * r).push * r) < 1e-7 * (1 + std::abs(slope)));
  }
}

TEST_CASE("pair law: the well is as deep as it says, at 2^(1/6) of the distance") {
  const double r = 1.1 * 1.122462048309373;
  CHECK(law.at(r * r).energy == doctest::Approx(-0.7).epsilon(1e-14));
  CHECK(std::abs(law.at(r * r).push) < 1e-13);
}

TEST_CASE("pair law: energy, push and its slope end together, and are continuous where it begins to fade") {
  const auto near = [](double edge, double way) { return law.at((edge + way) * (edge + way)); };
  CHECK(std::abs(near(2.3, -1e-4).energy) < 1e-11);
  CHECK(std::abs(near(2.3, -1e-4).push) < 1e-7);
  const double h = 1e-4, before = (near(1.7, -h).push - near(1.7, -2 * h).push) / h,
               behind = (near(1.7, 2 * h).push - near(1.7, h).push) / h;
  CHECK(std::abs(before - behind) < 1e-2 * std::abs(before));
}
