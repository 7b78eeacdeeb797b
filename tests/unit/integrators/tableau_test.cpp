#include "pintle/integrators/tableau.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace pintle {
namespace {

/// A rooted tree with its order, density γ and elementary weights Φ_i for one tableau; the order conditions are
///
///     Σ_i b_i(θ) Φ_i = θ^order / γ   for every tree up to the order     [Hairer Norsett Wanner 1993, II.2, II.6]
struct Tree {
  int order;
  double gamma;
  std::vector<double> phi;
};

/// Every tree of one order more comes from a multiset of smaller ones hung on a new root.
class Forest {
 public:
  explicit Forest(const Tableau& tableau) : tableau_(tableau) {}

  std::vector<Tree> make(int max_order) {
    trees_.clear();
    for (int order = 1; order <= max_order; ++order) {
      std::vector<Tree> found;
      hang(order - 1, static_cast<int>(trees_.size()) - 1,
           {order, double(order), std::vector<double>(tableau_.dense_stages, 1.0)}, found);
      trees_.insert(trees_.end(), found.begin(), found.end());
    }
    return trees_;
  }

 private:
  void hang(int left, int last, const Tree& root, std::vector<Tree>& found) {
    if (left == 0) {
      found.push_back(root);
      return;
    }
    for (int k = last; k >= 0; --k) {
      const Tree& child = trees_[k];
      if (child.order > left) continue;
      Tree larger = root;
      larger.gamma *= child.gamma;
      for (int i = 0; i < tableau_.dense_stages; ++i) {
        double sum = 0;
        for (int j = 0; j < tableau_.dense_stages; ++j) sum += tableau_.A[i][j] * child.phi[j];
        larger.phi[i] *= sum;
      }
      hang(left - child.order, k, larger, found);
    }
  }

  const Tableau& tableau_;
  std::vector<Tree> trees_;
};

/// Largest residual of the conditions of one order.
double calc_residual(const std::vector<Tree>& trees, int order, const std::vector<double>& b, double theta) {
  double largest = 0;
  for (const Tree& tree : trees) {
    if (tree.order != order) continue;
    double sum = -std::pow(theta, order) / tree.gamma;
    for (std::size_t i = 0; i < b.size(); ++i) sum += b[i] * tree.phi[i];
    largest = std::fmax(largest, std::fabs(sum));
  }
  return largest;
}

/// The largest order up to which the weights b(θ) meet all conditions. The terms reach 40 (dop853, 17 digits
/// each), so what should be zero stays below 1e-13; what is not zero is above 1e-6 in all our tables.
int find_order(const std::vector<Tree>& trees, const std::vector<double>& b, double theta) {
  int order = 0;
  while (order < 9 && calc_residual(trees, order + 1, b, theta) < 1e-13) ++order;
  return order;
}

struct Named {
  const char* name;
  const Tableau& tableau;
};
std::vector<Named> all() { return {{"rk4", rk4_tableau()}, {"rkf45", rkf45_tableau()}, {"dop853", dop853_tableau()}}; }

std::vector<double> calc_dense(const Tableau& tableau, double theta) {
  std::vector<double> b(tableau.dense_stages);
  update_dense_weights(tableau, theta, b.data());
  return b;
}

/// b − e, padded: the weights of the embedded method.
std::vector<double> calc_embedded(const Tableau& tableau, int row) {
  std::vector<double> b(tableau.dense_stages);
  for (int i = 0; i < tableau.stages; ++i) b[i] = tableau.b()[i] - tableau.error[row][i];
  return b;
}

}  // namespace

TEST_CASE("rooted trees: there are 1, 1, 2, 4, 9, 20, 48, 115, 286 of order 1 to 9") {
  const std::vector<Tree> trees = Forest(rk4_tableau()).make(9);
  int count[10] = {};
  for (const Tree& tree : trees) ++count[tree.order];
  const int expected[10] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286};
  for (int order = 1; order < 10; ++order) CHECK(count[order] == expected[order]);
}

TEST_CASE("tableau: the step and the dense output meet all order conditions of the order they claim, and no more") {
  for (const auto& [name, tableau] : all()) {
    CAPTURE(name);
    const std::vector<Tree> trees = Forest(tableau).make(9);
    CHECK(find_order(trees, calc_dense(tableau, 1), 1) == tableau.order);
    for (const double theta : {0.1, 0.35, 0.5, 0.77, 0.9}) {
      CAPTURE(theta);
      CHECK(find_order(trees, calc_dense(tableau, theta), theta) == tableau.dense_order);
    }
  }
}

TEST_CASE("tableau: a glance meets all conditions of order 5, those of order 6 but for a millionth, and both ends") {
  const Tableau& tableau = dop853_tableau();
  const std::vector<Tree> trees = Forest(tableau).make(9);
  std::vector<double> g(static_cast<std::size_t>(tableau.dense_stages));
  for (const double theta : {0.1, 0.35, 0.5, 0.77, 0.9}) {
    CAPTURE(theta);
    update_glance_weights(tableau, theta, g.data());
    CHECK(find_order(trees, g, theta) == 5);
    CHECK(calc_residual(trees, 6, g, theta) < 1e-6);    // the tall tree: no weights meet it (tools/make_dop853.py)
    CHECK(calc_residual(trees, 7, g, theta) < 1.1e-4);  // the dense output has as much of order 8
  }
  update_glance_weights(tableau, 1.0, g.data());
  for (int i = 0; i < tableau.stages; ++i) CHECK(g[static_cast<std::size_t>(i)] == tableau.b()[i]);
  const double near = 1e-9;  // the slope there is that of stage 0
  update_glance_weights(tableau, near, g.data());
  for (int i = 0; i < tableau.stages; ++i)
    CHECK(g[static_cast<std::size_t>(i)] / near == doctest::Approx(i == 0 ? 1 : 0).epsilon(1e-6));
}

TEST_CASE("tableau: the embedded methods have order 4 (rkf45), 5 and 3 (dop853)") {
  const auto order = [](const Tableau& tableau, int row) {
    return find_order(Forest(tableau).make(9), calc_embedded(tableau, row), 1);
  };
  CHECK(order(rkf45_tableau(), 0) == 4);
  CHECK(order(dop853_tableau(), 0) == 5);
  CHECK(order(dop853_tableau(), 1) == 3);
}

TEST_CASE("tableau: every stage is explicit, and c is the sum of its row to rounding") {
  for (const auto& [name, tableau] : all()) {
    CAPTURE(name);
    for (int i = 0; i < Tableau::max_stages; ++i) {
      double sum = 0, size = 0;
      for (int j = 0; j < Tableau::max_stages; ++j) {
        if (j >= i || i >= tableau.dense_stages) CHECK(tableau.A[i][j] == 0);
        sum += tableau.A[i][j];
        size += std::fabs(tableau.A[i][j]);
      }
      CHECK(std::fabs(sum - tableau.c[i]) <= 1e-15 * (1 + size));  // a few roundings of the terms
    }
  }
}

TEST_CASE("dense weights: the ends are the step's own weights to the bit, the slopes there are f and f1") {
  for (const auto& [name, tableau] : all()) {
    CAPTURE(name);
    const std::vector<double> start = calc_dense(tableau, 0), end = calc_dense(tableau, 1);
    const double small = 1e-7;
    const std::vector<double> near_start = calc_dense(tableau, small), near_end = calc_dense(tableau, 1 - small);
    for (int i = 0; i < tableau.dense_stages; ++i) {
      CHECK(start[i] == 0);
      CHECK(end[i] == (i < tableau.stages ? tableau.b()[i] : 0));
      // Difference quotients over 1e-7 with curvatures up to 100 and rounding 1e-15/1e-7.
      CHECK(near_start[i] / small == doctest::Approx(i == 0 ? 1 : 0).epsilon(1e-4));
      CHECK((end[i] - near_end[i]) / small == doctest::Approx(i == tableau.stages ? 1 : 0).epsilon(1e-4));
    }
  }
}

}  // namespace pintle
