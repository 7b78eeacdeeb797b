#include "pintle/integrators/runge_kutta.h"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "problems.h"

namespace pintle::test {
namespace {

constexpr double e = 0.3;

/// y' = f of t alone, f a polynomial of degree `degree`; the account is the same integral.
class Quadrature : public SmallProblem<double> {
 public:
  explicit Quadrature(int degree) : SmallProblem<double>(1, 1), degree_(degree) {}
  void update_rates(const double& t, std::span<const double>, std::span<double> ydot, std::span<double> power) override {
    ydot[0] = power[0] = (degree_ + 1) * std::pow(t, degree_);
  }

 private:
  int degree_;
};

/// y' = 0, but power jumps without measure: only an error norm that saw it would shorten the step.
class WildPower : public SmallProblem<double> {
 public:
  WildPower() : SmallProblem<double>(1, 1) {}
  void update_rates(const double& t, std::span<const double>, std::span<double> ydot, std::span<double> power) override {
    ydot[0] = 0;
    power[0] = 1e9 * std::sin(1e5 * t);
  }
};

struct Run {
  Kepler<double> problem;
  std::unique_ptr<Integrator<double>> integrator;
  double t = 0;
  std::vector<double> y = Kepler<double>::calc_exact(0, e), account = std::vector<double>(2);

  explicit Run(const char* name, const IntegratorOptions& options = {.rtol = 1e-8, .dt = 0.01})
      : integrator(make_integrator<double>(*find_integrator(name), problem, options)) {}
  Step<double> advance(double t_end = 100) { return integrator->advance(problem, t, y, t_end); }
  long evaluations() const { return integrator->counters().evaluations; }
};

const char* const names[] = {"rk4", "rkf45", "dop853"};
const Tableau& tableau_of(const std::string& name) {
  return name == "rk4" ? rk4_tableau() : name == "rkf45" ? rkf45_tableau() : dop853_tableau();
}

}  // namespace

TEST_CASE("evaluations: s per step; dense output pays its own stages once, and gives its first to the next step") {
  for (const std::string name : names) {
    CAPTURE(name);
    const Tableau& tableau = tableau_of(name);
    Run run(name.c_str(), fixed(0.01));
    run.advance();
    CHECK(run.evaluations() == tableau.stages);
    run.advance();
    CHECK(run.evaluations() == 2 * tableau.stages);
    std::vector<double> y(4);
    run.integrator->interpolate(run.t, y, run.account);  // the end is known
    CHECK(run.evaluations() == 2 * tableau.stages);
    run.integrator->interpolate(run.t - 0.005, y, run.account);
    run.integrator->interpolate(run.t - 0.003, y, run.account);
    CHECK(run.evaluations() == tableau.stages + tableau.dense_stages);
    run.advance();
    CHECK(run.evaluations() == 2 * tableau.stages + tableau.dense_stages - 1);
  }
}

TEST_CASE("evaluations: the end of a step is evaluated anew if y was touched in between, or after restart()") {
  for (const bool touch : {false, true}) {
    CAPTURE(touch);
    Run run("rkf45", fixed(0.01));
    run.advance();
    std::vector<double> y(4);
    run.integrator->interpolate(0.005, y, run.account);
    const long before = run.evaluations();
    if (touch)
      run.y[2] = std::nextafter(run.y[2], 2.0);
    else
      run.integrator->restart({true});
    run.advance();
    CHECK(run.evaluations() == before + 6);
  }
}

TEST_CASE("evaluations: a rejected attempt costs one less than a step, it starts from the same place") {
  Run run("rkf45", {.rtol = 1e-8, .dt = 3});  // half an orbit: too long
  const Step<double> step = run.advance();
  CHECK(step.accepted.yes);
  const IntegratorCounters& counters = run.integrator->counters();
  CHECK(counters.rejected > 0);
  CHECK(counters.steps == 1);
  CHECK(counters.evaluations == 6 + 5 * counters.rejected);
}

TEST_CASE("reused stages change no bit: with and without dense output in between") {
  for (const char* name : names) {
    CAPTURE(name);
    Run plain(name), dense(name);
    std::vector<double> y(4);
    for (int i = 0; i < 20; ++i) {
      const Step<double> step = dense.advance();
      dense.integrator->interpolate(0.3 * step.start + 0.7 * step.end, y, dense.account);
      plain.advance();
      CHECK(plain.t == dense.t);
      CHECK(plain.y == dense.y);
    }
  }
}

TEST_CASE("accounts: a power that is a polynomial of degree below the order is integrated exactly, at every cut") {
  for (const std::string name : names) {
    CAPTURE(name);
    const Tableau& tableau = tableau_of(name);
    Quadrature problem(tableau.dense_order - 1);
    const auto integrator = make_integrator<double>(*find_integrator(name), problem, fixed(0.5));
    double t = 0;
    std::vector<double> y = {0}, between(1), account(1);
    integrator->advance(problem, t, y, 0.5);
    for (const double s : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5}) {
      integrator->interpolate(s, between, account);
      // Rounding: the weights of dop853 reach 30 before they cancel.
      CHECK(std::fabs(account[0] - std::pow(s, tableau.dense_order)) < 30 * 2.3e-16);
      CHECK(std::fabs(between[0] - account[0]) < 30 * 2.3e-16);
    }
  }
}

TEST_CASE("accounts: cutting every step at an arbitrary place adds up to the same work") {
  for (const char* name : names) {
    CAPTURE(name);
    Run run(name);
    const double before = calc_kinetic(run.y);
    double work = 0, time = 0;
    for (int i = 0; run.t < 3; ++i) {
      const Step<double> step = run.advance(3);
      REQUIRE(step.accepted.yes);
      if (i % 3 == 1) run.t = step.start + 0.37 * (step.end - step.start);  // as an event would
      run.integrator->interpolate(run.t, run.y, run.account);
      work += run.account[0];
      time += run.account[1];
    }
    CHECK(std::fabs(work - (calc_kinetic(run.y) - before)) < 1e-7);  // 10 × rtol; rk4 with h = 0.01: 1e-10
    CHECK(std::fabs(time - 3) < 1e-13);                              // Σ b = 1, 300 steps' rounding
  }
}

TEST_CASE("accounts: power is not in the error norm") {
  WildPower problem;
  const auto integrator = make_integrator<double>(*find_integrator("rkf45"), problem, {.rtol = 1e-8, .dt = 1});
  double t = 0;
  std::vector<double> y = {1};
  while (t < 100) REQUIRE(integrator->advance(problem, t, y, 100).accepted.yes);
  CHECK(integrator->counters().rejected == 0);
  CHECK(integrator->counters().steps < 10);
}

TEST_CASE("a checkpoint of t, y and the next step continues to the bit") {
  for (const char* name : names) {
    CAPTURE(name);
    Run run(name);
    for (int i = 0; i < 7; ++i) run.advance();
    Run copy(name);
    copy.t = run.t;
    copy.y = run.y;
    copy.integrator->set_next_step(run.integrator->next_step(), {true});
    for (int i = 0; i < 7; ++i) {
      run.advance();
      copy.advance();
      CHECK(run.t == copy.t);
      CHECK(run.y == copy.y);
    }
  }
}

TEST_CASE("a failed run stays failed until restart(), then goes on") {
  Pendulum<double> problem;
  problem.dead = 0.5;
  const auto integrator = make_integrator<double>(*find_integrator("dop853"), problem, {});
  double t = 0;
  std::vector<double> y = {1, 0};
  Step<double> step;
  while (!(step = integrator->advance(problem, t, y, 1)).failed.yes) REQUIRE(step.accepted.yes);
  CHECK(t <= 0.5);
  CHECK(t > 0.49);
  const long evaluations = integrator->counters().evaluations;
  CHECK(integrator->advance(problem, t, y, 1).failed.yes);
  CHECK(integrator->counters().evaluations == evaluations);
  problem.dead = 2;
  integrator->restart({true});
  integrator->set_next_step(0, {true});
  CHECK(integrator->advance(problem, t, y, 1).accepted.yes);
}

TEST_CASE("a problem may change its size at a restart") {
  Run run("dop853");
  run.advance();
  Pendulum<double> other;
  std::vector<double> y = {1, 0};
  run.integrator->restart({true});
  CHECK(run.integrator->advance(other, run.t, y, 100).accepted.yes);
}

TEST_CASE("a problem without states still passes time and integrates its accounts") {
  class Empty : public SmallProblem<double> {
   public:
    Empty() : SmallProblem<double>(0, 1) {}
    void update_rates(const double& t, std::span<const double>, std::span<double>, std::span<double> power) override {
      power[0] = 2 * t;
    }
  } problem;
  for (const char* name : names) {
    CAPTURE(name);
    const auto integrator = make_integrator<double>(*find_integrator(name), problem, {.dt = 0.1});
    double t = 0, work = 0;
    std::vector<double> account(1);
    while (t < 1) {
      REQUIRE(integrator->advance(problem, t, {}, 1).accepted.yes);
      integrator->interpolate(t, {}, account);
      work += account[0];
    }
    CHECK(work == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("options that make no sense are refused with the way out") {
  Kepler<double> problem;
  const auto make = [&](const char* name, const IntegratorOptions& options) {
    make_integrator<double>(*find_integrator(name), problem, options);
  };
  CHECK_THROWS_WITH_AS(make("rk4", {}), "run.dt: is missing; a method with a fixed step needs it, for example 1 ms", Error);
  CHECK_THROWS_AS(make("rk4", {.dt = -1}), Error);
  CHECK_THROWS_AS(make("dop853", {.rtol = 0}), Error);
  CHECK_THROWS_AS(make("dop853", {.rtol = std::nan("")}), Error);
  CHECK_THROWS_AS(make("dop853", {.atol = -1}), Error);
  CHECK_THROWS_AS(make("dop853", {.max_step = -1}), Error);
  CHECK_NOTHROW(make("rk4", {.rtol = 0, .dt = 0.1}));
}

}  // namespace pintle::test
