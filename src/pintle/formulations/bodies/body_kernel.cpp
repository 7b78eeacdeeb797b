#include "pintle/formulations/bodies/body_kernel.h"

#include <algorithm>
#include <cmath>

namespace pintle::bodies {

BodyKernel::BodyKernel(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& parameters,
                       MakeSolver make_solver)
    : system_(system),
      plan_(std::move(plan)),
      parameters_(parameters),
      mechanism_(system, *plan_, make_solver),
      laws_(system, *plan_),
      elements_(system, *plan_),
      stage_(system, *plan_),
      living_(system, system.living),
      driving_(system, plan_->structure),
      driving_now_(system, plan_->structure),
      remembered_(system.joints.size()),
      amplitude_(system, *plan_),
      stop_(static_cast<std::size_t>(system.soft_stops), 0.0),
      mode_(static_cast<std::size_t>(system.elements.modes)),
      link_of_joint_(system.joints.size(), 0),
      closing_of_joint_(system.joints.size(), -1),
      reactions_(plan_->tree.links.size()),
      by_law_(system.joints.size()),
      scratch_zdot_(plan_->y.nz),
      friction_(system, plan_->structure),
      work_(static_cast<std::size_t>(system.mechanisms.count()), 0.0),
      energies_(work_.size()),
      power_(count_accounts(system)) {
  if (friction_.rubs()) friction_view_ = make_view<double>(system);
  if (friction_.rubs() && !plan_->closings.empty()) statics_ = std::make_unique<Statics>(system, plan_->structure);
  for (int i = 1; i < plan_->tree.size(); ++i)
    if (const JointIndex j = plan_->tree.links[i].joint; j.exists()) link_of_joint_[j.i] = i;
  for (std::size_t k = 0; k < plan_->closings.size(); ++k)
    if (const JointIndex j = plan_->closings[k].joint; j.exists()) closing_of_joint_[j.i] = static_cast<int>(k);
  update_parameters();
}

void BodyKernel::update_parameters() {
  plan_->y.update_scales(system_, scales_);
  update_bodies(system_, *plan_, parameters_, mechanism_.bodies);
  mechanism_.solver->update_bodies(mechanism_.bodies);
  elements_.update(parameters_);
  laws_.update(parameters_);
  mechanism_.update_held(parameters_, remembered_);
}

void BodyKernel::update_living(double t) {
  elements_.set_time(t);
  if (!living_.any()) return;
  const auto& placed = mechanism_.placed;
  living_.update(
      t, parameters_,
      [&](BodyIndex b) {
        const Placed& at = placed[link_of(b)];
        return BodyMotion<double>{{at.R, at.p}, transpose_times(at.R, at.w), at.v};
      },
      [&](JointIndex j) { return calc_coordinates(j); });
  elements_.update_living(living_.outputs());
}

void BodyKernel::place(double t, std::span<const double> y) {
  mechanism_.share([&](Links of) { update_placed(mechanism_.bodies, y, mechanism_.placed, of); });
  update_rows(t, y.data() + plan_->y.nq + plan_->y.nv);
}

void BodyKernel::update_rows(double t, const double* z) {
  Mechanism& m = mechanism_;
  m.set_since(t - step_time_);
  driving_.update(t, parameters_, z);
  driving_.put_coordinates(remembered_);
  m.update_rows(driving_.all(), remembered_);
  update_living(t);
  if (m.closings.any())
    m.closings.update(parameters_, living_.outputs(), driving_.all(),
                      [&](int link) -> const BodyPlace& { return m.placed[link]; });
}

void BodyKernel::update_accelerations(double t, std::span<const double> y, double alpha, double* zdot, std::span<double> power,
                                      std::span<Wrench<double>> by_law) {
  place(t, y);
  mechanism_.ask(Level::acceleration, alpha);
  if (friction_.rubs()) update_friction(t, y, zdot, power);
  solve_accelerations(y.data() + plan_->y.nq + plan_->y.nv, zdot, power, by_law);
  conditioning_ = calc_conditioning();
  driving_.put_rates(zdot);
  add_constraint_power(power);
}

double BodyKernel::calc_unmet() const {
  double largest = 0;
  for (int r = 0; r < static_cast<int>(mechanism_.asked.size()); ++r)
    largest = std::max(largest, mechanism_.closings.calc_turning(r, mechanism_.solver->calc_left(r)));
  return largest;
}

/// Of the last solution, whatever its level.
Conditioning BodyKernel::calc_conditioning() const {
  const Solver& solver = *mechanism_.solver;
  return {solver.rank(), 1 / solver.calc_least_sine(), solver.count_in_full()};
}

void BodyKernel::solve_accelerations(const double* z, double* zdot, std::span<double> power, std::span<Wrench<double>> by_law) {
  Mechanism& m = mechanism_;
  std::ranges::fill(power, 0.0);
  m.share([&](Links of) { update_own_wrenches(m.bodies, m.placed, parameters_[system_.gravity], m.wrenches, of); });
  add_pushes();
  const LawAround<double> around{living_.outputs(), friction_.loads(), z, zdot, stop_};
  if (m.solver->shares())
    laws_.share(*m.team, remembered_, around, m.pushed(), power, by_law);
  else
    laws_.add(remembered_, around, m.pushed(), power, by_law);
  elements_.add(mode_, z, m.pushed(), zdot, power);
  m.solve();
}

void BodyKernel::add_pushes() {
  for (std::size_t i = 1; i < mechanism_.wrenches.size() && !pushes_.empty(); ++i) {
    Wrench<double>& wrench = mechanism_.wrenches[i];
    wrench = wrench + pushes_[plan_->tree.links[i].body.i];
  }
}

void BodyKernel::update_friction(double t, std::span<const double> y, double* zdot, std::span<double> power) {
  View<double>& view = friction_view_;
  if (statics_) {
    store(t, y, view.state);
    statics_->update_rows(parameters_, view.state);
  }
  const auto solve = [&] {
    solve_accelerations(y.data() + plan_->y.nq + plan_->y.nv, zdot, power, {});
    fill_loads({.reactions = true}, view);
    if (statics_) statics_->share(view.reaction, view.multiplier);
  };
  friction_.update(solve, [&](const JointLaw& law) { return view.reaction[law.joint.i].f; });
}

/// (1)
void BodyKernel::add_constraint_power(std::span<double> power) {
  const Mechanism& m = mechanism_;
  const auto move = [&](double from, int mechanism) {  // into `applied`, out of what is left for stabilization
    power[account_place(mechanism, Account::applied)] += from;
    power[account_place(mechanism, Account::stabilization)] -= from;
  };
  for (std::size_t i = 1; i < m.bodies.size(); ++i) {
    const Placed& at = m.placed[i];
    power[account_place(system_.mechanisms.of(plan_->tree.links[i].body), Account::stabilization)] +=
        dot(m.bodies[i].mass * m.motions[i].v - m.wrenches[i].f, at.v) + dot(at.J * m.motions[i].w - m.wrenches[i].n, at.w);
  }
  for (const Closing& closing : plan_->closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r)
      move(m.lambda()[r] * m.closings.rows()[r].told, closing.mechanism);
  if (!driving_.any()) return;
  m.update_reactions(reactions_);
  for (std::size_t i = 1; i < m.links.size(); ++i)
    move(m.calc_told_power(m.links[i], reactions_[i]), system_.mechanisms.of(plan_->tree.links[i].body));
}

void BodyKernel::update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  update_accelerations(t, y, calc_alpha(), ydot.data() + plan_->y.nq + plan_->y.nv, power);
  const Mechanism& m = mechanism_;
  mechanism_.share([&](Links of) { pintle::bodies::update_rates(m.bodies, m.placed, m.motions, y, ydot, of); });
}

/// stage.h; like update_accelerations().
void BodyKernel::update_stage(const double& t, std::span<const double> u, const double& g, std::span<const double> c,
                              std::span<double> k, std::span<double> power) {
  Mechanism& m = mechanism_;
  const int first = plan_->y.nq + plan_->y.nv;
  const double *z = u.data() + first, *c_z = c.empty() ? nullptr : c.data() + first;
  double* zdot = k.data() + first;
  place(t, u);
  m.ask(Level::acceleration, calc_alpha());
  if (friction_.rubs()) update_friction(t, u, zdot, power);
  std::ranges::fill(power, 0.0);
  m.share([&](Links of) { update_own_wrenches(m.bodies, m.placed, parameters_[system_.gravity], m.wrenches, of); });
  add_pushes();
  const LawAround<double> around{living_.outputs(), friction_.loads(), z, zdot, stop_};
  if (m.solver->shares())
    laws_.share(*m.team, remembered_, around, m.pushed(), power, {});
  else
    laws_.add(remembered_, around, m.pushed(), power, {});
  driving_.put_rates(zdot);
  for (int i = 0; c_z && i < plan_->y.nz; ++i) zdot[i] += c_z[i];  // what lives in states and does not leave is explicit
  stage_.begin(g, c.empty() ? nullptr : c.data(), u, m);
  stage_.drag_laws(parameters_, remembered_, around, m);
  elements_.add_in_stage(mode_, z, c_z, stage_, m, zdot, power);
  m.solve(stage_.drags());
  conditioning_ = calc_conditioning();
  stage_.settle(m);
  add_constraint_power(power);
  m.share([&](Links of) { pintle::bodies::update_rates(m.bodies, m.placed, m.motions, u, k, of); });
  stage_.expand(m, u, k);
  elements_.expand(stage_, mode_, m, zdot);
}

void BodyKernel::update_allowed(double rtol, const double& h, std::span<const double>, std::span<const double> y1,
                                std::span<double> allowed) const {
  amplitude_.update_allowed(rtol, h, y1, allowed);
}

Accepted<double> BodyKernel::accept(const double& t, std::span<double> y, Mask<double> stepped) {
  Accepted<double> out;
  if (!stepped.yes) return out;
  friction_.forget_jam();
  for (std::size_t i = 1; i < mechanism_.bodies.size(); ++i) {
    const int q = mechanism_.bodies[i].q + 3;
    put(y, q, normalized(quaternion_at(y, q)));
  }
  stabilize(t, y);
  const bool finite = std::ranges::all_of(work_, [](double work) { return std::isfinite(work); });
  out.failed = {!(finite && std::isfinite(error_.position) && std::isfinite(error_.velocity))};
  if (out.failed.yes) return out;
  remember_coordinates();
  step_time_ = t;
  if (mechanism_.closings.any()) mechanism_.closings.update_held(parameters_, remembered_);
  amplitude_.accept(y, stepped);
  elements_.set_time(t);
  out.restart =
      Mask<double>{elements_.update_modes(mechanism_.pushed(), mode_, y.data() + plan_->y.nq + plan_->y.nv)} |
      update_stop_modes(system_, plan_->structure, parameters_, [&](JointIndex j) { return remembered_[j.i]; }, stepped, stop_);
  return out;
}

void BodyKernel::update_jump(std::span<const Impulse> applied, State<double>& state, JumpRecord<double>& record) {
  Mechanism& m = mechanism_;
  remembered_ = state.joints;
  step_time_ = state.t;
  m.update_held(parameters_, remembered_);
  update_placed(*plan_, m.bodies, state, m.placed);
  update_rows(state.t, state.z.data());
  m.ask(Level::velocity);
  std::ranges::fill(m.wrenches, Wrench<double>::zero());
  for (const Impulse& impulse : applied) {
    Wrench<double>& wrench = m.wrenches[link_of(impulse.body)];
    wrench = wrench + impulse.value;
  }
  m.solve();  // x = V⁺ − V⁻

  record.impulse.assign(system_.joints.size(), Wrench<double>::zero());
  m.update_reactions(reactions_);
  put_multipliers(record.multiplier);
  for (int j = 0; j < system_.joint_count(); ++j) {
    const Gauge& gauge = m.joints[j].gauge;
    record.impulse[j] = seen_in(m.placed[gauge.b].R * gauge.X_BM.R, calc_reaction(JointIndex(j)));
  }
  for (std::size_t i = 1; i < m.bodies.size(); ++i) {
    Placed& at = m.placed[i];
    at.v += m.motions[i].v;
    at.w += m.motions[i].w;
    state.V_WB[plan_->tree.links[i].body.i] = {transpose_times(at.R, at.w), at.v};
  }
  remember_coordinates();
  for (std::size_t j = 0; j < remembered_.size(); ++j) {
    state.joints[j].velocity = remembered_[j].velocity;
    state.joints[j].rate = remembered_[j].rate;
  }
}

}  // namespace pintle::bodies
