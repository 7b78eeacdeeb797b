#pragma once
#include "pintle/closure/closing_rows.h"
#include "unit/formulations/articulated_body/bench.h"
#include "unit/math/to_eigen.h"

/// The equations of a tree without any recursion [Kane & Levinson 1985]: speeds u, body velocities V = J(q) u,
///
///     (Σ Jᵀ M J) u̇ = Σ Jᵀ (F − M b − (ω × I ω, 0)) + τ,     b = J̇ u                          (1)
///     (Σ Jᵀ M J) u⁺ = Σ Jᵀ (M V⁻ + applied)                                                  (2)
///
/// Rows G of closings add Jᵀ Gᵀ λ on the right and G J u̇ = γ − G b, or G J u⁺ = b(t), to be solved; redundant ones by the least
/// λ (a complete orthogonal decomposition). Laws of joints off the tree are wrenches on their bodies.
///
/// J column by column from forward kinematics with one speed at a time, b by dual numbers along q̇: nothing is shared with
/// the kernel but the joints' own definitions.
namespace pintle::tests {

/// A body's pose and velocity, world axes.
template <class T>
struct Located {
  Mat3<T> R;
  Vec3<T> p, w, v;
};

class Dense {
 public:
  explicit Dense(const Bench& bench);

  int count() const { return static_cast<int>(speeds_.size()); }
  const Eigen::VectorXd& velocity() const { return velocity_; }
  double condition() const;

  /// u̇ of (1).
  Eigen::VectorXd calc_speed_rates() const;
  /// The largest rate of a speed that the rows take away from the tree: what rounding is measured against.
  double calc_free_size() const;
  /// V̇ = J u̇ + b: six numbers per body, angular first.
  Eigen::VectorXd calc_accelerations() const;

  /// V⁺ of (2), from the bodies' velocities of a state and impulses about mass centres.
  Eigen::VectorXd calc_jump(const State<double>& before, std::span<const Impulse> applied) const;

  struct Speed {
    int link;
    Direction direction;
  };
  const std::vector<Speed>& speeds() const { return speeds_; }
  const Topology& tree() const { return tree_; }
  /// Of the rows of closings: how many say something new, and the largest |G V − b|.
  int rank() const;
  double calc_velocity_error() const;

 private:
  Eigen::VectorXd solve(const Eigen::VectorXd& right, const Eigen::VectorXd& rows) const;
  /// mass = L Lᵀ; the rows are G J L⁻ᵀ, so that small masses do not hide, in parts of what they are for free bodies. A row and a
  /// column of the unit matrix besides give the rank something to compare with.
  Eigen::MatrixXd scaled_rows() const;
  Eigen::VectorXd row_scale() const;
  void place_rows();
  void add_cut_laws(Eigen::VectorXd& F) const;
  DirectionSet free_of(int link) const { return bench_.structure.free_directions(tree_.links[link].joint); }
  Sym3<double> inertia_W(int b) const { return turned(bench_.state.X_WB[b].R, bench_.p[bench_.system.bodies[b].inertia]); }

  /// A locked ball in angles of its sequence, their rates by least squares from ω.
  JointCoordinates<double> as_moving(int j, const JointCoordinates<double>& q) const;

  double speed(int k) const;

  /// All bodies for given speeds; with `moves`, positions have the slopes that the present speeds give them.
  template <class T, class Speeds>
  std::vector<Located<T>> locate(Speeds&& u, bool moves) const;

  /// x_M = x_A + …, x_B from it; or the other way round.
  template <class T>
  void cross_joint(const JointRecord& joint, const JointType& type, const JointCoordinates<T>& q, bool reversed,
                   std::vector<Located<T>>& out) const;

  const Bench& bench_;
  std::shared_ptr<const Plan> plan_;
  Topology tree_;
  ClosingRows closing_;
  std::vector<Speed> speeds_;
  std::vector<JointCoordinates<double>> joints_;
  Eigen::VectorXd u_, velocity_, bias_, gamma_, told_;
  Eigen::MatrixXd J_, M_, mass_, G_;
};

}  // namespace pintle::tests
