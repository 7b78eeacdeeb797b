#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "pintle/simulate/engines.h"
#include "pintle/simulate/random_state.h"
#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

Model make_free_tree(std::uint64_t seed, int bodies) {
  return make_random_tree({.bodies = bodies, .seed = seed, .gravity = false, .world = false, .floating = false, .springs = true});
}

double size_of(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

/// Σ m a and Σ (p × m a + R (I α + ω × I ω)) over all bodies, and the sums of their magnitudes.
struct Balance {
  Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
  double force_sum = 0, moment_sum = 0;

  Balance(const System& system, const View<double>& view) {
    for (std::size_t b = 1; b < system.bodies.size(); ++b) {
      const Motion<double>&A = view.A_WB[b], &V = view.state.V_WB[b];
      const Sym3<double> I = system.nominal[system.bodies[b].inertia];
      const Vec3<double> f = system.nominal[system.bodies[b].mass] * A.v;
      const Vec3<double> spin = view.state.X_WB[b].R * (I * A.w + cross(V.w, I * V.w)), arm = cross(view.state.X_WB[b].p, f);
      force += f;
      moment += arm + spin;
      force_sum += size_of(f);
      moment_sum += size_of(arm) + size_of(spin);
    }
  }
};

}  // namespace

TEST_CASE("free systems: no force and no moment is left over, at any state") {
  for (const Formulation& formulation : formulations())
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(formulation.name);
      CAPTURE(seed);
      const System system = make_system(make_free_tree(seed, 2 + 3 * static_cast<int>(seed)));
      const auto plan = std::make_shared<const Plan>(make_plan(system, make_structure(system), formulation.family));
      const auto kernel = formulation.make(system, plan, system.nominal);
      View<double> view = make_view<double>(system);
      std::vector<double> y(static_cast<std::size_t>(kernel->size()));
      Random random(seed);
      for (int k = 0; k < 10; ++k) {
        kernel->load(make_random_state(system, system.nominal, *plan, random), y);
        kernel->update_view(0, y, {.accelerations = true}, view);
        const Balance balance(system, view);
        CHECK(size_of(balance.force) < 1e-12 * balance.force_sum);
        CHECK(size_of(balance.moment) < 1e-12 * balance.moment_sum);
      }
    }
}

TEST_CASE("free systems: momentum and angular momentum are kept over a run and across every lock") {
  for (const std::string& name : formulation_names())
    for (std::uint64_t seed = 21; seed <= 26; ++seed) {
      CAPTURE(name);
      CAPTURE(seed);
      Model model = make_free_tree(seed, 6);
      double t = 0.2;
      for (const JointPart& joint : model.joints)
        if (joint.type.freedoms() > 0) add_lock(model, "latch_" + joint.name, t += 0.1, joint.name);
      RunOptions options;
      options.integration.rtol = 1e-9;
      Watch watch;
      REQUIRE(run_model(model, name, options, watch).status == Status::completed);
      const System system = make_system(model);
      const Momentum first = calc_momentum(system, system.nominal, watch.observed.front().state);
      for (const Seen& seen : watch.observed) {
        const Momentum now = calc_momentum(system, system.nominal, seen.state);
        CHECK(size_of(now.linear - first.linear) < 100 * 1e-9 * now.linear_sum);
        CHECK(size_of(now.angular - first.angular) < 100 * 1e-9 * now.angular_sum);
      }
      REQUIRE_FALSE(watch.events.empty());
      for (const EventLog& log : watch.events) {
        const Momentum &before = log.momentum_before, &after = log.momentum_after;
        CHECK(size_of(after.linear - before.linear) < 1e-12 * before.linear_sum);
        CHECK(size_of(after.angular - before.angular) < 1e-12 * before.angular_sum);
        CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-12));
      }
    }
}

TEST_CASE("a ball that locks between two free bodies leaves their common spin, and no more") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_free_pair();
    add_lock(model, "latch", 0.5, "ball");
    Watch watch;
    REQUIRE(run_model(model, name, {}, watch).status == Status::completed);
    REQUIRE(watch.events.size() == 1);
    const EventLog& log = watch.events.front();
    CHECK(log.freedoms_before == 9);
    CHECK(log.freedoms_after == 6);
    CHECK(log.kinetic_after < log.kinetic_before);
    const Vec3<double> w1 = log.after.X_WB[1].R * log.after.V_WB[1].w, w2 = log.after.X_WB[2].R * log.after.V_WB[2].w;
    CHECK(size_of(w1 - w2) < 1e-13 * size_of(w1));
  }
}
