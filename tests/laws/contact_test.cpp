#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

TEST_CASE("a dropped ball bounces lower each time, comes to rest, and its energy is heat") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 4;
    Watch watch;
    const RunSummary summary = run_model(make_drop(0.5), name, options, watch);
    REQUIRE(summary.status == Status::completed);
    const State<double>& end = summary.final;
    CHECK(std::sqrt(dot(end.V_WB[1].v, end.V_WB[1].v)) < 1e-3);
    // At rest ke and kv act in series: 9.81 N over 6667 N/m.
    CHECK(end.X_WB[1].p.z == doctest::Approx(-9.81 * (1 / 2e4 + 1 / 1e4)).epsilon(1e-3));
    CHECK(end.mode[0].yes);
    CHECK(summary.dissipated == doctest::Approx(summary.energy_initial - summary.energy_final).epsilon(1e-6));
    CHECK(summary.balance_error < 1e-6);
    double last = 0;
    for (const Seen& seen : watch.observed) {  // heat never comes back; bristles, which are not in the books, hold some mJ
      CHECK(seen.ledger.dissipated() >= last - 2e-3);
      last = std::max(last, seen.ledger.dissipated());
    }
  }
}

TEST_CASE("touch and lift-off are located: steps end where the ball meets the ground, to rounding") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 0.6;
    options.integration.rtol = 1e-10;
    Watch watch;
    run_model(make_drop(0.5), name, options, watch);
    bool was = false;
    int changes = 0;
    for (const Seen& seen : watch.observed) {
      const bool is = seen.state.mode[0].yes;
      if (is == was) continue;
      CHECK(std::abs(seen.state.X_WB[1].p.z) < 1e-13);
      if (changes == 0) CHECK(seen.t == doctest::Approx(std::sqrt(2 * 0.5 / 9.81)).epsilon(1e-12));
      was = is;
      ++changes;
    }
    CHECK(changes >= 2);
  }
}

TEST_CASE("a contact that starts below the surface touches from the first instant") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 0.1;
    Watch watch;
    run_model(make_drop(-0.001), name, options, watch);
    CHECK(watch.observed.front().state.mode[0].yes);
  }
}
