#include "pintle/record/momentum_watch.h"

#include <algorithm>

namespace pintle {

bool is_isolated(const System& system) {
  const auto is_tied = [](BodyIndex a, BodyIndex b) { return a == world || b == world; };
  const auto is_tied_by = [](const ConstraintRecord& c) {
    return c.is_one_sided() || std::ranges::find(c.bodies, world) != c.bodies.end();
  };
  bool pushed = !system.controllers.empty();  // from outside
  system.elements.for_each([&]<class Kind>(const Pool<Kind>&, int, const Kind& element) {
    pushed = pushed || Kind::pushed == 1 || is_tied(element.bodies[0], element.bodies[1]);
  });
  const auto acts = [](const Edits& edits) {
    return !edits.impulses.empty() || !edits.settings.empty() || std::ranges::any_of(edits.closings, &ClosingEdit::project);
  };
  for (const EventRecord& event : system.events) pushed = pushed || std::ranges::any_of(event.actions, acts);
  return system.body_count() > 1 && !pushed &&
         std::ranges::none_of(system.joints, [&](const JointRecord& j) { return is_tied(j.parent, j.child); }) &&
         std::ranges::none_of(system.constraints, [&](const ConstraintRecord& c) { return is_tied_by(c); });
}

MomentumWatch::MomentumWatch(const System& system, const Parameters<double>& p)
    : system_(system), p_(p), isolated_(is_isolated(system)), linear_(Vec3<double>::zero()), angular_(Vec3<double>::zero()) {
  for (int b = 1; b < system.body_count(); ++b) mass_ += p_[system.body(BodyIndex(b)).mass];
}

void MomentumWatch::add(const State<double>& state) {
  if (!isolated_) return;
  const Momentum momentum = calc_momentum(system_, p_, state);
  Vec3<double> moment = Vec3<double>::zero();  // m c
  for (int b = 1; b < system_.body_count(); ++b) moment += p_[system_.body(BodyIndex(b)).mass] * state.X_WB[b].p;
  if (!started_) start_ = state.t;
  const Vec3<double> linear = momentum.linear - mass_ * (state.t - start_) * p_[system_.gravity];  // (1)
  const Vec3<double> angular = momentum.angular - 1.0 / mass_ * cross(moment, momentum.linear);    // (1)
  if (!started_) {
    linear_ = linear;
    angular_ = angular;
    started_ = true;
  }
  linear_scale_ = std::max(linear_scale_, momentum.linear_sum);
  angular_scale_ = std::max(angular_scale_, momentum.angular_sum);
  linear_error_ = std::max(linear_error_, norm(linear - linear_));
  angular_error_ = std::max(angular_error_, norm(angular - angular_));
}

std::optional<MomentumDrift> MomentumWatch::drift() const {
  if (!started_) return std::nullopt;
  const auto relative = [](double error, double scale) { return scale > 0 ? error / scale : error; };
  return MomentumDrift{relative(linear_error_, linear_scale_), relative(angular_error_, angular_scale_)};
}

}  // namespace pintle
