#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

TEST_CASE("a driven wheel counts its turns: angle = ½ M/I t² over hundreds of turns, in every formulation") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    RunOptions options;
    options.until = 40;
    options.output_every = 1;
    options.integration.rtol = 1e-10;
    Watch watch;
    const RunSummary summary = run_model(make_wheel(2), name, options, watch);
    REQUIRE(summary.status == Status::completed);
    CHECK(summary.final.joints[0].angle.z / (2 * std::numbers::pi) > 250);
    // A formulation in body coordinates integrates a quaternion: 1600 rad are as many chances to lose some of rtol.
    for (const Seen& row : watch.rows) CHECK(row.state.joints[0].angle.z == doctest::Approx(row.t * row.t).epsilon(1e-7));
  }
}

TEST_CASE("turns survive a lock, an unlock and a change of direction") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_wheel(-2);
    model.joint_starts.push_back({"axle", {{Direction::rz, {0.0, 40.0}}}, {}, {}});
    for (const bool lock : {true, false}) {
      EventPart& event = add_event(model, lock ? "latch" : "unlatch", "time", ">=", lock ? 10 : 12);
      event.actions.push_back(LockAction{lock, "axle", {}});
    }
    RunOptions options;
    options.until = 30;
    options.integration.rtol = 1e-10;
    const RunSummary summary = run_model(model, name, options);
    // 40 t − t² until 10 s, then standing, then −(t − 12)²
    CHECK(summary.final.joints[0].angle.z == doctest::Approx(300. - 18 * 18).epsilon(1e-5));
  }
}
