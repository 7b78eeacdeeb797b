#include "pintle/study/stopping.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "pintle/math/statistics.h"
#include "pintle/study/draws.h"
#include "small_studies.h"

using namespace pintle;

namespace {

StudyPlan make_stopping_plan(const std::string& rules, const std::string& cases = "5000") {
  return make_plan(make_pendulum_study("cases: " + cases + "\nmeasures:\n  peak: {of: pin.rate, take: max}\n" +
                                       "  fast: {of: pin.rate > 1 rad/s, take: ever}\nstop_when: " + rules + "\n"));
}

/// A number for a case and a measure, from 0 to 1.
double draw(std::uint32_t k, std::uint64_t measure) { return calc_uniform(calc_bits(5, k, 0, 4 * measure)); }

}  // namespace

TEST_CASE(
    "a cell ends at the first look at which the interval of the cases so far is narrow enough, in whatever order they come") {
  const StudyPlan plan = make_stopping_plan("{peak: {ci_half_width: 0.02 rad/s}, fast: {ci_half_width: 4 %}}");
  const auto row = [](std::uint32_t k) -> std::vector<double> {
    if (k % 17 == 3) return {NAN, NAN};  // failed
    return {draw(k, 1), draw(k, 2) < 0.3 ? 1.0 : 0.0};
  };
  std::uint32_t wanted = 0;
  std::vector<double> peaks;
  std::uint64_t hits = 0;
  for (std::uint32_t k = 0; k < plan.cases && wanted == 0; ++k) {
    if (std::isnan(row(k)[0])) continue;
    peaks.push_back(row(k)[0]);
    hits += row(k)[1] > 0;
    if ((k + 1) % look_every == 0 && calc_moments(peaks).mean_range.half_width() <= 0.02 &&
        calc_wilson(hits, peaks.size()).half_width() <= 0.04)
      wanted = k + 1;
  }
  CHECK(wanted > look_every);
  CHECK(wanted < plan.cases);
  for (const std::uint32_t block : {1u, 7u, 250u}) {  // each block of cases comes from its end
    CAPTURE(block);
    Stopping stopping(plan);
    int ends = 0;
    for (std::uint32_t first = 0; first < plan.cases; first += block)
      for (std::uint32_t k = std::min(first + block, plan.cases); k-- > first;) ends += stopping.add(0, k, row(k));
    CHECK(ends == 1);
    CHECK(stopping.end(0) == wanted);
  }
}

TEST_CASE("a stopping rule looks at millions of cases in no time, and remembers none of them") {
  const StudyPlan plan = make_stopping_plan("{peak: {ci_half_width: 1e-9 rad/s}}", "10000000");
  Stopping stopping(plan);
  for (std::uint32_t k = 0; k < 3'000'000; ++k) stopping.add(0, k, {k % 2 ? 0.0 : 1.0, 0.0});
  CHECK(stopping.end(0) == plan.cases);
}
