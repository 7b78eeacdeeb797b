#include <algorithm>

#include "pintle/formulations/partitioned/partitioned.h"

/// The kernel as others see it: the carrier, the view.
///
/// What a joint does to its link follows from the balance of every body, from the leaves to the roots,
///
///     F_i = M x_i − f_i − Σ_k λ_k on_k + Σ_children F_c                                                    (1)
///
/// and the multipliers of its rows are those of Φ_u of the joint alone, with ê and n̂ of tree.h, M at the joint:
///
///     λ = Φ_u⁻ᵀ [Q − M ẍ]_u:      λ of a point = n̂·f,   λ of axes = ê·n        [Negrut 2010, (17)]          (2)
namespace pintle {

using namespace partitioned;

JointCoordinates<double> Partitioned::calc_coordinates(JointIndex j) const {
  const Gauge& gauge = tree_.joints[j.i].gauge;
  JointCoordinates<double> q = pintle::calc_coordinates(gauge, remembered_[j.i], tree_.placed[gauge.a], tree_.placed[gauge.b]);
  for (Direction d : all_directions)
    if (gauge.driven.has(d)) q.rate_of(d) = remembered_[j.i].rate_of(d);  // as it was told
  return q;
}

void Partitioned::remember_coordinates() {
  for (int j = 0; j < system_.joint_count(); ++j) remembered_[j] = calc_coordinates(JointIndex(j));
}

void Partitioned::store(const double& t, std::span<const double> y, State<double>& state) const {
  place(t, y);
  fill_state(t, y, state);
}

void Partitioned::fill_state(double t, std::span<const double> y, State<double>& state) const {
  const std::size_t bodies = system_.bodies.size();
  state.t = t;
  state.X_WB.resize(bodies, Pose<double>::identity());
  state.q_WB.resize(bodies, Quaternion<double>::identity());
  state.V_WB.resize(bodies, Motion<double>::zero());
  state.X_WB[0] = Pose<double>::identity();
  state.q_WB[0] = Quaternion<double>::identity();
  state.V_WB[0] = Motion<double>::zero();
  for (int i = 1; i < tree_.size(); ++i) {
    const Placed& at = tree_.placed[i];
    const int b = plan_->tree.links[i].body.i;
    state.q_WB[b] = tree_.q[i];
    state.X_WB[b] = {at.R, at.p};
    state.V_WB[b] = {transpose_times(at.R, at.w), at.v};
  }
  state.joints.resize(system_.joints.size());
  for (int j = 0; j < system_.joint_count(); ++j) state.joints[j] = calc_coordinates(JointIndex(j));
  driving_.put_coordinates(state.joints);
  state.z.assign(states(y), states(y) + plan_->y.nz);
  state.mode = mode_;
  state.stop = stop_;
  amplitude_.store(state);
}

void Partitioned::update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) {
  const bool solves = needs.accelerations || needs.loads || needs.reactions;
  if (solves) {
    by_law_.assign(system_.joints.size(), Wrench<double>::zero());
    update_accelerations(t, y, scratch_zdot_.data(), power_, by_law_);
  } else {
    place(t, y);
    if (is_doubtful(t)) view.noise = 1;
  }
  if (needs.state || needs.accelerations) fill_state(t, y, view.state);
  if (solves) {
    view.noise = closings_.any() ? calc_noise() : 0;
    if (needs.accelerations) fill_accelerations(view);
    if (needs.loads || needs.reactions) fill_loads(needs, view);
  }
  if (!needs.elements) return;
  if (!solves) {
    update_living();
    elements_.set_time(t);
    elements_.update_living(living_.outputs());
  }
  elements_.update_view(pushed(), mode_, states(y), view);
}

/// A row that was redundant where coordinates were chosen, and counts now, is still left out up to the end of the step: what it
/// holds, others bear.
double Partitioned::calc_noise() const {
  if (dependents_.spare_sine() > rank::least_sine) return 1;
  return loose_.calc_noise(closings_.calc_error_of_loads(), conditioning_);
}

void Partitioned::fill_accelerations(View<double>& view) const {
  view.A_WB.resize(system_.bodies.size());
  view.A_WB[0] = Motion<double>::zero();
  for (int i = 1; i < tree_.size(); ++i)
    view.A_WB[plan_->tree.links[i].body.i] = {transpose_times(tree_.placed[i].R, motions_[i].w), motions_[i].v};
  view.displacement_acceleration.assign(system_.joints.size(), Vec3<double>::zero());
  view.angle_acceleration.assign(system_.joints.size(), Vec3<double>::zero());
  driving_.put_accelerations(view.displacement_acceleration, view.angle_acceleration);
  for (std::size_t j = 0; j < tree_.joints.size(); ++j) {
    const Gauge& gauge = tree_.joints[j].gauge;
    const JointAcceleration second = calc_acceleration(gauge, view.state.joints[j], tree_.placed[gauge.a], tree_.placed[gauge.b],
                                                       motions_[gauge.a], motions_[gauge.b], view.angle_acceleration[j]);
    view.displacement_acceleration[j] = second.displacement;
    view.angle_acceleration[j] = second.angle;
  }
  driving_.put_accelerations(view.displacement_acceleration, view.angle_acceleration);
}

void Partitioned::update_reactions() {
  for (Wrench<double>& F : reactions_) F = Wrench<double>::zero();
  for (const Closing& closing : plan_->closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      const ConstraintRow<double>& row = closings_.rows()[r];
      for (std::size_t e = 0; e < closing.links.size(); ++e) {
        Wrench<double>& F = reactions_[closing.links[e]];
        F = F - factor_.lambda()[r] * row.on[e];
      }
    }
  for (int i = tree_.size() - 1; i > 0; --i) {
    const partitioned::TreeLink& link = tree_.links[i];
    const Passing& at = tree_.passing[i];
    const Motion<double>& x = motions_[i];
    const Wrench<double> F =
        reactions_[i] + Wrench<double>{tree_.placed[i].J * x.w - wrenches_[i].n, masses_[i].mass * x.v - wrenches_[i].f};  // (1)
    const Vec3<double> n = F.n - cross(at.own, F.f);
    Wrench<double>& parent = reactions_[link.parent];
    if (link.count() > 0) {
      parent.f += F.f;
      parent.n += n + cross(at.parent, F.f);
    }
    Wrench<double> sum = Wrench<double>::zero();  // (2)
    for (int k = 0; k < link.points; ++k) {
      const double lambda = link.sign * dot(at.n_dual[k], F.f);
      tree_lambda_[link.first + k] = lambda;
      sum.f += lambda * at.n[k];
    }
    for (int k = 0; k < link.axes; ++k) {
      const double lambda = link.sign * dot(at.e_dual[k], n);
      tree_lambda_[link.first + link.points + k] = lambda;
      sum.n += lambda * at.e[k];
    }
    reactions_[i] = sum;
  }
}

void Partitioned::fill_loads(const Needs& needs, View<double>& view) {
  view.load.assign(system_.joints.size(), Wrench<double>::zero());
  view.reaction.assign(system_.joints.size(), Wrench<double>::zero());
  update_reactions();
  if (needs.reactions) put_multipliers(view.multiplier);
  for (std::size_t k = 0; k < tree_.joints.size(); ++k) {
    const Gauge& gauge = tree_.joints[k].gauge;
    const Wrench<double> reaction = calc_reaction(JointIndex(static_cast<int>(k)));
    view.load[k] = seen_in(tree_.placed[gauge.b].R * gauge.X_BM.R, reaction + by_law_[k]);
    if (needs.reactions) view.reaction[k] = seen_in(tree_.placed[gauge.a].R * gauge.X_AF.R, reaction);
  }
}

/// After update_reactions(): on the child, at M's origin, world axes.
Wrench<double> Partitioned::calc_reaction(JointIndex j) const {
  if (const int link = link_of_joint_[j.i]; link > 0) return reactions_[link];
  if (closing_of_joint_[j.i] < 0) return Wrench<double>::zero();
  const Closing& closing = plan_->closings[closing_of_joint_[j.i]];
  const Gauge& gauge = tree_.joints[j.i].gauge;
  const Wrench<double> in_F = closings_.calc_reaction(
      closing, factor_.lambda().subspan(static_cast<std::size_t>(closing.first), static_cast<std::size_t>(closing.rows)));
  const Mat3<double> R_WF = tree_.placed[gauge.a].R * gauge.X_AF.R;
  return {R_WF * in_F.n, R_WF * in_F.f};
}

void Partitioned::put_multipliers(std::vector<double>& multiplier) const {
  multiplier.assign(static_cast<std::size_t>(system_.multipliers), 0.0);
  for (const Closing& closing : plan_->closings) {
    if (!closing.constraint.exists()) continue;
    const int first = system_.constraints[closing.constraint.i].first;
    for (int r = 0; r < closing.rows; ++r) multiplier[first + r] = factor_.lambda()[closing.first + r];
  }
}

double Partitioned::calc_unmet() const {
  double largest = 0;
  for (const Closing& closing : plan_->closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r) {
      if (factor_.lambda()[r] != 0) continue;
      const ConstraintRow<double>& row = closings_.rows()[r];
      double left = row.gamma;
      for (std::size_t e = 0; e < closing.links.size(); ++e) left -= power(row.on[e], motions_[closing.links[e]]);
      largest = std::max(largest, closings_.calc_turning(r, left));
    }
  return largest;
}

}  // namespace pintle
