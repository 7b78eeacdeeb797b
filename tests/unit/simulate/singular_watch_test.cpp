#include "pintle/simulate/singular_watch.h"

#include <doctest/doctest.h>

#include <cmath>

namespace pintle {
namespace {

/// A run of 4 s in even steps; a kernel's sine is half of the one that is the same for all.
SingularWatch watch(double (*sine)(double), double every) {
  const auto size = [&](double t) { return std::fabs(sine(t)); };
  SingularWatch out;
  out.enter(0, size(0));
  for (int k = 1; k * every <= 4 + 1e-9; ++k) {
    out.look((k - 1) * every, k * every, size);
    out.add(k * every, 2 / std::max(1e-16, size(k * every)));
  }
  return out;
}

TEST_CASE(
    "singular watch: a sine that goes through zero is a passage and a stretch without loads, in short steps and in long ones") {
  for (const double every : {0.001, 0.05, 0.5, 1.0}) {
    CAPTURE(every);
    const SingularWatch seen = watch([](double t) { return std::sin(t - 1.2345); }, every);
    REQUIRE(seen.count() == 1);
    CHECK(seen.passages()[0].time == doctest::Approx(1.2345).epsilon(1e-3));  // as near as s < 10⁻³ is
    REQUIRE(seen.left_out_count() == 1);
    CHECK(seen.left_out()[0].from == doctest::Approx(1.2345 - std::asin(0.01)).epsilon(2e-6));  // a ten-thousandth of s
    CHECK(seen.left_out()[0].to == doctest::Approx(1.2345 + std::asin(0.01)).epsilon(2e-6));
  }
}

TEST_CASE("singular watch: a sine that turns round before zero is no passage; it is beside as long as it is below a hundredth") {
  CHECK(watch([](double t) { return 0.3 + 0.1 * std::cos(3 * t); }, 0.05).left_out_count() == 0);
  CHECK(watch([](double t) { return 0.05 + (t - 2.03) * (t - 2.03); }, 0.05).left_out_count() == 0);
  const SingularWatch near = watch([](double t) { return std::hypot(0.006, t - 2.03); }, 0.05);
  CHECK(near.count() == 0);
  REQUIRE(near.left_out_count() == 1);
  CHECK(near.left_out()[0].from == doctest::Approx(2.03 - 0.008).epsilon(1e-5));
}

TEST_CASE("singular watch: a step right at the singular configuration counts once") {
  const SingularWatch seen = watch([](double t) { return t - 1; }, 0.25);
  REQUIRE(seen.count() == 1);
  CHECK(seen.passages()[0].time == doctest::Approx(1));
  CHECK(seen.left_out_count() == 1);
}

TEST_CASE("singular watch: what stands still passes nothing, wherever it stands") {
  CHECK(watch([](double t) { return 0.12 + 1e-16 * std::sin(1e6 * t); }, 0.05).left_out_count() == 0);
  const SingularWatch there = watch([](double) { return 0.0; }, 0.05);
  CHECK(there.count() == 0);
  CHECK(there.left_out_count() == 1);
}

}  // namespace
}  // namespace pintle
