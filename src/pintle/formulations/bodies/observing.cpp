#include <algorithm>

#include "pintle/formulations/bodies/body_kernel.h"

/// The kernel as others see it: the carrier, the view.
namespace pintle::bodies {

JointCoordinates<double> BodyKernel::calc_coordinates(JointIndex j) const {
  const Gauge& gauge = mechanism_.joints[j.i].gauge;
  JointCoordinates<double> q =
      pintle::calc_coordinates(gauge, remembered_[j.i], mechanism_.placed[gauge.a], mechanism_.placed[gauge.b]);
  for (Direction d : all_directions)
    if (gauge.driven.has(d)) q.rate_of(d) = remembered_[j.i].rate_of(d);  // as it was told
  return q;
}

void BodyKernel::remember_coordinates() {
  mechanism_.share_joints([&](JointIndex j) { remembered_[j.i] = calc_coordinates(j); });
}

void BodyKernel::store(const double& t, std::span<const double> y, State<double>& state) const {
  const std::size_t bodies = system_.bodies.size();
  state.t = t;
  state.X_WB.resize(bodies, Pose<double>::identity());
  state.q_WB.resize(bodies, Quaternion<double>::identity());
  state.V_WB.resize(bodies, Motion<double>::zero());
  state.X_WB[0] = Pose<double>::identity();
  state.q_WB[0] = Quaternion<double>::identity();
  state.V_WB[0] = Motion<double>::zero();
  mechanism_.share([&](Links of) {
    for (int i = of.from; i < of.to; ++i) {
      const Body& body = mechanism_.bodies[i];
      const int b = plan_->tree.links[i].body.i;
      state.q_WB[b] = unit_length(quaternion_at(y, body.q + 3));
      state.X_WB[b] = {to_matrix(state.q_WB[b]), vector_at(y, body.q)};
      state.V_WB[b] = {vector_at(y, body.v + 3), vector_at(y, body.v)};
    }
  });
  state.joints.resize(system_.joints.size());
  const auto z = y.subspan(plan_->y.nq + plan_->y.nv);
  held_now_ = remembered_;
  driving_now_.update(t, parameters_, z.data());
  driving_now_.put_coordinates(held_now_);
  mechanism_.share_joints([&](JointIndex j) {
    Gauge gauge = mechanism_.joints[j.i].gauge;
    gauge.since = t - step_time_;
    state.joints[j.i] = pintle::calc_coordinates(gauge, held_now_[j.i], place_of(state, gauge.joint->parent),
                                                 place_of(state, gauge.joint->child));
  });
  driving_now_.put_coordinates(state.joints);
  state.z.assign(z.begin(), z.end());
  state.mode = mode_;
  state.stop = stop_;
  amplitude_.store(state);
}

void BodyKernel::load(const State<double>& state, std::span<double> y) {
  for (std::size_t i = 1; i < mechanism_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    const int b = plan_->tree.links[i].body.i;
    put(y, body.q, state.X_WB[b].p);
    put(y, body.q + 3, state.q_WB[b]);
    put(y, body.v, state.V_WB[b].v);
    put(y, body.v + 3, state.V_WB[b].w);
  }
  const int z = plan_->y.nq + plan_->y.nv;
  for (std::size_t k = 0; k < state.z.size(); ++k) y[z + k] = state.z[k];
  remembered_ = state.joints;
  mode_ = state.mode;
  load_stop_modes(system_, plan_->structure, parameters_, state, stop_);
  amplitude_.load(parameters_, state, y);
  mechanism_.update_held(parameters_, remembered_);
  stabilization_ = asked_stabilization_;
  friction_.forget_jam();
  step_.restart();
  loose_ = {};
  mechanism_.known = rank::Bending::unknown;
  step_time_ = state.t;
  error_ = {};
  std::ranges::fill(work_, 0.0);
  if (statics_) statics_->update(parameters_, state);  // what is held
}

void BodyKernel::archive(Archive& archive) {
  archive("bodies", amplitude_, stop_, mode_, error_, accepted_conditioning_, work_, step_time_, step_, loose_, mechanism_.known,
          remembered_);
  if (archive.is_loading() && mechanism_.closings.any()) mechanism_.closings.update_held(parameters_, remembered_);
}

void BodyKernel::update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) {
  const bool projects = stabilization_ == Stabilization::projection;
  const bool solves = needs.accelerations || needs.loads || needs.reactions;
  bool as_given = projects;  // the mechanism is placed at y
  if (needs.state || needs.accelerations) store(t, y, view.state);
  if (solves) {
    const auto solve = [&](std::span<const double> at) {
      by_law_.assign(system_.joints.size(), Wrench<double>::zero());
      update_accelerations(t, at, 0, scratch_zdot_.data(), power_, by_law_);
    };
    const auto calc_off = [&] { return mechanism_.closings.calc_error_of_loads(); };
    solve(projects ? y : remove_drift(t, y));
    if (projects && mechanism_.closings.any() && loose_.calc_straying(calc_off(), conditioning_) > most_straying) {
      as_given = false;  // inside a step, near a singular place
      solve(remove_drift(t, y));
    }
    view.noise = mechanism_.closings.any() ? loose_.calc_noise(calc_off(), conditioning_) : 0;
    if (needs.accelerations) fill_accelerations(view);
    if (needs.loads || needs.reactions) fill_loads(needs, view);
  }
  if (!needs.elements) return;
  if (!solves || !as_given) place(t, y);
  elements_.update_view(mechanism_.pushed(), mode_, y.data() + plan_->y.nq + plan_->y.nv, view);
}

void BodyKernel::fill_accelerations(View<double>& view) const {
  const Mechanism& m = mechanism_;
  view.A_WB.resize(system_.bodies.size());
  view.A_WB[0] = Motion<double>::zero();
  m.share([&](Links of) {
    for (int i = of.from; i < of.to; ++i)
      view.A_WB[plan_->tree.links[i].body.i] = {transpose_times(m.placed[i].R, m.motions[i].w), m.motions[i].v};
  });
  view.displacement_acceleration.assign(system_.joints.size(), Vec3<double>::zero());
  view.angle_acceleration.assign(system_.joints.size(), Vec3<double>::zero());
  driving_.put_accelerations(view.displacement_acceleration, view.angle_acceleration);
  m.share_joints([&](JointIndex j) {
    const Gauge& gauge = m.joints[j.i].gauge;
    const JointAcceleration second = calc_acceleration(gauge, view.state.joints[j.i], m.placed[gauge.a], m.placed[gauge.b],
                                                       m.motions[gauge.a], m.motions[gauge.b], view.angle_acceleration[j.i]);
    view.displacement_acceleration[j.i] = second.displacement;
    view.angle_acceleration[j.i] = second.angle;
  });
  driving_.put_accelerations(view.displacement_acceleration, view.angle_acceleration);
}

void BodyKernel::fill_loads(const Needs& needs, View<double>& view) {
  view.load.assign(system_.joints.size(), Wrench<double>::zero());
  view.reaction.assign(system_.joints.size(), Wrench<double>::zero());
  mechanism_.update_reactions(reactions_);
  if (needs.reactions) put_multipliers(view.multiplier);
  mechanism_.share_joints([&](JointIndex j) {
    const Gauge& gauge = mechanism_.joints[j.i].gauge;
    const Wrench<double> reaction = calc_reaction(j);
    view.load[j.i] = seen_in(mechanism_.placed[gauge.b].R * gauge.X_BM.R, reaction + by_law_[j.i]);
    if (needs.reactions) view.reaction[j.i] = seen_in(mechanism_.placed[gauge.a].R * gauge.X_AF.R, reaction);
  });
}

Wrench<double> BodyKernel::calc_reaction(JointIndex j) const {
  if (const int link = link_of_joint_[j.i]; link > 0) return reactions_[link];
  if (closing_of_joint_[j.i] < 0) return Wrench<double>::zero();
  const Closing& closing = plan_->closings[closing_of_joint_[j.i]];
  const Gauge& gauge = mechanism_.joints[j.i].gauge;
  const Wrench<double> in_F =
      mechanism_.closings.calc_reaction(closing, mechanism_.lambda().subspan(closing.first, closing.rows));
  const Mat3<double> R_WF = mechanism_.placed[gauge.a].R * gauge.X_AF.R;
  return {R_WF * in_F.n, R_WF * in_F.f};
}

void BodyKernel::put_multipliers(std::vector<double>& multiplier) const {
  multiplier.assign(system_.multipliers, 0.0);
  for (const Closing& closing : plan_->closings) {
    if (!closing.constraint.exists()) continue;
    const int first = system_.constraints[closing.constraint.i].first;
    for (int r = 0; r < closing.rows; ++r) multiplier[first + r] = mechanism_.lambda()[closing.first + r];
  }
}

}  // namespace pintle::bodies
