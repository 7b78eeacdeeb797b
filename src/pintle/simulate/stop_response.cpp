#include "pintle/simulate/stop_response.h"

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr double immovable = 1e-12;  // of what bodies alone would do

/// A bound from below for the velocity that a body on its own gets from a unit impulse, along it.
double calc_looseness(const System& system, const Parameters<double>& p, const Impulse& on, double L) {
  if (on.body == world) return 0;
  const BodyRecord& body = system.bodies[on.body.i];
  const double m = p[body.mass];
  const Sym3<double> I = p[body.inertia];
  return dot(on.value.f, on.value.f) / m + dot(on.value.n, on.value.n) / (I.xx + I.yy + I.zz + m * L * L);
}

}  // namespace

StopPush make_stop_push(const System& system, const Parameters<double>& p, const Structure& structure, const State<double>& state,
                        Stop& stop) {
  const JointLaw& law = *stop.law;
  const JointRecord& joint = system.joint(law.joint);
  const JointCoordinates<double>& q = state.joints[law.joint.i];
  Vec3<double> force = Vec3<double>::zero(), moment = force;
  (is_translation(law.direction) ? force : moment)[axis_of(law.direction)] = -stop.side;
  StopPush push{&stop, system.mechanism_of(law.joint), {}, {}, Motion<double>::zero(), {}, {}};
  const DirectionSet free = structure.free_directions(law.joint);
  push.in_F = calc_effort_wrench(joint.type, free, q, force, moment);  // (1)
  const Mat3<double> R_WF = state.X_WB[joint.parent.i].R * p[joint.X_PF].R;
  const Pose<double> X_WM = state.X_WB[joint.child.i] * p[joint.X_CM];
  const Vec3<double> f = R_WF * push.in_F.f, n = R_WF * push.in_F.n;
  push.in_M = {transpose_times(X_WM.R, n), transpose_times(X_WM.R, f)};
  if (is_translation(law.direction))
    push.along.v = push.in_M.f;
  else
    push.along.w = -stop.side * transpose_times(X_WM.R, R_WF * calc_rotation_axes(joint.type, q).column(axis_of(law.direction)));
  const auto on = [&](BodyIndex b) { return Wrench<double>{n + cross(X_WM.p - state.X_WB[b.i].p, f), f}; };
  push.child = {joint.child, on(joint.child)};
  push.parent = {joint.parent, -on(joint.parent)};
  const double L = system.mechanisms.lengths[push.mechanism];
  push.loose = calc_looseness(system, p, push.child, L) + calc_looseness(system, p, push.parent, L);
  return push;
}

void add_push(const StopPush& push, double size, std::vector<Impulse>& impulses) {
  for (const Impulse& one : {push.child, push.parent})
    if (one.body != world) impulses.push_back({one.body, {size * one.value.n, size * one.value.f}});
}

void StopResponse::update(Kernel<double>& kernel, std::span<const StopPush> pushes, const State<double>& state) {
  size_ = pushes.size();
  W_.assign(size_ * size_, 0.0);
  rest_ = state;
  for (Motion<double>& V : rest_.V_WB) V = Motion<double>::zero();
  for (JointCoordinates<double>& q : rest_.joints) q.velocity = q.rate = Vec3<double>::zero();
  moved_ = rest_;
  kernel.update_jump({}, moved_, unmoved_);
  driven_.clear();
  for (const StopPush& push : pushes) driven_.push_back(calc_gap_velocity(*push.stop, moved_));
  std::vector<std::size_t> asked;  // by mechanism, one of its stops
  std::vector<bool> done(size_, false);
  for (std::size_t left = size_; left > 0; left -= asked.size()) {
    asked.clear();
    impulses_.clear();
    for (std::size_t k = 0; k < size_; ++k) {
      const auto is_same = [&](std::size_t other) { return pushes[other].mechanism == pushes[k].mechanism; };
      if (done[k] || std::ranges::any_of(asked, is_same)) continue;
      done[k] = true;
      asked.push_back(k);
      add_push(pushes[k], 1 / pushes[k].loose, impulses_);
    }
    moved_ = rest_;
    kernel.update_jump(impulses_, moved_, record_);
    for (std::size_t k : asked)
      for (std::size_t i = 0; i < size_; ++i)
        if (pushes[i].mechanism == pushes[k].mechanism)
          W_[i * size_ + k] = (calc_gap_velocity(*pushes[i].stop, moved_) - driven_[i]) * pushes[k].loose;  // (2)
  }
  clean(pushes);
}

/// Symmetric but for rounding, and zero where nothing can move.
void StopResponse::clean(std::span<const StopPush> pushes) {
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t k = 0; k < i; ++k) W_[i * size_ + k] = W_[k * size_ + i] = 0.5 * (W_[i * size_ + k] + W_[k * size_ + i]);
  for (std::size_t i = 0; i < size_; ++i) {
    if (W_[i * size_ + i] > immovable * pushes[i].loose) continue;
    for (std::size_t k = 0; k < size_; ++k) W_[i * size_ + k] = W_[k * size_ + i] = 0;
  }
}

const JumpRecord<double>& StopResponse::calc_impulses(Kernel<double>& kernel, std::span<const StopPush> pushes,
                                                      std::span<const double> sizes) {
  impulses_.clear();
  for (std::size_t k = 0; k < pushes.size(); ++k)
    if (sizes[k] != 0) add_push(pushes[k], sizes[k], impulses_);
  moved_ = rest_;
  kernel.update_jump(impulses_, moved_, record_);
  for (std::size_t j = 0; j < record_.impulse.size(); ++j) record_.impulse[j] = record_.impulse[j] - unmoved_.impulse[j];
  for (std::size_t r = 0; r < record_.multiplier.size(); ++r) record_.multiplier[r] -= unmoved_.multiplier[r];
  return record_;
}

}  // namespace pintle
