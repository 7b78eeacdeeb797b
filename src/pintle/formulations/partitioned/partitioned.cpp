#include "pintle/formulations/partitioned/partitioned.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "pintle/closure/massless.h"

namespace pintle {

using namespace partitioned;

namespace {

std::vector<char> find_asked(const System& system, const Plan& plan) {
  std::vector<char> asked;
  for (const Closing& closing : plan.closings) {
    const bool has = !closing.constraint.exists() || system.constraints[closing.constraint.i].has_position();
    asked.insert(asked.end(), static_cast<std::size_t>(closing.rows), has);
  }
  return asked;
}

void put(std::span<double> all, int i, const Vec3<double>& v) { all[i] = v.x, all[i + 1] = v.y, all[i + 2] = v.z; }

}  // namespace

Partitioned::Partitioned(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& parameters)
    : system_(system),
      plan_(std::move(plan)),
      parameters_(parameters),
      masses_(plan_->tree.links.size()),
      active_(static_cast<std::size_t>(system.mechanisms.count()), 1.0),
      places_of_(active_.size()),
      told_of_(active_.size()),
      vacant_(active_.size()),
      idle_(active_.size()),
      tree_(system, *plan_),
      closings_(system, *plan_),
      passages_(*plan_),
      dependents_(system, *plan_, passages_, std::vector<char>(static_cast<std::size_t>(count_rows(plan_->closings)), 1)),
      living_(system, system.living),
      driving_(system, plan_->structure),
      remembered_(system.joints.size()),
      rates_(static_cast<std::size_t>(tree_.columns())),
      tree_right_(tree_.rows.size()),
      closing_right_(closings_.rows().size()),
      no_right_(std::max(tree_right_.size(), closing_right_.size()), 0.0),
      motions_(plan_->tree.links.size(), Motion<double>::zero()),
      factor_(*plan_, passages_, tree_),
      laws_(system, *plan_),
      elements_(system, *plan_),
      stage_(system, *plan_),
      given_(rates_.size()),
      given_tree_right_(tree_right_.size()),
      given_closing_right_(closing_right_.size()),
      given_q_(motions_),
      given_v_(motions_),
      amplitude_(system, *plan_),
      stop_(static_cast<std::size_t>(system.soft_stops), 0.0),
      mode_(static_cast<std::size_t>(system.elements.modes)),
      link_of_joint_(system.joints.size(), 0),
      closing_of_joint_(system.joints.size(), -1),
      wrenches_(plan_->tree.links.size(), Wrench<double>::zero()),
      reactions_(wrenches_.size()),
      by_law_(system.joints.size()),
      tree_lambda_(tree_.rows.size()),
      scratch_zdot_(static_cast<std::size_t>(plan_->y.nz)),
      power_(count_accounts(system)),
      all_(static_cast<std::size_t>(plan_->y.size())),
      all_allowed_(all_.size()),
      friction_(system, plan_->structure),
      work_(static_cast<std::size_t>(system.mechanisms.count()), 0.0) {
  for (auto* list : {&line_, &beside_y_, &beside_ydot_, &smooth_ydot_}) list->resize(static_cast<std::size_t>(size()));
  for (auto* list : {&beside_power_, &smooth_power_}) list->resize(power_.size());
  const std::vector<char> asked = find_asked(system, *plan_);
  if (std::ranges::find(asked, 0) != asked.end()) of_position_ = std::make_unique<Dependents>(system, *plan_, passages_, asked);
  if (friction_.rubs()) friction_view_ = make_view<double>(system);
  if (friction_.rubs() && !plan_->closings.empty()) statics_ = std::make_unique<Statics>(system_, plan_->structure);
  mechanism_.push_back(0);
  for (int i = 1; i < plan_->tree.size(); ++i) {
    if (const JointIndex j = plan_->tree.links[i].joint; j.exists()) link_of_joint_[j.i] = i;
    mechanism_.push_back(system.mechanisms.of(plan_->tree.links[i].body));
    column_link_.insert(column_link_.end(), static_cast<std::size_t>(tree_.links[i].free()), i);
  }
  for (std::size_t k = 0; k < plan_->closings.size(); ++k)
    if (const JointIndex j = plan_->closings[k].joint; j.exists()) closing_of_joint_[j.i] = static_cast<int>(k);
  for (Known* known : {&known_, &next_}) known->resize(plan_->tree.links.size());
  for (auto* list : {&rate_, &second_}) list->resize(plan_->tree.links.size());
  for (auto* list : {&speed_, &push_}) list->resize(plan_->tree.links.size());
  for (const int link : column_link_) places_of_[mechanism_[link]] += 2;
  for_each_state([&](int place, int mechanism) {
    ++places_of_[mechanism];
    told_of_[mechanism] += is_told(place);
  });
  count_active();
  update_parameters();
}

/// visit(place in y, mechanism) of states of elements, in the order of the plan's layout.
template <class Visit>
void Partitioned::for_each_state(Visit&& visit) const {
  const int first = plan_->y.nq + plan_->y.nv;
  for (const ErrorPart& part : plan_->y.parts)
    for (int i = std::max(part.first, first); i < part.first + part.count; ++i) visit(2 * places() + i - first, part.group);
}

/// An angle or a displacement that is driven by its rate: the motion follows it, and it knows nothing of the motion.
bool Partitioned::is_told(int place) const { return place >= 2 * places() + system_.driven_place(0); }

/// Mechanisms of the places of y. The places of those of which nothing is integrated but what drivers tell are a group of their own:
/// their errors are zero, or no numbers, and the accounts of such a mechanism stand alone (integrators/error_norm.h).
void Partitioned::make_parts() {
  parts_.clear();
  const auto add = [&](int place, int group) {
    if (parts_.empty() || parts_.back().group != group)
      parts_.push_back({place, 1, group});
    else
      ++parts_.back().count;
  };
  const int n = places(), vacant = system_.mechanisms.count();
  for (int c = 0; c < 2 * n; ++c) {
    const int m = column_link_.empty() ? vacant : mechanism_[column_link_[c % n]];
    add(c, m == vacant || idle_[m] ? vacant : m);
  }
  for_each_state([&](int place, int m) { add(place, idle_[m] ? vacant : m); });
}

void Partitioned::update_parameters() {
  rates_known_ = false;
  std::vector<double> all;
  plan_->y.update_scales(system_, all);
  const int n = places(), nq = plan_->y.nq;
  scales_.assign(static_cast<std::size_t>(size()), 1.0);
  column_length_.assign(column_link_.size(), 1.0);
  for (int i = 1; i < tree_.size(); ++i) {
    const BodyRecord& record = system_.body(plan_->tree.links[i].body);
    masses_[i] = {parameters_[record.mass], parameters_[record.inertia]};
    const partitioned::TreeLink& link = tree_.links[i];
    for (int k = 0; k < link.free(); ++k) {
      const bool slides = k < link.slides();
      scales_[link.column + k] = all[plan_->y.q[i] + (slides ? 0 : 3)];
      scales_[n + link.column + k] = all[nq + plan_->y.v[i] + (slides ? 0 : 3)];
      if (slides) column_length_[link.column + k] = all[plan_->y.q[i]];
    }
  }
  for (int z = 0; z < plan_->y.nz; ++z) scales_[2 * n + z] = all[nq + plan_->y.nv + z];
  elements_.update(parameters_);
  laws_.update(parameters_);
  tree_.update_held(parameters_, remembered_);
  closings_.update_held(parameters_, remembered_);
}

/// With the bodies placed.
void Partitioned::put_bodies(std::span<const double> z, std::span<double> all) const {
  for (int i = 1; i < tree_.size(); ++i) {
    const Placed& at = tree_.placed[i];
    const Quaternion<double>& q = tree_.q[i];
    const int p = plan_->y.q[i], v = plan_->y.nq + plan_->y.v[i];
    put(all, p, at.p);
    all[p + 3] = q.w, all[p + 4] = q.x, all[p + 5] = q.y, all[p + 6] = q.z;
    put(all, v, at.v);
    put(all, v + 3, transpose_times(at.R, at.w));
  }
  std::ranges::copy(z, all.begin() + plan_->y.nq + plan_->y.nv);
}

void Partitioned::update_allowed(double rtol, const double& h, std::span<const double>, std::span<const double> y1,
                                 std::span<double> allowed) const {
  constexpr double least_w = 0.1;  // no body gets so far
  const int n = places(), nq = plan_->y.nq, states = nq + plan_->y.nv;
  const auto velocity = dependents_.is_dependent(), position = (of_position_ ? *of_position_ : dependents_).is_dependent();
  const auto move = [&](int place, const Vec3<double>& by) {
    for (int k = 0; k < 3; ++k) all_[place + k] += by[k];
  };
  std::ranges::copy(known_all_, all_.begin());
  for (int i = 1; i < tree_.size(); ++i) {  // how far bodies get, by what is integrated
    const partitioned::TreeLink& link = tree_.links[i];
    BodyCoordinates by;
    BodySpeeds speed;
    for (int k = 0; k < link.free(); ++k) {
      const int c = link.column + k;
      if (!position[c]) tree_.at(by, i, k) = y1[c] - tree_.at(known_.at[i], i, k);
      if (!velocity[c]) tree_.at(speed, i, k) = y1[n + c] - tree_.at(known_.speed[i], i, k);
    }
    move(plan_->y.q[i], bases_P(i) * by.rho);
    move(plan_->y.q[i] + 4, by.eta);  // a distance between quaternions, whatever their axes
    move(nq + plan_->y.v[i], bases_P(i) * speed.rhodot);
    move(nq + plan_->y.v[i] + 3, tree_.bases[i].E * speed.nu);
  }
  for (int z = 0; z < plan_->y.nz; ++z) all_[states + z] = y1[2 * n + z];
  amplitude_.update_allowed(rtol, h, all_, all_allowed_);
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    // Vacant places are among those that the error is the mean of; dependent coordinates get up to κ of what independent ones have.
    const double share = active_[mechanism_[i]] / most_share;
    Vec3<double> eta = known_.at[i].eta;
    for (int j = 0; j < link.turns(); ++j)
      if (const int c = link.column + link.slides() + j; !position[c]) eta[j] = y1[c];
    const double w = std::sqrt(std::max(least_w * least_w, 1 - dot(eta, eta)));  // a turn by δφ moves η by ½ w δφ
    for (int k = 0; k < link.free(); ++k) {
      const int c = link.column + k, part = k < link.slides() ? 0 : 3;
      allowed[c] = share * (part == 0 ? 1 : w) * all_allowed_[plan_->y.q[i] + part];
      allowed[n + c] = share * all_allowed_[nq + plan_->y.v[i] + part];
    }
  }
  if (column_link_.empty()) allowed[0] = allowed[1] = 1;
  for (int z = 0; z < plan_->y.nz; ++z) allowed[2 * n + z] = all_allowed_[states + z];
}

void Partitioned::update_accelerations(double t, std::span<const double> y, double* zdot, std::span<double> power,
                                       std::span<Wrench<double>> by_law) {
  iterations_ = place(t, y);
  placed_ = iterations_ > 0;
  accelerate(t, y, zdot, power, by_law);
}

void Partitioned::accelerate(double t, std::span<const double> y, double* zdot, std::span<double> power,
                             std::span<Wrench<double>> by_law) {
  begin_accelerations(t, y, zdot, power);
  solve_accelerations(states(y), zdot, power, by_law);
  conditioning_ = calc_conditioning();
  driving_.put_rates(zdot);
  add_told_power(power);
}

void Partitioned::begin_accelerations(double t, std::span<const double> y, double* zdot, std::span<double> power) {
  tree_.update_rows(driving_.all(), remembered_);
  tree_.put_right(Tree::Right::acceleration, tree_right_);
  for (std::size_t r = 0; r < closing_right_.size(); ++r) closing_right_[r] = closings_.rows()[r].gamma;
  update_living();
  elements_.set_time(t);
  elements_.update_living(living_.outputs());
  if (friction_.rubs()) update_friction(t, y, zdot, power);
}

void Partitioned::begin_pushes(std::span<double> power) {
  std::ranges::fill(power, 0.0);
  const Vec3<double> gravity_W = parameters_[system_.gravity];
  wrenches_[0] = Wrench<double>::zero();
  for (int i = 1; i < tree_.size(); ++i) {
    Placed& at = tree_.placed[i];
    at.J = turned(at.R, masses_[i].inertia);
    wrenches_[i] = {-cross(at.w, at.J * at.w), masses_[i].mass * gravity_W};
    if (!pushes_.empty()) wrenches_[i] = wrenches_[i] + pushes_[plan_->tree.links[i].body.i];
  }
}

void Partitioned::solve_accelerations(const double* z, double* zdot, std::span<double> power, std::span<Wrench<double>> by_law) {
  begin_pushes(power);
  laws_.add(remembered_, {living_.outputs(), friction_.loads(), z, zdot, stop_}, pushed(), power, by_law);
  elements_.add(mode_, z, pushed(), zdot, power);
  factor_.solve(tree_, dependents_, {masses_, tree_right_, wrenches_, closings_.rows(), closing_right_, calc_holding()},
                motions_);
}

void Partitioned::update_friction(double t, std::span<const double> y, double* zdot, std::span<double> power) {
  View<double>& view = friction_view_;
  if (statics_) {
    fill_state(t, y, view.state);
    statics_->update_rows(parameters_, view.state);
  }
  const auto solve = [&] {
    solve_accelerations(states(y), zdot, power, {});
    fill_loads({.reactions = true}, view);
    if (statics_) statics_->share(view.reaction, view.multiplier);
  };
  friction_.update(solve, [&](const JointLaw& law) { return view.reaction[law.joint.i].f; });
}

/// What drivers and moving constraints do, Σ λ b. Rows are met, so that nothing is left for stabilization.
void Partitioned::add_told_power(std::span<double> power) {
  for (const Closing& closing : plan_->closings)
    for (int r = closing.first; r < closing.first + closing.rows; ++r)
      power[account_place(closing.mechanism, Account::applied)] += factor_.lambda()[r] * closings_.rows()[r].told;
  if (!driving_.any()) return;
  update_reactions();
  for (int i = 1; i < tree_.size(); ++i) {
    const partitioned::TreeLink& link = tree_.links[i];
    for (int r = link.first; r < link.first + link.count(); ++r)
      power[account_place(mechanism_[i], Account::applied)] += tree_lambda_[r] * tree_.rows[r].told;
  }
}

void Partitioned::update_rates(const double& t, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  if (rates_known_ && t == known_.t && std::memcmp(y.data(), known_.y.data(), y.size_bytes()) == 0) {
    std::ranges::copy(accepted_ydot_, ydot.begin());
    std::ranges::copy(accepted_power_, power.begin());
    iterations_ = 1;  // as of a kernel that has been resumed there, which has to evaluate
    return count_stage();
  }
  evaluate(t, y, ydot, power);
  count_stage();
  if (placed_ && is_doubtful(t)) {
    placed_ = false;
    std::ranges::fill(ydot, std::nan(""));
  }
  smooth(t, y, ydot, power);
}

void Partitioned::evaluate(double t, std::span<const double> y, std::span<double> ydot, std::span<double> power) {
  update_accelerations(t, y, ydot.data() + 2 * places(), power);
  put_rates(ydot);
}

/// What a step has asked for; not what smooth() looks at besides.
void Partitioned::count_stage() {
  ++counts_.stages;
  counts_.iterations += iterations_;
  counts_.most_iterations = std::max<long>(counts_.most_iterations, iterations_);
}

bool Partitioned::hold_still(int link, std::span<double> rates) const {
  const partitioned::TreeLink& of = tree_.links[link];
  for (const int first : {of.column, places() + of.column}) std::fill_n(rates.begin() + first, of.free(), 0.0);
  return true;
}

/// With accelerations found: ẏ = (v̇, ν̇), zero where places are vacant.
void Partitioned::put_rates(std::span<double> ydot) {
  const int n = places();
  const auto velocity = dependents_.is_dependent(), position = (of_position_ ? *of_position_ : dependents_).is_dependent();
  ydot[0] = ydot[n] = 0;
  tree_.read_rates(rate_, speed_);
  tree_.read_accelerations(motions_, second_, push_);
  for (int i = 1; i < tree_.size(); ++i)
    for (int k = 0; k < tree_.links[i].free(); ++k) {
      const int c = tree_.links[i].column + k;
      ydot[c] = position[c] ? 0 : tree_.at(rate_[i], i, k);
      ydot[n + c] = velocity[c] ? 0 : tree_.at(push_[i], i, k);
    }
  if (!placed_) std::ranges::fill(ydot, std::nan(""));  // vacant places too: the step is too long
}

Accepted<double> Partitioned::accept(const double& t, std::span<double> y, Mask<double> stepped) {
  Accepted<double> out;
  if (!stepped.yes) return out;
  friction_.forget_jam();
  rates_known_ = false;
  iterations_ = place(t, y);
  tree_.update_rows(driving_.all(), remembered_);
  error_ = calc_error();
  double square = 0;  // errors are measured by squares
  for (const double one : y) square += one * one;
  placed_ = iterations_ > 0 && std::isfinite(square) && std::isfinite(error_.position) && std::isfinite(error_.velocity);
  out.failed = {!placed_};
  if (!placed_) {
    error_.position = error_.velocity = std::nan("");
    return out;
  }
  const double apart = tree_.calc_apart();
  accepted_conditioning_ = calc_conditioning();
  loose_.update(accepted_conditioning_.rank, accepted_conditioning_.in_full);
  counts_.worst_condition = std::max({counts_.worst_condition, 1 / apart, dependents_.worst_share()});
  remember_coordinates();
  step_time_ = t;
  closings_.update_held(parameters_, remembered_);
  double* z = y.data() + 2 * places();
  elements_.set_time(t);
  out.restart =
      Mask<double>{elements_.update_modes(pushed(), mode_, z)} |
      update_stop_modes(system_, plan_->structure, parameters_, [&](JointIndex j) { return remembered_[j.i]; }, stepped, stop_);
  put_bodies({z, static_cast<std::size_t>(plan_->y.nz)}, known_all_);
  amplitude_.accept(known_all_, stepped);
  look_ahead(t, y);
  const bool worn = is_worn(apart, iterations_);
  know(t, next_);
  next_.y.assign(y.begin(), y.end());
  know_rates(t, y, next_);
  std::swap(known_, next_);
  if (!worn) return out;
  go_back();
  partition_anew(t, y);
  ++counts_.repartitions;
  know_rates(t, y, known_);
  return out;
}

/// Whether rows that are about to be let go bend the way from here on.
void Partitioned::look_ahead(double t, std::span<const double> y) {
  if (!closings_.any() || !loose_.asks(accepted_conditioning_)) return;
  accelerate(t, y, scratch_zdot_.data(), power_, {});
  loose_.decide(factor_.bends());
}

void Partitioned::Known::resize(std::size_t links) {
  stand.resize(links);
  for (auto* list : {&at, &rate, &second}) list->resize(links);
  for (auto* list : {&speed, &push}) list->resize(links);
}

void Partitioned::Known::forget_accelerations() {
  std::ranges::fill(second, BodyCoordinates());
  std::ranges::fill(push, BodySpeeds());
}

void Partitioned::know(double t, Known& known) const {
  known.t = t;
  std::ranges::copy(tree_.where, known.at.begin());
  for (int i = 1; i < tree_.size(); ++i) {
    const Placed& at = tree_.placed[i];
    known.stand[i] = {tree_.q[i], at.p, at.v, at.w};
  }
  tree_.read_rates(known.rate, known.speed);
}

void Partitioned::know_rates(double t, std::span<const double> y, Known& known) {
  accepted_power_.resize(power_.size());
  now_ydot_.resize(y.size());
  accelerate(t, y, now_ydot_.data() + 2 * places(), accepted_power_, {});
  put_rates(now_ydot_);
  if (is_firm() || bends()) {
    std::ranges::copy(second_, known.second.begin());
    std::ranges::copy(push_, known.push.begin());
  } else if (&known != &known_) {  // they are rounding
    std::ranges::copy(known_.second, known.second.begin());
    std::ranges::copy(known_.push, known.push.begin());
  }
  smooth(t, y, now_ydot_, accepted_power_);
  accepted_ydot_ = now_ydot_;
  rates_known_ = true;
}

void Partitioned::load(const State<double>& state, std::span<double> y) {
  rates_known_ = false;
  accepted_ydot_.clear();
  tree_.place(*plan_, state);
  const int n = 2 * places();
  for (std::size_t k = 0; k < state.z.size(); ++k) y[n + k] = state.z[k];
  remembered_ = state.joints;
  step_time_ = state.t;
  mode_ = state.mode;
  load_stop_modes(system_, plan_->structure, parameters_, state, stop_);
  tree_.update_held(parameters_, remembered_);
  closings_.update_held(parameters_, remembered_);
  known_all_.resize(all_.size());
  put_bodies(state.z, known_all_);
  amplitude_.load(parameters_, state, known_all_);
  friction_.forget_jam();
  loose_ = {};
  error_ = {};
  if (statics_) statics_->update(parameters_, state);  // what is held
  known_.forget_accelerations();
  partition_anew(state.t, y);
  look_where_it_leads(state.t, y);
}

void Partitioned::archive(Archive& archive) {
  archive("partitioned", amplitude_, stop_, mode_, error_, accepted_conditioning_, step_time_, chosen_time_, chosen_bends_,
          loose_, remembered_, known_, known_all_, chosen_z_, accepted_ydot_, ahead_, tree_.bases);
  if (!archive.is_loading()) return;
  rates_known_ = false;
  closings_.update_held(parameters_, remembered_);
  repeat_choice(chosen_time_, chosen_z_.data());
}

void Partitioned::update_jump(std::span<const Impulse> applied, State<double>& state, JumpRecord<double>& record) {
  rates_known_ = false;
  remembered_ = state.joints;
  step_time_ = state.t;
  tree_.update_held(parameters_, remembered_);
  closings_.update_held(parameters_, remembered_);
  tree_.place(*plan_, state);
  choose_partition(state.t, state.z.data());
  tree_.update_rows(driving_.all(), remembered_);
  tree_.put_right(Tree::Right::velocity, tree_right_);
  for (std::size_t r = 0; r < closing_right_.size(); ++r) closing_right_[r] = -closings_.rows()[r].gdot;
  std::ranges::fill(wrenches_, Wrench<double>::zero());
  for (const Impulse& impulse : applied) {
    Wrench<double>& wrench = wrenches_[link_of(impulse.body)];
    wrench = wrench + impulse.value;
  }
  for (int i = 1; i < tree_.size(); ++i) tree_.placed[i].J = turned(tree_.placed[i].R, masses_[i].inertia);
  factor_.solve(tree_, dependents_, {masses_, tree_right_, wrenches_, closings_.rows(), closing_right_, {}, {}}, motions_);

  record.impulse.assign(system_.joints.size(), Wrench<double>::zero());
  update_reactions();
  put_multipliers(record.multiplier);
  for (int j = 0; j < system_.joint_count(); ++j) {
    const Gauge& gauge = tree_.joints[j].gauge;
    record.impulse[j] = seen_in(tree_.placed[gauge.b].R * gauge.X_BM.R, calc_reaction(JointIndex(j)));
  }
  for (int i = 1; i < tree_.size(); ++i) {
    Placed& at = tree_.placed[i];
    at.v += motions_[i].v;
    at.w += motions_[i].w;
    state.V_WB[plan_->tree.links[i].body.i] = {transpose_times(at.R, at.w), at.v};
  }
  remember_coordinates();
  for (std::size_t j = 0; j < remembered_.size(); ++j) {
    state.joints[j].velocity = remembered_[j].velocity;
    state.joints[j].rate = remembered_[j].rate;
  }
}

namespace partitioned {

std::optional<std::string> why_not(const System& system, const Plan& plan) { return find_massless_turn(system, plan); }

std::unique_ptr<Kernel<double>> make(const System& system, std::shared_ptr<const Plan> plan, const Parameters<double>& p) {
  return std::make_unique<Partitioned>(system, std::move(plan), p);
}

}  // namespace partitioned

}  // namespace pintle
