#pragma once
#include <Eigen/Core>
#include <array>

#include "pintle/joints/rows.h"
#include "pintle/laws/spring.h"
#include "unit/formulations/bodies/mechanisms.h"

/// The same equations without any structure: one dense matrix [M Gᵀ; G 0] from joints/rows.h and constraints/, in long double.
/// Rows may depend on each other.
namespace pintle::body_tests {

using Real = long double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using DenseVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

struct DenseSolution {
  DenseVector x;       // by body from 1: linear, angular, world axes
  DenseVector lambda;  // rows in the order of the joints, then of the constraints
};

class Dense {
 public:
  explicit Dense(const Bench& bench);

  /// M x = f + Gᵀλ, G x = r
  DenseSolution solve(const DenseVector& f, const DenseVector& r, bool redundant = false) const;

  /// All that pushes, by the elements' own definitions.
  DenseVector calc_forces() const;

  /// The laws of a joint on the child, at M's origin, world axes; by power: τ q̇ for every rate of a free direction.
  Wrench<double> calc_law(int j) const;

  /// Σ λ of a joint's rows: on the child, at M's origin, world axes.
  Wrench<double> calc_reaction(int j, const DenseSolution& s) const;

  /// A force and a moment at a point of a body; the world takes any.
  void add(DenseVector& f, int b, const Vec3<double>& point, const Vec3<double>& force, const Vec3<double>& moment) const;

  const Matrix& M() const { return M_; }
  const Matrix& G() const { return G_; }
  const DenseVector& gamma() const { return gamma_; }
  const DenseVector& gdot() const { return gdot_; }

 private:
  struct Rows {
    int first;
    std::vector<RowValue<double>> values;
    Vec3<double> point;
    int child;
  };
  static int at(int body) { return 6 * (body - 1); }
  const Mat3<double>& R(int b) const { return bench_.state.X_WB[b].R; }
  const Vec3<double>& p(int b) const { return bench_.state.X_WB[b].p; }
  const Vec3<double>& v(int b) const { return bench_.state.V_WB[b].v; }
  Vec3<double> w(int b) const { return R(b) * bench_.state.V_WB[b].w; }

  void add_rows();
  /// Of all constraints; nothing lives, coordinates are those of the state.
  std::vector<ConstraintRow<double>> calc_constraint_rows() const;
  void add_constraint_rows(const std::vector<ConstraintRow<double>>& rows, int first);

  const Bench& bench_;
  const Parameters<double>& p_;
  Matrix M_, G_;
  DenseVector gamma_, gdot_;
  std::vector<Rows> joints_;
};

}  // namespace pintle::body_tests
