#include "pintle/structure/friction_loads.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/formulations/articulated_body/articulated_body.h"
#include "pintle/io/reader.h"
#include "pintle/math/lanes.h"
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

/// A chain of seven hinges that rub: more than a few.
std::string make_long_chain() {
  std::string bodies, joints, initial;
  for (int i = 0; i < 7; ++i) {
    const std::string b = "b" + std::to_string(i), before = i == 0 ? "world" : "b" + std::to_string(i - 1);
    bodies += "  " + b + ": {mass: 1, inertia: [0.02, 0.02, 0.001]}\n";
    joints += "  j" + std::to_string(i) + ": {type: hinge, between: [" + before + ", " + b + "], at: {" + before +
              (i == 0 ? ": [0, 0, 0], " : ": [0, 0, -0.25], ") + b +
              ": [0, 0, 0.25]}, axis: [0.2, 1, 0], friction: {law: coulomb, mu: 0.3, radius: 3 cm}}\n";
    initial += (i == 0 ? "j" : ", j") + std::to_string(i) + ": {angle: 0.4, rate: " + std::to_string(i % 2 == 0 ? 1.5 : -2) + "}";
  }
  return "pintle: 1\ngravity: [0, 0, -9.81]\nbodies:\n" + bodies + "joints:\n" + joints + "initial: {" + initial + "}\n";
}

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

// Seven laws, coupled a little (put in again) and much (by Newton's method): whoever finds them, they are the forces' sizes.
TEST_CASE("friction loads: many loads are the sizes of the forces that they make, however strongly they are coupled") {
  const System system = make_system(read_model_text(make_long_chain(), "chain.yaml"));
  FrictionLoads<double> loads(system, make_structure(system));
  Random random(4);
  for (const double coupling : {0.0, 0.01, 0.1, 0.5})
    for (int n = 0; n < 50; ++n) {
      CAPTURE(coupling);
      const auto draw = [&](double size) { return size * Vec3<double>{random.normal(), random.normal(), random.normal()}; };
      Vec3<double> F0[7], A[7][7];
      for (int k = 0; k < 7; ++k) {
        F0[k] = draw(100);
        for (int j = 0; j < 7; ++j) A[k][j] = draw(coupling / 7);
      }
      const auto force = [&](int k) {
        Vec3<double> F = F0[k];
        for (std::size_t j = 0; j < 7; ++j) F += loads.loads()[j] * A[k][j];
        return F;
      };
      loads.update([] {}, [&](const JointLaw& law) { return force(law.friction->place); });
      for (int k = 0; k < 7; ++k)
        CHECK(loads.loads()[static_cast<std::size_t>(k)] == doctest::Approx(norm(force(k))).epsilon(1e-10));
    }
}

TEST_CASE("friction loads in lanes: every lane has the loads of a double, and no lane the bits of another") {
  std::string text;
  SUBCASE("a few") { text = chain; }
  SUBCASE("many") { text = make_long_chain(); }
  const System system = make_system(read_model_text(text, "chain.yaml"));
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
