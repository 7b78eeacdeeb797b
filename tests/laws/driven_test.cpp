#include <doctest/doctest.h>

#include <cmath>

#include "pintle/model/scope.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunOptions fine(double until) {
  RunOptions options;
  options.until = until;
  options.integration.rtol = 1e-11;
  return options;
}

/// A rod on a hinge that hangs on a carriage; the carriage slides along the vertical.
Model make_lift() {
  Model model = make_pendulum(1);
  BodyPart carriage;
  carriage.name = "carriage";
  carriage.mass = 3;
  carriage.inertia = {0.1, 0, 0, 0.1, 0, 0.1};
  model.bodies.push_back(carriage);
  JointPart rail;
  rail.name = "rail";
  rail.type = *find_joint_type("slider");
  rail.parent = "world";
  rail.child = "carriage";
  rail.at = std::array<PointOn, 2>{PointOn{"world", {0, 0, 0}}, PointOn{"carriage", {0, 0, 0}}};
  model.joints[0].parent = "carriage";
  std::get<std::array<PointOn, 2>>(model.joints[0].at)[0].body = "carriage";
  model.joints.push_back(rail);
  return model;
}

}  // namespace

TEST_CASE("driven: a carriage that rises with an acceleration a makes a pendulum swing as gravity g + a does") {
  Model heavy = make_pendulum(1);
  heavy.gravity = {0, 0, -9.81 - 4};
  const double expected = run_model(heavy, "articulated-body", fine(2)).final.joints[0].angle.z;
  for (const bool by_rate : {false, true}) {
    Model lift = make_lift();
    lift.joints[1].drivers[Direction::tz] = by_rate ? DrivenLaw{true, make_number(lift, "4 m/s^2*time", "m/s")}
                                                    : DrivenLaw{false, make_number(lift, "0.5*4 m/s^2*time^2", "m")};
    for (const std::string& name : formulation_names()) {
      CAPTURE(name);
      CAPTURE(by_rate);
      const RunSummary summary = run_model(lift, name, fine(2));
      CHECK(summary.status == Status::completed);
      CHECK(summary.final.joints[0].angle.z == doctest::Approx(expected).epsilon(1e-8));
      CHECK(summary.final.joints[1].displacement.z == doctest::Approx(8).epsilon(1e-9));
      CHECK(summary.final.joints[1].velocity.z == doctest::Approx(8).epsilon(1e-12));
      CHECK(std::fabs(summary.balance_error) < 1e-8);  // the driver's work is in the books
    }
  }
}

TEST_CASE("driven: a hinge turns to the bit as its law says, and takes no freedom") {
  Model model = make_pendulum(2);
  model.joint_starts.erase(model.joint_starts.begin());
  model.joints[0].drivers[Direction::rz] = {false, make_number(model, "0.5*sin(3 rad/s*time)", "rad")};
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    run_model(model, name, fine(1), watch);
    for (const Seen& seen : watch.observed) {
      CHECK(seen.freedoms == 1);
      CHECK(seen.state.joints[0].angle.z == doctest::Approx(0.5 * std::sin(3 * seen.t)).epsilon(1e-13));
      CHECK(seen.state.joints[0].rate.z == doctest::Approx(1.5 * std::cos(3 * seen.t)).epsilon(1e-13));
    }
  }
}
