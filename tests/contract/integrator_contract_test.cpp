#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "../unit/integrators/problems.h"

/// What every row in the table of integrators promises.
namespace pintle::test {
namespace {

constexpr double e = 0.3;
const double infinity = std::numeric_limits<double>::infinity();

IntegratorOptions options_for(const IntegratorKind& kind) { return {.rtol = 1e-8, .dt = kind.adaptive ? 0 : 0.01}; }

/// A method of order 2 takes ten thousand steps an orbit at 1e-8.
long slowness_of(const IntegratorKind& kind) { return kind.adaptive && kind.order == 2 ? 20 : 1; }

/// Steps to t_end; false if a step failed.
bool go(Integrator<double>& integrator, Problem<double>& problem, double& t, std::vector<double>& y, double t_end) {
  while (t < t_end)
    if (!integrator.advance(problem, t, y, t_end).accepted.yes) return false;
  return true;
}

/// f is finite only before t = 0.3; or not at all.
class Broken : public SmallProblem<double> {
 public:
  Broken(double from, double with) : SmallProblem<double>(2, 0), from_(from), with_(with) {}
  void update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double>) override {
    ydot[0] = y[1];
    ydot[1] = t < from_ ? -y[0] : with_;
  }

 private:
  double from_, with_;
};

/// y' = y², which reaches infinity at t = 1.
class Explosion : public SmallProblem<double> {
 public:
  Explosion() : SmallProblem<double>(1, 0) {}
  void update_rates(const double&, std::span<const double> y, std::span<double> ydot, std::span<double>) override {
    ydot[0] = y[0] * y[0];
  }
};

}  // namespace

TEST_CASE("table of integrators: names are found, auto is the default, others are not there") {
  CHECK(find_integrator("auto") == find_integrator("dop853"));
  CHECK(find_integrator("no such") == nullptr);
  CHECK(find_integrator("") == nullptr);
  for (const IntegratorKind& kind : integrator_kinds()) {
    CHECK(find_integrator(kind.name) == &kind);
    CHECK_FALSE(kind.what.empty());
    CHECK(kind.order > 1);
  }
}

TEST_CASE("every integrator: an orbit to 1e-5, and t_end is hit to the bit") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    const std::string name(kind.name);
    CAPTURE(name);
    Kepler<double> problem;
    const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
    double t = 0;
    std::vector<double> y = Kepler<double>::calc_exact(0, e);
    for (const double t_end : {1e-9, 0.1, 0.1 + 1e-12, 1 / 3.0, 1.0, 6.283185307179586}) {
      REQUIRE(go(*integrator, problem, t, y, t_end));
      CHECK(t == t_end);
    }
    // rtol = 1e-8, some 50 steps, amplified by 6π/(1 − e)² = 40; rk4: 630 steps of 0.01.
    CHECK(calc_distance(y, Kepler<double>::calc_exact(t, e)) < 2e-5);
  }
}

TEST_CASE("every integrator: nothing moves and nothing is evaluated at t_end") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    const std::string name(kind.name);
    CAPTURE(name);
    Kepler<double> problem;
    const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
    double t = 1;
    std::vector<double> y = {1, 0, 0, 1}, same(4), account(2, 7.0);
    const Step<double> step = integrator->advance(problem, t, y, 1);
    CHECK_FALSE(step.accepted.yes);
    CHECK_FALSE(step.failed.yes);
    CHECK(step.start == step.end);
    CHECK(y == std::vector<double>{1, 0, 0, 1});
    CHECK(integrator->counters().evaluations == 0);
    integrator->interpolate(1, same, account);
    CHECK(same == y);
    CHECK(account == std::vector<double>{0, 0});
  }
}

TEST_CASE("every integrator: the dense output meets both ends of the step to the bit, and its accounts start at zero") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    const std::string name(kind.name);
    CAPTURE(name);
    Kepler<double> problem;
    const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
    double t = 0;
    std::vector<double> y = Kepler<double>::calc_exact(0, e), between(4), account(2), first(2);
    for (int i = 0; i < 10; ++i) {
      const std::vector<double> before = y;
      const Step<double> step = integrator->advance(problem, t, y, 10);
      integrator->interpolate(step.end, between, first);
      CHECK(between == y);
      CHECK(first[1] == doctest::Approx(step.end - step.start).epsilon(1e-14));
      integrator->interpolate(step.start, between, account);
      CHECK(between == before);
      CHECK(account == std::vector<double>{0, 0});
      // Next to the ends it stays next to the ends.
      const double h = step.end - step.start;
      for (const double theta : {1e-9, 1 - 1e-9}) {
        integrator->interpolate(step.start + theta * h, between, account);
        CHECK(calc_distance(between, theta < 0.5 ? before : y) < 1e-8);  // speed below 2, steps below 1
      }
      integrator->interpolate(step.end, between, account);
      CHECK(between == y);
      CHECK(account == first);
    }
  }
}

TEST_CASE(
    "every integrator: a glance meets both ends of the step to the bit, and lies within a hundredfold of its error inside") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    const std::string name(kind.name);
    CAPTURE(name);
    Kepler<double> problem;
    const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
    double t = 0;
    std::vector<double> y = Kepler<double>::calc_exact(0, e), between(4), account(2), dense(4), work(2);
    for (int i = 0; i < 10; ++i) {
      const std::vector<double> before = y;
      const Step<double> step = integrator->advance(problem, t, y, 10);
      const long evaluations = integrator->counters().evaluations;
      integrator->glance(step.end, between, account);
      CHECK(between == y);
      integrator->interpolate(step.end, between, work);
      CHECK(account == work);
      integrator->glance(step.start, between, account);
      CHECK(between == before);
      CHECK(account == std::vector<double>{0, 0});
      const double middle = 0.5 * (step.start + step.end);
      integrator->glance(middle, between, account);
      if (name == "dop853") CHECK(integrator->counters().evaluations == evaluations);
      integrator->interpolate(middle, dense, work);
      const double off = calc_distance(dense, Kepler<double>::calc_exact(middle, e));
      CHECK(calc_distance(between, Kepler<double>::calc_exact(middle, e)) < 100 * off + 1e-12);
      CHECK(account[0] == doctest::Approx(work[0]).epsilon(1e-4));
    }
  }
}

TEST_CASE("every integrator: a right-hand side that is not finite fails within bounded evaluations, y stays finite") {
  for (const IntegratorKind& kind : integrator_kinds())
    for (const double with : {std::nan(""), infinity, -infinity})
      for (const double from : {-1.0, 0.3}) {
        const std::string name(kind.name);
        CAPTURE(name);
        CAPTURE(with);
        CAPTURE(from);
        Broken problem(from, with);
        const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
        double t = 0;
        std::vector<double> y = {1, 0};
        CHECK_FALSE(go(*integrator, problem, t, y, 1));
        CHECK(t <= 0.3);
        CHECK(std::isfinite(y[0]));
        CHECK(std::isfinite(y[1]));
        CHECK(integrator->counters().evaluations < 2000 * slowness_of(kind));
        CHECK(integrator->advance(problem, t, y, 1).failed.yes);
      }
}

TEST_CASE("every adaptive integrator: a solution that explodes at t = 1 fails there") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    if (!kind.adaptive) continue;
    const std::string name(kind.name);
    CAPTURE(name);
    Explosion problem;
    const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
    double t = 0;
    std::vector<double> y = {1};
    CHECK_FALSE(go(*integrator, problem, t, y, 2));
    CHECK(t == doctest::Approx(1).epsilon(1e-6));
    CHECK(integrator->counters().evaluations < 100000 * slowness_of(kind));
  }
}

TEST_CASE("every integrator: the same run twice gives the same bits") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    const std::string name(kind.name);
    CAPTURE(name);
    std::vector<double> results[2];
    for (auto& y : results) {
      Kepler<double> problem;
      const auto integrator = make_integrator<double>(kind, problem, options_for(kind));
      double t = 0;
      y = Kepler<double>::calc_exact(0, e);
      REQUIRE(go(*integrator, problem, t, y, 5));
    }
    CHECK(results[0] == results[1]);
  }
}

TEST_CASE("every integrator: lanes hit their own ends to the bit, and agree with the exact orbit") {
  for (const IntegratorKind& kind : integrator_kinds()) {
    const std::string name(kind.name);
    CAPTURE(name);
    Kepler<Lanes> problem;
    const auto integrator = make_integrator<Lanes>(kind, problem, options_for(kind));
    const std::vector<double> start = Kepler<double>::calc_exact(0, e);
    std::vector<Lanes> y(start.begin(), start.end());
    Lanes t = 0.0, t_end = 0.0;
    for (int i = 0; i < lane_count; ++i) set_lane(t_end, i, 0.7 * i);
    for (int calls = 0; any(is_less(t, t_end)); ++calls) {
      REQUIRE(calls < 10000 * slowness_of(kind));
      REQUIRE_FALSE(any(integrator->advance(problem, t, y, t_end).failed));
    }
    for (int i = 0; i < lane_count; ++i) {
      CHECK(lane(t, i) == lane(t_end, i));
      std::vector<double> end;
      for (const Lanes& value : y) end.push_back(lane(value, i));
      CHECK(calc_distance(end, Kepler<double>::calc_exact(0.7 * i, e)) < 2e-5);  // as in the scalar orbit above
    }
  }
}

}  // namespace pintle::test
