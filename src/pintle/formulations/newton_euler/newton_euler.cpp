#include "pintle/formulations/newton_euler/newton_euler.h"

#include <algorithm>
#include <array>

#include "pintle/formulations/newton_euler/loads.h"
#include "pintle/formulations/newton_euler/projection.h"

namespace pintle {

using namespace newton_euler;

NewtonEuler::NewtonEuler(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& parameters)
    : system_(system),
      plan_(std::move(plan)),
      parameters_(parameters),
      mechanism_(system, *plan_),
      gauges_(make_gauges(system, *plan_)),
      laws_(system, *plan_),
      elements_(system, *plan_),
      remembered_(system.joints.size()),
      mode_(system.contacts.size()),
      reactions_(plan_->tree.links.size()),
      by_law_(system.joints.size()),
      scratch_zdot_(plan_->y.nz) {
  update_parameters();
}

void NewtonEuler::update_parameters() {
  update_bodies(system_, *plan_, parameters_, mechanism_.bodies);
  elements_.update(parameters_);
  laws_.update(parameters_);
  update_held();
}

void NewtonEuler::update_held() {
  update_held_joints(system_, *plan_, parameters_, remembered_, mechanism_.joints);
  update_gauges(parameters_, remembered_, gauges_);
}

void NewtonEuler::update_accelerations(std::span<const double> y, double* zdot, std::span<double> power,
                                       std::span<Wrench<double>> by_law) {
  Mechanism& m = mechanism_;
  std::ranges::fill(power, 0.0);
  m.place(y);
  m.update_rows<Level::acceleration>();
  update_own_wrenches(m.bodies, m.placed, parameters_[system_.gravity], m.wrenches);
  laws_.add(gauges_, m.placed, remembered_, m.wrenches, power, by_law);
  elements_.add(m.placed, mode_, y.data() + plan_->y.nq + plan_->y.nv, m.wrenches, zdot, power);
  m.solve();
}

void NewtonEuler::update_rates(const double& /*t*/, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  update_accelerations(y, ydot.data() + plan_->y.nq + plan_->y.nv, power);
  newton_euler::update_rates(mechanism_.bodies, mechanism_.placed, mechanism_.motions, y, ydot);
}

Accepted<double> NewtonEuler::accept(const double& /*t*/, std::span<double> y, Mask<double> stepped) {
  Accepted<double> out;
  if (!stepped.yes) return out;
  for (std::size_t i = 1; i < mechanism_.bodies.size(); ++i) {
    const int q = mechanism_.bodies[i].q + 3;
    put(y, q, normalized(quaternion_at(y, q)));
  }
  const Projected projected = project(mechanism_, parameters_[system_.gravity], system_.length, y);
  error_ = projected.before;
  out.failed = {!projected.good};
  if (!projected.good) return out;
  work_ += projected.work;
  remember_coordinates();
  out.restart = {elements_.update_modes(mechanism_.placed, mode_, y.data() + plan_->y.nq + plan_->y.nv)};
  return out;
}

JumpRecord<double> NewtonEuler::update_jump(std::span<const Impulse> applied, State<double>& state) {
  Mechanism& m = mechanism_;
  remembered_ = state.joints;
  update_held();
  update_placed(*plan_, m.bodies, state, m.placed);
  m.update_rows<Level::velocity>();
  std::ranges::fill(m.wrenches, Wrench<double>::zero());
  for (const Impulse& impulse : applied) {
    Wrench<double>& wrench = m.wrenches[link_of(impulse.body)];
    wrench = wrench + impulse.value;
  }
  m.solve();  // x = V⁺ − V⁻

  JumpRecord<double> record;
  record.impulse.assign(system_.joints.size(), Wrench<double>::zero());
  update_reactions(*plan_, m, reactions_);
  for (std::size_t i = 1; i < m.bodies.size(); ++i) {
    const Link& link = plan_->tree.links[i];
    Placed& at = m.placed[i];
    at.v += m.motions[i].v;
    at.w += m.motions[i].w;
    state.V_WB[link.body.i] = {transpose_times(at.R, at.w), at.v};
    if (!link.joint.exists()) continue;
    const Gauge& gauge = gauges_[link.joint.i];
    const Mat3<double> R_WM = m.placed[gauge.b].R * gauge.X_BM.R;
    record.impulse[link.joint.i] = {transpose_times(R_WM, reactions_[i].n), transpose_times(R_WM, reactions_[i].f)};
  }
  remember_coordinates();
  for (std::size_t j = 0; j < remembered_.size(); ++j) {
    state.joints[j].velocity = remembered_[j].velocity;
    state.joints[j].rate = remembered_[j].rate;
  }
  return record;
}

namespace newton_euler {

std::optional<std::string> why_not(const System& system, const Plan& plan) {
  if (plan.tree.loops.empty()) return std::nullopt;
  return "joint " + system.joint(plan.tree.loops.front()).name + " closes a loop; loops are not there yet";
}

std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p) {
  return std::make_unique<NewtonEuler>(system, std::move(plan), p);
}

}  // namespace newton_euler

}  // namespace pintle
