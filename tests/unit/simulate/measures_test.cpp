#include "pintle/simulate/measures.h"

#include <doctest/doctest.h>

#include <numbers>

#include "pintle/model/scope.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

TEST_CASE("measures: largest, smallest, last, mean and rms of a harmonic motion, and what ever was") {
  Model model = make_oscillator(4);  // 0.1 cos 2t
  const auto add = [&](const char* name, const char* of, Take take) {
    model.measures.push_back({name, make_number(model, of, "m").expr, "m", take});
  };
  add("top", "rail.displacement", Take::max);
  add("bottom", "rail.displacement", Take::min);
  add("end", "rail.displacement", Take::final);
  add("mean", "rail.displacement", Take::mean);
  add("rms", "rail.displacement", Take::rms);
  model.measures.push_back({"deep", make_when(model, "rail.displacement < -0.09"), "1", Take::ever});
  model.measures.push_back({"high", make_when(model, "rail.displacement > -0.09"), "1", Take::always});
  RunOptions options;
  options.until = 2 * std::numbers::pi;
  options.output_every = 0.001;
  const std::vector<MeasureValue> m = run_model(model, "articulated-body", options).measures;
  REQUIRE(m.size() == 7);
  CHECK(m[0].value == doctest::Approx(0.1).epsilon(1e-6));
  CHECK(m[1].value == doctest::Approx(-0.1).epsilon(1e-5));
  CHECK(m[2].value == doctest::Approx(0.1).epsilon(1e-6));
  CHECK(std::abs(m[3].value) < 1e-6);
  CHECK(m[4].value == doctest::Approx(0.1 / std::numbers::sqrt2).epsilon(1e-5));
  CHECK(m[5].is_logic);
  CHECK(m[5].value == 1);
  CHECK(m[6].value == 0);
}
