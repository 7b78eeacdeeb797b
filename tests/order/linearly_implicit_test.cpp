#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "../unit/integrators/problems.h"
#include "pintle/base/random.h"
#include "pintle/closure/assemble.h"
#include "pintle/io/reader.h"
#include "pintle/system/make_system.h"
#include "support/watch.h"

namespace pintle::test {
namespace {

constexpr double eccentricity = 0.2;

/// What stands for ∂f/∂y in the stages.
enum class Matrix { nothing, part, all, random, of_the_place };
struct Named {
  const char* name;
  Matrix which;
};
constexpr Named matrices[] = {{"nothing", Matrix::nothing},
                              {"what changes the acceleration along x", Matrix::part},
                              {"all of ∂f/∂y", Matrix::all},
                              {"random numbers", Matrix::random},
                              {"random numbers times a function of the place", Matrix::of_the_place}};

class ImplicitKepler final : public Kepler<double> {
 public:
  explicit ImplicitKepler(Matrix which) : which_(which) {
    Random random(7);
    for (int i = 0; i < 16; ++i) random_(i / 4, i % 4) = random.uniform(-3, 3);
  }

  void update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c, std::span<double> k,
                    std::span<double> power) override {
    update_rates(t, u, k, power);
    Eigen::Vector4d right(k[0], k[1], k[2], k[3]);
    for (std::size_t i = 0; i < c.size(); ++i) right(static_cast<int>(i)) += c[i];
    const Eigen::Vector4d x = (Eigen::Matrix4d::Identity() - g * matrix_at(u)).partialPivLu().solve(right);
    for (int i = 0; i < 4; ++i) k[static_cast<std::size_t>(i)] = x(i);
  }

 private:
  Eigen::Matrix4d matrix_at(std::span<const double> y) const {
    Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
    if (which_ == Matrix::random) return random_;
    if (which_ == Matrix::of_the_place) return std::cos(3 * y[0]) * random_;
    if (which_ == Matrix::nothing) return A;
    const double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * std::sqrt(r2), r5 = r2 * r3;
    A(2, 0) = 3 * y[0] * y[0] / r5 - 1 / r3;
    if (which_ == Matrix::part) return A;
    A(0, 2) = A(1, 3) = 1;
    A(2, 1) = A(3, 0) = 3 * y[0] * y[1] / r5;
    A(3, 1) = 3 * y[1] * y[1] / r5 - 1 / r3;
    return A;
  }

  Matrix which_;
  Eigen::Matrix4d random_;
};

struct Errors {
  double end = 0, inside = 0, work = 0, work_inside = 0;
};

/// A unit of time in `count` equal steps.
Errors run(Matrix which, int count) {
  ImplicitKepler problem(which);
  const auto integrator = make_integrator<double>(*find_integrator("ros2"), problem, fixed(1.0 / count));
  std::vector<double> y = Kepler<double>::calc_exact(0, eccentricity), between(4), account(2);
  const double kinetic = calc_kinetic(y);
  double t = 0, work = 0;
  Errors errors;
  while (t < 1) {
    const Step<double> step = integrator->advance(problem, t, y, 1);
    REQUIRE(step.accepted.yes);
    for (const double theta : {0.25, 0.5, 0.75}) {
      const double s = step.start + theta * (step.end - step.start);
      integrator->interpolate(s, between, account);
      const std::vector<double> exact = Kepler<double>::calc_exact(s, eccentricity);
      errors.inside = std::fmax(errors.inside, calc_distance(between, exact));
      errors.work_inside = std::fmax(errors.work_inside, std::fabs(work + account[0] - calc_kinetic(exact) + kinetic));
    }
    integrator->interpolate(t, between, account);
    work += account[0];
  }
  const std::vector<double> exact = Kepler<double>::calc_exact(1, eccentricity);
  errors.end = calc_distance(y, exact);
  errors.work = std::fabs(work - calc_kinetic(exact) + kinetic);
  return errors;
}

/// The error of one step at its middle, from the exact start.
double run_one_step(Matrix which, double h) {
  ImplicitKepler problem(which);
  const auto integrator = make_integrator<double>(*find_integrator("ros2"), problem, fixed(h));
  std::vector<double> y = Kepler<double>::calc_exact(0.5, eccentricity), between(4), account(2);
  double t = 0.5;
  REQUIRE(integrator->advance(problem, t, y, 0.5 + h).accepted.yes);
  integrator->interpolate(0.5 + 0.5 * h, between, account);
  return calc_distance(between, Kepler<double>::calc_exact(0.5 + 0.5 * h, eccentricity));
}

double slope(double coarse, double fine) { return std::log2(coarse / fine); }

/// y' = λ (y − cos t) − sin t, whose solution from y(0) = 1 is cos t whatever λ [Prothero Robinson 1974]; all of A is λ.
class Follower final : public SmallProblem<double> {
 public:
  explicit Follower(double lambda) : SmallProblem<double>(1, 0), lambda_(lambda) {}
  void update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double>) override {
    ydot[0] = lambda_ * (y[0] - std::cos(t)) - std::sin(t);
  }
  void update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c, std::span<double> k,
                    std::span<double> power) override {
    update_rates(t, u, k, power);
    k[0] = (k[0] + (c.empty() ? 0 : c[0])) / (1 - g * lambda_);
  }

 private:
  double lambda_;
};

constexpr const char* pressed_on_a_deck = R"(pintle: 1
gravity: [0, 0, -2]
bodies: {a: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}, deck: {mass: 5 kg, inertia: [1, 1, 1]}}
joints: {hold: {type: weld, between: [world, deck], at: {world: [0, 0, 0], deck: [0, 0, 0]}}}
surfaces:
  ground: {plane: {at: [0, 0, 0]}, normal: {law: standard-linear-solid, ke: 1000, kv: 100, cv: 100}, on: deck}
contacts: {foot: {at: {a: [0, 0, 0]}, surface: ground}}
initial: {a: {at: [0, 0, -1e-3], velocity: [0, 0, -0.1]}}
run: {until: 0.05 s}
)";
constexpr const char* rubbed_on_a_deck = R"(pintle: 1
gravity: [0, 0, -9.81]
bodies: {a: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}, deck: {mass: 5 kg, inertia: [1, 1, 1]}}
joints:
  hold: {type: weld, between: [world, deck], at: {world: [0, 0, 0], deck: [0, 0, 0]}}
  rail: {type: [tx, tz], between: [world, a], at: {world: [0, 0, 0], a: [0, 0, 0]}}
surfaces:
  ground:
    plane: {at: [0, 0, 0]}
    normal: {law: hunt-crossley, force: 1000, depth: 0.01, exponent: 1, damping: 0.1}
    friction: {law: lugre, mu_s: 0.5, mu_k: 0.3, sigma0: 100, sigma1: 0.5, sigma2: 0.1, vs: 0.1}
    on: deck
contacts: {foot: {at: {a: [0, 0, 0]}, surface: ground}}
initial: {rail: {tx: {velocity: 0.5}, tz: {displacement: -9.81e-5}}}
run: {until: 0.1 s}
)";
constexpr const char* rubbed_in_a_loop = R"(pintle: 1
gravity: [0, -9.81, 0]
parameters: {a: 0.1 m, b: 0.4 m, c: 0.3 m, d: 0.35 m}
bodies:
  crank: {mass: =2 kg/m*a, inertia: [1e-5, =2 kg/m*a^3/12, =2 kg/m*a^3/12]}
  coupler: {mass: =2 kg/m*b, inertia: [1e-5, =2 kg/m*b^3/12, =2 kg/m*b^3/12]}
  rocker: {mass: =2 kg/m*c, inertia: [1e-5, =2 kg/m*c^3/12, =2 kg/m*c^3/12]}
joints:
  pin_a: {type: hinge, between: [world, crank], at: {world: [0, 0, 0], crank: [=-a/2, 0, 0]}, axis: [0, 0, 1]}
  pin_b: {type: hinge, between: [crank, coupler], at: {crank: [=a/2, 0, 0], coupler: [=-b/2, 0, 0]}, axis: [0, 0, 1], friction: RUBS}
  pin_d: {type: hinge, between: [world, rocker], at: {world: [=d, 0, 0], rocker: [=-c/2, 0, 0]}, axis: [0, 0, 1], friction: RUBS}
  pin_c: {type: hinge, between: [coupler, rocker], at: {coupler: [=b/2, 0, 0], rocker: [=c/2, 0, 0]}, axis: [0, 0, 1], friction: RUBS}
initial:
  pin_a: {angle: 60 deg, rate: 3 rad/s}
  pin_d: {angle: {guess: 90 deg}}
run: {until: 0.1 s}
)";

/// Where the first body is after steps of h; 0: closely.
Vec3<double> run_with_states(const Model& model, const std::string& formulation, double h) {
  RunOptions options = make_run_options(model.run);
  options.integrator = h > 0 ? "ros2" : "dop853";
  options.integration = h > 0 ? IntegratorOptions{0.5, 0.5, h, h} : IntegratorOptions{1e-11, 0, 0, 0};
  System system = make_system(model);
  assemble(system);
  options.formulation = formulation;
  Watch watch;
  const RunSummary summary = Run(system, options).go(watch);
  REQUIRE_MESSAGE(summary.status == Status::completed, summary.message);
  return summary.final.X_WB[1].p;
}

}  // namespace

TEST_CASE("ros2: its order is 2 in every formulation where states stay explicit: of contacts with bodies, of bristles in loops") {
  std::string in_a_loop = rubbed_in_a_loop;
  const std::string bristles =
      "{law: lugre, mu_s: 0.3, mu_k: 0.2, sigma0: 20, sigma1: 0.3, vs: 0.1, radius: 0.02, preload: 20 N}";
  for (std::size_t at; (at = in_a_loop.find("RUBS")) != std::string::npos;) in_a_loop.replace(at, 4, bristles);
  for (const std::string& text : {std::string(pressed_on_a_deck), std::string(rubbed_on_a_deck), in_a_loop})
    for (const std::string& formulation : formulation_names()) {
      CAPTURE(text);
      CAPTURE(formulation);
      const Model model = read_model_text(text, "states.yaml");
      const Vec3<double> exact = run_with_states(model, formulation, 0);
      const double coarse = norm(run_with_states(model, formulation, 1e-3) - exact),
                   fine = norm(run_with_states(model, formulation, 5e-4) - exact);
      CAPTURE(coarse);
      CAPTURE(fine);
      CHECK(slope(coarse, fine) > 1.8);  // a slope is asymptotic; where c is missing it is 0
    }
}

TEST_CASE("ros2: whatever stands for the derivative in its stages, its order is 2, at the end, inside of steps and in accounts") {
  for (const Named& matrix : matrices) {
    CAPTURE(matrix.name);
    const Errors coarse = run(matrix.which, 200), fine = run(matrix.which, 400);
    CHECK(slope(coarse.end, fine.end) > 1.8);  // a slope is asymptotic, and 1 would be the next
    CHECK(slope(coarse.inside, fine.inside) > 1.8);
    CHECK(slope(coarse.work, fine.work) > 1.8);
    CHECK(slope(coarse.work_inside, fine.work_inside) > 1.8);
  }
}

TEST_CASE("ros2: whatever stands for the derivative, the error in the middle of one step is of order 3") {
  for (const Named& matrix : matrices) {
    CAPTURE(matrix.name);
    CHECK(slope(run_one_step(matrix.which, 0.01), run_one_step(matrix.which, 0.005)) > 2.7);
  }
}

TEST_CASE("ros2: a mode a million times faster than the step does not grow, and what it follows is met") {
  Follower problem(-1e8);
  const auto integrator = make_integrator<double>(*find_integrator("ros2"), problem, fixed(0.01));
  std::vector<double> y = {1 + 1e-3}, between(1);
  double t = 0, at_end = 0, inside = 0;
  while (t < 3) {
    const Step<double> step = integrator->advance(problem, t, y, 3);
    REQUIRE(step.accepted.yes);
    integrator->interpolate(0.5 * (step.start + step.end), between, {});
    if (step.start > 0.1) inside = std::fmax(inside, std::fabs(between[0] - std::cos(0.5 * (step.start + step.end))));
    if (step.start > 0.1) at_end = std::fmax(at_end, std::fabs(y[0] - std::cos(t)));
  }
  // A does not know how fast cos t runs away: stages are of order 1 here, and a step misses (1/γ − 2)/2 = 0.71 of its length.
  CHECK(at_end < 0.75 * 0.01);
  CHECK(inside < 2.5 * 0.01);  // the dense output, too, is of order 1 for such a mode
}

}  // namespace pintle::test
