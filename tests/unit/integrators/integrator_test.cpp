#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "problems.h"

namespace pintle::test {
namespace {

/// One pendulum of a batch.
struct Case {
  double length, damping, angle, t_start, t_end;
  double dead = std::numeric_limits<double>::infinity();
};

/// A moment of one lane, to the bit.
struct Point {
  std::uint64_t t, q, v, work;
  bool operator==(const Point&) const = default;
};

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

struct Outcome {
  std::vector<std::vector<Point>> path;  // of each lane of each batch: the middle and the end of each of its steps
  std::vector<double> angle;             // … at its end
  std::vector<bool> failed;
  long rejected = 0;
};

/// Runs a batch to its ends, from the case `first` on. After each looked-at step, `skip` steps go without interpolate(), so
/// that the end of some is known to the next step and of others is not.
void run_batch(const char* name, const std::vector<Case>& cases, std::size_t first, int skip, Outcome& outcome) {
  Pendulum<Lanes> problem;
  std::vector<Lanes> y(2), between(2), account(1);
  Lanes t = 0.0, t_end = 0.0;
  for (int i = 0; i < lane_count; ++i) {
    const Case& c = cases[(first + static_cast<std::size_t>(i)) % cases.size()];
    set_lane(problem.length, i, c.length);
    set_lane(problem.damping, i, c.damping);
    set_lane(problem.dead, i, c.dead);
    set_lane(y[0], i, c.angle);
    set_lane(y[1], i, 0);
    set_lane(t, i, c.t_start);
    set_lane(t_end, i, c.t_end);
  }
  const IntegratorKind& kind = *find_integrator(name);
  const auto integrator = make_integrator<Lanes>(kind, problem, {.rtol = 1e-7, .dt = kind.adaptive ? 0 : 0.01});
  std::vector<std::vector<Point>> path(lane_count);
  std::vector<bool> has_failed(lane_count);
  int calls = 0;
  while (any(is_less(t, t_end))) {
    const Lanes t_before = t;
    const std::vector<Lanes> before = y;
    const Step<Lanes> step = integrator->advance(problem, t, y, t_end);
    const bool look = skip == 0 || ++calls % (skip + 1) == 0;
    if (look) integrator->interpolate(0.5 * (step.start + step.end), between, account);
    bool live = false;
    for (int i = 0; i < lane_count; ++i) {
      const bool failed = lane(step.failed, i);
      has_failed[i] = failed;
      live = live || (!failed && lane(t, i) < lane(t_end, i));
      if (lane(step.accepted, i)) {
        CHECK(lane(t, i) > lane(t_before, i));
        CHECK(lane(step.end, i) == lane(t, i));
        if (skip == 0) path[i].push_back({0, bits(lane(between[0], i)), bits(lane(between[1], i)), bits(lane(account[0], i))});
        path[i].push_back({bits(lane(t, i)), bits(lane(y[0], i)), bits(lane(y[1], i)), 0});
        continue;
      }
      CHECK(lane(step.start, i) == lane(step.end, i));
      CHECK(bits(lane(t, i)) == bits(lane(t_before, i)));
      for (int k = 0; k < 2; ++k) CHECK(bits(lane(y[k], i)) == bits(lane(before[k], i)));
      if (look) {
        CHECK(bits(lane(between[0], i)) == bits(lane(y[0], i)));
        CHECK(lane(account[0], i) == 0);
      }
    }
    if (!live) break;
  }
  for (int i = 0; i < lane_count; ++i) {
    outcome.path.push_back(path[i]);
    outcome.angle.push_back(lane(y[0], i));
    outcome.failed.push_back(has_failed[i]);
  }
  outcome.rejected += integrator->counters().rejected;
}

/// Runs all cases, in as many batches as that takes; those of a wider batch come again.
Outcome run(const char* name, const std::vector<Case>& cases, int skip = 0) {
  Outcome outcome;
  for (std::size_t first = 0; first < cases.size(); first += lane_count) run_batch(name, cases, first, skip, outcome);
  return outcome;
}

const Case slow{4, 0.01, 1, 0, 7}, quick{0.05, 0.3, 2.5, 0.5, 3}, brief{1, 0, 0.1, 2, 2.1}, broken{1, 0, 1, 0, 5, 1.3},
    stiff{1, 300, 1, 0, 2};
const double nan = std::numeric_limits<double>::quiet_NaN();
const Case nothing{nan, nan, nan, 0, 1}, over{1, 0, 1, 5, 5};

}  // namespace

TEST_CASE("lanes: what a lane computes depends neither on its neighbours nor on its place") {
  for (const char* name : {"rk4", "rkf45", "dop853"}) {
    CAPTURE(name);
    const Outcome alone = run(name, {quick});
    for (const std::vector<Point>& path : alone.path) CHECK(path == alone.path[0]);
    for (const std::vector<Case>& cases :
         {std::vector{quick, slow, brief, broken}, {stiff, nothing, over, quick}, {over, over, quick, over}}) {
      const Outcome outcome = run(name, cases);
      for (std::size_t i = 0; i < outcome.path.size(); ++i)
        if (cases[i % 4].length == quick.length) CHECK(outcome.path[i] == alone.path[0]);
    }
  }
}

TEST_CASE("lanes: whether stages are reused changes no bit") {
  for (const char* name : {"rk4", "rkf45", "dop853"}) {
    CAPTURE(name);
    CHECK(run(name, {quick, slow, brief, stiff}, 1).path == run(name, {quick, slow, brief, stiff}, 1000000).path);
  }
}

TEST_CASE("lanes: rejected, finished and failed lanes are there, and a failed lane ends where its rates do") {
  const Outcome outcome = run("rkf45", {quick, over, brief, broken});  // run() checks their bits
  CHECK(outcome.rejected > 0);
  CHECK(outcome.path[1].empty());
  for (std::size_t i = 0; i < outcome.failed.size(); ++i) CHECK(outcome.failed[i] == (i % 4 == 3));
  CHECK(std::bit_cast<double>(outcome.path[3].back().t) <= broken.dead);
}

TEST_CASE("lanes: a lane agrees with the scalar run to rounding") {
  for (const char* name : {"rk4", "rkf45", "dop853"}) {
    CAPTURE(name);
    Pendulum<double> problem;
    problem.length = slow.length;
    problem.damping = slow.damping;
    const IntegratorKind& kind = *find_integrator(name);
    const auto integrator = make_integrator<double>(kind, problem, {.rtol = 1e-7, .dt = kind.adaptive ? 0 : 0.01});
    double t = 0;
    std::vector<double> y = {slow.angle, 0};
    while (t < slow.t_end) REQUIRE(integrator->advance(problem, t, y, slow.t_end).accepted.yes);
    // Rounding of the error norm moves each step by 1e-14 or so, and with it the local errors of 1e-7.
    CHECK(std::fabs(run(name, {slow, quick}).angle[0] - y[0]) < 1e-12);
  }
}

}  // namespace pintle::test
