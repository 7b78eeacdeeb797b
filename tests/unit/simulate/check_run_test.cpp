#include "pintle/simulate/check_run.h"

#include <doctest/doctest.h>

#include "pintle/system/make_system.h"
#include "support/small_models.h"

using namespace pintle;

namespace {

RunSummary fly(const System& system, const RunOptions& options) {
  PeakWatch peaks;
  return Run(system, options).go(peaks);
}

CheckResult check_model(const Model& model) {
  const System system = make_system(model);
  const RunOptions options = make_run_options(model.run), finer = make_finer(options);
  return calc_check(system, fly(system, options), fly(system, finer), finer);
}

Model make_swing() {
  Model model = make_pendulum(2);
  model.run.until = 2;
  model.joint_starts = {{"pin1", {{Direction::rz, {1.0, 0.0}}}, {}, {}}};
  return model;
}

}  // namespace

TEST_CASE("check: a tenth of the tolerances, or of the step where it is fixed") {
  RunOptions options;
  options.integration = {1e-6, 1e-4, 0.01, 0};
  CHECK(make_finer(options).integration.rtol == doctest::Approx(1e-7));
  CHECK(make_finer(options).integration.atol == doctest::Approx(1e-5));
  CHECK(make_finer(options).integration.dt == 0.01);
  options.integrator = "rk4";
  CHECK(make_finer(options).integration.rtol == 1e-6);
  CHECK(make_finer(options).integration.dt == doctest::Approx(1e-3));
  options.integrator = "auto";
  options.integration.rtol = 1e-14;
  CHECK(make_finer(options).integration.rtol == 1e-14);
}

TEST_CASE("check: a loose run moves more than a tight one, and a tight one hardly") {
  Model model = make_swing();
  model.run.rtol = 1e-4;
  const CheckResult loose = check_model(model);
  model.run.rtol = 1e-9;
  const CheckResult tight = check_model(model);
  CHECK(tight.position < 1e-6);
  CHECK(tight.attitude < 1e-6);
  CHECK(tight.velocity < 1e-5);
  CHECK(loose.position > 10 * tight.position);
  CHECK(tight.rtol == doctest::Approx(1e-10));
  CHECK(tight.peak_force >= 0);
  CHECK(tight.peak_force < 1e-4);  // located peaks of the same motion
  CHECK(tight.peak >= tight.peak_force);
  CHECK(tight.peak < 1e-4);
  CHECK(tight.peak_of.starts_with("pin"));
  CHECK(tight.message.empty());
}

TEST_CASE("check: with fixed steps it tells dt, and the error of rk4 falls with it") {
  Model model = make_swing();
  model.run.integrator = "rk4";
  model.run.dt = 0.01;
  const CheckResult check = check_model(model);
  CHECK(check.dt == doctest::Approx(1e-3));
  CHECK(check.rtol != check.rtol);
  CHECK(check.position > 0);
  CHECK(check.position < 1e-4);
}

TEST_CASE("check: a finer run that fails is a sentence, one with other events says so") {
  RunSummary a, b;
  b.status = Status::failed;
  b.message = "too stiff";
  CHECK(calc_check({}, a, b, {}).message.find("too stiff") != std::string::npos);
  b = {};
  b.counters.events = 3;
  CHECK(calc_check({}, a, b, {}).message == "the finer run had 3 events instead of 0");
}

TEST_CASE("check: a body is compared with its own motion, and a large one beside it hides nothing") {
  Model model = make_oscillator(98696.0);  // 50 Hz, and so small that a coarse run loses it
  model.joint_starts = {{"rail", {{Direction::tz, {1e-6, 0.0}}}, {}, {}}};
  model.run.until = 1;
  model.run.rtol = 1e-3;
  const CheckResult check = check_model(model);
  CHECK(check.position < 1e-5);  // [m]: nothing to see
  CHECK(check.share > 1e-4);
  CHECK(check.body == model.bodies[0].name);
}
