#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "../unit/integrators/problems.h"

namespace pintle::test {
namespace {

constexpr double eccentricity = 0.2;  // nonlinear enough for every elementary differential to appear
constexpr double pi = 3.14159265358979323846;

struct Method {
  std::string name;
  int order, dense_order;
  int steps;  // per orbit at the coarse end of the slope: fine enough for the leading term, coarse enough for rounding
};
const Method methods[] = {{"rk4", 4, 4, 800}, {"rkf45", 5, 5, 200}, {"dop853", 8, 7, 36}, {"ros2", 2, 2, 1600}};

struct Errors {
  double end = 0, dense = 0, work = 0, dense_work = 0;
};

/// `count` equal steps over one orbit, errors against the exact ellipse; the dense output is tried inside of
/// every step, the accounts against the kinetic energy.
Errors run(const Method& method, int count) {
  Kepler<double> problem;
  const auto integrator = make_integrator<double>(*find_integrator(method.name), problem, fixed(2 * pi / count));
  std::vector<double> y = Kepler<double>::calc_exact(0, eccentricity), between(4), account(2);
  const double kinetic = calc_kinetic(y);
  double t = 0, work = 0;
  Errors errors;
  while (t < 2 * pi) {
    const Step<double> step = integrator->advance(problem, t, y, 2 * pi);
    REQUIRE(step.accepted.yes);
    for (const double theta : {0.3, 0.5, 0.7}) {
      const double s = step.start + theta * (step.end - step.start);
      integrator->interpolate(s, between, account);
      const std::vector<double> exact = Kepler<double>::calc_exact(s, eccentricity);
      errors.dense = std::fmax(errors.dense, calc_distance(between, exact));
      errors.dense_work = std::fmax(errors.dense_work, std::fabs(work + account[0] - calc_kinetic(exact) + kinetic));
    }
    integrator->interpolate(t, between, account);
    work += account[0];
  }
  REQUIRE(integrator->counters().steps == count);
  errors.end = calc_distance(y, Kepler<double>::calc_exact(2 * pi, eccentricity));
  errors.work = std::fabs(work - calc_kinetic(y) + kinetic);
  return errors;
}

/// The error of one step from the exact state at t = 1, at its end and at its middle.
Errors run_one_step(const Method& method, double h) {
  Kepler<double> problem;
  const auto integrator = make_integrator<double>(*find_integrator(method.name), problem, fixed(h));
  std::vector<double> y = Kepler<double>::calc_exact(1, eccentricity), between(4), account(2);
  double t = 1;
  const Step<double> step = integrator->advance(problem, t, y, 1 + h);
  REQUIRE(step.accepted.yes);
  Errors errors;
  errors.end = calc_distance(y, Kepler<double>::calc_exact(step.end, eccentricity));
  integrator->interpolate(1 + 0.4 * h, between, account);
  errors.dense = calc_distance(between, Kepler<double>::calc_exact(1 + 0.4 * h, eccentricity));
  return errors;
}

double calc_slope(double coarse, double fine, double ratio) { return std::log(coarse / fine) / std::log(ratio); }

}  // namespace

// A slope is asymptotic; half an order either way tells neighbouring orders apart.
constexpr double half_an_order = 0.5;

TEST_CASE("kepler orbit: the error at the end and inside of the steps falls with the order of the method") {
  for (const Method& method : methods) {
    CAPTURE(method.name);
    const Errors coarse = run(method, method.steps), fine = run(method, 2 * method.steps);
    const double end = calc_slope(coarse.end, fine.end, 2), dense = calc_slope(coarse.dense, fine.dense, 2);
    INFO(method.name << ": slope " << end << " at the end, " << dense << " inside; error " << coarse.end << ", " << coarse.dense);
    CHECK(end > method.order - half_an_order);
    CHECK(dense > method.order - half_an_order);
    CHECK(coarse.dense < 10 * coarse.end);  // the interpolant does not dominate
  }
}

TEST_CASE("kepler orbit: the account of gravity's work is the change of kinetic energy to the order of the method") {
  for (const Method& method : methods) {
    CAPTURE(method.name);
    const Errors coarse = run(method, method.steps), fine = run(method, 2 * method.steps);
    const double end = calc_slope(coarse.work, fine.work, 2), dense = calc_slope(coarse.dense_work, fine.dense_work, 2);
    INFO(method.name << ": slope " << end << " at the end, " << dense << " inside; error " << coarse.work);
    CHECK(end > method.order - half_an_order);
    CHECK(dense > method.order - half_an_order);
  }
}

TEST_CASE("kepler orbit: the error of one step is of one order more than the method, and so is that of dense output") {
  for (const Method& method : methods) {
    CAPTURE(method.name);
    const double h = method.order == 8 ? 0.25 : 0.1;
    const Errors coarse = run_one_step(method, h), fine = run_one_step(method, h / 2);
    const double end = calc_slope(coarse.end, fine.end, 2), dense = calc_slope(coarse.dense, fine.dense, 2);
    INFO(method.name << ": slope " << end << " at the end, " << dense << " inside; error " << coarse.end << ", " << coarse.dense);
    CHECK(end > method.order + 1 - half_an_order);
    CHECK(dense > method.dense_order + 1 - half_an_order);
  }
}

TEST_CASE("kepler orbit: the error of an adaptive method is proportional to rtol") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    if (!kind.adaptive) continue;
    CAPTURE(kind.name);
    std::vector<double> errors;
    for (const double rtol : {1e-5, 1e-7, 1e-9, 1e-11}) {
      Kepler<double> problem;
      const auto integrator = make_integrator<double>(kind, problem, {.rtol = rtol});
      std::vector<double> y = Kepler<double>::calc_exact(0, eccentricity), between(4), account(2);
      double t = 0, inside = 0;
      while (t < 2 * pi) {
        const Step<double> step = integrator->advance(problem, t, y, 2 * pi);
        REQUIRE(step.accepted.yes);
        const double middle = 0.5 * (step.start + step.end);
        integrator->interpolate(middle, between, account);
        inside = std::fmax(inside, calc_distance(between, Kepler<double>::calc_exact(middle, eccentricity)));
      }
      errors.push_back(calc_distance(y, Kepler<double>::calc_exact(2 * pi, eccentricity)));
      INFO(kind.name << ": rtol " << rtol << " error " << errors.back() << ", inside " << inside << ", "
                     << integrator->counters().evaluations << " evaluations");
      // Each step may err by rtol (1 + |y|), and one orbit amplifies an error by up to 6π/(1 − e)² = 30: a change of
      // the semi-axis becomes a phase.
      const double bound = 60 * rtol * static_cast<double>(integrator->counters().steps);
      CHECK(errors.back() < bound);
      CHECK(inside < bound);
      CHECK(inside < 1.5 * errors.back());  // the interpolant adds little to what has gathered by the end
    }
    // Six decades of rtol: the exponent q/(order + 1) … 1 of local extrapolation, and the noise of step counts.
    const double exponent = std::log10(errors.front() / errors.back()) / 6;
    CHECK(exponent > 0.8);
    CHECK(exponent < 1.3);
  }
}

}  // namespace pintle::test
