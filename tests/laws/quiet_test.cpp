#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <string>

#include "pintle/io/reader.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunSummary run_text(const std::string& text, const std::string& formulation) {
  const Model model = read_model_text(text, "quiet.yaml");
  Watch watch;
  return run_model(model, formulation, make_run_options(model.run), watch);
}

/// Nothing moves but rounding: a few steps, and nothing is missing.
void check_quiet(const std::string& text, int most_steps = 60) {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    CAPTURE(text);
    const RunSummary summary = run_text(text, name);
    CHECK(summary.status == Status::completed);
    CHECK(summary.counters.steps < most_steps);
    CHECK(summary.balance_error < 1e-6);
    CHECK(summary.drift_error < 1e-6);
    CHECK(summary.vague_accounts.empty());
  }
}

/// A pendulum without gravity and, apart from it, a sled; neither moves. `more` are lines of other sections.
std::string make_sled(const std::string& at, const std::string& axis, const std::string& more, const std::string& joint = "") {
  return "pintle: 1\n"
         "bodies: {rod: {mass: 1 kg, inertia: [0.1, 0.1, 0.1]}, sled: {mass: 1 kg, inertia: [1, 1, 1], at: " +
         at +
         "}}\n"
         "joints:\n"
         "  pin: {type: hinge, between: [world, rod], at: {world: [0, 0, 0], rod: [0, 0, 0.5]}, axis: [0, 1, 0]}\n"
         "  rail: {type: slider, between: [world, sled], axis: " +
         axis + joint + "}\ninitial: {pin: {angle: 1 rad}}\nrun: {until: 1 s, output_every: 0.1 s, max_step: 0.1 s}\n" + more;
}

}  // namespace

TEST_CASE("at rest without gravity: a force that a joint holds does works of rounding, and rules no step") {
  for (const char* at : {"[5, 0, 0]", "[0, 0, 0]", "[5, 0.3, -0.7]"}) {
    check_quiet(make_sled(at, "[1, 0, 0]", "forces: {f: {at: {sled: [0, 0, 0]}, force: [0, =1 N*sin(3*time/1 s), 0]}}\n"));
    check_quiet(make_sled(at, "[1, 0, 0]", "forces: {f: {at: {sled: [0.1, 0.2, 0.3]}, force: [0, 1 N, 1 kN]}}\n"));
    check_quiet(make_sled(at, "[1, 0, 0]", "forces: {f: {at: {sled: [0, 0, 0]}, moment: [1 N*m, =1 N*m*time/1 s, 0]}}\n"));
    check_quiet(make_sled(at, "[1, 0, 0]", "forces: {f: {at: {sled: [0, 0, 0], world: [9, 1, 1]}, force: 0 N}}\n"));
  }
  check_quiet(make_sled("[5, 0, 0]", "[1, 0.3, 0.2]",  // an axis that nothing is along
                        "forces: {f: {at: {sled: [0, 0, 0]}, force: [-0.3 N, 1 N, 0]}}\n"));
}

TEST_CASE("at rest without gravity: a spring whose deflection is rounding is in balance") {
  for (const char* axis : {"[1, 0, 0]", "[1, 0.3, 0.2]"})
    for (const char* at : {"[5, 0, 0]", "[5, 0.3, 0.7]"})
      for (const double stiffness : {1.0, 100.0, 1e6}) {
        const int phase = static_cast<int>(std::sqrt(stiffness));  // ωt at the end: an explicit method is stable for ωh of some 5
        check_quiet(make_sled(at, axis, "", fmt::format(", spring: {{stiffness: {:g} N/m}}", stiffness)), 60 + phase);
      }
}

// What moves by itself is resolved and judged as before, whatever is held beside it.
TEST_CASE("at rest without gravity: a push of a millinewton beside a held kilonewton is work, and not rounding") {
  const std::string text = make_sled("[5, 0, 0]", "[1, 0, 0]", "forces: {f: {at: {sled: [0, 0, 0]}, force: [1 mN, 0, 1 kN]}}\n");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const Model model = read_model_text(text, "quiet.yaml");
    Watch watch;
    const RunSummary summary = run_model(model, name, make_run_options(model.run), watch);
    CHECK(summary.status == Status::completed);
    CHECK(summary.balance_error < 1e-6);
    CHECK(watch.rows.back().state.V_WB[2].v.x == doctest::Approx(1e-3).epsilon(1e-7));
    CHECK(summary.energy_final == doctest::Approx(0.5e-6).epsilon(1e-6));
  }
}
