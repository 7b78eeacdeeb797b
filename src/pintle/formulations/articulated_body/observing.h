#pragma once
#include <algorithm>

#include "pintle/formulations/articulated_body/loading.h"

/// What others see of the kernel: accelerations, loads, views, jumps. Included by evaluating.h alone.
namespace pintle {

/// A wrench about L's origin in L's axes → about M's origin in M's axes.
template <class T>
Wrench<T> seen_from(const Pose<T>& X_LM, const Wrench<T>& w) {
  return {transpose_times(X_LM.R, w.n - cross(X_LM.p, w.f)), transpose_times(X_LM.R, w.f)};
}

template <class T>
void ArticulatedBody<T>::fill_accelerations(const T* y, const T* ydot, View<T>& view) const {
  view.A_WB[0] = Motion<T>::zero();
  for (int i = 1; i < plan_->tree.size(); ++i) {
    const Link& link = plan_->tree.links[i];
    const Chain& chain = sweeps_.segments.chain[i];
    const auto& at = sweeps_.acceleration[chain.last];
    const Pose<T>& X_LB = sweeps_.geometry.X_LB[chain.last];
    const Vec3<T> a = at.a + cross(at.al, X_LB.p) + centripetal(sweeps_.record[chain.last].w, X_LB.p);
    view.A_WB[link.body.i] = {transpose_times(X_LB.R, at.al), elements_.frames[chain.last].R_WL * a + sweeps_.gravity_W};
    if (!link.joint.exists()) continue;
    Vec3<T>&linear = view.displacement_acceleration[link.joint.i], &angular = view.angle_acceleration[link.joint.i];
    linear = angular = Vec3<T>::zero();
    for (const DirectionStep& step : chain.steps) {
      if (step.segment < 0) continue;
      const Segment& x = sweeps_.segments.list[step.segment];
      const int axis = axis_of(step.direction);
      switch (x.code) {
        case Code::base:
          linear = {ydot[x.v], ydot[x.v + 1], ydot[x.v + 2]};
          angular = {ydot[x.v + 3], ydot[x.v + 4], ydot[x.v + 5]};
          break;
        case Code::ball: {
          const Vec3<T> w{ydot[x.v], ydot[x.v + 1], ydot[x.v + 2]};
          // Backwards: ω_M = −R ω with Ṙ ω = R (ω × ω) = 0, so the derivative turns like the velocity.
          angular = link.reversed ? -transpose_times(to_matrix(coordinates_of(i, y).rotation), w) : w;
          break;
        }
        case Code::driven_slide: linear[axis] = sweeps_.drive[x.driver].a; break;
        case Code::driven_turn: angular[axis] = sweeps_.drive[x.driver].a; break;
        case Code::slider: linear[axis] = ydot[x.v]; break;
        default: angular[axis] = ydot[x.v];
      }
    }
    const JointType& type = system_.joint(link.joint).type;
    if (type.ball && !is_quaternion(type, plan_->structure.free_directions(link.joint))) {
      // A ball by its sequence: ω in M's axes is Rᵀ Σ aₖ θ̇ₖ; its derivative Rᵀ (Σ aₖ θ̈ₖ + bias), since ω × ω = 0.
      JointCoordinates<T> q = coordinates_of(i, y);
      const JointType list = as_sequence(type);
      const Mat3<T> R = to_matrix(q.rotation);
      const Mat3<T> axes = calc_rotation_axes(list, q);
      for (const DirectionStep& step : chain.steps)
        if (step.segment >= 0 && !is_translation(step.direction))
          q.rate[axis_of(step.direction)] = y[sweeps_.segments.list[step.segment].v];
      for (int k = 0; k < 3; ++k)
        if (!plan_->structure.free_directions(link.joint).has(static_cast<Direction>(3 + k))) q.rate[k] = T(0.0);
      angular = transpose_times(R, axes * angular + calc_rotation_bias(list, q));
    }
  }
}

/// The load of a link's joint: on the user's child, at M's origin, in M's axes.
template <class T>
Wrench<T> ArticulatedBody<T>::joint_wrench(int link, const T* y) const {
  const int k = sweeps_.segments.chain[link].last;
  const Pose<T>& X_LJ = sweeps_.geometry.X_LJ[k];
  if (!plan_->tree.links[link].reversed) return seen_from(X_LJ, sweeps_.transmitted[k]);
  const JointType& type = system_.joint(plan_->tree.links[link].joint).type;
  return -seen_from(X_LJ * calc_pose(type, coordinates_of(link, y)), sweeps_.transmitted[k]);
}

/// What is left of a load without springs, dampers and motors: on the child, about M's origin, in F's axes.
template <class T>
Wrench<T> ArticulatedBody<T>::constraint_part(int link, const T* y, const Wrench<T>& load) const {
  const JointIndex j = plan_->tree.links[link].joint;
  const JointType& type = system_.joint(j).type;
  const DirectionSet free = plan_->structure.free_directions(j);
  const JointCoordinates<T> q = coordinates_of(link, y);
  const Mat3<T> R_FM = calc_pose(type, q).R;
  const Wrench<T> in_F{R_FM * load.n, R_FM * load.f};
  if (laws_of_link_[link].list.empty()) return in_F;
  const LawAround<T> around{elements_.living(), friction_.loads(), y + plan_->y.nq + plan_->y.nv, nullptr, stop_};
  Vec3<T> force = Vec3<T>::zero(), moment = Vec3<T>::zero();
  for (const JointLaw* law : laws_of_link_[link].list) {
    if (!free.has(law->direction)) continue;
    const T effort = calc_law(system_, *law, parameters_, q.value_of(law->direction), q.rate_of(law->direction), around).tau;
    (is_translation(law->direction) ? force : moment)[axis_of(law->direction)] += effort;
  }
  return in_F - calc_effort_wrench(type, free, q, force, moment);
}

template <class T>
void ArticulatedBody<T>::update_view(const T& t, std::span<const T> y, Needs needs, View<T>& view) {
  T* const ydot = scratch_ydot_.data();
  const bool solves = needs.accelerations || needs.loads || needs.reactions;
  const bool drifts = loops_ && loops_->has_rows() && stabilization_ != Stabilization::projection;
  if (!solves)
    update_motion(t, y.data(), ydot, scratch_power_);
  else if (!drifts)
    update_pushes(t, y.data(), ydot, scratch_power_);
  else
    update_known_pushes(t, y.data(), ydot, scratch_power_, 0);
  if (needs.elements && elements_.any()) elements_.update_view(mode_, y.data() + plan_->y.nq + plan_->y.nv, view);
  const T* at = y.data();
  if (needs.state || needs.accelerations) update_poses(at);
  if (needs.state) fill_state(t, at, needs.signs ? Told::signs : Told::places, view.state);
  if (!solves) return;
  if (stabilization_ != Stabilization::projection) at = remove_drift(t, y);
  sweeps_.fold();
  sweeps_.accelerate(ydot, true);
  if (stabilization_ == Stabilization::projection && calc_straying() > most_straying) {  // inside a step, near a singular place
    at = remove_drift(t, y);
    sweeps_.fold();
    sweeps_.accelerate(ydot, true);
  }
  view.noise = calc_noise();
  if (needs.accelerations) fill_accelerations(at, ydot, view);
  if constexpr (std::is_same_v<T, double>)
    if (loops_) {
      loops_->finish(scratch_power_);
      if (needs.accelerations) loops_->fill_accelerations(driving_.all(), view);
      loops_->add_to_pushes(sweeps_);
    }
  if (needs.loads || needs.reactions) fill_loads(at, needs, view);
}

template <class T>
void ArticulatedBody<T>::fill_loads(const T* y, const Needs& needs, View<T>& view) {
  sweeps_.transmit(view.load.data());
  fill_other_loads(y, view.load);
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->fill_loads(view.load, true);
  if (!needs.reactions) return;
  for (int i = 1; i < plan_->tree.size(); ++i) {
    const JointIndex j = plan_->tree.links[i].joint;
    if (j.exists()) view.reaction[j.i] = constraint_part(i, y, view.load[j.i]);
  }
  if constexpr (std::is_same_v<T, double>)
    if (loops_) {
      loops_->fill_reactions(view.reaction);
      loops_->fill_multipliers(view.multiplier);
    }
}

/// All that acts at y put back onto the rows: drift is no load. Where this is.
template <class T>
const T* ArticulatedBody<T>::remove_drift(const T& t, std::span<const T> y) {
  if constexpr (std::is_same_v<T, double>) {
    if (!loops_ || !loops_->has_rows()) return y.data();
    std::ranges::copy(y, projected_y_.begin());
    project(t, projected_y_);
    update_pushes(t, projected_y_.data(), scratch_ydot_.data(), scratch_power_);
    update_poses(projected_y_.data());
    return projected_y_.data();
  }
  return y.data();
}

/// Of the last sweeps (formulations/holding.h).
template <class T>
double ArticulatedBody<T>::calc_straying() const {
  if constexpr (std::is_same_v<T, double>)
    if (loops_ && loops_->has_rows())
      return loose_.calc_straying(loops_->rows().calc_error_of_loads(), loops_->calc_conditioning());
  return 0;
}
template <class T>
double ArticulatedBody<T>::calc_noise() const {
  if constexpr (std::is_same_v<T, double>)
    if (loops_ && loops_->has_rows()) return loose_.calc_noise(loops_->rows().calc_error_of_loads(), loops_->calc_conditioning());
  return 0;
}

template <class T>
void ArticulatedBody<T>::fill_other_loads(const T* y, std::vector<Wrench<T>>& load) const {
  for (int i : other_loads_) load[plan_->tree.links[i].joint.i] = joint_wrench(i, y);
}

/// M V of a body before the jump, about its segment's origin and in its axes.
template <class T>
Wrench<T> ArticulatedBody<T>::momentum_of(int link, const State<T>& state) const {
  const int k = sweeps_.segments.chain[link].last;
  const BodyIndex b = plan_->tree.links[link].body;
  const Pose<T>& X_LB = sweeps_.geometry.X_LB[k];
  const RigidInertia<T>& m = sweeps_.mass[k];
  const Vec3<T> w = X_LB.R * state.V_WB[b.i].w;
  const Vec3<T> v = transpose_times(elements_.frames[k].R_WL, state.V_WB[b.i].v) - cross(w, X_LB.p);  // of the origin
  return {m.I * w + cross(m.mc, v), m.m * v + cross(w, m.mc)};
}

template <class T>
void ArticulatedBody<T>::archive([[maybe_unused]] Archive& archive) {
  if constexpr (std::is_same_v<T, double>) {
    archive("articulated-body", amplitude_, stop_, mode_, error_, accepted_conditioning_, work_, accepted_time_, step_, loose_,
            remembered_);
    if (!archive.is_loading() || !loops_) return;
    loops_->update_held(parameters_, remembered_);
    loops_->set_since(0);
  } else {
    PINTLE_CHECK(false, "checkpoints are of runs with one case");
  }
}

template <class T>
void ArticulatedBody<T>::update_jump(std::span<const Impulse> applied, State<T>& state, JumpRecord<T>& record) {
  const std::span<T> y(scratch_y_);
  load(state, y);
  if (loops_)
    update_motion(state.t, y.data(), scratch_ydot_.data(), scratch_power_);
  else
    update_drive(state.t, y.data());
  sweeps_.rest(y.data());
  for (int k = plan_->y.nq; k < plan_->y.nq + plan_->y.nv; ++k) y[k] = T(0.0);
  update_poses(y.data());
  for (int i = 1; i < plan_->tree.size(); ++i) sweeps_.momentum[sweeps_.segments.chain[i].last] = momentum_of(i, state);
  for (const Impulse& one : applied) {
    const int k = sweeps_.segments.chain[plan_->tree.link_of_body[one.body.i]].last;
    const auto as_T = [](const Vec3<double>& v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
    const Vec3<T> f = transpose_times(elements_.frames[k].R_WL, as_T(one.value.f)),
                  n = transpose_times(elements_.frames[k].R_WL, as_T(one.value.n));
    sweeps_.momentum[k] = sweeps_.momentum[k] + Wrench<T>{n + cross(sweeps_.geometry.X_LB[k].p, f), f};
  }
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->ask(articulated_body::TreeLoops::Question::velocities, sweeps_);
  record.impulse.assign(held_.size(), Wrench<T>::zero());
  record.multiplier.assign(static_cast<std::size_t>(system_.multipliers), T(0.0));
  sweeps_.jump(scratch_ydot_.data());
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->add_to_momenta(sweeps_);
  sweeps_.transmit_jump(record.impulse.data());
  fill_other_loads(y.data(), record.impulse);
  if constexpr (std::is_same_v<T, double>)
    if (loops_) {
      loops_->fill_loads(record.impulse, false);
      loops_->fill_multipliers(record.multiplier);
    }
  for (int k = plan_->y.nq; k < plan_->y.nq + plan_->y.nv; ++k) y[k] = scratch_ydot_[k];
  store(state.t, y, Told::motion, state);  // places do not jump
}

}  // namespace pintle
