#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/random_tree.h"
#include "support/small_models.h"
#include "support/watch.h"

using namespace pintle;

namespace {

RunSummary run_at(const Model& model, const std::string& formulation, double rtol, double until = 1) {
  RunOptions options;
  options.until = until;
  options.integration.rtol = rtol;
  return run_model(model, formulation, options);
}

}  // namespace

TEST_CASE("random conservative trees keep their energy, the better the smaller the tolerance") {
  for (const std::string& name : formulation_names())
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      CAPTURE(name);
      CAPTURE(seed);
      const Model model = make_random_tree({.bodies = 6, .seed = seed, .springs = true});
      const RunSummary rough = run_at(model, name, 1e-5), fine = run_at(model, name, 1e-9);
      REQUIRE(rough.status == Status::completed);
      REQUIRE(fine.status == Status::completed);
      // The error of a step is below rtol; over the steps of a run it may add up to some hundred of it.
      CHECK(rough.balance_error < 1e-5 * 1000);
      CHECK(fine.balance_error < 1e-9 * 1000);
      CHECK(fine.balance_error < rough.balance_error);
      CHECK(std::abs(fine.dissipated) < 1e-12);
    }
}

TEST_CASE("energy of the double pendulum falls in proportion to the tolerance over six decades") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    const double rough = run_at(make_pendulum(2), name, 1e-4, 5).balance_error;
    const double fine = run_at(make_pendulum(2), name, 1e-10, 5).balance_error;
    CHECK(rough > 1e-8);  // else the test proves nothing
    CHECK(fine < 1e-4 * rough);
  }
}

TEST_CASE("what dampers take, forces give and locks lose is in the books: the balance closes") {
  for (const std::string& name : formulation_names())
    for (std::uint64_t seed = 11; seed <= 16; ++seed) {
      CAPTURE(name);
      CAPTURE(seed);
      Model model = make_random_tree({.bodies = 7, .seed = seed, .springs = true, .dampers = true});
      for (const JointPart& joint : model.joints)
        if (joint.type.freedoms() > 0) {
          add_lock(model, "latch", 0.35, joint.name);
          add_lock(model, "unlatch", 0.7, joint.name, {}, false);
          break;
        }
      Watch watch;
      RunOptions options;
      options.integration.rtol = 1e-9;
      const RunSummary summary = run_model(model, name, options, watch);
      REQUIRE(summary.status == Status::completed);
      CHECK(summary.balance_error < 1e-6);
      for (const EventLog& log : watch.events) CHECK(log.kinetic_after <= log.kinetic_before * (1 + 1e-12));
      // The same sum by hand, at the end.
      const Ledger first = watch.observed.front().ledger, last = watch.observed.back().ledger;
      const double gained = last.total() - first.total();
      const double booked = last.applied() - last.dissipated() + last.events + last.projection;
      CHECK(gained == doctest::Approx(booked).epsilon(1e-6).scale(last.kinetic));
    }
}

TEST_CASE("a damped oscillator has turned all its energy into heat") {
  for (const std::string& name : formulation_names()) {
    CAPTURE(name);
    Model model = make_oscillator(4);
    model.joints[0].springs[Direction::tz].damping = {{0, 1}};
    const RunSummary summary = run_at(model, name, 1e-9, 60);
    CHECK(summary.energy_initial == doctest::Approx(0.02));  // ½ k q²
    CHECK(summary.dissipated == doctest::Approx(0.02).epsilon(1e-7));
    CHECK(summary.energy_final < 1e-12);
  }
}
