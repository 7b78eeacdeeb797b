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
      living_(system, system.living),
      drives_(system, *plan_),
      driving_(system),
      remembered_(system.joints.size()),
      mode_(system.contacts.size()),
      reactions_(plan_->tree.links.size()),
      by_law_(system.joints.size()),
      scratch_zdot_(plan_->y.nz),
      friction_load_(static_cast<std::size_t>(system.frictions), -1.0) {
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

/// The bodies must be placed.
void NewtonEuler::update_drives(double t, std::span<const double> y) {
  if (drives_.any()) drives_.update(t, parameters_, y.data() + plan_->y.nq + plan_->y.nv, gauges_, remembered_, mechanism_);
}

void NewtonEuler::update_living(double t) {
  if (!living_.any()) return;
  const auto& placed = mechanism_.placed;
  living_.update(
      t, parameters_,
      [&](BodyIndex b) {
        const Placed& at = placed[static_cast<std::size_t>(link_of(b))];
        return BodyMotion<double>{{at.R, at.p}, transpose_times(at.R, at.w), at.v};
      },
      [&](JointIndex j) {
        const Gauge& gauge = gauges_[static_cast<std::size_t>(j.i)];
        return calc_coordinates(gauge, remembered_[static_cast<std::size_t>(j.i)], placed[gauge.a], placed[gauge.b]);
      });
  elements_.update_living(living_.outputs());
}

void NewtonEuler::update_accelerations(double t, std::span<const double> y, double* zdot, std::span<double> power,
                                       std::span<Wrench<double>> by_law) {
  Mechanism& m = mechanism_;
  const double* const z = y.data() + plan_->y.nq + plan_->y.nv;
  std::ranges::fill(power, 0.0);
  m.place(y);
  update_drives(t, y);
  m.update_rows<Level::acceleration>();
  update_own_wrenches(m.bodies, m.placed, parameters_[system_.gravity], m.wrenches);
  update_living(t);
  laws_.add(gauges_, m.placed, remembered_, {living_.outputs(), friction_load_, z, zdot}, m.wrenches, power, by_law);
  elements_.add(m.placed, mode_, z, m.wrenches, zdot, power);
  m.solve();
  if (!drives_.any()) return;
  drives_.driving().put_rates(zdot);
  update_reactions(*plan_, m, reactions_);
  power[static_cast<int>(Account::applied)] += drives_.calc_power(m, reactions_);
}

void NewtonEuler::update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  update_accelerations(t, y, ydot.data() + plan_->y.nq + plan_->y.nv, power);
  newton_euler::update_rates(mechanism_.bodies, mechanism_.placed, mechanism_.motions, y, ydot);
}

void NewtonEuler::update_friction_loads(double t, std::span<const double> y) {
  if (friction_load_.empty()) return;
  std::array<double, account_count> power;
  update_accelerations(t, y, scratch_zdot_.data(), power);
  update_reactions(*plan_, mechanism_, reactions_);
  for (std::size_t i = 1; i < reactions_.size(); ++i)
    for (const JointLaw& law : system_.laws)
      if (law.friction && law.joint == plan_->tree.links[i].joint) {
        double& load = friction_load_[static_cast<std::size_t>(law.friction->place)];
        load = calc_filtered_load(load, norm(reactions_[i].f), t - friction_time_);
      }
  friction_time_ = t;
}

Accepted<double> NewtonEuler::accept(const double& t, std::span<double> y, Mask<double> stepped) {
  Accepted<double> out;
  if (!stepped.yes) return out;
  for (std::size_t i = 1; i < mechanism_.bodies.size(); ++i) {
    const int q = mechanism_.bodies[i].q + 3;
    put(y, q, normalized(quaternion_at(y, q)));
  }
  if (drives_.any()) mechanism_.place(y);
  update_drives(t, y);
  const Projected projected = project(mechanism_, parameters_[system_.gravity], system_.length, y);
  error_ = projected.before;
  out.failed = {!projected.good};
  if (!projected.good) return out;
  work_ += projected.work;
  remember_coordinates();
  update_friction_loads(t, y);
  out.restart = {elements_.update_modes(mechanism_.placed, mode_, y.data() + plan_->y.nq + plan_->y.nv)};
  return out;
}

JumpRecord<double> NewtonEuler::update_jump(std::span<const Impulse> applied, State<double>& state) {
  Mechanism& m = mechanism_;
  remembered_ = state.joints;
  update_held();
  update_placed(*plan_, m.bodies, state, m.placed);
  if (drives_.any()) drives_.update(state.t, parameters_, state.z.data(), gauges_, remembered_, m);
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
