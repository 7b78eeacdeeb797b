#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "pintle/base/random.h"
#include "pintle/math/complementarity.h"

using namespace pintle;

namespace {

/// W = J Jᵀ and q = J v of n rows in m dimensions: all that inverse masses and velocities can be.
struct Drawn {
  std::vector<double> W, q;

  Drawn(int n, int m, Random& random) : W(static_cast<std::size_t>(n * n)), q(static_cast<std::size_t>(n)) {
    std::vector<double> J(static_cast<std::size_t>(n * m)), v(static_cast<std::size_t>(m));
    for (double& one : J) one = random.normal();
    for (double& one : v) one = random.normal();
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < m; ++k) {
        q[i] += J[i * m + k] * v[k];
        for (int j = 0; j < n; ++j) W[i * n + j] += J[i * m + k] * J[j * m + k];
      }
  }
};

}  // namespace

TEST_CASE("complementarity: x and w are not negative, one of each pair is zero, however many rows depend on each other") {
  Random random(13);
  Complementarity problem;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = 1 + random.integer(6), m = 1 + random.integer(6);
    const Drawn drawn(n, m, random);
    problem.solve(drawn.W, drawn.q, std::vector<double>(drawn.q.size(), 0.0));
    REQUIRE(problem.blocked() < 0);
    for (int i = 0; i < n; ++i) {
      double w = drawn.q[i];
      for (int k = 0; k < n; ++k) w += drawn.W[i * n + k] * problem.x()[k];
      CHECK(problem.x()[i] >= 0);
      CHECK(w > -1e-7);  // of 1, where rows are nearly dependent
      CHECK(std::fabs(w * problem.x()[i]) < 1e-6 * (1 + problem.x()[i]));
    }
  }
}

TEST_CASE("complementarity: rows that share what they carry are met to rounding of it, however nearly they are one another") {
  // Lines of a plane by their angles, three or four of them, so that one or two depend on the others. Two lines at an angle s
  // carry up to 1/s² of q, so what they share is large. x itself is known to what counts as zero, 1e-12 of the largest, and no
  // row gets more than that of what all carry: nothing grows with 1/s.
  Random random(17);
  Complementarity problem;
  int shared = 0;
  for (int draw = 0; draw < 4000; ++draw) {
    const int n = 3 + random.integer(2);
    const auto rows = static_cast<std::size_t>(n);
    const double s = std::pow(10, -random.uniform(0, 4)), v = random.uniform(-1, 1);
    std::vector<double> angle(rows), q(rows), W(rows * rows);
    for (double& one : angle) one = s * random.uniform(-1, 1) + (random.chance(0.5) ? std::numbers::pi : 0);
    for (std::size_t i = 0; i < rows; ++i) {
      q[i] = std::sin(angle[i]) * v;  // all of it across the lines, where they hardly go
      for (std::size_t k = 0; k < rows; ++k) W[i * rows + k] = std::cos(angle[i] - angle[k]);
    }
    problem.solve(W, q, std::vector<double>(rows, 0.0));
    if (problem.blocked() >= 0 || std::ranges::all_of(problem.stress(), [](double one) { return one == 0; })) continue;
    ++shared;
    double carried = 0, largest = 0;
    for (std::size_t i = 0; i < rows; ++i) carried += problem.x()[i], largest = std::max(largest, std::fabs(q[i]));
    const double rounding = 1e-12 * (carried + largest);
    for (std::size_t i = 0; i < rows; ++i) {
      double w = q[i];
      for (std::size_t k = 0; k < rows; ++k) w += W[i * rows + k] * problem.x()[k];
      CAPTURE(s);
      CHECK(w > -rounding);
      if (problem.stress()[i] != 0) CHECK(w < rounding);  // shares with others that are met
    }
  }
  CHECK(shared > 500);
}

TEST_CASE("complementarity: two equal rows share what they carry, and the answer says that this is open") {
  Complementarity problem;
  problem.solve(std::vector<double>{2, 2, 2, 2}, std::vector<double>{-1, -1}, std::vector<double>{0, 0});
  CHECK(problem.x()[0] == doctest::Approx(0.25));
  CHECK(problem.x()[1] == doctest::Approx(0.25));
  CHECK(problem.stress()[0] != 0);
  CHECK(problem.stress()[0] == doctest::Approx(-problem.stress()[1]));
  CHECK(std::ranges::count(problem.basic(), true) == 1);
  problem.solve(std::vector<double>{2, 1, 1, 2}, std::vector<double>{-1, -1}, std::vector<double>{0, 0});
  CHECK(problem.stress()[0] == 0);
}

TEST_CASE("complementarity: a row that nothing moves is blocked if it is below zero, two that face each other if both are") {
  Complementarity problem;
  problem.solve(std::vector<double>{1, 0, 0, 0}, std::vector<double>{-1, -1}, std::vector<double>{0, 0});
  CHECK(problem.blocked() == 1);
  CHECK(problem.x()[0] == doctest::Approx(1));
  problem.solve(std::vector<double>{1, -1, -1, 1}, std::vector<double>{-1, -1}, std::vector<double>{0, 0});
  CHECK(problem.blocked() >= 0);
}

TEST_CASE("complementarity: W of nano- and of megagrams in one problem loses no digits") {
  Complementarity problem;
  problem.solve(std::vector<double>{1e12, 1, 1, 1e-9}, std::vector<double>{-1e3, -1e-8}, std::vector<double>{0, 0});
  const double det = 1e12 * 1e-9 - 1;
  CHECK(problem.x()[0] == doctest::Approx((1e3 * 1e-9 - 1e-8) / det).epsilon(1e-12));
  CHECK(problem.x()[1] == doctest::Approx((1e12 * 1e-8 - 1e3) / det).epsilon(1e-12));
}
