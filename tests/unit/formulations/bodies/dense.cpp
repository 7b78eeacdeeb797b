#include "unit/formulations/bodies/dense.h"

#include <Eigen/Dense>

namespace pintle::body_tests {

Dense::Dense(const Bench& bench) : bench_(bench), p_(bench.system.nominal) {
  const int n = 6 * (bench.system.body_count() - 1);
  M_ = Matrix::Zero(n, n);
  for (int b = 1; b < bench.system.body_count(); ++b) {
    const Mat3<double> J = turned(R(b), p_[bench.system.bodies[b].inertia]).full();
    for (int i = 0; i < 3; ++i) {
      M_(at(b) + i, at(b) + i) = p_[bench.system.bodies[b].mass];
      for (int k = 0; k < 3; ++k) M_(at(b) + 3 + i, at(b) + 3 + k) = J(i, k);
    }
  }
  add_rows();
}

DenseSolution Dense::solve(const DenseVector& f, const DenseVector& r, bool redundant) const {
  const Eigen::Index n = M_.rows(), m = G_.rows();
  Matrix K = Matrix::Zero(n + m, n + m);
  K << M_, G_.transpose(), G_, Matrix::Zero(m, m);
  DenseVector b(n + m);
  b << f, r;
  if (!redundant) {
    const DenseVector s = K.fullPivLu().solve(b);
    return {s.head(n), -s.tail(m)};
  }
  Eigen::CompleteOrthogonalDecomposition<Matrix> cod(K.rows(), K.cols());
  cod.setThreshold(1e-12L);  // rows come from numbers in double
  cod.compute(K);
  const DenseVector s = cod.solve(b);
  return {s.head(n), -s.tail(m)};
}

DenseVector Dense::calc_forces() const {
  DenseVector f = DenseVector::Zero(M_.rows());
  const System& system = bench_.system;
  for (int b = 1; b < system.body_count(); ++b) {
    const Vec3<double> w_W = w(b), Jw = turned(R(b), p_[system.bodies[b].inertia]) * w_W;
    add(f, b, p(b), p_[system.bodies[b].mass] * p_[system.gravity], -cross(w_W, Jw));
  }
  const std::array<Pose<double>, 2> same{Pose<double>::identity(), Pose<double>::identity()};
  const auto add_all = [&](const auto& elements) {
    for (const auto& e : elements) {
      const int a = e.bodies[0].i, b = e.bodies[1].i;
      const Vec3<double> wa = w(a), wb = w(b), va = v(a), vb = v(b), pa = p(a), pb = p(b);
      const Mat3<double> Ra = R(a), Rb = R(b);
      const auto effect = e.act(e.prepare(p_, same), Ends<double, 2>{{{Ra, pa, wa, va}, {Rb, pb, wb, vb}}},
                                static_cast<const double*>(nullptr), {});
      for (std::size_t i = 0; i < effect.push.size(); ++i)
        add(f, e.bodies[i].i, effect.push[i].point_W, effect.push[i].force_W, effect.push[i].moment_W);
    }
  };
  add_all(system.elements.of<PointForce>().items);
  add_all(system.elements.of<PointSpring>().items);
  for (int j = 0; j < system.joint_count(); ++j) {
    const JointRecord& joint = system.joint(JointIndex(j));
    const Wrench<double> law = calc_law(j);  // M's origin, world axes
    const Vec3<double> point = Pose<double>{R(joint.child.i), p(joint.child.i)} * p_[joint.X_CM].p;
    add(f, joint.child.i, point, law.f, law.n);
    add(f, joint.parent.i, point, -law.f, -law.n);
  }
  return f;
}

Wrench<double> Dense::calc_law(int j) const {
  const JointRecord& joint = bench_.system.joint(JointIndex(j));
  const JointCoordinates<double>& q = bench_.state.joints[j];
  Vec3<double> force = Vec3<double>::zero(), tau = Vec3<double>::zero();
  for (const JointLaw& law : bench_.system.laws) {
    if (law.joint.i != j) continue;
    const int k = axis_of(law.direction);
    const bool linear = is_translation(law.direction);
    const double x = (linear ? q.displacement : q.angle)[k], rate = (linear ? q.velocity : q.rate)[k];
    (linear ? force : tau)[k] +=
        p_[law.effort] - calc_table(p_, law.stiffness, x) * (x - p_[law.rest]) - calc_table(p_, law.damping, x) * rate;
  }
  const Mat3<double> R_WF = R(joint.parent.i) * p_[joint.X_PF].R;
  const DirectionSet free = bench_.structure.free_directions(JointIndex(j));
  // The least m with aₖ·m = τₖ on the free axes.
  const Mat3<double> axes = calc_rotation_axes(joint.type, q);
  Matrix P = Matrix::Zero(3, 3);
  DenseVector t = DenseVector::Zero(3);
  for (int k = 0; k < 3; ++k) {
    if (!free.has(static_cast<Direction>(3 + k))) continue;
    for (int i = 0; i < 3; ++i) P(k, i) = axes(i, k);
    t[k] = tau[k];
  }
  const DenseVector m = P.completeOrthogonalDecomposition().solve(t);
  const Vec3<double> moment{static_cast<double>(m[0]), static_cast<double>(m[1]), static_cast<double>(m[2])};
  return {R_WF * moment, R_WF * force};
}

Wrench<double> Dense::calc_reaction(int j, const DenseSolution& s) const {
  Wrench<double> sum = Wrench<double>::zero();
  const auto& [first, values, point, child] = joints_[j];
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto lambda = static_cast<double>(s.lambda[first + static_cast<int>(k)]);
    sum.f += lambda * values[k].force;
    sum.n += lambda * (values[k].moment_B - cross(point - p(child), values[k].force));
  }
  return sum;
}

void Dense::add(DenseVector& f, int b, const Vec3<double>& point, const Vec3<double>& force, const Vec3<double>& moment) const {
  if (b == 0) return;
  const Vec3<double> n = moment + cross(point - p(b), force);
  for (int i = 0; i < 3; ++i) {
    f[at(b) + i] += force[i];
    f[at(b) + 3 + i] += n[i];
  }
}

void Dense::add_rows() {
  int count = 0;
  for (int j = 0; j < bench_.system.joint_count(); ++j) {
    const JointRecord& joint = bench_.system.joint(JointIndex(j));
    const JointRows rows = make_rows(joint.type, bench_.structure.free_directions(JointIndex(j)), bench_.state.joints[j]);
    const int a = joint.parent.i, b = joint.child.i;
    const Pose<double> X_WF = Pose<double>{R(a), p(a)} * p_[joint.X_PF], X_WM = Pose<double>{R(b), p(b)} * p_[joint.X_CM];
    const JointEnds<double> ends{p(a), p(b), v(a), v(b), w(a), w(b), X_WF.R, X_WM.R, X_WF.p, X_WM.p};
    joints_.push_back({count, {}, X_WM.p, b});
    for (int k = 0; k < rows.count; ++k) joints_.back().values.push_back(calc_row(rows.row[k], ends));
    count += rows.count;
  }
  const std::vector<ConstraintRow<double>> more = calc_constraint_rows();
  G_ = Matrix::Zero(count + static_cast<int>(more.size()), M_.rows());
  gamma_ = gdot_ = DenseVector::Zero(G_.rows());
  add_constraint_rows(more, count);
  for (int j = 0; j < bench_.system.joint_count(); ++j) {
    const JointRecord& joint = bench_.system.joint(JointIndex(j));
    int row = joints_[j].first;
    for (const RowValue<double>& value : joints_[j].values) {
      for (int i = 0; i < 3; ++i) {
        if (joint.child.i > 0) {
          G_(row, at(joint.child.i) + i) = value.force[i];
          G_(row, at(joint.child.i) + 3 + i) = value.moment_B[i];
        }
        if (joint.parent.i > 0) {
          G_(row, at(joint.parent.i) + i) = -value.force[i];
          G_(row, at(joint.parent.i) + 3 + i) = -value.moment_A[i];
        }
      }
      gamma_[row] = value.gamma;
      gdot_[row] = value.gdot;
      ++row;
    }
  }
}

std::vector<ConstraintRow<double>> Dense::calc_constraint_rows() const {
  std::vector<ConstraintRow<double>> all;
  for (const ConstraintRecord& record : bench_.system.constraints) {
    std::vector<Mat3<double>> attitudes;
    std::vector<Vec3<double>> rates;
    for (BodyIndex b : record.bodies) attitudes.push_back(R(b.i)), rates.push_back(w(b.i));
    std::vector<End<double>> ends;
    for (std::size_t e = 0; e < record.bodies.size(); ++e)
      ends.push_back({attitudes[e], p(record.bodies[e].i), rates[e], v(record.bodies[e].i)});
    std::vector<double> q;
    for (const CoordinateOf& one : record.reads) {
      const JointCoordinates<double>& joint = bench_.state.joints[one.joint.i];
      q.push_back(joint.value_of(one.direction));
    }
    std::vector<ConstraintRow<double>> rows(record.rows.size());
    std::visit([&](const auto& kind) { kind.update_rows({p_, ends, nullptr, q}, std::span(rows)); }, record.kind);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

void Dense::add_constraint_rows(const std::vector<ConstraintRow<double>>& rows, int first) {
  std::size_t r = 0;
  for (const ConstraintRecord& record : bench_.system.constraints)
    for (int k = 0; k < record.row_count(); ++k, ++r) {
      const int row = first + static_cast<int>(r);
      for (std::size_t e = 0; e < record.bodies.size(); ++e) {
        const int b = record.bodies[e].i;
        for (int i = 0; b > 0 && i < 3; ++i) {
          G_(row, at(b) + i) += rows[r].on[e].f[i];
          G_(row, at(b) + 3 + i) += rows[r].on[e].n[i];
        }
      }
      gamma_[row] = rows[r].gamma;
      gdot_[row] = rows[r].gdot;
    }
}

}  // namespace pintle::body_tests
