#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
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
