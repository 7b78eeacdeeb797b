#pragma once
#include "pintle/structure/closing_rows.h"
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
  explicit Dense(const Bench& bench)
      : bench_(bench), plan_(bench.plan(Coordinates::joint)), tree_(plan_->tree), closing_(bench.system, *plan_) {
    const State<double>& s = bench.state;
    for (int i = 1; i < tree_.size(); ++i) {
      const Link& link = tree_.links[i];
      for (Direction d : all_directions)
        if (!link.joint.exists() || free_of(i).has(d)) speeds_.push_back({i, d});
    }
    for (int j = 0; j < bench.system.joint_count(); ++j) joints_.push_back(as_moving(j, s.joints[j]));
    u_ = Eigen::VectorXd::Zero(count());
    for (int k = 0; k < count(); ++k) u_[k] = speed(k);

    const auto n = static_cast<Eigen::Index>(6 * bench.system.body_count());
    J_ = Eigen::MatrixXd::Zero(n, count());
    for (int k = 0; k < count(); ++k) {
      const auto bodies = locate<double>([&](int at) { return at == k ? 1.0 : 0.0; }, false);
      for (int b = 1; b < bench.system.body_count(); ++b)
        J_.col(k).segment<6>(6 * b) << to_eigen(bodies[b].w), to_eigen(bodies[b].v);
    }
    const auto moving = locate<Dual>([&](int k) { return Dual(u_[k]); }, true);
    bias_ = velocity_ = Eigen::VectorXd::Zero(n);
    for (int b = 1; b < bench.system.body_count(); ++b) {
      bias_.segment<6>(6 * b) << to_eigen(slope_of(moving[b].w)), to_eigen(slope_of(moving[b].v));
      velocity_.segment<6>(6 * b) << to_eigen(value_of(moving[b].w)), to_eigen(value_of(moving[b].v));
    }
    M_ = Eigen::MatrixXd::Zero(n, n);
    for (int b = 1; b < bench.system.body_count(); ++b) {
      M_.block<3, 3>(6 * b, 6 * b) = to_eigen(inertia_W(b));
      M_.block<3, 3>(6 * b + 3, 6 * b + 3) = bench.p[bench.system.bodies[b].mass] * Eigen::Matrix3d::Identity();
    }
    mass_ = J_.transpose() * M_ * J_;
    place_rows();
  }

  int count() const { return static_cast<int>(speeds_.size()); }
  const Eigen::VectorXd& velocity() const { return velocity_; }
  double condition() const {
    if (count() == 0) return 1;
    const Eigen::VectorXd s = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mass_).eigenvalues();
    return s[count() - 1] / s[0];
  }

  /// u̇ of (1).
  Eigen::VectorXd calc_speed_rates() const {
    const Wrenches applied = calc_applied(bench_, bench_.state);
    Eigen::VectorXd F = -M_ * bias_;
    for (int b = 1; b < bench_.system.body_count(); ++b) {
      const Vec3<double> w = bench_.state.X_WB[b].R * bench_.state.V_WB[b].w;
      F.segment<3>(6 * b) += to_eigen(applied[b].n - cross(w, inertia_W(b) * w));
      F.segment<3>(6 * b + 3) += to_eigen(applied[b].f);
    }
    add_cut_laws(F);
    Eigen::VectorXd right = J_.transpose() * F;
    for (int k = 0; k < count(); ++k) {
      const JointIndex j = tree_.links[speeds_[k].link].joint;
      if (!j.exists()) continue;
      const Efforts tau = calc_efforts(bench_, bench_.state, j.i);
      right[k] += (is_translation(speeds_[k].direction) ? tau.force : tau.moment)[axis_of(speeds_[k].direction)];
    }
    return solve(right, gamma_ - G_ * bias_);
  }
  /// The largest rate of a speed that the rows take away from the tree: what rounding is measured against.
  double calc_free_size() const {
    Dense tree = *this;
    tree.G_.resize(0, G_.cols());
    tree.gamma_.resize(0);
    return (J_ * tree.calc_speed_rates()).lpNorm<Eigen::Infinity>();
  }
  /// V̇ = J u̇ + b: six numbers per body, angular first.
  Eigen::VectorXd calc_accelerations() const { return J_ * calc_speed_rates() + bias_; }

  /// V⁺ of (2), from the bodies' velocities of a state and impulses about mass centres.
  Eigen::VectorXd calc_jump(const State<double>& before, std::span<const Impulse> applied) const {
    Eigen::VectorXd momentum = Eigen::VectorXd::Zero(J_.rows());
    for (int b = 1; b < bench_.system.body_count(); ++b)
      momentum.segment<6>(6 * b) << to_eigen(before.X_WB[b].R * before.V_WB[b].w), to_eigen(before.V_WB[b].v);
    momentum = M_ * momentum;
    for (const Impulse& one : applied) {
      momentum.segment<3>(6 * one.body.i) += to_eigen(one.value.n);
      momentum.segment<3>(6 * one.body.i + 3) += to_eigen(one.value.f);
    }
    return J_ * solve(J_.transpose() * momentum, told_);
  }

  struct Speed {
    int link;
    Direction direction;
  };
  const std::vector<Speed>& speeds() const { return speeds_; }
  const Topology& tree() const { return tree_; }
  /// Of the rows of closings: how many say something new, and the largest |G V − b|.
  int rank() const { return G_.rows() == 0 || count() == 0 ? 0 : static_cast<int>(decomposed(scaled_rows()).rank()) - 1; }
  double calc_velocity_error() const { return G_.rows() == 0 ? 0 : (G_ * velocity_ - told_).lpNorm<Eigen::Infinity>(); }

 private:
  Eigen::VectorXd solve(const Eigen::VectorXd& right, const Eigen::VectorXd& rows) const {
    if (count() == 0) return right;
    if (G_.rows() == 0) return mass_.ldlt().solve(right);
    const Eigen::LLT<Eigen::MatrixXd> root(mass_);
    const Eigen::VectorXd free = root.matrixL().solve(right);
    const Eigen::MatrixXd B = scaled_rows();
    const Eigen::VectorXd rest = row_scale().cwiseProduct(rows) - B.topLeftCorner(rows.size(), count()) * free;
    Eigen::VectorXd padded = Eigen::VectorXd::Zero(B.rows());
    padded.head(rest.size()) = rest;
    return root.matrixU().solve(free + decomposed(B).solve(padded).head(count()));
  }
  /// mass = L Lᵀ; the rows are G J L⁻ᵀ, so that small masses do not hide, in parts of what they are for free bodies. A row and a
  /// column of the unit matrix besides give the rank something to compare with.
  Eigen::MatrixXd scaled_rows() const {
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(G_.rows() + 1, count() + 1);
    const Eigen::LLT<Eigen::MatrixXd> root(mass_);
    const Eigen::MatrixXd X = root.matrixL().solve((G_ * J_).transpose());
    B.topLeftCorner(G_.rows(), count()) = row_scale().asDiagonal() * X.transpose();
    B(G_.rows(), count()) = 1;
    return B;
  }
  Eigen::VectorXd row_scale() const {
    const Eigen::VectorXd mass = M_.diagonal().array() + 1e-3;
    return (G_.cwiseAbs2() * mass.cwiseInverse()).cwiseSqrt().cwiseInverse();
  }
  static Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposed(const Eigen::MatrixXd& B) {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> out;
    out.setThreshold(1e-9);
    return out.compute(B);
  }
  void place_rows() {
    const auto n = static_cast<Eigen::Index>(closing_.rows().size());
    G_ = Eigen::MatrixXd::Zero(n, J_.rows());
    gamma_ = told_ = Eigen::VectorXd::Zero(n);
    closing_.update_held(bench_.p, bench_.state.joints);
    closing_.update(bench_.p, nullptr, {}, [&](int link) { return place_of(bench_.state, tree_.links[link].body); });
    for (const Closing& closing : plan_->closings)
      for (int r = closing.first; r < closing.first + closing.rows; ++r) {
        const ConstraintRow<double>& row = closing_.rows()[r];
        gamma_[r] = row.gamma;
        told_[r] = row.told;
        for (std::size_t e = 0; e < closing.links.size(); ++e) {
          const int b = tree_.links[closing.links[e]].body.i;
          G_.block<1, 3>(r, 6 * b) += to_eigen(row.on[e].n).transpose();
          G_.block<1, 3>(r, 6 * b + 3) += to_eigen(row.on[e].f).transpose();
        }
      }
  }
  void add_cut_laws(Eigen::VectorXd& F) const {
    for (JointIndex j : tree_.loops) {
      const JointRecord& joint = bench_.system.joint(j);
      const Efforts tau = calc_efforts(bench_, bench_.state, j.i);
      const Wrench<double> in_F =
          calc_effort_wrench(joint.type, bench_.structure.free_directions(j), bench_.state.joints[j.i], tau.force, tau.moment);
      const JointFrames at = calc_joint_frames(bench_.system, bench_.p, j, bench_.state.X_WB);
      const Vec3<double> f = at.X_WF.R * in_F.f, n = at.X_WF.R * in_F.n;
      for (const auto& [body, sign] : {std::pair(joint.child, 1.0), std::pair(joint.parent, -1.0)}) {
        F.segment<3>(6 * body.i) += sign * to_eigen(n + cross(at.X_WM.p - bench_.state.X_WB[body.i].p, f));
        F.segment<3>(6 * body.i + 3) += sign * to_eigen(f);
      }
    }
  }
  DirectionSet free_of(int link) const { return bench_.structure.free_directions(tree_.links[link].joint); }
  Sym3<double> inertia_W(int b) const { return turned(bench_.state.X_WB[b].R, bench_.p[bench_.system.bodies[b].inertia]); }

  /// A locked ball in angles of its sequence, their rates by least squares from ω.
  JointCoordinates<double> as_moving(int j, const JointCoordinates<double>& q) const {
    const JointType& type = bench_.system.joint(JointIndex(j)).type;
    const DirectionSet free = bench_.structure.free_directions(JointIndex(j));
    if (!type.ball || is_quaternion(type, free)) return q;
    JointCoordinates<double> out = q;
    const Mat3<double> R = to_matrix(q.rotation);
    out.angle = calc_sequence_angles(type.sequence, R).angle;
    Eigen::MatrixXd axes = to_eigen(calc_rotation_axes(as_sequence(type), out));
    for (int k = 0; k < 3; ++k)
      if (!has_rotation(free, k)) axes.col(k).setZero();
    const Eigen::VectorXd w = to_eigen(R * q.rate), rate = axes.completeOrthogonalDecomposition().solve(w);
    out.rate = {rate[0], rate[1], rate[2]};
    return out;
  }

  double speed(int k) const {
    const auto [i, d] = speeds_[k];
    const Link& link = tree_.links[i];
    if (link.joint.exists()) return (is_translation(d) ? joints_[link.joint.i].velocity : joints_[link.joint.i].rate)[axis_of(d)];
    const Motion<double>& V = bench_.state.V_WB[link.body.i];
    return (is_translation(d) ? V.v : V.w)[axis_of(d)];
  }

  /// All bodies for given speeds; with `moves`, positions have the slopes that the present speeds give them.
  template <class T, class Speeds>
  std::vector<Located<T>> locate(Speeds&& u, bool moves) const {
    std::vector<Located<T>> out(bench_.system.bodies.size(),
                                {Mat3<T>::identity(), Vec3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()});
    int next = 0;
    for (int i = 1; i < tree_.size(); ++i) {
      const Link& link = tree_.links[i];
      Vec3<T> linear = Vec3<T>::zero(), angular = Vec3<T>::zero();
      for (; next < count() && speeds_[next].link == i; ++next)
        (is_translation(speeds_[next].direction) ? linear : angular)[axis_of(speeds_[next].direction)] = u(next);
      if (!link.joint.exists()) {
        const auto b = link.body.i;
        const Quaternion<double> q = to_quaternion(bench_.state.X_WB[b].R);
        const Motion<double>& V = bench_.state.V_WB[b];
        const Mat3<T> R = to_matrix(lifted<T>(q, calc_rate(q, V.w), moves));
        out[b] = {R, lifted<T>(bench_.state.X_WB[b].p, V.v, moves), R * angular, linear};
        continue;
      }
      const JointRecord& joint = bench_.system.joint(link.joint);
      const JointType type = moving_type(joint.type, free_of(i));
      const JointCoordinates<double>& at = joints_[link.joint.i];
      JointCoordinates<T> q;
      q.displacement = lifted<T>(at.displacement, at.velocity, moves);
      q.angle = lifted<T>(at.angle, at.rate, moves && !type.ball);
      q.rotation = lifted<T>(at.rotation, calc_rate(at.rotation, at.rate), moves && type.ball);
      q.velocity = linear;
      q.rate = angular;
      cross_joint(joint, type, q, link.reversed, out);
    }
    return out;
  }

  /// x_M = x_A + …, x_B from it; or the other way round.
  template <class T>
  void cross_joint(const JointRecord& joint, const JointType& type, const JointCoordinates<T>& q, bool reversed,
                   std::vector<Located<T>>& out) const {
    const Parameters<T> p = broadcast<T>(bench_.p);
    Located<T>&A = out[joint.parent.i], &B = out[joint.child.i];
    const Pose<T> X_AB = p[joint.X_PF] * calc_pose(type, q) * inverse(p[joint.X_CM]);
    const Pose<T> X = reversed ? Pose<T>{B.R, B.p} * inverse(X_AB) : Pose<T>{A.R, A.p} * X_AB;
    (reversed ? A : B).R = X.R;
    (reversed ? A : B).p = X.p;
    const Mat3<T> R_WF = A.R * p[joint.X_PF].R;
    const Vec3<T> p_M = B.p + B.R * p[joint.X_CM].p;
    const Motion<T> V = calc_velocity(type, q);
    const Vec3<T> turn = R_WF * V.w, slide = R_WF * V.v;
    if (!reversed) {
      B.w = A.w + turn;
      B.v = A.v + cross(A.w, p_M - A.p) + slide + cross(B.w, B.p - p_M);
    } else {
      A.w = B.w - turn;
      A.v = B.v + cross(B.w, p_M - B.p) - slide + cross(A.w, A.p - p_M);
    }
  }

  template <class T, class X>
  static auto lifted(const X& x, const X& xdot, bool moves) {
    if constexpr (std::is_same_v<T, Dual>)
      return seeded(x, moves ? xdot : X{});
    else
      return x;
  }

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
