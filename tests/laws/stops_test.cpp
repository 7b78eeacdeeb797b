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

TEST_CASE("stops: one that gives way with a damper keeps the energy balance to the tolerance, in every formulation") {
  // A step that had seen both sides of the damper's jump left 1e-3 of the energy unexplained, whatever rtol.
  Model model = make_bouncer(0);
  LimitLaw stop;
  stop.low = 0.0;
  stop.stiffness = 1e4;
  stop.damping = 20;
  model.joints[0].limits[Direction::tz] = stop;
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = run_model(model, name, until(1.5));
    REQUIRE(summary.status == Status::completed);
    CHECK(summary.balance_error < 1e-8);  // a hundred times rtol: some ten impacts
    CHECK(summary.dissipated > 0.5);      // of m g h = 0.98 J
  }
}

TEST_CASE("stops: an impact on one that gives way leaves it with the speed of a damped half wave, let go where it would pull") {
  // ẍ + c ẋ + k x = 0 from x = 0, ẋ = v:  x = v e^(−δt) sin ωt/ω, δ = c/2, ω² = k − δ²; and −k x − c ẋ turns its sign where
  // tan ωt = −c ω/(k − c δ), the first time with cos ωt < 0.
  const double k = 1e4, c = 20, d = c / 2, w = std::sqrt(k - d * d), v = 2;
  const double t = (std::atan2(c * w, -(k - c * d))) / w, x = v * std::exp(-d * t) * std::sin(w * t) / w;
  const double out = v * std::exp(-d * t) * (std::cos(w * t) - d / w * std::sin(w * t));
  Model model = make_bouncer(0);
  model.gravity = {0, 0, 0};
  LimitLaw stop;
  stop.low = 0.0;
  stop.stiffness = k;
  stop.damping = c;
  model.joints[0].limits[Direction::tz] = stop;
  model.joint_starts = {{"rail", {{Direction::tz, {0.02, -v}}}, {}, {}}};
  REQUIRE(x > 0);
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const RunSummary summary = run_model(model, name, until(0.1));
    CHECK(summary.final.joints[0].velocity.z == doctest::Approx(-out).epsilon(1e-8));
    CHECK(summary.balance_error < 1e-9);
  }
}
