#include <doctest/doctest.h>
#include <fmt/core.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <string>

#include "pintle/io/reader.h"
#include "pintle/simulate/simulate.h"
#include "support/watch.h"

/// A four-bar of 1.5 mm goes its way wherever it stands and whatever stands beside it.
namespace pintle {
namespace {

using Vec2 = Eigen::Vector2d;  // x, z

/// The four-bar in its plane, in millimetres: three bodies by x, z and their turn about y, four pins by two rows each, the
/// dense saddle-point matrix, the classical Runge-Kutta method, and Newton's method against drift. Nothing of it is shared with
/// the program.
class FourBar {
 public:
  explicit FourBar(double rate) {
    q_ << centre[0], 0, centre[1], 0, centre[2], 0;
    // Of all velocities with this rate of the crank, the one that the pins allow.
    Eigen::Matrix<double, 9, 9> A = Eigen::Matrix<double, 9, 9>::Zero();
    A.topRows<8>() = rows(q_);
    A(8, 2) = 1;
    v_ = A.partialPivLu().solve(rate * Eigen::Matrix<double, 9, 1>::Unit(8));
  }
  double angle() const { return q_(2); }
  double rate() const { return v_(2); }

  void advance(double time, int steps) {
    const double h = time / steps;
    for (int k = 0; k < steps; ++k) {
      const Nine a1 = acceleration(q_, v_), v2 = v_ + h / 2 * a1;
      const Nine a2 = acceleration(q_ + h / 2 * v_, v2), v3 = v_ + h / 2 * a2;
      const Nine a3 = acceleration(q_ + h / 2 * v2, v3), v4 = v_ + h * a3;
      const Nine a4 = acceleration(q_ + h * v3, v4);
      q_ += h / 6 * (v_ + 2 * v2 + 2 * v3 + v4);
      v_ += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      q_ -= rows(q_).completeOrthogonalDecomposition().solve(misfit(q_));
      v_ -= rows(q_).completeOrthogonalDecomposition().solve(Eight(rows(q_) * v_));
    }
  }

 private:
  using Nine = Eigen::Matrix<double, 9, 1>;
  using Eight = Eigen::Matrix<double, 8, 1>;
  struct Pin {
    int a, b;  // bodies; −1: the world
    Vec2 at;   // in the reference configuration
  };
  const std::array<Vec2, 3> centre{Vec2(0.1, 0.5), Vec2(0.7, 1), Vec2(1.4, 0.6)};
  const std::array<double, 3> mass{1, 2, 1.5}, moment{0.1, 0.2, 0.15};  // [kg], [kg mm²]
  const std::array<Pin, 4> pins{Pin{-1, 0, Vec2(0, 0)}, Pin{0, 1, Vec2(0.25, 1)}, Pin{2, 1, Vec2(1.25, 1.125)},
                                Pin{-1, 2, Vec2(1.5, 0)}};

  static Vec2 turned(const Vec2& r, double angle) {
    return {std::cos(angle) * r.x() + std::sin(angle) * r.y(), std::cos(angle) * r.y() - std::sin(angle) * r.x()};
  }
  Vec2 arm(const Nine& q, int body, const Pin& pin) const {
    return turned(pin.at - centre[static_cast<std::size_t>(body)], q(3 * body + 2));
  }
  Eight misfit(const Nine& q) const {
    Eight g;
    for (int k = 0; k < 4; ++k) {
      const Pin& pin = pins[static_cast<std::size_t>(k)];
      const auto place = [&](int body) { return body < 0 ? pin.at : Vec2(q.segment<2>(3 * body) + arm(q, body, pin)); };
      g.segment<2>(2 * k) = place(pin.b) - place(pin.a);
    }
    return g;
  }
  Eigen::Matrix<double, 8, 9> rows(const Nine& q) const {
    Eigen::Matrix<double, 8, 9> G = Eigen::Matrix<double, 8, 9>::Zero();
    for (int k = 0; k < 4; ++k) {
      const Pin& pin = pins[static_cast<std::size_t>(k)];
      for (const auto& [body, sign] : {std::pair(pin.b, 1.0), std::pair(pin.a, -1.0)}) {
        if (body < 0) continue;
        const Vec2 r = arm(q, body, pin);
        G.block<2, 2>(2 * k, 3 * body) = sign * Eigen::Matrix2d::Identity();
        G.block<2, 1>(2 * k, 3 * body + 2) = sign * Vec2(r.y(), -r.x());
      }
    }
    return G;
  }
  Nine acceleration(const Nine& q, const Nine& v) const {
    Eigen::Matrix<double, 17, 17> A = Eigen::Matrix<double, 17, 17>::Zero();
    Eigen::Matrix<double, 17, 1> b = Eigen::Matrix<double, 17, 1>::Zero();
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      A(3 * i, 3 * i) = A(3 * i + 1, 3 * i + 1) = mass[k];
      A(3 * i + 2, 3 * i + 2) = moment[k];
      b(3 * i + 1) = -9810 * mass[k];
    }
    A.bottomLeftCorner<8, 9>() = rows(q);
    A.topRightCorner<9, 8>() = rows(q).transpose();
    for (int k = 0; k < 4; ++k) {
      const Pin& pin = pins[static_cast<std::size_t>(k)];
      for (const auto& [body, sign] : {std::pair(pin.b, 1.0), std::pair(pin.a, -1.0)})
        if (body >= 0) b.segment<2>(9 + 2 * k) += sign * v(3 * body + 2) * v(3 * body + 2) * arm(q, body, pin);
    }
    return A.partialPivLu().solve(b).head<9>();
  }

  Nine q_, v_;
};

constexpr double start_rate = 63.24555320336759, until = 0.06324555320336758;

std::string four_bar(double x, const std::string& beside_bodies = "", const std::string& beside_joints = "") {
  return fmt::format(R"yaml(
pintle: 1
gravity: [0, 0, -9.81]
bodies:
  a: {{mass: 1, inertia: [1e-8, 1e-7, 1e-7], at: [{:.17g}, 0, 0.0005], rotate: [ry: 0.3]}}
  b: {{mass: 2, inertia: [1e-8, 2e-7, 2e-7], at: [{:.17g}, 0, 0.001]}}
  c: {{mass: 1.5, inertia: [1e-8, 1.5e-7, 1.5e-7], at: [{:.17g}, 0, 0.0006]}}
{}joints:
  A: {{type: hinge, between: [world, a], at: [{:.17g}, 0, 0], axis: [0, 1, 0]}}
  B: {{type: hinge, between: [a, b], at: [{:.17g}, 0, 0.001], axis: [0, 1, 0]}}
  C: {{type: hinge, between: [c, b], at: [{:.17g}, 0, 0.001125], axis: [0, 1, 0]}}
  D: {{type: hinge, between: [world, c], at: [{:.17g}, 0, 0], axis: [0, 1, 0]}}
{}initial: {{A: {{rate: {:.17g}}}}}
run: {{until: {:.17g}, rtol: 1e-8}}
)yaml",
                     x + 0.0001, x + 0.0007, x + 0.0014, beside_bodies, x, x + 0.00025, x + 0.00125, x + 0.0015, beside_joints,
                     start_rate, until);
}

struct Outcome {
  Status status;
  double angle, rate, force;  // of A; of D
};
Outcome run(const std::string& text, const std::string& formulation) {
  Model model = read_model_text(text, "four_bar.yaml");
  model.run.formulation = formulation;
  const Simulation run = simulate(model, {"A.angle", "A.rate", "D.load.force"});
  return {run.summary.status, run.final("A.angle"), run.final("A.rate"), run.final("D.load.force")};
}

}  // namespace

TEST_CASE("small and far: a four-bar of 1.5 mm moves as one freedom does, at the origin and a kilometre from it") {
  FourBar reference(start_rate);
  reference.advance(until, 10000);  // half as many differ by 1e-9
  for (const std::string& formulation : formulation_names())
    for (const double x : {0.0, 1.0, 100.0, 1000.0}) {
      CAPTURE(formulation);
      CAPTURE(x);
      const Outcome end = run(four_bar(x), formulation);
      CHECK(end.status == Status::completed);
      // A place at x is known to 1e-16 x, of a mechanism of 1e-3 m; body coordinates are integrated to rtol of where they are.
      const double known = formulation == "articulated-body" ? 1e-6 + 1e-12 * x / 1e-3 : 1e-6 + 1e-7 * x / 1e-3;
      CHECK(end.angle == doctest::Approx(reference.angle()).epsilon(known));
      CHECK(end.rate == doctest::Approx(reference.rate()).epsilon(known));
    }
}

TEST_CASE("small and far: a four-bar of 1.5 mm does not feel a pendulum of 100 m beside it") {
  const std::string bodies = "  p: {mass: 1000, inertia: [1e6, 1e6, 1e6], at: [200, 0, -100]}\n";
  const std::string joints = "  P: {type: hinge, between: [world, p], at: [200, 0, 0], axis: [0, 1, 0]}\n";
  for (const std::string& formulation : formulation_names()) {
    CAPTURE(formulation);
    const Outcome alone = run(four_bar(0), formulation), beside = run(four_bar(0, bodies, joints), formulation);
    CHECK(beside.status == Status::completed);
    // Loads are shared by lengths of the mechanism itself. Steps are chosen for all.
    CHECK(beside.angle == doctest::Approx(alone.angle).epsilon(1e-5));
    CHECK(beside.force == doctest::Approx(alone.force).epsilon(1e-4));
  }
}

}  // namespace pintle
