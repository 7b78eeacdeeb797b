#include <algorithm>

#include "pintle/formulations/newton_euler/loads.h"
#include "pintle/formulations/newton_euler/newton_euler.h"
#include "pintle/formulations/newton_euler/projection.h"
#include "pintle/structure/gauge.h"

/// The kernel as others see it: the carrier, the view.
namespace pintle {

using namespace newton_euler;

namespace {

Wrench<double> seen_in(const Mat3<double>& R, const Wrench<double>& wrench) {
  return {transpose_times(R, wrench.n), transpose_times(R, wrench.f)};
}

}  // namespace

void NewtonEuler::remember_coordinates() {
  for (std::size_t j = 0; j < gauges_.size(); ++j) {
    const Gauge& gauge = gauges_[j];
    remembered_[j] = calc_coordinates(gauge, remembered_[j], mechanism_.placed[gauge.a], mechanism_.placed[gauge.b]);
  }
}

void NewtonEuler::store(const double& t, std::span<const double> y, State<double>& state) const {
  const std::size_t bodies = system_.bodies.size();
  state.t = t;
  state.X_WB.resize(bodies, Pose<double>::identity());
  state.q_WB.resize(bodies, Quaternion<double>::identity());
  state.V_WB.resize(bodies, Motion<double>::zero());
  state.X_WB[0] = Pose<double>::identity();
  state.q_WB[0] = Quaternion<double>::identity();
  state.V_WB[0] = Motion<double>::zero();
  for (std::size_t i = 1; i < mechanism_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    const int b = plan_->tree.links[i].body.i;
    state.q_WB[b] = normalized(quaternion_at(y, body.q + 3));
    state.X_WB[b] = {to_matrix(state.q_WB[b]), vector_at(y, body.q)};
    state.V_WB[b] = {vector_at(y, body.v + 3), vector_at(y, body.v)};
  }
  state.joints.resize(system_.joints.size());
  count_turns(t);
  const auto z = y.subspan(plan_->y.nq + plan_->y.nv);
  if (driving_.any()) {  // gauges of this time
    driving_.update(t, parameters_, z.data());
    held_now_ = remembered_;
    put_told(system_, plan_->structure, driving_, held_now_);
    gauges_now_ = gauges_;
    update_gauges(parameters_, held_now_, gauges_now_);
  }
  const auto& gauges = driving_.any() ? gauges_now_ : gauges_;
  const auto& held = driving_.any() ? held_now_ : remembered_;
  for (std::size_t j = 0; j < gauges.size(); ++j) {
    const BodyPlace A = place_of(state, gauges[j].joint->parent), B = place_of(state, gauges[j].joint->child);
    state.joints[j] = calc_coordinates(gauges[j], held[j], A, B);
  }
  if (driving_.any()) put_told(system_, plan_->structure, driving_, state.joints);
  state.z.assign(z.begin(), z.end());
  state.mode = mode_;
  state.stop = stop_;
  amplitude_.store(state);
}

void NewtonEuler::load(const State<double>& state, std::span<double> y) {
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
  update_held();
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

void NewtonEuler::archive(Archive& archive) {
  archive("newton-euler", amplitude_, stop_, mode_, error_, accepted_conditioning_, work_, step_time_, step_, loose_,
          mechanism_.known, remembered_);
  if (!archive.is_loading()) return;
  count_turns(step_time_);
  if (mechanism_.closings.any()) mechanism_.closings.update_held(parameters_, remembered_);
}

std::span<const double> NewtonEuler::remove_drift(double t, std::span<const double> y) {
  copy_.assign(y.begin(), y.end());
  mechanism_.place(copy_);
  update_drives(t, copy_);
  project(mechanism_, system_.length, [this, &t] { update_closings(t); }, [this, &t] { return find_bend(t, copy_); }, copy_);
  return copy_;
}

void NewtonEuler::update_view(const double& t, std::span<const double> y, Needs needs, View<double>& view) {
  const bool projects = stabilization_ == Stabilization::projection;
  const bool solves = needs.accelerations || needs.loads || needs.reactions;
  bool as_given = projects;  // the mechanism is placed at y
  if (needs.state || needs.accelerations) store(t, y, view.state);
  if (solves) {
    const auto solve = [&](std::span<const double> at) {
      by_law_.assign(system_.joints.size(), Wrench<double>::zero());
      update_accelerations(t, at, 0, scratch_zdot_.data(), power_, by_law_);
    };
    const auto calc_off = [&] { return mechanism_.closings.calc_relative_error(); };
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
  if (!solves || !as_given) {
    mechanism_.place(y);
    update_living(t);
  }
  elements_.update_view(mechanism_.placed, mode_, y.data() + plan_->y.nq + plan_->y.nv, view);
}

void NewtonEuler::fill_accelerations(View<double>& view) const {
  const Mechanism& m = mechanism_;
  view.A_WB.resize(system_.bodies.size());
  view.A_WB[0] = Motion<double>::zero();
  for (std::size_t i = 1; i < m.bodies.size(); ++i)
    view.A_WB[plan_->tree.links[i].body.i] = {transpose_times(m.placed[i].R, m.motions[i].w), m.motions[i].v};
  view.displacement_acceleration.assign(system_.joints.size(), Vec3<double>::zero());
  view.angle_acceleration.assign(system_.joints.size(), Vec3<double>::zero());
  drives_.driving().put_accelerations(view.displacement_acceleration, view.angle_acceleration);
  for (std::size_t j = 0; j < gauges_.size(); ++j) {
    const auto [a, b] = std::pair(gauges_[j].a, gauges_[j].b);
    const JointAcceleration second = calc_acceleration(gauges_[j], view.state.joints[j], m.placed[a], m.placed[b], m.motions[a],
                                                       m.motions[b], view.angle_acceleration[j]);
    view.displacement_acceleration[j] = second.displacement;
    view.angle_acceleration[j] = second.angle;
  }
  for (std::size_t k = 0; k < system_.drivers.size(); ++k) {
    const Driver& driver = system_.drivers[k];
    if (!plan_->structure.closed[driver.joint.i]) continue;
    auto& list = is_translation(driver.direction) ? view.displacement_acceleration : view.angle_acceleration;
    list[driver.joint.i][axis_of(driver.direction)] = drives_.driving()[static_cast<int>(k)].a;
  }
}

void NewtonEuler::fill_loads(const Needs& needs, View<double>& view) {
  view.load.assign(system_.joints.size(), Wrench<double>::zero());
  view.reaction.assign(system_.joints.size(), Wrench<double>::zero());
  update_reactions(*plan_, mechanism_, reactions_);
  if (needs.reactions) put_multipliers(view.multiplier);
  for (std::size_t k = 0; k < gauges_.size(); ++k) {
    const Gauge& gauge = gauges_[k];
    const Wrench<double> reaction = calc_reaction(JointIndex(static_cast<int>(k)));
    view.load[k] = seen_in(mechanism_.placed[gauge.b].R * gauge.X_BM.R, reaction + by_law_[k]);
    if (needs.reactions) view.reaction[k] = seen_in(mechanism_.placed[gauge.a].R * gauge.X_AF.R, reaction);
  }
}

Wrench<double> NewtonEuler::calc_reaction(JointIndex j) const {
  if (const int link = link_of_joint_[j.i]; link > 0) return reactions_[link];
  if (closing_of_joint_[j.i] < 0) return Wrench<double>::zero();
  const Closing& closing = plan_->closings[closing_of_joint_[j.i]];
  const Gauge& gauge = gauges_[j.i];
  const Wrench<double> in_F =
      mechanism_.closings.calc_reaction(closing, mechanism_.lambda().subspan(closing.first, closing.rows));
  const Mat3<double> R_WF = mechanism_.placed[gauge.a].R * gauge.X_AF.R;
  return {R_WF * in_F.n, R_WF * in_F.f};
}

void NewtonEuler::put_multipliers(std::vector<double>& multiplier) const {
  multiplier.assign(system_.multipliers, 0.0);
  for (const Closing& closing : plan_->closings) {
    if (!closing.constraint.exists()) continue;
    const int first = system_.constraints[closing.constraint.i].first;
    for (int r = 0; r < closing.rows; ++r) multiplier[first + r] = mechanism_.lambda()[closing.first + r];
  }
}

}  // namespace pintle
