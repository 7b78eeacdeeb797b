#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/formulations/articulated_body/articulated_body.h"

/// What an accepted step does to loops and constraints. Rows hold accelerations, so positions and velocities drift. They are
/// put back by the least change in the sense of the masses, which is the recursion of a velocity jump with nothing that moves and
/// the drivers at rest (tree_loops.h, 2):
///
///     M δ = Jᵀμ,   J δ = −g    then q moves by δ, until g is rounding                          (1)
///     M δ = Jᵀμ,   J δ = −ġ    then v += δ                                                     (2)
///
/// or pulled back along the way [Baumgarte 1972] by γ − 2α ġ − α² g with α = 0.02/h, h a running mean of the
/// accepted steps (formulations/holding.h): drift fades within some fifty of them. A stronger pull rules the step: stages of an
/// explicit method are off the rows by O(h²), and α would grow as the step shrinks. Next to a singular configuration both
/// are put back in any case, before drift would decide the way: with drift it is another mechanism, which turns off another way.
/// Included by evaluating.h alone.
namespace pintle {

/// δ of (1) or (2) into the places of velocities of scratch_ydot_. The rows are those of the last update_motion(). Rows that it
/// lets go are held after all if the accelerations there say that they bend the way (math/rank.h, 4), and this returns true.
template <class T>
bool ArticulatedBody<T>::solve_change(articulated_body::TreeLoops::Question question, const T& t, std::span<const T> y) {
  if constexpr (std::is_same_v<T, double>) {
    const auto solve = [&](rank::Bending known) {
      std::ranges::fill(sweeps_.momentum, Wrench<T>::zero());
      for (Drive<T>& drive : sweeps_.drive) drive.v = 0;
      sweeps_.rest(y.data());
      loops_->ask(question, sweeps_, 0, known);
      sweeps_.jump(scratch_ydot_.data());
    };
    solve(loose_.bending());
    if (loose_.bending() != rank::Bending::unknown) return loose_.bending() == rank::Bending::yes;
    if (!loose_.lets_go(loops_->calc_conditioning())) return false;
    update_rates(t, y, scratch_ydot_, scratch_power_);
    const bool bends = loops_->multipliers().bends();
    update_motion(t, y.data(), scratch_ydot_.data(), scratch_power_);
    solve(bends ? rank::Bending::yes : rank::Bending::no);
    return bends;
  }
  return false;
}

/// Positions change by what velocities `delta` would do in a unit of time.
template <class T>
void ArticulatedBody<T>::move_by(const T* delta, T* y) const {
  for (const Segment& x : sweeps_.segments.list) {
    const auto turn = [&](int at, int by) {
      const Quaternion<T> q{y[at], y[at + 1], y[at + 2], y[at + 3]},
          d = calc_rate(q, Vec3<T>{delta[by], delta[by + 1], delta[by + 2]});
      const Quaternion<T> one = normalized(Quaternion<T>{q.w + d.w, q.x + d.x, q.y + d.y, q.z + d.z});
      y[at] = one.w, y[at + 1] = one.x, y[at + 2] = one.y, y[at + 3] = one.z;
    };
    switch (x.code) {
      case Code::weld:
      case Code::driven_turn:
      case Code::driven_slide: break;
      case Code::ball: turn(x.q, x.v); break;
      case Code::base:
        for (int k = 0; k < 3; ++k) y[x.q + k] = y[x.q + k] + delta[x.v + k];
        turn(x.q + 3, x.v + 3);
        break;
      default: y[x.q] = y[x.q] + delta[x.v];
    }
  }
}

/// (2), after solve_change().
template <class T>
void ArticulatedBody<T>::add_change_of_velocities(std::span<T> y) const {
  for (int k = plan_->y.nq; k < plan_->y.nq + plan_->y.nv; ++k) y[k] = y[k] + scratch_ydot_[k];
}

/// Leaves the rows evaluated at what it found.
template <class T>
void ArticulatedBody<T>::project(const T& t, std::span<T> y) {
  if constexpr (std::is_same_v<T, double>) {
    constexpr int most_iterations = 6;
    using Question = articulated_body::TreeLoops::Question;
    T* const delta = scratch_ydot_.data();
    const auto place = [&] { update_motion(t, y.data(), delta, scratch_power_); };
    place();
    double farthest = 0;
    for (const auto& f : elements_.frames) farthest = std::fmax(farthest, dot(f.p_WL, f.p_WL));
    // What rounding leaves of a row: rows are differences of places in the world. Where they bend the way all of it counts.
    const double tolerance = 1e-14 * system_.length + 8 * std::numeric_limits<double>::epsilon() * std::sqrt(farthest);
    double error = loops_->rows().calc_position_error();
    bool firm = loose_.bending() == rank::Bending::yes;
    for (int k = 0; k < most_iterations && error > (firm ? 0 : tolerance); ++k) {
      firm = solve_change(Question::change_of_positions, t, y);  // (1)
      std::ranges::copy(y, kept_y_.begin());
      move_by(delta, y.data());
      place();
      const double left = loops_->rows().calc_position_error(), before = error;
      if (!(left < before)) {  // rounding, or no way there from here
        std::ranges::copy(kept_y_, y.begin());
        place();
        break;
      }
      error = left;
      if (left > 0.5 * before) break;
    }
    solve_change(Question::change_of_velocities, t, y);
    add_change_of_velocities(y);
  }
}

/// Where drift is not projected: (2) without (1) where rows are loose, both where drift would decide the way.
template <class T>
void ArticulatedBody<T>::catch_loose_rows(const T& t, std::span<T> y) {
  if constexpr (std::is_same_v<T, double>) {
    solve_change(articulated_body::TreeLoops::Question::change_of_velocities, t, y);
    const Conditioning rows = accepted_conditioning_ = loops_->calc_conditioning();
    const bool loose = loose_.update(rows.rank, rows.in_full);
    const bool strays = loose_.strays(loops_->rows().calc_relative_error(), rows, stabilization_);
    if (!loose && !strays) return;
    book_change(t, y, -1);
    if (strays)
      project(t, y);
    else
      add_change_of_velocities(y);
    book_change(t, y, 1);
  }
}

/// At an accepted state: whether rows that are about to be let go bend the way from here on.
template <class T>
void ArticulatedBody<T>::look_ahead(const T& t, std::span<const T> y) {
  if constexpr (std::is_same_v<T, double>) {
    if (!loose_.asks(accepted_conditioning_)) return;
    update_rates(t, y, scratch_ydot_, scratch_power_);
    loose_.decide(loops_->multipliers().bends());
  }
}

/// Called with −1 before a change of y and with +1 after it.
template <class T>
void ArticulatedBody<T>::book_change(const T& t, std::span<const T> y, double sign) {
  if constexpr (std::is_same_v<T, double>) {
    store(t, y, energy_state_);
    update_energy(system_, parameters_, plan_->structure, energy_state_, energies_);
    for (std::size_t m = 0; m < work_.size(); ++m) work_[m] += sign * energies_[m].total();
  }
}

/// Turns are counted from here.
template <class T>
void ArticulatedBody<T>::remember(const T* y) {
  if constexpr (std::is_same_v<T, double>) {
    for (int j = 0; j < system_.joint_count(); ++j)
      if (loops_->is_off_tree(JointIndex(j)) || loops_->is_read(JointIndex(j))) remembered_[j] = coordinates_of(JointIndex(j), y);
    loops_->update_held(parameters_, remembered_);
  }
}

/// After an accepted step. False: the state is not finite.
template <class T>
bool ArticulatedBody<T>::hold_together(const T& t, std::span<T> y) {
  if constexpr (std::is_same_v<T, double>) {
    step_.add(t - accepted_time_);
    update_motion(t, y.data(), scratch_ydot_.data(), scratch_power_);
    if (loops_->has_rows()) {
      if (stabilization_ == Stabilization::projection) {
        book_change(t, y, -1);
        project(t, y);
        accepted_conditioning_ = loops_->calc_conditioning();
        loose_.update(accepted_conditioning_.rank, accepted_conditioning_.in_full);
        book_change(t, y, 1);
      } else {
        catch_loose_rows(t, y);
      }
      if (!std::ranges::all_of(work_, [](double work) { return std::isfinite(work); })) return false;
      look_ahead(t, y);
      update_motion(t, y.data(), scratch_ydot_.data(), scratch_power_);
      error_ = {loops_->rows().calc_position_error(), loops_->rows().calc_velocity_error()};
      if (!std::isfinite(error_.position) || !std::isfinite(error_.velocity)) return false;
    }
    remember(y.data());
    accepted_time_ = t;
    loops_->set_since(0);
  }
  return true;
}

}  // namespace pintle
