#include "pintle/simulate/singular_watch.h"

#include <doctest/doctest.h>

#include <cmath>

namespace pintle {
namespace {

SingularWatch watch(double (*sine)(double), double every) {
  SingularWatch out;
  for (int k = 0; k * every <= 4; ++k) out.add(k * every, 1 / std::max(1e-16, std::fabs(sine(k * every))));
  return out;
}

TEST_CASE("singular watch: a sine that goes through zero is a passage, found to a hundredth of the step") {
  const SingularWatch seen = watch([](double t) { return std::sin(t - 1.2345); }, 0.05);
  REQUIRE(seen.count() == 1);
  CHECK(seen.passages()[0].time == doctest::Approx(1.2345).epsilon(5e-4));
}

TEST_CASE("singular watch: a sine that turns round before zero is none") {
  CHECK(watch([](double t) { return 0.3 + 0.1 * std::cos(3 * t); }, 0.05).count() == 0);
  CHECK(watch([](double t) { return 0.05 + (t - 2.03) * (t - 2.03); }, 0.05).count() == 0);
}

TEST_CASE("singular watch: a step right at the singular configuration counts once") {
  const SingularWatch seen = watch([](double t) { return t - 1; }, 0.25);
  REQUIRE(seen.count() == 1);
  CHECK(seen.passages()[0].time == 1);
}

}  // namespace
}  // namespace pintle
