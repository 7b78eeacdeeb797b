#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "pintle/io/reader.h"
#include "support/cluster.h"
#include "support/watch.h"

using namespace pintle;

namespace {

const std::string there_and_back =
    "events:\n"
    "  coarse: {when: time >= 0.2 s, do: [aggregate: a, aggregate: b]}\n"
    "  join: {when: time >= 0.4 s, do: [close: pin]}\n"
    "  part: {when: time >= 0.6 s, do: [break: pin]}\n"
    "  fine: {when: time >= 0.8 s, do: [disperse: a, disperse: b]}\n"
    "run: {until: 1 s, integrator: dop853, rtol: 1e-11}\n";

/// Formulations whose bodies particles may ride on.
std::vector<std::string> names_of_carriers() {
  std::vector<std::string> names;
  for (const Formulation& row : formulations())
    if (row.takes_pushes) names.emplace_back(row.name);
  return names;
}

Watch watch_cluster(const std::string& formulation, const std::string& more, int count = 60) {
  const Model model = read_cluster(count, 4, more);
  Watch watch;
  const RunSummary summary = run_model(model, formulation, make_run_options(model.run), watch);
  CAPTURE(summary.message);
  CHECK(summary.status == Status::completed);
  return watch;
}

double calc_largest_change(const Watch& watch, double from, double until) {
  double least = 1e300, most = -1e300;
  for (const Seen& seen : watch.observed) {
    if (seen.t < from || seen.t > until) continue;
    least = std::min(least, seen.ledger.total());
    most = std::max(most, seen.ledger.total());
  }
  return most - least;
}

}  // namespace

TEST_CASE("particles: their energy stays over a thousand steps of a fixed size, to 1e-4 of what moves") {
  const Watch watch = watch_cluster("newton-euler", "run: {until: 2 s, integrator: rk4, dt: 0.002 s}\n");
  CHECK(watch.observed.size() >= 1000);
  CHECK(calc_largest_change(watch, 0, 2) < 1e-4 * watch.observed.front().ledger.kinetic);
}

TEST_CASE("aggregation and back: every change keeps momentum and angular momentum, and books what it costs") {
  for (const std::string& name : names_of_carriers()) {
    CAPTURE(name);
    const Watch watch = watch_cluster(name, there_and_back);
    REQUIRE(watch.events.size() == 4);
    for (const EventLog& log : watch.events) {
      CAPTURE(log.event);
      const Momentum &before = log.momentum_before, &after = log.momentum_after;
      CHECK(norm(after.linear - before.linear) < 1e-12 * before.linear_sum);
      CHECK(norm(after.angular - before.angular) < 1e-12 * before.angular_sum);
    }
    const auto loss = [&](int k) { return watch.events[k].kinetic_before - watch.events[k].kinetic_after; };
    const double scale = watch.events[0].kinetic_before;
    CHECK(loss(0) > 0.5 * scale);  // nearly all of random motion
    CHECK(loss(1) > 1e-3 * scale);
    CHECK(std::abs(loss(2)) < 1e-12 * scale);
    CHECK(std::abs(loss(3)) < 1e-12 * scale);
    CHECK(watch.summary.balance_error < 2e-7);  // third derivatives jump where pairs begin to fade, which no step ends at
    CHECK(watch.rows.back().ledger.events == doctest::Approx(-loss(0) - loss(1)).epsilon(1e-9));
  }
}

TEST_CASE("particles that ride push their bodies: energy stays while they are discrete, and while they are joined") {
  for (const std::string& name : names_of_carriers()) {
    CAPTURE(name);
    const Watch watch = watch_cluster(name, there_and_back);
    const double scale = watch.observed.front().ledger.kinetic;
    CHECK(calc_largest_change(watch, 0.2000001, 0.3999999) < 1e-9 * scale);
    CHECK(calc_largest_change(watch, 0.4000001, 0.5999999) < 1e-8 * scale);
    double least = 1e300, most = -1e300;  // what they exchange with their motion meanwhile
    for (const Seen& seen : watch.observed)
      if (seen.t > 0.2 && seen.t < 0.4)
        least = std::min(least, seen.ledger.potential), most = std::max(most, seen.ledger.potential);
    CHECK(most - least > 1e-4 * scale);
  }
}

TEST_CASE("particles: formulations have the same motion through aggregation, closing and back") {
  std::vector<State<double>> ends;
  for (const std::string& name : names_of_carriers()) ends.push_back(watch_cluster(name, there_and_back).rows.back().state);
  for (const State<double>& end : ends)
    for (std::size_t i = 0; i < end.particles.size(); ++i) CHECK(norm(end.particles[i].p - ends[0].particles[i].p) < 1e-7);
}

TEST_CASE("aggregation: before it a body is where its group is and moves as that does in the mean") {
  const Watch watch = watch_cluster("articulated-body", there_and_back);
  const EventLog& log = watch.events.front();
  const Particles all = make_cluster(60, 4);
  for (int group : {0, 1}) {
    const Aggregate now = calc_aggregate(all, group, log.before.particles);
    CHECK(norm(log.before.X_WB[group + 1].p - now.centre.p) < 1e-14);
    CHECK(norm(log.before.V_WB[group + 1].v - now.centre.v) < 1e-14);
    CHECK(norm(log.after.V_WB[group + 1].w - now.w) < 1e-13);
  }
}

TEST_CASE("aggregation: freedoms are three for each particle, six for each body, and three fewer for a ball") {
  const Watch watch = watch_cluster("articulated-body", there_and_back);
  CHECK(watch.observed.front().freedoms == 180);
  CHECK(watch.events[0].freedoms_after == 12);
  CHECK(watch.events[1].freedoms_after == 9);
  CHECK(watch.events[2].freedoms_after == 12);
  CHECK(watch.events[3].freedoms_after == 180);
}

TEST_CASE("aggregation: one group may be a body while the other goes on as particles") {
  for (const std::string& name : names_of_carriers()) {
    CAPTURE(name);
    const Watch watch = watch_cluster(name,
                                      "events: {coarse: {when: time >= 0.2 s, do: [aggregate: a]}}\n"
                                      "run: {until: 1 s, integrator: dop853, rtol: 1e-10}\n");
    const double scale = watch.observed.front().ledger.kinetic;
    CHECK(calc_largest_change(watch, 0.2000001, 1) < 1e-6 * scale);
    CHECK(watch.rows.back().freedoms == 66);
  }
}

TEST_CASE("particles fall as everything does") {
  const Watch watch = watch_cluster("newton-euler", "gravity: [0, 0, -9.81]\n" + there_and_back);
  const auto centre = [](const State<double>& state) {
    const Particles all = make_cluster(60, 4);
    PointMotion sum;
    double mass = 0;
    for (int i = 0; i < all.count(); ++i) {
      sum.p += all.mass[i] * state.particles[i].p;
      sum.v += all.mass[i] * state.particles[i].v;
      mass += all.mass[i];
    }
    return PointMotion{(1 / mass) * sum.p, (1 / mass) * sum.v};
  };
  const PointMotion start = centre(watch.observed.front().state), end = centre(watch.rows.back().state);
  CHECK(norm(end.p - start.p - start.v - Vec3<double>{0, 0, -4.905}) < 1e-9);
  CHECK(norm(end.v - start.v - Vec3<double>{0, 0, -9.81}) < 1e-9);
  CHECK(watch.summary.balance_error < 1e-8);
}

TEST_CASE("aggregation: what holds, pushes or strikes a body that is not there is refused, with the way out") {
  const auto why = [](const std::string& more) {
    try {
      const Model model = read_cluster(60, 4, more);
      Watch watch;
      return run_model(model, "articulated-body", make_run_options(model.run), watch).message;
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  const std::string held =
      "joints.pin: holds a, which is particles then; declare the joint `active: false`, and let it hold only between "
      "`aggregate: a` and `disperse: a`";
  CHECK(why("events: {e: {when: time >= 0.1 s, do: [close: pin]}}\n") == held);
  CHECK(why("events:\n"
            "  e: {when: time >= 0.1 s, do: [aggregate: a, aggregate: b, close: pin]}\n"
            "  f: {when: time >= 0.2 s, do: [disperse: a]}\n") == held);
  CHECK(why("events: {e: {when: time >= 0.1 s, do: [impulse: {at: {b: [0, 0, 0]}, value: [1, 0, 0]}]}}\n")
            .find("acts on b, which is particles then; let it come between `aggregate: b` and `disperse: b`") !=
        std::string::npos);
  CHECK(why("forces: {push: {at: {a: [0, 0, 0]}, force: [1, 0, 0]}}\n")
            .find("acts on a, which is particles then; declare it `active: false`") != std::string::npos);
  Model model = read_cluster(60, 4, "");
  const System system = make_system(model);
  Formulation without = *find_formulation("newton-euler");
  without.takes_pushes = false;
  const Plan plan = make_plan(system, make_structure(system), without.family);
  CHECK(why_not(without, system, plan) == "it has particles, which it cannot carry on its bodies");
  model.particles->pairs->fade = 2;
  CHECK_THROWS_WITH(make_system(model), "particles.pairs.fade: 2 m is not below the cutoff, 2 m; give a distance below it");
}
