#include "pintle/laws/friction.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "pintle/base/random.h"

using namespace pintle;

namespace {

FrictionNumbers<double> make_numbers() {
  return {.mu_k = 0.2,
          .mu_drop = 0.1,
          .inverse_vs = 10,
          .inverse_v0 = 1000,
          .sigma0 = 1e4,
          .sigma1 = 10,
          .sigma2 = 0.01,
          .radius = 0.02,
          .preload = 3};
}

}  // namespace

TEST_CASE("friction: dry friction opposes the motion with at most the static share of the load, at speed with the kinetic one") {
  const FrictionNumbers<double> n = make_numbers();
  Random random(3);
  for (int k = 0; k < 1000; ++k) {
    const double v = random.uniform(-1, 1), load = random.uniform(0, 100);
    const double tau = calc_dry_friction(n, k % 2 == 0, load, v);
    CHECK(tau * v <= 0);
    CHECK(std::fabs(tau) <= (0.3 + n.sigma2 * std::fabs(v)) * (load + 3) * 0.02 * (1 + 1e-12));
  }
  CHECK(calc_dry_friction(n, false, 50.0, 10.0) == doctest::Approx(-(0.2 + 10 * n.sigma2) * 53 * 0.02).epsilon(1e-12));
}

TEST_CASE("friction: in steady sliding a bristle gives the Stribeck curve and its viscous part") {
  const FrictionNumbers<double> n = make_numbers();
  for (const double v : {-0.5, -0.01, 0.003, 0.2, 2.0}) {
    double zeta = (v < 0 ? -1 : 1) * calc_stribeck(n, false, std::fabs(v)) / n.sigma0, zetadot = 1;
    const double tau = calc_bristle_friction(n, false, 40.0, v, zeta, zetadot);
    CHECK(std::fabs(zetadot) < 1e-12);
    const double share = (v < 0 ? -1 : 1) * calc_stribeck(n, false, std::fabs(v)) + n.sigma2 * v;
    CHECK(tau == doctest::Approx(-43 * 0.02 * share).epsilon(1e-12));
  }
}
