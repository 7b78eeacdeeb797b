#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "pintle/model/scope.h"
#include "pintle/system/make_system.h"
#include "pintle/system/place.h"
#include "support/watch.h"
#include "unit/system/parts.h"

namespace pintle {
namespace {

/// A hub with an arm that is turned by 120° about a tilted axis, with a force in world axes and one that lives.
Model make_turned() {
  Model model;
  model.gravity = {0, 0, -9.81};
  BodyPart hub = parts::make_body("hub", 5, {0.3, 0.4, 0.5}), arm = parts::make_body("arm", 1, {0.01, 0.02, 0.02});
  hub.at = Vector{0.1, 0.2, 0.3};
  hub.rotation = Rotation(std::vector<Rotation::Turn>{{2, 0.4}});
  arm.rotation = Rotation(std::vector<Rotation::Turn>{{1, 0.3}});
  model.instances.push_back({Vector{0, 0.3, 1}, 2 * std::numbers::pi / 3});
  arm.instance = 0;
  model.bodies = {hub, arm};
  JointPart pin = parts::make_joint("pin", "hinge", "hub", "arm");
  pin.at = parts::points("hub", {0.5, 0, 0.1}, "arm", {-0.3, 0, 0});
  pin.axis = Vector{0, 1, 0.2};
  pin.instance = 0;
  model.joints = {pin};
  ForcePart<PointForce> force;
  force.name = "push";
  force.at = {PointOn{"arm", {0.1, 0, 0}}};
  force.instance = 0;
  force.law.force = {1.0, make_number(model, "2 N*cos(3 rad/s*time)", "N"), 0.5};
  model.forces.of<PointForce>() = {force};
  return model;
}

}  // namespace

TEST_CASE("flat: turned instances written out place every body and frame where the turns do") {
  const Model model = make_turned(), flat = make_flat(model);
  CHECK(flat.instances.empty());
  const Reference a = make_reference(model), b = make_reference(flat);
  const auto distance = [](const Pose<double>& X, const Pose<double>& Y) {
    return norm(X.p - Y.p) + norm(X.R.column(0) - Y.R.column(0)) + norm(X.R.column(1) - Y.R.column(1));
  };
  for (std::size_t i = 0; i < a.X_WB.size(); ++i) CHECK(distance(a.X_WB[i], b.X_WB[i]) < 1e-15);
  CHECK(distance(a.X_PF[0], b.X_PF[0]) < 1e-14);
  CHECK(distance(a.X_CM[0], b.X_CM[0]) < 1e-14);
}

TEST_CASE("flat: the mechanism moves as with its turns, living forces included") {
  RunOptions options;
  options.until = 0.5;
  options.integration.rtol = 1e-11;
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary a = run_model(make_turned(), name, options), b = run_model(make_flat(make_turned()), name, options);
    CHECK(norm(a.final.X_WB[2].p - b.final.X_WB[2].p) < 1e-10);
  }
}

}  // namespace pintle
