#pragma once
#include <algorithm>
#include <cstring>
#include <numbers>

#include "pintle/formulations/articulated_body/articulated_body.h"

/// Between y and the carrier: poses, joint coordinates, State. Included by observing.h alone.
namespace pintle {

using articulated_body::Chain;
using articulated_body::Code;
using articulated_body::DirectionStep;
using articulated_body::Frame;
using articulated_body::Segment;
using articulated_body::turn_about;
using articulated_body::update_quaternion;

/// The quaternion of a sequence of turns.
template <class T>
Quaternion<T> sequence_rotation(const JointType& type, const Vec3<T>& angle) {
  Quaternion<T> q = Quaternion<T>::identity();
  for (int axis : type.sequence) q = q * turn_about(axis, angle[axis]);
  return q;
}

/// The angles of a ball's sequence at its attitude, lane by lane; a whole turn more where the quaternion's sign asks for it,
/// so that it does not jump when the sequence takes over.
template <class T>
Vec3<T> sequence_angles(const JointType& type, const Quaternion<T>& q) {
  Vec3<T> angle = Vec3<T>::zero();
  for (int l = 0; l < width<T>; ++l) {
    const Quaternion<double> one{lane(q.w, l), lane(q.x, l), lane(q.y, l), lane(q.z, l)};
    Vec3<double> found = calc_sequence_angles(type.sequence, to_matrix(one)).angle;
    const Quaternion<double> back = sequence_rotation(type, found);
    if (back.w * one.w + back.x * one.x + back.y * one.y + back.z * one.z < 0) found[type.sequence[0]] += 2 * std::numbers::pi;
    for (int k = 0; k < 3; ++k) set_lane(angle[k], l, found[k]);
  }
  return angle;
}

template <class T>
JointCoordinates<T> ArticulatedBody<T>::coordinates_of(int link, const T* y) const {
  const Link& l = plan_->tree.links[link];
  const JointType& type = system_.joint(l.joint).type;
  JointCoordinates<T> q = held_[l.joint.i];
  q.velocity = q.rate = Vec3<T>::zero();
  bool sequence_of_ball = type.ball;
  for (const DirectionStep& step : sweeps_.segments.chain[link].steps) {
    if (step.segment < 0) continue;
    const Segment& x = sweeps_.segments.list[step.segment];
    const int axis = axis_of(step.direction);
    switch (x.code) {
      case Code::base:
        q.displacement = {y[x.q], y[x.q + 1], y[x.q + 2]};
        q.rotation = {y[x.q + 3], y[x.q + 4], y[x.q + 5], y[x.q + 6]};
        q.velocity = {y[x.v], y[x.v + 1], y[x.v + 2]};
        q.rate = {y[x.v + 3], y[x.v + 4], y[x.v + 5]};
        return q;
      case Code::ball: {
        const Quaternion<T> r{y[x.q], y[x.q + 1], y[x.q + 2], y[x.q + 3]};
        const Vec3<T> w{y[x.v], y[x.v + 1], y[x.v + 2]};
        // Walked backwards, the segment turns F in M: the conjugate, and −ω seen from M.
        q.rotation = l.reversed ? r.conjugate() : r;
        q.rate = l.reversed ? -(to_matrix(r) * w) : w;
        sequence_of_ball = false;
        break;
      }
      case Code::slider:
        q.displacement[axis] = y[x.q];
        q.velocity[axis] = y[x.v];
        break;
      case Code::driven_slide:
        q.displacement[axis] = sweeps_.drive[x.driver].q;
        q.velocity[axis] = sweeps_.drive[x.driver].v;
        break;
      case Code::driven_turn:
        q.angle[axis] = sweeps_.drive[x.driver].q;
        q.rate[axis] = sweeps_.drive[x.driver].v;
        break;
      default: q.angle[axis] = y[x.q]; q.rate[axis] = y[x.v];
    }
  }
  if (sequence_of_ball && plan_->structure.free_directions(l.joint).bits >> 3 != 0) {
    const JointType list = as_sequence(type);
    const Mat3<T> R = calc_pose(list, q).R;
    const Vec3<T> w = calc_velocity(list, q).w;
    q.rotation = sequence_rotation(list, q.angle);
    q.rate = transpose_times(R, w);
  }
  return q;
}

template <class T>
JointCoordinates<T> ArticulatedBody<T>::coordinates_of(JointIndex j, const T* y) const {
  if constexpr (std::is_same_v<T, double>)
    if (loops_ && loops_->is_off_tree(j)) return loops_->coordinates_of(j, driving_.all());
  return coordinates_of(link_of_joint_[j.i], y);
}

template <class T>
void ArticulatedBody<T>::update_poses(const T* y) const {
  elements_.update_all_frames(sweeps_, y);
}

/// After move() and update_poses(). Unless signs of quaternions are asked for, they are those nearest to what the state had.
template <class T>
void ArticulatedBody<T>::fill_state(const T& t, const T* y, Told told, State<T>& state) const {
  const bool with_places = told != Told::motion;
  state.t = t;
  if (told == Told::signs) attitudes_.update(sweeps_, plan_->tree, y, state.q_WB);
  state.X_WB[0] = Pose<T>::identity();
  state.V_WB[0] = Motion<T>::zero();
  for (int i = 1; i < plan_->tree.size(); ++i) {
    const Link& link = plan_->tree.links[i];
    const int k = sweeps_.segments.chain[i].last, b = link.body.i;
    const Frame<T>& f = elements_.frames[k];
    const Pose<T>& X_LB = sweeps_.geometry.X_LB[k];
    const Vec3<T> c_W = f.R_WL * X_LB.p;
    if (with_places) state.X_WB[b] = {f.R_WL * X_LB.R, f.p_WL + c_W};
    state.V_WB[b] = {transpose_times(X_LB.R, sweeps_.record[k].w), f.v_W + cross(f.w_W, c_W)};
    if (link.joint.exists()) {
      if (with_places) update_quaternion(state.X_WB[b].R, state.q_WB[b]);
      state.joints[link.joint.i] = coordinates_of(i, y);
    } else if (with_places) {  // a base: its own quaternion, sign and all
      const T* q = y + sweeps_.segments.list[k].q + 3;
      state.q_WB[b] = normalized(Quaternion<T>{q[0], q[1], q[2], q[3]});
    }
  }
  if constexpr (std::is_same_v<T, double>)
    if (loops_) {
      loops_->update_places(sweeps_, elements_.frames);
      for (int j = 0; j < system_.joint_count(); ++j)
        if (loops_->is_off_tree(JointIndex(j))) state.joints[j] = coordinates_of(JointIndex(j), y);
    }
  const int z = plan_->y.nq + plan_->y.nv;
  for (int k = 0; k < plan_->y.nz; ++k) state.z[k] = y[z + k];
  for (std::size_t k = 0; k < mode_.size(); ++k) state.mode[k] = mode_[k];
  state.stop = stop_;
}

template <class T>
void ArticulatedBody<T>::store(const T& t, std::span<const T> y, State<T>& state) const {
  store(t, y, Told::signs, state);
}

template <class T>
void ArticulatedBody<T>::store(const T& t, std::span<const T> y, Told told, State<T>& state) const {
  state.joints.resize(held_.size());
  state.X_WB.resize(system_.bodies.size());
  state.V_WB.resize(system_.bodies.size());
  state.q_WB.resize(system_.bodies.size(), Quaternion<T>::identity());
  state.z.resize(static_cast<std::size_t>(plan_->y.nz));
  state.mode.resize(mode_.size());
  if constexpr (std::is_same_v<T, double>)
    if (loops_) loops_->set_since(t - accepted_time_);
  update_drive(t, y.data());
  std::ranges::fill(scratch_power_, T(0.0));
  sweeps_.move(y.data(), scratch_ydot_.data(), scratch_power_.data());
  update_poses(y.data());
  fill_state(t, y.data(), told, state);
  amplitude_.store(state);
}

template <class T>
bool ArticulatedBody<T>::is_placed(JointIndex j) const {
  const auto same = [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) == 0; };
  const DirectionSet free = plan_->structure.free_directions(j);
  if (free == system_.joint(j).movable) return true;
  const JointCoordinates<T>&now = held_[j.i], &then = placed_[j.i];
  for (Direction d : all_directions)
    if (!free.has(d) && !same(now.value_of(d), then.value_of(d))) return false;
  return !system_.joint(j).type.ball || same(now.rotation, then.rotation);
}

template <class T>
void ArticulatedBody<T>::note_moved() {
  moved_.clear();
  holds_other_.assign(static_cast<std::size_t>(plan_->tree.size()), 0);
  for (int i = 1; i < plan_->tree.size(); ++i) {
    const Link& link = plan_->tree.links[i];
    holds_other_[i] = link.joint.exists() && !is_placed(link.joint);
    if (holds_other_[i] || holds_other_[link.parent]) moved_.push_back(i);
  }
}

template <class T>
void ArticulatedBody<T>::load(const State<T>& state, std::span<T> y) {
  friction_.forget_jam();
  held_ = state.joints;
  if (loops_) {
    remembered_ = state.joints;
    stabilization_ = asked_;
    error_ = {};
    std::ranges::fill(work_, 0.0);
    step_.restart();
    loose_ = {};
    if constexpr (std::is_same_v<T, double>) accepted_time_ = state.t;
  }
  for (int i = 1; i < plan_->tree.size(); ++i) {
    const Link& link = plan_->tree.links[i];
    const auto put = [&](int at, std::initializer_list<T> numbers) {
      for (const T& number : numbers) y[at++] = number;
    };
    const Chain& chain = sweeps_.segments.chain[i];
    if (!link.joint.exists()) {
      const Segment& x = sweeps_.segments.list[chain.last];
      const Quaternion<T>& r = state.q_WB[link.body.i];
      const Vec3<T>&p = state.X_WB[link.body.i].p, &v = state.V_WB[link.body.i].v, &w = state.V_WB[link.body.i].w;
      put(x.q, {p.x, p.y, p.z, r.w, r.x, r.y, r.z});
      put(x.v, {v.x, v.y, v.z, w.x, w.y, w.z});
      continue;
    }
    const JointType& type = system_.joint(link.joint).type;
    const DirectionSet free = plan_->structure.free_directions(link.joint);
    JointCoordinates<T> q = state.joints[link.joint.i];
    if (type.ball && !is_quaternion(type, free)) {
      // One of a ball's rotations is locked: its sequence takes over at the present attitude.
      const JointType list = as_sequence(type);
      q.angle = held_[link.joint.i].angle = sequence_angles(type, q.rotation);
      const Mat3<T> a = calc_rotation_axes(list, q);
      const auto has = [&](int k) { return free.has(static_cast<Direction>(3 + k)); };
      const auto product = [&](int m, int k) { return has(m) && has(k) ? dot(a.column(m), a.column(k)) : T(0.0); };
      const Vec3<T> w = to_matrix(q.rotation) * q.rate;
      const Vec3<T> b{has(0) ? dot(a.column(0), w) : T(0.0), has(1) ? dot(a.column(1), w) : T(0.0),
                      has(2) ? dot(a.column(2), w) : T(0.0)};
      q.rate = inverse(Sym3<T>{T(1.0), product(0, 1), product(0, 2), T(1.0), product(1, 2), T(1.0)}) * b;
    }
    for (const DirectionStep& step : chain.steps) {
      if (step.segment < 0) continue;
      const Segment& x = sweeps_.segments.list[step.segment];
      const int axis = axis_of(step.direction);
      const Quaternion<T> r = link.reversed ? q.rotation.conjugate() : q.rotation;
      const Vec3<T> w = link.reversed ? -(to_matrix(q.rotation) * q.rate) : q.rate;
      switch (x.code) {
        case Code::base:
          put(x.q, {q.displacement.x, q.displacement.y, q.displacement.z, r.w, r.x, r.y, r.z});
          put(x.v, {q.velocity.x, q.velocity.y, q.velocity.z, w.x, w.y, w.z});
          break;
        case Code::ball:
          put(x.q, {r.w, r.x, r.y, r.z});
          put(x.v, {w.x, w.y, w.z});
          break;
        case Code::driven_turn:
        case Code::driven_slide: break;
        case Code::slider:
          put(x.q, {q.displacement[axis]});
          put(x.v, {q.velocity[axis]});
          break;
        default: put(x.q, {q.angle[axis]}); put(x.v, {q.rate[axis]});
      }
    }
  }
  const int z = plan_->y.nq + plan_->y.nv;
  for (int k = 0; k < plan_->y.nz; ++k) y[z + k] = state.z[k];
  for (std::size_t k = 0; k < mode_.size(); ++k) mode_[k] = state.mode[k];
  load_stop_modes(system_, plan_->structure, parameters_, state, stop_);
  amplitude_.load(parameters_, state, y);
  if constexpr (std::is_same_v<T, double>)
    if (statics_) statics_->update(parameters_, state);  // what is held
  place_held();
  update_drive(state.t, y.data());
  attitudes_.begin(sweeps_, plan_->tree, y.data(), state.q_WB);
}

}  // namespace pintle
