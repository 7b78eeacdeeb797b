#pragma once
#include <algorithm>

#include "pintle/base/check.h"
#include "pintle/formulations/articulated_body/observing.h"
#include "pintle/formulations/articulated_body/pushing.h"
#include "pintle/formulations/articulated_body/stabilizing.h"

/// ẏ = f(t, y) and what an accepted step does: the definitions of ArticulatedBody, included where a scalar gets its kernel
/// (articulated_body_double.cpp, articulated_body_lanes.cpp; dual numbers are for tests and get theirs there).
namespace pintle {

template <class T>
ArticulatedBody<T>::ArticulatedBody(const System& system, std::shared_ptr<const Plan> plan, const Parameters<T>& parameters)
    : system_(system),
      plan_(std::move(plan)),
      parameters_(parameters),
      sweeps_(system, *plan_),
      elements_(system, *plan_, sweeps_),
      driving_(system, plan_->structure),
      held_(static_cast<std::size_t>(system.joint_count())),
      amplitude_(system, *plan_),
      stop_(static_cast<std::size_t>(system.soft_stops), T(0.0)),
      mode_(static_cast<std::size_t>(system.elements.modes)),
      scratch_power_(count_accounts(system)),
      friction_(system, plan_->structure),
      work_(static_cast<std::size_t>(system.mechanisms.count()), 0.0) {
  if (friction_.rubs()) friction_view_.push_back(make_view<T>(system));
  if (friction_.rubs() && !plan_->closings.empty()) statics_ = std::make_unique<Statics>(system, plan_->structure);
  scratch_y_.resize(static_cast<std::size_t>(size()));
  scratch_ydot_.resize(static_cast<std::size_t>(size()));
  laws_of_link_.resize(plan_->tree.links.size());
  link_of_joint_.resize(static_cast<std::size_t>(system.joint_count()), 0);
  for (int i = 1; i < plan_->tree.size(); ++i)
    if (plan_->tree.links[i].joint.exists()) link_of_joint_[plan_->tree.links[i].joint.i] = i;
  for (const JointLaw& law : system.laws)
    if (link_of_joint_[law.joint.i] > 0) laws_of_link_[link_of_joint_[law.joint.i]].list.push_back(&law);
  if constexpr (std::is_same_v<T, double>) {
    if (articulated_body::TreeLoops::needed(system, *plan_)) {
      loops_ = std::make_unique<articulated_body::TreeLoops>(system, *plan_, sweeps_.segments);
      energy_state_ = make_view<T>(system).state;
      energies_.resize(work_.size());
      kept_y_ = projected_y_ = scratch_y_;
      remembered_ = held_;
      sweeps_.frames = &elements_.frames;
    }
  } else {
    PINTLE_CHECK(plan_->closings.empty() && plan_->tree.loops.empty(), "loops and constraints are for doubles only");
  }
  update_parameters();
}

template <class T>
void ArticulatedBody<T>::update_parameters() {
  plan_->y.update_scales(system_, scales_);
  const Parameters<double>* numbers = &system_.nominal;
  if constexpr (std::is_same_v<T, double>) numbers = &parameters_;
  articulated_body::choose_codes(system_, *plan_, *numbers, sweeps_.segments);
  sweeps_.gravity_W = parameters_[system_.gravity];
  place_segments();
  for (int i = 1; i < plan_->tree.size(); ++i) {
    const Chain& chain = sweeps_.segments.chain[i];
    for (const JointLaw* law : laws_of_link_[i].list)
      for (const DirectionStep& step : chain.steps) {
        if (step.direction != law->direction || step.segment < 0) continue;
        if (law->is_linear())
          sweeps_.law[step.segment] = {parameters_.at(law->stiffness.i + 1), parameters_.at(law->damping.i + 1),
                                       parameters_[law->rest], parameters_[law->effort]};
      }
  }
}

/// Frames of the segments from the user's frames and the held values; masses and elements follow.
template <class T>
void ArticulatedBody<T>::place_segments() {
  articulated_body::update_geometry(system_, *plan_, sweeps_.segments, parameters_, held_, sweeps_.geometry);
  other_loads_.clear();
  for (int i = 1; i < plan_->tree.size(); ++i) {
    place_link(i);
    if (plan_->tree.links[i].joint.exists() && !has_plain_load(i)) other_loads_.push_back(i);
  }
  sweeps_.forget();
  elements_.prepare(parameters_, sweeps_);
  attitudes_.place(sweeps_, plan_->tree);
  placed_ = held_;
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->update_held(parameters_, remembered_);
}

template <class T>
bool ArticulatedBody<T>::has_plain_load(int link) const {
  const Link& l = plan_->tree.links[link];
  const JointRecord& joint = system_.joint(l.joint);
  const bool plain_hinge = joint.type.name == "hinge" && joint.movable == joint.type.free;
  return !l.reversed && is_hinge(sweeps_.segments.list[sweeps_.segments.chain[link].last].code) && plain_hinge;
}

template <class T>
void ArticulatedBody<T>::place_link(int link) {
  const Link& l = plan_->tree.links[link];
  const BodyRecord& body = system_.body(l.body);
  const int k = sweeps_.segments.chain[link].last;
  sweeps_.mass[k] = calc_rigid_inertia(parameters_[body.mass], parameters_[body.inertia], sweeps_.geometry.X_LB[k]);
  if (!l.joint.exists() || !has_plain_load(link)) return;
  const Mat3<T>& R_LM = sweeps_.geometry.X_LJ[k].R;
  sweeps_.load_place[k] = {l.joint.i, R_LM.xx, R_LM.xy};
}

template <class T>
void ArticulatedBody<T>::place_held() {
  note_moved();
  if (!moved_.empty()) {
    articulated_body::update_geometry(system_, *plan_, sweeps_.segments, parameters_, held_, moved_, sweeps_.geometry);
    for (int i : moved_) {
      place_link(i);
      attitudes_.place_link(sweeps_, i);
      if (const JointIndex j = plan_->tree.links[i].joint; j.exists()) placed_[j.i] = held_[j.i];
    }
    elements_.prepare(parameters_, sweeps_);
  }
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->update_held(parameters_, remembered_);
}

template <class T>
void ArticulatedBody<T>::update_drive(const T& t, const T* y) const {
  if (!driving_.any()) return;
  driving_.update(t, parameters_, y + plan_->y.nq + plan_->y.nv);
  sweeps_.drive = driving_.all();
}

template <class T>
void ArticulatedBody<T>::update_motion(const T& t, const T* y, T* ydot, std::span<T> power) {
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->set_since(t - accepted_time_);
  update_drive(t, y);
  sweeps_.move(y, ydot, power.data());
  elements_.update_frames(sweeps_, y);
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->update_places(sweeps_, elements_.frames);
  elements_.update_living(t, parameters_, sweeps_, [&](JointIndex j) { return coordinates_of(j, y); });
  elements_.set_time(t);
  elements_.set_pushes(this->pushes_);
  if constexpr (std::is_same_v<T, double>) {
    if (!loops_) return;
    for (JointIndex j : loops_->reads()) loops_->count_turns(j, coordinates_of(j, y));
    loops_->update_rows(parameters_, elements_.living(), driving_.all());
  }
}

template <class T>
void ArticulatedBody<T>::update_known_pushes(const T& t, const T* y, T* ydot, std::span<T> power, double alpha,
                                             const articulated_body::Stage<T>* stage) {
  for (T& account : power) account = T(0.0);
  const int z = plan_->y.nq + plan_->y.nv;
  update_motion(t, y, ydot, power);
  driving_.put_rates(ydot + z);
  const LawAround<T> around{elements_.living(), friction_.loads(), y + z, ydot + z, stop_};
  elements_.add_other_laws(parameters_, y, around, sweeps_, power);
  if (stage) {
    if (stage->c)
      for (int i = z; i < size(); ++i) ydot[i] += stage->c[i];  // what lives in states and does not leave is explicit
    drag_joints(*stage, y, sweeps_);
    elements_.drag_other_laws(*stage, parameters_, y, around, sweeps_);
    if (elements_.any()) elements_.push_in_stage(*stage, mode_, z, y, ydot, sweeps_, power);
  } else if (elements_.any()) {
    elements_.push(mode_, y + z, ydot + z, sweeps_, power);
  }
  if constexpr (std::is_same_v<T, double>) {
    if (!loops_) return;
    loops_->add_laws(around, driving_.all(), sweeps_, power);
    if (stage && stage->c) loops_->add_given(stage->c + z, ydot + z);
    loops_->ask(articulated_body::TreeLoops::Question::accelerations, sweeps_, alpha, loose_.bending());
  }
}

template <class T>
void ArticulatedBody<T>::update_friction(const T& t, const T* y, T* ydot, std::span<T> power, double alpha) {
  View<T>& view = friction_view_.front();
  if constexpr (std::is_same_v<T, double>)
    if (statics_) {
      store(t, {y, static_cast<std::size_t>(size())}, view.state);
      statics_->update_rows(parameters_, view.state);
    }
  const auto solve = [&] {
    update_known_pushes(t, y, ydot, power, alpha);
    sweeps_.fold();
    sweeps_.accelerate(ydot, true);
    if constexpr (std::is_same_v<T, double>)
      if (loops_) loops_->add_to_pushes(sweeps_);
    fill_loads(y, {.loads = true, .reactions = loops_ != nullptr}, view);
    if constexpr (std::is_same_v<T, double>)
      if (statics_) statics_->share(view.reaction, view.multiplier);
  };
  friction_.update(solve, [&](const JointLaw& law) {
    const int j = law.joint.i;
    return loops_ ? view.reaction[j].f : constraint_part(link_of_joint_[j], y, view.load[j]).f;
  });
}

template <class T>
void ArticulatedBody<T>::update_pushes(const T& t, const T* y, T* ydot, std::span<T> power, double alpha,
                                       const articulated_body::Stage<T>* stage) {
  if (friction_.rubs()) update_friction(t, y, ydot, power, alpha);
  update_known_pushes(t, y, ydot, power, alpha, stage);
}

template <class T>
void ArticulatedBody<T>::update_rates(const T& t, std::span<const T> y, std::span<T> ydot, std::span<T> power) {
  update_pushes(t, y.data(), ydot.data(), power, calc_pull());
  sweeps_.fold();
  sweeps_.accelerate(ydot.data(), false);
  add_late_powers(power);
}

template <class T>
void ArticulatedBody<T>::add_late_powers(std::span<T> power) {
  for (std::size_t d = 0; d < system_.drivers.size(); ++d)
    power[account_place(system_.mechanism_of(system_.drivers[d].joint), Account::applied)] += sweeps_.drive_power[d];
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->finish(power);
}

/// stage.h
template <class T>
void ArticulatedBody<T>::update_stage(const T& t, std::span<const T> u, const T& g, std::span<const T> c, std::span<T> k,
                                      std::span<T> power) {
  const articulated_body::Stage<T> stage{g, c.empty() ? nullptr : c.data()};
  update_pushes(t, u.data(), k.data(), power, calc_pull(), &stage);
  sweeps_.fold_stage();
  sweeps_.accelerate(k.data(), false);
  add_late_powers(power);
  expand_joints(stage, u.data(), sweeps_, k.data());
  elements_.expand(stage, mode_, plan_->y.nq + plan_->y.nv, sweeps_, k.data());
}

template <class T>
void ArticulatedBody<T>::update_allowed(double rtol, const T& h, std::span<const T>, std::span<const T> y1,
                                        std::span<T> allowed) const {
  amplitude_.update_allowed(rtol, h, y1, allowed);
}

template <class T>
Accepted<T> ArticulatedBody<T>::accept(const T& t, std::span<T> y, Mask<T> stepped) {
  friction_.forget_jam();
  for (const Segment& x : sweeps_.segments.list) {
    if (x.code != Code::ball && x.code != Code::base) continue;
    T* q = y.data() + x.q + (x.code == Code::base ? 3 : 0);
    const Quaternion<T> one = normalized(Quaternion<T>{q[0], q[1], q[2], q[3]});
    q[0] = select(stepped, one.w, q[0]);
    q[1] = select(stepped, one.x, q[1]);
    q[2] = select(stepped, one.y, q[2]);
    q[3] = select(stepped, one.z, q[3]);
  }
  Accepted<T> out;
  if constexpr (std::is_same_v<T, double>)
    if (loops_ && stepped.yes && !hold_together(t, y)) {
      out.failed = {true};
      return out;
    }
  amplitude_.accept(y, stepped);
  if (mode_.empty() && stop_.empty()) return out;
  update_drive(t, y.data());
  std::ranges::fill(scratch_power_, T(0.0));
  sweeps_.move(y.data(), scratch_ydot_.data(), scratch_power_.data());
  elements_.update_frames(sweeps_, y.data());
  elements_.set_time(t);
  out.restart =
      elements_.update_modes(stepped, mode_, y.data() + plan_->y.nq + plan_->y.nv) |
      update_stop_modes(
          system_, plan_->structure, parameters_, [&](JointIndex j) { return coordinates_of(j, y.data()); }, stepped, stop_);
  return out;
}

}  // namespace pintle
