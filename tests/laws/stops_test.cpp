#include <doctest/doctest.h>

#include <cmath>

#include "pintle/model/scope.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

/// A mass on a vertical rail that falls from 0.1 m onto a stop at zero.
Model make_bouncer(double restitution) {
  Model model = make_oscillator(0);
  model.gravity = {0, 0, -9.81};
  model.joints[0].springs.clear();
  LimitLaw stop;
  stop.low = 0.0;
  stop.restitution = restitution;
  model.joints[0].limits[Direction::tz] = stop;
  return model;
}

RunOptions until(double t) {
  RunOptions options;
  options.until = t;
  options.integration.rtol = 1e-10;
  return options;
}

}  // namespace

TEST_CASE("stops: a mass that falls on a stop bounces with e times its speed, at the instants of free fall") {
  const double e = 0.8, h = 0.1, g = 9.81, first = std::sqrt(2 * h / g);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(make_bouncer(e), name, until(0.9), watch);
    REQUIRE(watch.events.size() >= 3);
    double t = first, v = g * first;
    for (int k = 0; k < 3; ++k) {
      const EventLog& hit = watch.events[static_cast<std::size_t>(k)];
      CHECK(hit.time == doctest::Approx(t).epsilon(1e-9));
      CHECK(hit.after.joints[0].velocity.z == doctest::Approx(e * v).epsilon(1e-8));
      CHECK(hit.jump.impulse[0].f.z == doctest::Approx((1 + e) * v).epsilon(1e-8));  // 1 kg
      v *= e;
      t += 2 * v / g;
    }
    CHECK(std::fabs(summary.balance_error) < 1e-9);
  }
}

TEST_CASE("stops: bounces die out, the mass rests on the stop with its weight, and leaves when it is pulled away") {
  Model model = make_bouncer(0.5);
  model.joints[0].motors[Direction::tz] = make_number(model, "if(time < 1 s, 0 N, 20 N)", "N");
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Watch watch;
    const RunSummary summary = run_model(model, name, until(1.5), watch);
    CHECK(summary.status == Status::completed);
    const EventLog& last = watch.events.back();
    CHECK(last.actions.front() == "leaves its stop");
    CHECK(last.time == doctest::Approx(1).epsilon(1e-6));
    CHECK(summary.final.joints[0].displacement.z == doctest::Approx(0.5 * (20 - 9.81) * 0.25).epsilon(1e-4));
  }
}

TEST_CASE("stops: a link that hits its stop throws the one behind it, both formulations alike, and angular momentum stays") {
  Model model = make_pendulum(2);
  model.gravity = {0, 0, 0};
  model.joint_starts[0].directions[Direction::rz] = {0.0, 2.0};
  model.joint_starts[1].directions[Direction::rz] = {0.0, 3.0};
  LimitLaw stop;
  stop.high = 0.2;
  stop.restitution = 0.6;
  model.joints[1].limits[Direction::rz] = stop;
  Watch a, b;
  run_model(model, "articulated-body", until(2), a);
  run_model(model, "newton-euler", until(2), b);
  REQUIRE(a.events.size() == b.events.size());
  REQUIRE_FALSE(a.events.empty());
  CHECK(a.events[0].after.joints[1].rate.z == doctest::Approx(-0.6 * a.events[0].before.joints[1].rate.z).epsilon(1e-9));
  for (int j = 0; j < 2; ++j)
    CHECK(a.events[0].after.joints[static_cast<std::size_t>(j)].rate.z ==
          doctest::Approx(b.events[0].after.joints[static_cast<std::size_t>(j)].rate.z).epsilon(1e-8));
  CHECK(a.events[0].momentum_after.angular.y == doctest::Approx(a.events[0].momentum_before.angular.y).epsilon(1e-9));
}
