#include "pintle/integrators/step_control.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "pintle/integrators/tableau.h"
#include "pintle/math/lanes.h"

namespace pintle {
namespace {

constexpr Mask<double> yes{true};
const double nan = std::numeric_limits<double>::quiet_NaN();

StepControl<double> make_control(double dt, double max_step = 0) {
  return StepControl<double>(rkf45_tableau().step_rule(), {.rtol = 1e-6, .dt = dt, .max_step = max_step});
}

}  // namespace

TEST_CASE("calc_power: agrees with pow to 1e-14 over 24 decades") {
  // exp is right to 1 ulp of its argument's rounding: |p ln x| < 30 makes 30 ulp.
  for (double x = 1e-12; x < 1e12; x *= 1.37)
    for (const double p : {-0.2, -0.125, 0.125, 0.2, 1.0}) {
      CAPTURE(x);
      CAPTURE(p);
      CHECK(std::fabs(calc_power(x, p) / std::pow(x, p) - 1) < 1e-14);
    }
  CHECK(calc_power(1, 0.3) == 1);
}

TEST_CASE("step control: the next step grows with the error to the power -1/q, within a fifth and the growth limit") {
  const auto next = [](double err) {
    StepControl<double> control = make_control(0.01);
    control.update(control.make_attempt(0, 100, yes), err);
    return control.next();
  };
  CHECK(next(0.5) == doctest::Approx(0.01 * 0.9 * std::pow(0.5, -0.2)));
  CHECK(next(0) == doctest::Approx(0.05));
  CHECK(next(10) == doctest::Approx(0.01 * 0.9 * std::pow(10, -0.2)));
  CHECK(next(1e30) == doctest::Approx(0.002));
  CHECK(next(nan) == doctest::Approx(0.002));
}

TEST_CASE("step control: no growth in the step that follows a rejection, growth again after that") {
  StepControl<double> control = make_control(0.01);
  CHECK_FALSE(control.update(control.make_attempt(0, 100, yes), 2).yes);
  const double retry = control.next();
  CHECK(control.update(control.make_attempt(0, 100, yes), 1e-6).yes);
  CHECK(control.next() == retry);
  CHECK(control.update(control.make_attempt(retry, 100, yes), 1e-6).yes);
  CHECK(control.next() > retry);
}

TEST_CASE("step control: the end is hit to the bit, in two halves or one stretched step, and does not spoil the next") {
  StepControl<double> control = make_control(0.1);
  const double t_end = 1 / 3.0;
  auto attempt = control.make_attempt(t_end - 0.15, t_end, yes);
  CHECK(attempt.h == doctest::Approx(0.075));
  attempt = control.make_attempt(t_end - 0.1 * (1 + 1e-9), t_end, yes);
  CHECK(attempt.end == t_end);
  attempt = control.make_attempt(t_end - 1e-5, t_end, yes);
  CHECK(attempt.end == t_end);
  CHECK(control.update(attempt, 1e-12).yes);
  CHECK(control.next() == 0.1);  // not 5e-5
}

TEST_CASE("step control: max_step bounds every attempt") {
  StepControl<double> control = make_control(1, 0.25);
  CHECK(control.make_attempt(0, 100, yes).h == 0.25);
}

TEST_CASE("step control: a step below what t can resolve fails, unless t_end itself is that near") {
  StepControl<double> control = make_control(1e-20);
  const auto attempt = control.make_attempt(1, 2, yes);
  CHECK_FALSE(attempt.live.yes);
  CHECK(attempt.end == 1);
  CHECK(control.failed().yes);
  control.restart(yes);
  CHECK_FALSE(control.failed().yes);

  StepControl<double> near = make_control(0.1);
  const double next_to_one = std::nextafter(1.0, 2.0);
  CHECK(near.make_attempt(1, next_to_one, yes).end == next_to_one);
  CHECK_FALSE(near.failed().yes);
}

TEST_CASE("step control: fails after 50 rejections in a row") {
  StepControl<double> control = make_control(1);
  int attempts = 0;
  while (!control.failed().yes && attempts < 1000) {
    control.update(control.make_attempt(0, 10, yes), 1.1);
    ++attempts;
  }
  CHECK(attempts == StepControl<double>::max_rejections);
}

}  // namespace pintle
