#include "pintle/structure/friction_loads.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/io/reader.h"
#include "pintle/math/lanes.h"
#include "pintle/structure/assemble.h"
#include "pintle/system/make_system.h"

namespace pintle {
namespace {

const std::string chain = R"(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 2, inertia: [0.05, 0.06, 0.02]}
  b: {mass: 1, inertia: [0.03, 0.02, 0.01]}
  c: {mass: 1, inertia: [0.01, 0.02, 0.01]}
joints:
  hip: {type: hinge, between: [world, a], at: {world: [0, 0, 0], a: [0, 0, 0.3]}, axis: [0, 1, 0], friction: {law: coulomb, mu: 0.4, radius: 6 cm}}
  knee: {type: hinge, between: [a, b], at: {a: [0, 0, -0.3], b: [0, 0, 0.2]}, axis: [0, 1, 0.3], friction: {law: stribeck, mu_s: 0.5, mu_k: 0.3, vs: 0.1 rad/s, radius: 5 cm, preload: 3 N}}
  foot: {type: slider, between: [b, c], at: {b: [0, 0, -0.2], c: [0, 0, 0]}, axis: [0, 0.2, 1], friction: {law: coulomb, mu: 0.6}}
initial: {hip: {angle: 1, rate: 2}, knee: {angle: -0.5, rate: -3}, foot: {displacement: 0.1, velocity: 0.7}}
)";

/// Affine forces with given A, as if a mechanism had them.
double solve_one(const Vec3<double>& F0, const Vec3<double>& A) {
  const System system =
      make_system(read_model_text("pintle: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\njoints: {j: {type: "
                                  "slider, between: [world, a], friction: {law: "
                                  "coulomb, mu: 1}}}\n",
                                  "one.yaml"));
  FrictionLoads<double> loads(system, make_structure(system));
  REQUIRE(loads.rubs());
  loads.update([] {}, [&](const JointLaw&) { return F0 + loads.loads()[0] * A; });
  return loads.loads()[0];
}

}  // namespace

// ‖F⁰ + A N‖ = N is a quadratic equation.
TEST_CASE("friction loads: one load is the root of its quadratic; where there is none, it is no number") {
  CHECK(solve_one({3, 4, 0}, {0, 0, 0}) == doctest::Approx(5).epsilon(1e-14));
  CHECK(solve_one({3, 0, 0}, {0.9, 0, 0}) == doctest::Approx(30).epsilon(1e-12));
  CHECK(solve_one({3, 0, 0}, {-4, 0, 0}) == doctest::Approx(0.6).epsilon(1e-12));
  const Vec3<double> F0{3, 1, -2}, A{0.4, -0.3, 0.5};
  const double a = 1 - dot(A, A), b = dot(F0, A), N = (b + std::sqrt(b * b + a * dot(F0, F0))) / a;
  CHECK(solve_one(F0, A) == doctest::Approx(N).epsilon(1e-12));
  CHECK(solve_one({0, 0, 0}, A) == 0);
  CHECK(std::isnan(solve_one({3, 0, 0}, {1.1, 0, 0})));
}

TEST_CASE("friction loads in lanes: every lane has the loads of a double, and no lane the bits of another") {
  const System system = make_system(read_model_text(chain, "chain.yaml"));
  const auto plan = std::make_shared<const Plan>(make_plan(system, make_structure(system), Coordinates::joint));
  const Parameters<Lanes> parameters = broadcast<Lanes>(system.nominal);
  ArticulatedBody<double> one(system, plan, system.nominal);
  ArticulatedBody<Lanes> kernel(system, plan, parameters);
  const auto n = static_cast<std::size_t>(one.size());
  std::vector<double> y(n), ydot(n), power(static_cast<std::size_t>(one.accounts()));
  one.load(make_state(system, system.nominal, plan->tree), y);
  one.update_rates(0, y, ydot, power);

  const auto rates = [&](double neighbours) {
    std::vector<Lanes> x, xdot(n), work(power.size());
    for (double value : y) {
      x.emplace_back(neighbours * value);
      set_lane(x.back(), 1, value);
    }
    kernel.update_rates(Lanes(0.0), x, xdot, work);
    xdot.insert(xdot.end(), work.begin(), work.end());
    return xdot;
  };
  const std::vector<Lanes> alone = rates(1), among = rates(-0.3);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    CHECK(std::bit_cast<std::uint64_t>(lane(alone[i], 1)) == std::bit_cast<std::uint64_t>(lane(among[i], 1)));
    const double expected = i < n ? ydot[i] : power[i - n];
    CHECK(lane(alone[i], 1) == doctest::Approx(expected).epsilon(1e-11));  // 1e-12 of the loads
  }
}

}  // namespace pintle
